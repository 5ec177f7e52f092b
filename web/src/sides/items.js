// The items of lists as bands: a finding is about a whole item, such as a member that does not
// belong there, and not about its length and text separately.

import { visible } from "../bytes.js";

const LONGEST = 60; // characters of a name

/** The item that a node belongs to, if its single value identifies it. */
function itemOf(model, node) {
  const item = model.path(node).find((n) => typeof n.path?.at(-1) === "number" && n.children.length);
  const values = item?.children.filter((n) => n.role === "value");
  return values?.length === 1 && values[0].text?.length <= LONGEST ? [item, String(values[0].text).replaceAll(/^"|"$/g, "")] : [];
}

/** The items of the lists in a part, each by its value. @returns {string[]} */
export function itemsIn(model, part) {
  const bands = model.parts.find((p) => p.name === part)?.bands ?? [];
  return [...new Map(bands.map((band) => itemOf(model, band.node)).filter(([item]) => item)).values()];
}

/**
 * Makes a band of each item, named after its value. Repeated items are numbered.
 * @returns {Map<string, object>} nodes by part and name
 */
export function bandsOfItems(model) {
  const found = new Map();
  for (const part of model.parts) {
    const bands = [];
    const times = new Map();
    for (const band of part.bands) {
      const [node, text] = itemOf(model, band.node);
      if (node && node === bands.at(-1)?.node) {
        band.node.band = null;
        continue;
      }
      const now = { node: node ?? band.node, dashed: bands.length % 2 === 1 };
      bands.push(now);
      band.node.band = null;
      now.node.band = now;
      if (!node) continue;
      times.set(text, (times.get(text) ?? 0) + 1);
      node.title ??= visible(text);
      found.set(`${part.name} ${times.get(text)} ${text}`, node);
    }
    part.bands = bands;
  }
  return found;
}
