// Filter text that the page writes, in the language of docs/inspector.md.

/** Whether a filter field can hold a text: only a single line. */
export const writable = (text) => !/[\r\n]/.test(text) && text.length <= 256;

// Names that mean something else to the filter, whatever the fields have.
const OWN = "format record failed error line offset at file timestamp deleted check note text entity edge keyBytes valueBytes finding".split(" ");

/** The name of a member of the fields in the filter, and the member that such a name is of. */
export const nameOf = (member) => (OWN.includes(member) ? `fields.${member}` : member);
export const memberAt = (name) => name.replace(/^fields\./, "");

/** A value as the language writes it: words as they are, anything else in quotes. */
export function valueOf(text) {
  const plain = /^([\w.:+/-]+|[a-z]+( [a-z]+)*)$/i.test(text) && !/(^| )(and|or|not)( |$)/i.test(text);
  return plain ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** A term that matches one value. */
export const equals = (name, text) => `${name} = ${valueOf(text)}`;

/** Terms that must all be true; missing ones are skipped. */
export const all = (...terms) => terms.filter(Boolean).join(" and ");

/** A term for the numbers from one to another, both included. */
export const within = (name, from, to) => (from === to ? `${name} = ${from}` : `${name} >= ${from} and ${name} <= ${to}`);

/** An instant as the language reads it, as short as possible. */
export function instant(ms) {
  const text = new Date(ms).toISOString();
  return text.replace(/(:00)?\.000Z$/, "Z");
}

/** A term for the time from one instant to another, both included. */
export const during = (name, from, to) => `${name} >= ${instant(from)} and ${name} < ${instant(to + 1)}`;
