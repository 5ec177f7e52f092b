// Counts values of the rows for the facets, and knows which rows have findings.

import { joined, termsOf } from "../view/terms.js";
import { FACETED, Facets, placeOfFinding, placeOfRow } from "./facets.js";
import { countKinds } from "./grouping.js";
import { Numbers } from "./rows.js";

/** The term of rows that a finding is at; the decoder, which reads rows one by one, does not know it. */
export const FOUND = "finding = true";
const ASKED = /^finding\s*(!?=)\s*(true|false)$/i; // however it is typed
const INSIDE = /(?:^|[\s(])finding\s*!?=/i; // where the decoder would take it for a member, which no row has

/** What of a filter the decoder evaluates, and whether rows must have findings: null if that does not matter. Throws if that cannot be told apart. */
export function divided(where) {
  const terms = termsOf(where);
  const [, sign, is] = terms.map((t) => t.match(ASKED)).find(Boolean) ?? [];
  const rest = sign ? joined(terms.filter((t) => !ASKED.test(t))) : where;
  if (INSIDE.test(rest.replace(/"(?:\\.|[^"\\])*"/g, ""))) throw new Error("expected finding = true alone, or with “and” before and behind it");
  return { rest, found: sign ? (sign === "=") === (is.toLowerCase() === "true") : null };
}

export class Faceting {
  #rows;
  #match;
  #records;
  #pause;
  #facets = null; // once they are asked for
  #names = []; // of the members that are facets
  #places = null; // where findings are
  #asked = 0; // the latest question

  /** @param {{rows: import("./rows.js").Rows, match(bytes: Uint8Array, where: string): Uint32Array, records(bytes: Uint8Array): object[], pause(): Promise<void>}} side */
  constructor({ rows, match, records, pause }) {
    this.#rows = rows;
    this.#match = match;
    this.#records = records;
    this.#pause = pause;
  }

  /** Whether it is known which rows have findings. */
  get judged() {
    return this.#places !== null;
  }

  /** Takes the findings, as lines of JSON. */
  take(lines) {
    this.#places = new Set(lines.map((line) => placeOfFinding(JSON.parse(line))).filter(Boolean));
  }

  /** The rows of a block, by their numbers in it, that have findings or, if found is false, have none. */
  async kept(bytes, hits, found) {
    const records = this.#records(bytes);
    return hits.filter((i) => this.#places.has(placeOfRow(records[i])) === found);
  }

  /** The numbers of the rows that a filter takes, or null for all; undefined if something else is asked meanwhile. */
  async #taken(where, failed, mine) {
    if (!where.trim() && !failed) return null;
    const { rest, found } = divided(where);
    const numbers = new Numbers();
    for (let b = 0; b < this.#rows.blocks.length; b++) {
      const bytes = await this.#rows.bytes(b);
      if (mine !== this.#asked) return undefined;
      const { first } = this.#rows.blocks[b];
      let hits = this.#match(bytes, rest);
      if (failed) hits = hits.filter((i) => !this.#rows.kind(first + i));
      numbers.add(found === null ? hits : await this.kept(bytes, hits, found), first);
      await this.#pause();
    }
    return numbers.list;
  }

  /** Looks at the values of the rows, once. */
  async #learn(mine) {
    const facets = new Facets(this.#rows.count);
    for (let b = 0; b < this.#rows.blocks.length && this.#rows.blocks[b].first < FACETED; b++) {
      facets.take(this.#records(await this.#rows.bytes(b)), this.#rows.blocks[b].first);
      await this.#pause();
      if (mine !== this.#asked) return;
    }
    this.#facets = facets;
    this.#names = facets.names((row) => this.#rows.kind(row));
  }

  /**
   * Counts values: of the rows that a filter takes, for each member without the member's own terms.
   * @returns {Promise<object|null>} null if something else was asked meanwhile
   */
  async count({ where, others, failed, kinds }) {
    const mine = ++this.#asked;
    if (!this.#facets) await this.#learn(mine);
    const sets = new Map();
    for (const [name, filter] of [["", where], ...Object.entries(others)]) {
      if (mine === this.#asked) sets.set(name, await this.#taken(filter, failed, mine));
    }
    if (mine !== this.#asked) return null;
    const rowsFor = (name) => (sets.has(name) ? sets.get(name) : sets.get(""));
    const counts = countKinds(this.#rows, kinds.length, rowsFor("record"));
    // Without any there is no zero, which could pass for rows that were all checked.
    const found = this.#places?.size && { term: FOUND, text: "rows with findings", count: this.#facets.at(this.#places, rowsFor("finding")) };
    return {
      equal: this.#rows.count > FACETED ? [] : this.#facets.equal(this.#rows.count),
      wrong: this.#facets.problems(() => sets.get("")).filter(({ term, count }) => count && term.startsWith("check = ")),
      kinds: counts.map((count, kind) => ({ count, title: kinds[kind]?.title })).filter((k, kind) => kind && this.#rows.counts[kind]).sort((a, b) => b.count - a.count),
      members: this.#names.map((name) => ({ name, values: this.#facets.count(name, rowsFor(name)) })),
      failed: countKinds(this.#rows, kinds.length, rowsFor("failed"))[0] ?? 0,
      problems: [...this.#facets.problems(rowsFor), ...(found ? [found] : [])], times: this.#facets.times(rowsFor), limited: this.#rows.count > FACETED, looked: FACETED,
    };
  }
}
