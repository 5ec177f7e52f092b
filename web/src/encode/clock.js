// Times in the form: dates with their milliseconds, in UTC or in the reader's own zone.

import { decoder } from "../app.js";
import { ownZone } from "../times.js";

const pad = (n, size = 2) => String(n).padStart(size, "0");

/** The zones a date may be given in. */
export const zones = () => [...new Set(["UTC", ownZone()])];

/** A time of the decoder, "2024-05-03T04:00:00Z", as a date in a zone, with the clock's counter if that is not zero. */
export function dated({ time, counter }, zone) {
  const at = new Date(time);
  const utc = zone === "UTC";
  const [y, m, d, h, min, s, ms] = utc
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), at.getUTCMilliseconds()]
    : [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds(), at.getMilliseconds()];
  return `${pad(y, 4)}-${pad(m + 1)}-${pad(d)} ${pad(h)}:${pad(min)}:${pad(s)}.${pad(ms, 3)}${counter ? `/${counter}` : ""}`;
}

/**
 * The number that a date, or a number, stands for.
 * @param {string} text @param {string} clock the layout of its bits @param {string} zone of the date, if it names none
 * @returns {Promise<string>} decimal
 */
export async function numberOf(text, clock, zone) {
  const plain = text.trim();
  if (/^-?\d+$/.test(plain)) return plain;
  const read = await decoder.call("rl_answer", { op: "hlc", text: plain, layout: clock, ...(zone !== "UTC" && { timezone: zone }) });
  if (read.error) throw new Error(read.error);
  return read.version;
}
