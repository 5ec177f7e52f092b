// Where something is, in words.

import { el, visible } from "./dom.js";

/** Facts about a place, each name before its value; empty ones are skipped. @param {[string, Node|string|number|false|undefined][]} list */
export const facts = (list) => list.filter(([, what]) => what !== undefined && what !== "" && what !== false).flatMap(([name, what]) => [" ", el("span", {}, `${name} `, what instanceof Node ? what : el("b", {}, visible(String(what))))]);
