// A form for any JSON: objects are groups, lists grow and shrink, a typed value is one
// line. Its shape comes from the fields themselves; the legend adds names, types and a
// sentence.

import { count } from "../bytes.js";
import { typed } from "../draft/edit.js";
import { at, withValue } from "../draft/member.js";
import { el, set, visible } from "../view/dom.js";

const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);

/** A value with its type: {"type": "long", "value": "1"}. */
const isTyped = (v) => isObject(v) && typeof v.type === "string" && Object.keys(v).every((k) => k === "type" || k === "value")
  && (v.value === null || typeof v.value !== "object");

/** The same shape with empty values. */
export function emptied(v) {
  if (Array.isArray(v)) return [];
  if (isTyped(v)) return { ...v, ...("value" in v ? { value: emptied(v.value) } : {}) };
  if (isObject(v)) return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, emptied(x)]));
  return typeof v === "string" ? "" : typeof v === "number" ? 0 : v;
}

/** "properties[0].value.type" as a path. */
export const pathOf = (field) => [...field.matchAll(/[^.[\]]+|\[\d+\]/g)].map(([s]) => (s.startsWith("[") ? Number(s.slice(1, -1)) : s));

const idOf = (path) => `build-at-${path.map((k) => encodeURIComponent(String(k))).join("/")}`;

export class Form {
  #fields = {};
  #shape = {};
  #legend = new Map();
  #types = [];

  /** @param {HTMLElement} root @param {() => void} changed */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    root.addEventListener("submit", (e) => e.preventDefault());
    root.addEventListener("input", (e) => this.#input(e.target));
    root.addEventListener("click", (e) => {
      const button = e.target.closest("button[data-do]");
      if (button) this.#do(button);
    });
  }

  get fields() {
    return this.#fields;
  }

  /**
   * Shows fields.
   * @param {object} fields @param {object} shape fields with every known member
   * @param {{name: string, title: string, type: string, doc: string, unit: string}[]} legend
   */
  show(fields, shape, legend) {
    this.#fields = fields;
    this.#shape = shape;
    this.#legend = new Map(legend.map((f) => [f.name, f]));
    this.#types = [...new Set([...legend.map((f) => f.type), ...typesIn(shape)].filter((t) => /^[A-Za-z][\w-]*$/.test(t)))];
    this.#draw();
  }

  /** Shows at a member why the fields were refused. @returns {boolean} whether the form has the member */
  complain(field, why) {
    this.forgive();
    let path = pathOf(field);
    while (path.length && !document.getElementById(idOf(path))) path = path.slice(0, -1);
    const control = path.length && document.getElementById(idOf(path));
    if (!control) return false;
    const problem = el("p", { class: "problem", id: "build-refused", role: "alert" }, visible(why));
    control.closest(".build-row, fieldset").append(problem);
    if (control.matches("input, select, textarea")) set(control, { "aria-invalid": "true", "aria-describedby": "build-refused" });
    return true;
  }

  /** Removes what complain showed. */
  forgive() {
    this.root.querySelector("#build-refused")?.remove();
    for (const c of this.root.querySelectorAll("[aria-invalid]")) set(c, { "aria-invalid": null, "aria-describedby": null });
  }

  #draw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.id : "";
    this.root.replaceChildren(...this.#members(this.#fields, []), el("datalist", { id: "build-types" }, ...this.#types.map((t) => el("option", { value: t }))));
    const first = this.root.querySelector("textarea, input, select");
    if (first) set(first, { tabindex: 0 }); // where F6 goes
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  #members(object, path) {
    const out = Object.entries(object).map(([key, value]) => this.#control(value, [...path, key], key, true));
    const shape = path.reduce((v, k) => (Array.isArray(v) ? v[0] : v?.[k]), this.#shape);
    const left = isObject(shape) ? Object.keys(shape).filter((k) => !(k in object)) : [];
    for (const key of left) out.push(el("button", { type: "button", class: "text-button", "data-do": "add", "data-path": JSON.stringify([...path, key]) }, `Add ${visible(this.#title(key))}`));
    return out;
  }

  #title(key) {
    return typeof key === "number" ? String(key + 1) : (this.#legend.get(key)?.title || key);
  }

  /** One member of an object or item of a list. */
  #control(value, path, key, removable) {
    const title = visible(this.#title(key));
    const legend = this.#legend.get(key);
    const remove = removable && el("button", { type: "button", class: "text-button build-remove", "data-do": "remove", "data-path": JSON.stringify(path), "aria-label": `Remove ${this.#words(path)}` }, "Remove");
    if (isTyped(value)) return this.#row(title, path, remove, legend, this.#type(value, path), "value" in value && this.#box(value.value, [...path, "value"], `${this.#words(path)} value`));
    if (Array.isArray(value)) return this.#list(value, path, title, remove, legend);
    if (isObject(value)) return el("fieldset", { id: idOf(path), tabindex: -1 }, el("legend", {}, title, remove), ...this.#members(value, path));
    return this.#row(title, path, remove, legend, this.#box(value, path, this.#words(path)));
  }

  #list(value, path, title, remove, legend) {
    return el("fieldset", { id: idOf(path), tabindex: -1 },
      el("legend", {}, title, el("span", { class: "quiet" }, ` ${count(value.length, "item")} `), remove),
      legend?.doc && el("p", { class: "quiet" }, visible(legend.doc)),
      ...value.map((item, i) => this.#control(item, [...path, i], i, true)),
      el("button", { type: "button", class: "text-button", "data-do": "grow", "data-path": JSON.stringify(path), "aria-label": `Add item to ${this.#words(path)}` }, "Add item"));
  }

  #row(title, path, remove, legend, ...controls) {
    const about = [legend?.type !== "typed value" && legend?.type, legend?.unit].filter(Boolean).join(", ");
    return el("div", { class: "build-row" },
      el("span", { class: "build-name" }, title, about && el("span", { class: "quiet" }, ` ${visible(about)}`)),
      el("span", { class: "build-controls" }, ...controls), remove,
      legend?.doc && path.length === 1 && el("p", { class: "quiet build-about" }, visible(legend.doc)));
  }

  #words(path) {
    return visible(path.map((k) => this.#title(k)).join(" "));
  }

  #type(value, path) {
    const box = el("input", { class: "build-type", list: "build-types", spellcheck: "false", "aria-label": `${this.#words(path)} type`, id: idOf([...path, "type"]), "data-path": JSON.stringify([...path, "type"]) });
    box.value = value.type;
    return box;
  }

  #box(value, path, label) {
    const at = { id: idOf(path), "data-path": JSON.stringify(path), "aria-label": label };
    if (typeof value === "boolean") {
      const select = el("select", at, el("option", {}, "true"), el("option", {}, "false"));
      select.value = String(value);
      return select;
    }
    const box = el("textarea", { ...at, rows: 1, spellcheck: "false", placeholder: value === null ? "none" : null, "data-kind": value === null ? "null" : typeof value });
    box.value = value === null ? "" : String(value);
    return box;
  }

  #input(box) {
    if (!box.dataset.path) return;
    const path = JSON.parse(box.dataset.path);
    const old = box.matches("select") ? true : box.dataset.kind === "number" ? 0 : "";
    const value = box.dataset.kind === "null" && box.value === "" ? null : typed(box.value, old);
    this.#fields = withValue(this.#fields, path, value);
    this.changed();
  }

  #do(button) {
    const path = JSON.parse(button.dataset.path);
    const list = at(this.#fields, path.slice(0, -1));
    let next = path;
    switch (button.dataset.do) {
      case "add":
        this.#fields = withValue(this.#fields, path, this.#sample(path));
        break;
      case "grow": {
        const items = at(this.#fields, path);
        next = [...path, items.length];
        this.#fields = withValue(this.#fields, next, items.length ? structuredClone(items.at(-1)) : this.#sample(next));
        break;
      }
      default:
        this.#fields = path.length > 1 ? withValue(this.#fields, path.slice(0, -1), without(list, path.at(-1))) : without(this.#fields, path[0]);
        next = path.slice(0, -1);
    }
    this.#draw();
    const made = document.getElementById(idOf(next));
    (made?.matches("fieldset") ? made.querySelector("input, textarea, select, button") ?? made : made ?? this.root.querySelector("textarea, input, select, button"))?.focus();
    this.changed();
  }

  /** The shape's value at a path; the first item stands for all items of a list. */
  #sample(path) {
    const found = path.reduce((v, k) => (Array.isArray(v) ? v[0] : v?.[k]), this.#shape);
    return found === undefined ? "" : structuredClone(found);
  }
}

/** An object or list without one of its members. */
function without(from, key) {
  if (Array.isArray(from)) return from.filter((_, i) => i !== key);
  return Object.fromEntries(Object.entries(from).filter(([k]) => k !== key));
}

/** The types of the values in fields. */
function typesIn(v) {
  if (v === null || typeof v !== "object") return [];
  return [...(typeof v.type === "string" ? [v.type] : []), ...Object.values(v).flatMap(typesIn)];
}
