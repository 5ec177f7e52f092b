// Creates elements. Data reaches the page only through here, as text nodes and
// attribute values, never as markup.

import { visible } from "../bytes.js";

export { visible };

/**
 * @param {string} tag
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes] absent when null, undefined or false
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  set(e, attributes);
  for (const c of children) if (c || c === "") e.append(c);
  return e;
}

/** Sets or removes attributes. */
export function set(e, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === null || value === undefined || value === false ? null : value === true ? "" : String(value);
    if (e.getAttribute(name) === text) continue; // browsers restyle an element even if the value is the same
    if (text === null) e.removeAttribute(name);
    else e.setAttribute(name, text);
  }
}

/** Hides an element, or shows it. @param {Element} e @param {boolean} is */
export const hide = (e, is) => set(e, { hidden: is });

/**
 * Enables or disables a button. The focus of one that it is disabled under goes to its view, from where Tab leads on; a neighbour that
 * took it would be pressed by the next Enter.
 */
export function disable(button, is) {
  const focused = button === document.activeElement;
  button.disabled = is;
  if (is && focused) button.closest(".panel").focus({ preventScroll: true });
}

/** Sets the text of an element. @param {Element} e @param {string} text */
export function write(e, text) {
  if (e.textContent !== text) e.textContent = text;
}

/** Makes nodes the children of an element; those already in place stay untouched. */
export function arrange(root, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...root.childNodes]) if (!wanted.has(child)) child.remove();
  let at = root.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else root.insertBefore(node, at);
  }
}

/**
 * Gives an element these children. A child that looks the same as the present one does not replace it: the browser would
 * have to style and lay it out again, and a select would count as changed.
 * @param {Element} root @param {(Node|string)[]} nodes
 */
export function renew(root, nodes) {
  const old = [...root.childNodes];
  arrange(root, [...el("p", {}, ...nodes).childNodes].map((n, i) => (old[i]?.isEqualNode(n) ? old[i] : n)));
}

/** An entry of a select. */
export const option = (value, text, selected = false) => el("option", { value, selected }, visible(text));

/** A button that leads elsewhere. */
export const lead = (attributes, text) => el("button", { type: "button", role: "link", class: "open-link", ...attributes }, text);

/** The element with an id from the page shell. */
export const byId = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

/** One of the page shell's icons. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  set(svg, { class: "icon", width: 16, height: 16, "aria-hidden": "true" });
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}
