// Of findings, of which there may be more than the page lists: which come first, and how many are of a kind.

const HEAD = /^\{"severity":"(\w+)","code":"([^"]+)"/;

/**
 * @param {string[]} lines findings as JSON, in their order
 * @param {number} most of them that are listed
 * @returns {{list: string[], codes: {severity: string, code: string, number: number}[]}} list has errors first, then warnings; codes counts all
 */
export function worstFirst(lines, most) {
  const by = { error: [], warning: [], info: [] };
  const codes = new Map();
  for (const line of lines) {
    const [head, severity, code] = line.match(HEAD);
    by[severity].push(line);
    const one = codes.get(head) ?? { severity, code, number: 0 };
    one.number++;
    codes.set(head, one);
  }
  return { list: [...by.error, ...by.warning, ...by.info].slice(0, most), codes: [...codes.values()] };
}
