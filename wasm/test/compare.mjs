// The rules of spec/testee.md, sections 4 and 5: what an answer must be. Values are
// those of json.mjs.

import { numberText, stringify } from "./json.mjs";

const SINGLE = ["float", "float32", "Float32"];
const PART = { decode: "fields", encode: "bytes", derive: "result" };
const WHOLE = /^-?\d+$/;

/** The requests of a vector, each with its op. */
export function requests(vector) {
  return vector.ops.map((op) => {
    const request = { id: `${vector.id}/${op}`, op, format: vector.format, record: vector.record };
    if ("given" in vector) request.given = vector.given;
    if (op === "encode") request.fields = vector.input ?? vector.fields;
    else if ("bytes" in vector) request.bytes = vector.bytes;
    return request;
  });
}

/** What is wrong with an answer, or undefined. */
export function judge(op, vector, answer) {
  if (answer.unsupported) return "unsupported";
  const refused = "error" in answer;
  if (refused && !(typeof answer.error === "string" && answer.error)) return "error must be a text that is not empty";
  if (vector.error) {
    if (!refused) return `must be refused: ${vector.error.why ?? vector.error.code}`;
    for (const k of ["code", "offset"]) {
      if (k in vector.error && stringify(answer[k] ?? null) !== stringify(vector.error[k])) return `refused with another ${k}: ${answer[k]}`;
    }
    return undefined;
  }
  if (refused) return vector.or_refuse ? undefined : `refused: ${answer.error}`;
  return differs(vector[PART[op]], answer[PART[op]], vector.unordered ?? [], PART[op], vector.single === true);
}

/** Where and how got is not what the vector wants, or undefined. */
function differs(want, got, unordered, at, single) {
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return `${at}: expected ${want.length} items, got ${shown(got)}`;
    return first(want.map((w, i) => () => differs(w, got[i], unordered, `${at}[${i}]`, single)));
  }
  if (want === null || typeof want !== "object" || numberText(want) !== undefined) {
    return same(want, got, single) ? undefined : `${at}: expected ${shown(want)}, got ${shown(got)}`;
  }
  if (want.$any) return got === undefined ? `${at}: missing` : undefined;
  if (got === null || typeof got !== "object" || Array.isArray(got) || numberText(got) !== undefined) return `${at}: expected an object, got ${shown(got)}`;
  const more = "$more" in want;
  const keys = Object.keys(want).filter((k) => k !== "$more");
  const strange = Object.keys(got).find((k) => !(k in want));
  if (strange && !more) return `${at}.${strange}: not expected, got ${shown(got[strange])}`;
  return first(keys.map((k) => () => {
    if (!(k in got)) return `${at}.${k}: missing`;
    const sort = (v) => (unordered.includes(k) && Array.isArray(v) ? v.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1)) : v);
    return differs(sort(want[k]), sort(got[k]), unordered, `${at}.${k}`, single || SINGLE.includes(want.type));
  }));
}

function first(checks) {
  for (const check of checks) {
    const found = check();
    if (found) return found;
  }
  return undefined;
}

function same(want, got, single) {
  if (isMinusZero(want) || isMinusZero(got)) return isMinusZero(want) && isMinusZero(got);
  const [w, g] = [numberText(want), numberText(got)];
  if (w === undefined || g === undefined) return want === got;
  if (WHOLE.test(w) && WHOLE.test(g)) return BigInt(w) === BigInt(g);
  return Number(w) === Number(g) || (single && Math.fround(Number(w)) === Math.fround(Number(g)));
}

function isMinusZero(value) {
  const n = numberText(value);
  return value === "-0.0" || (n !== undefined && Object.is(Number(n), -0));
}

/** A text by which equal values sort together. */
function canonical(value) {
  const n = numberText(value);
  if (n !== undefined) return isMinusZero(value) ? '"-0.0"' : WHOLE.test(n) ? String(BigInt(n)) : String(Number(n));
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((k) => `${JSON.stringify(k)}:${canonical(value[k])}`)}}`;
}

const shown = (value) => (value === undefined ? "nothing" : stringify(value).slice(0, 200));
