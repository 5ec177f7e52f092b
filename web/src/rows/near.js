// Unknown names: which ones a filter uses, and what was most likely meant.

const MOST = 3; // most names to suggest

/** The names that a filter compares with something, except those in quotes. */
export function namesIn(where) {
  const plain = where.replaceAll(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, "''");
  return [...new Set([...plain.matchAll(/([^\s()=!<>~^"']+)\s*(?:[=!<>~^]|in\s)/gi)].map((m) => m[1]))];
}

/** The value in a term such as "version > yesterday" that compares by size with a word that is not a time; else "". */
export const unordered = (term) => /^[^\s()=!<>~^"']+\s*[<>]=?\s*(?!now$)([a-z]+)$/i.exec(term.trim())?.[1] ?? "";

/** How many letters a text has too many, too few or wrong compared with another, regardless of their positions. */
function slips(a, b) {
  let rest = b;
  let missing = 0;
  for (const letter of a) {
    const less = rest.replace(letter, "");
    if (less === rest) missing++;
    rest = less;
  }
  return Math.max(missing, rest.length);
}

/** The names nearest to a word: those one or two slips away, else those that begin with it. */
export function near(word, names) {
  const low = word.toLowerCase();
  const limit = Math.min(Math.floor((low.length + 1) / 3), 2);
  const far = [...new Set(names)].map((name) => [name, slips(low, name.toLowerCase())]);
  const least = Math.min(...far.map(([, n]) => n));
  const found = least <= limit ? far.filter(([, n]) => n === least) : far.filter(([name]) => name.toLowerCase().startsWith(low));
  return found.slice(0, MOST).map(([name]) => name);
}
