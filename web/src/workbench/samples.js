// The examples of the empty page; those that open the chosen view come first.

import { byId } from "../view/dom.js";

const lists = ["samples-rows", "samples-stores"].map((id) => ({ head: byId(id), list: byId(id).nextElementSibling }));
const [{ head }] = lists;
const heading = head.querySelector(".opens"); // of the column of both lists
const stored = lists.map(({ list }) => [...list.children].map((li) => ({ li, opens: li.querySelector(".opens"), view: li.querySelector(".opens").textContent })));

/** @param {string} title of the view, as examples name it */
export function arrangeSamples(title) {
  const order = lists.map((one, i) => {
    for (const { opens, view } of stored[i]) opens.textContent = view === "Rows" && ["Findings", "Overview"].includes(title) ? title : view; // of Rows, opened from a view that shows rows: that view stays open
    const items = stored[i].map(({ li, opens }) => ({ li, fits: opens.textContent === title }));
    one.list.append(...items.toSorted((a, b) => b.fits - a.fits).map(({ li }) => li));
    return { ...one, first: items.some(({ fits }) => fits) };
  }).sort((a, b) => b.first - a.first);
  head.parentElement.append(...order.flatMap((one) => [one.head, one.list]));
  order[0].head.append(heading);
}
