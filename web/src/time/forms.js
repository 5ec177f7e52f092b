// The forms of an instant: as text, and as databases store it. Stored forms are layouts
// (docs/layouts.md), so the codec writes them.

import { decoder } from "../app.js";

/** An ordered value in either direction. */
const ordered = (order) => (ms) => ({ order, type: "int64", value: ms });

/** Title, layout, and its field for an instant. */
const STORED = [
  ["ordered int64, ascending", "t:ob", ordered("asc")],
  ["ordered int64, descending", "t:ob", ordered("desc")],
  ["8 bytes, big endian", "t:u64", (ms) => ms],
  ["8 bytes, newest first", "t:u64 desc", (ms) => ms],
  ["8 bytes, sign bit inverted", "t:long!", (ms) => ms],
];

const decimal = (ms, power) => (power >= 0 ? ms + "0".repeat(power) : `${ms.slice(0, power) || "0"}`);

/** The instant in the reader's own zone, as the decoder reads it: with its offset. */
function local(ms) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "";
  const minutes = -date.getTimezoneOffset();
  const two = (n) => String(n).padStart(2, "0");
  const offset = minutes === 0 ? "Z" : `${minutes < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return new Date(ms + minutes * 60_000).toISOString().replace("Z", offset);
}

/**
 * The instant as texts, each of which can be pasted back.
 * @param {{utc: string, physical: string, logical?: string}} r
 * @returns {[string, string][]}
 */
export function texts({ utc, physical, logical }) {
  const counter = logical && logical !== "0" ? `/${logical}` : "";
  const own = local(Number(physical));
  return [
    ["UTC", utc + counter],
    ...(own && own !== utc ? [[Intl.DateTimeFormat().resolvedOptions().timeZone, own + counter]] : []),
    ["milliseconds", physical], ["microseconds", decimal(physical, 3)], ["seconds", decimal(physical, -3)],
  ];
}

/** The instant as it is stored: bytes as hex, and versions. @returns {Promise<[string, string][]>} */
export async function stored({ utc, physical, logical = "0" }) {
  const bytes = STORED.map(async ([title, layout, field]) => {
    const answer = await decoder.request({ op: "encode", format: "layout", record: "key", parts: ["row"], given: { layout }, fields: { t: field(physical) } });
    return [title, answer.bytes?.row ?? ""];
  });
  const version = decoder.request({ op: "hlc", text: `${utc}/${logical}` }).then((v) => [["Maryk version", v.version], ["Maryk version, newest first", v.inverted]], () => []);
  const lists = await Promise.allSettled([...bytes.map((one) => one.then((line) => [line])), version]);
  return lists.flatMap((r) => (r.status === "fulfilled" ? r.value : [])).filter(([, text]) => text);
}
