// The columns the table can show: the members of the decoded fields, sampled from the
// first rows of each record kind.

import { show } from "../view/value.js";
import { cellText } from "./cells.js";

const SAMPLES = 40; // rows of a kind
const text = new TextDecoder();

export class Columns {
  #seen = new Map(); // number of rows sampled, by kind
  #columns = new Map();

  /** Samples rows of kinds with few samples so far. */
  sample(dump, block, kinds) {
    const picks = [];
    kinds.forEach((kind, i) => {
      const n = this.#seen.get(kind) ?? 0;
      if (!kind || n >= SAMPLES) return;
      this.#seen.set(kind, n + 1);
      picks.push(i);
    });
    if (!picks.length) return;
    const lines = text.decode(dump.write(block, Uint32Array.from(picks), 0)).trimEnd().split("\n");
    lines.forEach((line, i) => this.#learn(JSON.parse(line).fields ?? {}, kinds[picks[i]]));
  }

  #learn(fields, kind) {
    let before = null;
    for (const [name, v] of Object.entries(fields)) {
      let c = this.#columns.get(name);
      if (!c) {
        c = { name, kinds: new Set(), numeric: true, hex: true, length: 0, values: new Set(), dated: false };
        this.#insert(c, before);
      }
      c.kinds.add(kind);
      const words = cellText(v);
      c.dated ||= words !== show(v);
      c.length = Math.max(c.length, words.length);
      c.values.add(words);
      if (v !== null && !/^-?[\d.]+$/.test(words)) c.numeric = false;
      if (!/^([\da-f]{2})+$/.test(v)) c.hex = false;
      before = name;
    }
  }

  /** Inserts a column after the one that precedes it in its record. */
  #insert(c, before) {
    const list = [...this.#columns];
    const at = before === null ? 0 : list.findIndex(([name]) => name === before) + 1;
    list.splice(at, 0, [c.name, c]);
    this.#columns = new Map(list);
  }

  /** @returns {{name: string, kinds: number[], numeric: boolean, hex: boolean, length: number, values: number, dated: boolean}[]} values counts the distinct values seen, dated is whether any of them is a time */
  get list() {
    return [...this.#columns.values()].map((c) => ({ ...c, hex: c.hex && !c.numeric, kinds: [...c.kinds], values: c.values.size }));
  }
}
