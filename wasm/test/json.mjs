// JSON whose numbers keep the text in which they were written: JavaScript's own
// would round integers above 2^53.

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const BOXED = /\{"\$number":"([^"]*)"\}/g;

export function parse(text) {
  return JSON.parse(text.replace(TOKENS, (t) => (t[0] === '"' ? t : `{"$number":"${t}"}`)));
}

export function stringify(value) {
  return JSON.stringify(value).replace(BOXED, "$1");
}

/** The text of a number, undefined for anything else. */
export const numberText = (value) => value?.$number;
