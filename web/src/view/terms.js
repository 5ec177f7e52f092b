// The terms of a filter that must all be true, as the reader typed them: facets and cells add
// terms and remove them, and leave the rest as it is.

/** The positions of "and" and "or" outside quotes and parentheses. */
function joints(text) {
  const found = [];
  let depth = 0;
  for (const m of text.matchAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[()]|[^\s()"'=!<>~^]+/g)) {
    if (m[0] === "(") depth++;
    else if (m[0] === ")") depth--;
    else if (depth === 0 && /^(and|or)$/i.test(m[0])) found.push({ at: m.index, word: m[0].toLowerCase() });
  }
  return found;
}

/** The parts of a filter between "and"; if "or" joins them, the whole is one part. @returns {string[]} */
export function termsOf(text) {
  const list = joints(text);
  if (!text.trim()) return [];
  if (list.some((j) => j.word === "or")) return [text.trim()];
  const ends = [...list.map((j) => j.at), text.length];
  const starts = [0, ...list.map((j) => j.at + j.word.length)];
  return starts.map((from, i) => text.slice(from, ends[i]).trim()).filter(Boolean);
}

/** A filter of terms that must all be true. */
export function joined(terms) {
  const several = terms.length > 1;
  return terms.map((t) => (several && joints(t).some((j) => j.word === "or") ? `(${t})` : t)).join(" and ");
}

/** The member that a term of the form "name = value" is about, or "". */
export const memberOf = (term) => /^([\w.]+) = /.exec(term)?.[1] ?? "";

/** The filter without terms "name = …". */
export const without = (text, name) => joined(termsOf(text).filter((t) => memberOf(t) !== name));

/** The opposite of "name = value". */
export const excluding = (term) => term.replace(" = ", " != ");

/**
 * The filter after a value was clicked: it replaces another value of its member; if it is
 * already there, it is removed.
 * @param {string} text
 * @param {string} term "name = value"
 * @param {boolean} exclude
 */
export function toggled(text, term, exclude) {
  const list = termsOf(text);
  const wanted = exclude ? excluding(term) : term;
  if (list.includes(wanted)) return joined(list.filter((t) => t !== wanted));
  const rest = list.filter((t) => t !== term && t !== excluding(term) && (exclude || memberOf(t) !== memberOf(term)));
  return joined([...rest, wanted]);
}

/** The member that a term of the form "name >= value" or "name < value" is about, or "". */
export const boundOf = (term) => /^([\w.]+) (?:>=|<) /.exec(term)?.[1] ?? "";

/** The filter without the bounds of a member. */
export const unbound = (text, name) => joined(termsOf(text).filter((t) => boundOf(t) !== name));

/** The filter after a period of a member was chosen: it replaces another period, and is removed if already there. */
export function bounded(text, name, period) {
  const has = termsOf(period).every((t) => termsOf(text).includes(t));
  return joined([...termsOf(unbound(text, name)), ...(has ? [] : termsOf(period))]);
}
