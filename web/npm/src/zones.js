// Time zones for requests: JavaScript has a time zone database, the module does not.
// A request carries {"zones":{"Asia/Seoul":[[fromUnixSeconds,offsetSeconds],…]}}.

const WEEK = 7 * 86400;
// Before the first of these years every zone keeps local mean time; from the second on,
// the last offset stays.
const FIRST = Date.UTC(1800, 0, 1) / 1000;
const LAST = Date.UTC(2200, 0, 1) / 1000;
// The first instant that a Date can hold.
const BEGIN = -8640000000000;

/** Seconds east of UTC at an instant (seconds since 1970). */
function offsetAt(formatter, seconds) {
  const local = {};
  for (const { type, value } of formatter.formatToParts(seconds * 1000)) local[type] = Number(value);
  return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second) / 1000 - seconds;
}

/** The pairs of one zone, or undefined when JavaScript does not know it. */
export function zonePairs(zone) {
  let formatter;
  try {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone, calendar: "iso8601", numberingSystem: "latn", hourCycle: "h23",
      year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
    });
  } catch {
    return undefined;
  }
  let offset = offsetAt(formatter, FIRST);
  const pairs = [[BEGIN, offset]];
  // Changes are at least two weeks apart, so a week has at most one.
  for (let from = FIRST; from < LAST; from += WEEK) {
    const now = offsetAt(formatter, from + WEEK);
    if (now === offset) continue;
    let [before, after] = [from, from + WEEK];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(formatter, middle) === offset) before = middle;
      else after = middle;
    }
    pairs.push([after, now]);
    offset = now;
  }
  return pairs;
}

const known = new Map();

/** The zones that a request names as "timezone", in the form of its member "zones". */
export function zonesFor(request) {
  const zones = {};
  const seen = new Set(); // a value may contain itself; whoever writes it says so
  const visit = (value, name) => {
    if (name === "timezone" && typeof value === "string" && value.includes("/")) {
      if (!known.has(value)) known.set(value, zonePairs(value));
      if (known.get(value)) zones[value] = known.get(value);
    } else if (value && typeof value === "object" && !ArrayBuffer.isView(value) && !seen.has(value)) {
      seen.add(value);
      for (const [key, item] of Object.entries(value)) visit(item, key);
    }
  };
  visit(request, "");
  return zones;
}

/** Adds the offsets of the time zones that a request names. */
export function withZones(json) {
  if (!json.includes('"timezone"')) return json;
  let zones;
  try {
    zones = zonesFor(JSON.parse(json));
  } catch {
    return json; // not JSON, or too deep: the module reports what is wrong
  }
  return Object.keys(zones).length ? `${json.slice(0, json.lastIndexOf("}"))},"zones":${JSON.stringify(zones)}}` : json;
}
