// Numbers that are plausible times, as dates in UTC; and the reader's zone, where that one is needed.

/** The name of the reader's zone. The browser takes 25 ms to find it, once. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const FROM = Date.UTC(2001, 0);
const TO = Date.UTC(2101, 0);

/** An instant as the page shows it: milliseconds only if there are any. */
export const dateOf = (iso) => iso.replace("T", " ").replace(/(\.0+)?Z$/, "");

/** An instant as a control shows it for editing: always with milliseconds. */
export const editable = (iso) => iso.replace("T", " ").replace(/(\.\d+)?Z$/, (_, fraction = ".000") => fraction);

/** The date for a number of milliseconds if its year is plausible, else "". */
export const dateOfNumber = (text) => (/^\d{12,13}$/.test(text) ? dateOfMillis(Number(text)) : "");

/** The date for a version of Maryk's clock (milliseconds times 2^20 plus a counter), with the counter if it is not 0; "" if the year is not plausible. */
export function dateOfVersion(text) {
  if (!/^\d{19}$/.test(text)) return "";
  const [date, counter] = [dateOfMillis(Number(BigInt(text) >> 20n)), BigInt(text) & 0xfffffn];
  return date && counter ? `${date}/${counter}` : date;
}

function dateOfMillis(ms) {
  return ms >= FROM && ms < TO ? dateOf(new Date(ms).toISOString()) : "";
}
