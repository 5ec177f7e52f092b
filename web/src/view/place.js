// Where something stands, in words.

import { el, visible } from "./dom.js";

/** Facts about a place, with names before what they say; those that there are. @param {[string, Node|string|number|false|undefined][]} list */
export const facts = (list) => list.filter(([, what]) => what !== undefined && what !== "" && what !== false).flatMap(([name, what]) => [" ", el("span", {}, `${name} `, what instanceof Node ? what : el("b", {}, visible(String(what))))]);
