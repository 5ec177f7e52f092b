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

/** The instant in a zone, as the decoder reads it: with its offset; "" if the offset has seconds, as before standard time zones. */
function inZone(ms, timeZone) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "";
  const form = new Intl.DateTimeFormat("en-US", {
    timeZone, calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23", timeZoneName: "longOffset",
    year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3,
  });
  const p = Object.fromEntries(form.formatToParts(date).map(({ type, value }) => [type, value]));
  const offset = p.timeZoneName.slice(3) || "Z";
  return offset.length > 6 ? "" : `${p.year.padStart(4, "0")}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}.${p.fractionalSecond}${offset}`;
}

/**
 * The instant as texts, all of which can be pasted back.
 * @param {{utc: string, physical: string, logical?: string}} r
 * @param {string[]} zones besides UTC
 * @returns {[string, string][]}
 */
export function texts({ utc, physical, logical }, zones) {
  const counter = logical && logical !== "0" ? `/${logical}` : "";
  return [
    ["UTC", utc + counter],
    ...zones.map((zone) => [zone, inZone(Number(physical), zone)]).filter(([, text]) => text && text !== utc).map(([zone, text]) => [zone, text + counter]),
    ["milliseconds", physical], ["microseconds", decimal(physical, 3)], ["seconds", decimal(physical, -3)],
  ];
}

/** The instant in its stored forms: bytes as hex, and versions. @returns {Promise<[string, string][]>} */
export async function stored({ utc, physical, logical = "0" }) {
  const bytes = STORED.map(async ([title, layout, field]) => {
    const answer = await decoder.request({ op: "encode", format: "layout", record: "key", parts: ["row"], given: { layout }, fields: { t: field(physical) } });
    return [title, answer.bytes?.row ?? ""];
  });
  const version = decoder.request({ op: "hlc", text: `${utc}/${logical}` }).then((v) => [["Maryk version", v.version], ["Maryk version, newest first", v.inverted]], () => []);
  const lists = await Promise.allSettled([...bytes.map((one) => one.then((line) => [line])), version]);
  return lists.flatMap((r) => (r.status === "fulfilled" ? r.value : [])).filter(([, text]) => text);
}
