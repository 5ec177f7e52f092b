// The worker's side of the Bulk mode. The member bulk of a message in names one of the
// operations below; messages out use the same member:
//
//   state     current counts, kinds, columns and notes
//   rows      the records of some rows of the view, as JSON
//   exported  a finished file
//   findings  what the verifiers found
//   problem   a sentence that says what failed

import { zonesFor } from "../../npm/src/zones.js";
import { Columns } from "./columns.js";
import { Dump } from "./module.js";
import { Numbers, Rows } from "./rows.js";

const CHUNK = 512 << 10;
const TELL = 100; // ms between two state messages
const SLICE = 8; // ms of work between two pauses
const FINDINGS = 5000; // that the page lists
const PIECE = 4 << 20; // bytes of an export held in memory at once

const channel = new MessageChannel();
/** Lets pending messages be handled. */
const pause = () => new Promise((resolve) => {
  channel.port1.onmessage = resolve;
  channel.port2.postMessage(0);
});

const text = new TextDecoder();

export class Engine {
  #module;
  #post;
  #dump = null;
  #options = null;
  #kinds = []; // of records, as the decoder numbers them
  #rows = new Rows();
  #columns = new Columns();
  #file = null;
  #job = 0; // the reading in progress; a new number ends the previous one
  #view = null; // Numbers of the rows shown, or null for all
  #filter = { where: "", failed: false };
  #chase = 0; // number of the latest filtering
  #chasing = 0; // the filtering in progress, or 0
  #matched = 0; // blocks filtered so far
  #grouped = null; // row numbers by kind
  #task = 0; // the export or check in progress
  #state = {};
  #told = 0;

  /** @param {WebAssembly.Module} module @param {(message: object, transfer?: Transferable[]) => void} post */
  constructor(module, post) {
    this.#module = module;
    this.#post = post;
  }

  /** Runs the operation that a message names. */
  async take({ bulk, ...given }) {
    try {
      await { open: () => this.#open(given), cancel: () => this.#cancel(given), filter: () => this.#choose(given), group: () => this.#group(given),
        rows: () => this.#answer(given), export: () => this.#export(given), findings: () => this.#findings() }[bulk]();
    } catch (e) {
      if (bulk === "open") this.#state.reading = false;
      this.#post({ bulk: "problem", about: bulk, text: String(e.message ?? e), fatal: e instanceof WebAssembly.RuntimeError || e instanceof RangeError });
    }
  }

  async #open({ file, options }) {
    const job = ++this.#job;
    this.#task++;
    this.#file = file;
    this.#options = { ...options, file: file.name, zones: zonesFor(options.schema ?? {}) };
    this.#rows = new Rows();
    this.#columns = new Columns();
    this.#state = { size: file.size, read: 0, reading: true, cancelled: false, form: "", notes: [] };
    const dump = await Dump.open(this.#module, this.#options);
    if (job !== this.#job) return;
    this.#dump = dump;
    this.#kinds = dump.about().kinds;
    dump.where(this.#filter.where);
    this.#restartView();
    await this.#read(job);
  }

  /** Reads the file to its end, or until another job begins. */
  async #read(job) {
    const file = this.#file;
    const slice = (at) => file.slice(at, at + CHUNK).arrayBuffer();
    let next = slice(0);
    let slept = performance.now();
    let ended = false;
    while (!ended) {
      const bytes = new Uint8Array(await next);
      if (job !== this.#job) return;
      ended = bytes.length === 0;
      this.#state.read += bytes.length;
      if (!ended) next = slice(this.#state.read); // while this one is decoded
      this.#dump.feed(bytes);
      for (let block = this.#dump.next(); block; block = this.#dump.next()) {
        this.#columns.sample(this.#dump, block, this.#rows.add(block));
        this.#tell();
        if (performance.now() - slept < SLICE) continue;
        await pause();
        slept = performance.now();
        if (job !== this.#job) return;
      }
      this.#chaseBlocks();
    }
    this.#ended();
  }

  #ended() {
    this.#state.reading = false;
    this.#state.notes = this.#dump.about().notes ?? [];
    this.#regroup();
    this.#tell(true);
    this.#chaseBlocks();
  }

  /** Stops the work; rows read so far are kept. */
  #cancel({ what }) {
    if (what === "task") {
      this.#task++;
    } else if (this.#state.reading) {
      this.#job++;
      this.#state.cancelled = true;
      this.#ended();
    }
  }

  /** Reports the state to the page, at most every TELL ms unless now is set. */
  #tell(now = false) {
    const time = performance.now();
    if (!now && time - this.#told < TELL) return;
    this.#told = time;
    if (!this.#state.form && this.#rows.count) this.#state.form = this.#dump.about().form?.title ?? "";
    if (this.#grouped && !now) this.#regroup();
    const { blocks } = this.#rows;
    this.#post({
      bulk: "state", ...this.#state, name: this.#file.name, rows: this.#rows.count, failed: this.#rows.failed,
      shown: this.#view ? this.#view.count : this.#rows.count,
      filtered: this.#view !== null, filtering: this.#view !== null && this.#matched < blocks.length,
      looked: this.#view ? (blocks[this.#matched - 1]?.first ?? 0) + (blocks[this.#matched - 1]?.count ?? 0) : this.#rows.count,
      groups: this.#grouped?.groups ?? null,
      kinds: this.#rows.counts.map((count, kind) => ({ kind, count, ...this.#kinds[kind] })).filter((k) => k.count),
      columns: this.#columns.list,
    });
  }

  /** Shows only rows that match an expression, or only failed ones. */
  #choose({ where, failed }) {
    this.#dump?.where(where);
    this.#filter = { where, failed };
    if (this.#dump) this.#restartView();
  }

  #restartView() {
    const { where, failed } = this.#filter;
    this.#chase++;
    this.#view = where.trim() || failed ? new Numbers() : null;
    this.#matched = 0;
    this.#regroup();
    this.#tell(true);
    this.#chaseBlocks();
  }

  /** Filters the remaining blocks. */
  async #chaseBlocks() {
    const run = this.#chase;
    if (!this.#view || this.#chasing === run) return;
    this.#chasing = run;
    while (run === this.#chase && this.#matched < this.#rows.blocks.length) {
      const { first } = this.#rows.blocks[this.#matched];
      const bytes = await this.#rows.bytes(this.#matched);
      if (run !== this.#chase) return;
      let hits = this.#dump.match(bytes);
      if (this.#filter.failed) hits = hits.filter((i) => !this.#rows.kind(first + i));
      this.#view.add(hits, first);
      this.#matched++;
      this.#tell();
      await pause();
    }
    if (run !== this.#chase) return;
    this.#chasing = 0;
    this.#regroup();
    this.#tell(true);
  }

  #group({ on }) {
    this.#grouped = on ? {} : null;
    this.#regroup();
    this.#tell(true);
  }

  /** Groups the shown rows by kind; within a kind they keep their order. */
  #regroup() {
    if (!this.#grouped) return;
    const n = this.#view ? this.#view.count : this.#rows.count;
    const list = this.#view?.list;
    const counts = [];
    for (let i = 0; i < n; i++) {
      const kind = this.#rows.kind(list ? list[i] : i);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    const groups = [];
    const at = [];
    let start = 0;
    counts.forEach((count, kind) => {
      at[kind] = start;
      groups.push({ kind, count, start, ...this.#kinds[kind] });
      start += count;
    });
    const numbers = new Uint32Array(n);
    for (let i = 0; i < n; i++) {
      const row = list ? list[i] : i;
      numbers[at[this.#rows.kind(row)]++] = row;
    }
    this.#grouped = { groups, numbers };
  }

  /** Sends the records of a range of rows of the view, counted from 0. */
  async #answer({ id, from, count }) {
    const numbers = [];
    const shown = this.#grouped?.numbers ?? this.#view?.list;
    const end = Math.min(from + count, shown ? shown.length : this.#rows.count);
    for (let i = from; i < end; i++) numbers.push(shown ? shown[i] : i);
    const rows = new Array(numbers.length);
    for (const [block, { rows: picks, places }] of this.#rows.byBlock(numbers)) {
      const lines = text.decode(this.#dump.write(await this.#rows.bytes(block), Uint32Array.from(picks), 0)).split("\n");
      places.forEach((place, i) => { rows[place] = { row: numbers[place], record: lines[i] }; });
    }
    this.#post({ bulk: "rows", id, from, rows });
  }

  /** Writes the shown rows to a file: 0 JSON Lines, 1 CSV, 2 CBOR. */
  async #export({ form, name, type }) {
    const task = ++this.#task;
    const pieces = [];
    let held = [];
    let size = 0;
    const put = (bytes) => {
      held.push(bytes);
      size += bytes.length;
      if (size < PIECE) return;
      pieces.push(new Blob(held));
      [held, size] = [[], 0];
    };
    if (form === 1) put(this.#dump.csvHeader());
    const done = await this.#eachBlock(task, (bytes, picks) => put(this.#dump.write(bytes, picks, form)), "export");
    if (done) this.#post({ bulk: "exported", name, blob: new Blob([...pieces, ...held], { type }) });
  }

  /** Walks the blocks that have shown rows; false if another task started meanwhile. */
  async #eachBlock(task, work, what, all = false) {
    const list = all ? null : this.#view?.list;
    const { blocks } = this.#rows;
    let at = 0;
    for (let b = 0; b < blocks.length; b++) {
      const { first, count } = blocks[b];
      let picks = null;
      if (list) {
        const from = at;
        while (at < list.length && list[at] < first + count) at++;
        if (at === from) continue;
        picks = list.slice(from, at).map((row) => row - first);
      }
      const bytes = await this.#rows.bytes(b);
      if (task !== this.#task) return false;
      work(bytes, picks);
      if (performance.now() - this.#told > TELL) {
        this.#told = performance.now();
        this.#post({ bulk: "task", what, part: (b + 1) / blocks.length });
      }
      await pause();
      if (task !== this.#task) return false;
    }
    this.#post({ bulk: "task", what, part: 1 });
    return true;
  }

  /** Checks all rows against each other, in a separate decoder whose memory is freed afterwards. */
  async #findings() {
    const task = ++this.#task;
    const dump = await Dump.open(this.#module, this.#options);
    if (!(await this.#eachBlock(task, (bytes) => dump.verify(bytes), "findings", true))) return;
    const lines = dump.findings().split("\n").filter(Boolean);
    const { totals } = JSON.parse(lines.pop());
    this.#post({ bulk: "findings", total: lines.length, totals, list: lines.slice(0, FINDINGS) });
  }
}
