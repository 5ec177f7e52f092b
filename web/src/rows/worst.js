// Of findings, of which there may be more than the page lists: which come first, and how many are of a kind.

const HEAD = /^\{"severity":"(\w+)","code":"([^"]+)"/;
const FOLLOWS = '"follows":';
const RANK = { error: 0, warning: 1, info: 2 };

/**
 * @param {string[]} lines findings as JSON, in their order
 * @param {number} most of them that are listed
 * @returns {{list: string[], under: number[], codes: {severity: string, code: string, number: number}[]}} list has errors first, then warnings, and
 *   what follows from a finding right after it; under has, for each in the list, the place there of what it follows from, or -1; codes counts all
 */
export function worstFirst(lines, most) {
  const codes = new Map();
  const causes = lines.map(causeOf);
  const effects = new Map(); // by what they follow from
  const ranks = [];
  for (const [i, line] of lines.entries()) {
    const [head, severity, code] = line.match(HEAD);
    const one = codes.get(head) ?? { severity, code, number: 0 };
    one.number++;
    codes.set(head, one);
    ranks.push(RANK[severity]);
    if (causes[i] < 0) continue;
    if (!effects.has(causes[i])) effects.set(causes[i], []);
    effects.get(causes[i]).push(i);
  }
  // A finding is as bad as the worst that follows from it, so that errors still come first.
  for (const [cause, all] of effects) ranks[cause] = all.reduce((worst, i) => Math.min(worst, ranks[i]), ranks[cause]);
  const heads = [...lines.keys()].filter((i) => causes[i] < 0).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const order = heads.flatMap((i) => [i, ...(effects.get(i) ?? [])]).slice(0, most);
  const places = new Map(order.map((i, place) => [i, place]));
  return { list: order.map((i) => lines[i]), under: order.map((i) => places.get(causes[i]) ?? -1), codes: [...codes.values()] };
}

/** The index of the line with what a finding follows from, or -1. */
function causeOf(line) {
  return line.includes(FOLLOWS) ? (JSON.parse(line).follows?.finding ?? 0) - 1 : -1;
}
