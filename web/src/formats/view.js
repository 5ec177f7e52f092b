// Formats: everything rowlens can read, from the decoder's legends. Each format lists its record kinds, and
// each kind its members and a way to Build. It does not touch the open document.

import { current, legends, say } from "../app.js";
import { count } from "../bytes.js";
import { byId, el, visible } from "../view/dom.js";

const list = byId("formats-list");

/** A heading that unfolds; its content is made when it is opened. @param {() => Node[]} make */
function folded(attributes, summary, make) {
  const box = el("details", attributes, el("summary", {}, ...summary));
  box.addEventListener("toggle", () => box.append(...make()), { once: true });
  return box;
}

function members(title, fields) {
  const row = ({ title: name, type, doc, unit, role }) => el("tr", {}, el("th", { scope: "row" }, el("span", { class: `mark r-${role}`, "aria-hidden": "true" }), visible(name)), el("td", {}, visible(type)),
    el("td", {}, visible(doc), unit && el("span", { class: "quiet" }, ` Unit: ${visible(unit)}.`)));
  return el("div", { class: "table", role: "region", "aria-label": `Fields of ${title}`, tabindex: 0 }, el("table", {},
    el("thead", {}, el("tr", {}, ...["Field", "Type", "What it is"].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...fields.map(row))));
}

function recordKind(format, { record, title, doc, parts, fields = [], example }) {
  return folded({ class: "record" }, [el("h4", {}, visible(title)), el("code", {}, visible(record)), el("span", {}, visible(doc))], () => {
    const build = el("button", { type: "button", class: "line-button" }, "Build one", el("span", { class: "off-screen" }, `: ${visible(title)}`));
    build.addEventListener("click", () => current.open("build", { format, record }));
    return [el("p", {}, el("span", { class: "quiet" }, `Parts: ${parts.join(", ")}. `), example && build), fields.length > 0 && members(title, fields)].filter(Boolean);
  });
}

function about({ format, title, store, doc, records }) {
  return folded({ class: "format" }, [el("h3", {}, visible(title)), el("span", { class: "quiet" }, visible(store)), el("span", { class: "doc" }, visible(doc))], () => [
    // The single-file page has no other pages.
    list.dataset.pages && el("p", {}, el("a", { href: `${list.dataset.pages}${format}.html`, target: "_blank", rel: "noopener" }, `Rows of ${title}, drawn byte by byte`, el("span", { class: "off-screen" }, ", in a new tab"))),
    ...records.map((r) => recordKind(format, r)),
  ].filter(Boolean));
}

/** @returns the view, as main.js describes it */
export function start() {
  return {
    get input() {
      return list.querySelector("summary");
    },
    regions: () => [list],
    async shown() {
      const all = await legends();
      if (!list.firstChild) list.append(...all.map(about));
      if (current.name === "formats" && all.length) say(`${count(all.length, "format")}, ${count(all.reduce((n, f) => n + f.records.length, 0), "record kind")}.`);
    },
  };
}
