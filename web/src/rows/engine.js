// The worker's side of the rows of a document. The member bulk of a message in names one of the
// operations below; messages out use the same member:
//
//   inside    the models that a dump has among its rows
//   state     current counts, kinds, columns and notes
//   rows      the records of some rows of the view, as JSON
//   answer    to one question: the record of a row, the number of the row at a place, what a comparison found
//   second    as state, of the document that these rows are compared with
//   filtered  a filter was understood: the rows of the view are others
//   exported  a finished file
//   findings  what the verifiers found
//   stats     what is counted of the rows so far, or of all of them
//   problem   a sentence that says what failed

import { Dump } from "../../npm/src/dump.js";
import { blobFile, reasonOf } from "../../npm/src/files-blob.js";
import { zonesFor } from "../../npm/src/zones.js";
import { number } from "../bytes.js";
import { checked } from "./checking.js";
import { Columns } from "./columns.js";
import { Comparison } from "./compare.js";
import { Counting } from "./counting.js";
import { divided, Faceting } from "./faceting.js";
import { grouped } from "./grouping.js";
import { modelsInside } from "./inside.js";
import { pause } from "./pause.js";
import { Pieces } from "./pieces.js";
import { alike, locate } from "./locating.js";
import { keyOf, ranksOf, SORTED } from "./sorting.js";
import { Numbers, Rows } from "./rows.js";
import { isEncrypted } from "../view/words.js";
import { versionsOf } from "./versions.js";
import { Waiting } from "./waiting.js";
import { worstFirst } from "./worst.js";

const TELL = 100; // ms between two state messages
const SLICE = 8; // ms of work between two pauses
const TEXT = "text"; // the file of a dump, to the decoder
const FINDINGS = 5000; // that the page lists
const QUESTIONS = ["record", "locate", "alike", "versions", "compare", "sift", "facets", "some"]; // what fails answers, too

const text = new TextDecoder();

/** Whether the decoder cannot be used any more. */
const isFatal = (e) => e instanceof WebAssembly.RuntimeError || e instanceof RangeError;

export class Engine {
  #module;
  #post;
  #dump = null;
  #options = null;
  #kinds = []; // of records, as the decoder numbers them
  #rows = new Rows();
  #columns = new Columns();
  #file = null;
  #hosted = []; // the file of a dump, or those of a store, as the decoder reads them
  #job = 0; // the reading in progress; a new number ends the previous one
  #view = null; // Numbers of the rows shown, or null for all
  #seen = []; // how many of them are of a kind
  #filter = { where: "", failed: false, found: null };
  #chase = 0; // number of the latest filtering
  #chasing = 0; // the filtering in progress, or 0
  #matched = 0; // blocks filtered so far
  #grouped = null; // row numbers by kind
  #checked = null; // the decoder that has checked the rows
  #task = 0; // the export or check in progress
  #ranks = null; // places of the rows in the order that was asked for, or null for theirs
  #sorts = 0; // the latest sorting
  #ordered = null; // numbers of the rows shown, in that order
  #faceting = null;
  #checking = null; // the check of the rows, while it is under way
  #counting = null; // the statistics, once they are asked for
  #comparison = null;
  #compared = 0; // the comparison in progress
  #other = null; // reads the document that these rows are compared with
  #state = {};
  #waiting = new Waiting();
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
        rows: () => this.#answer(given), some: () => this.#reply(given, this.#range(given).then((rows) => ({ rows }))), record: () => this.#record(given), locate: () => this.#reply(given, locate(this.#side, given.where, given.all)), alike: () => this.#reply(given, alike(this.#side, this.#dump, given)), versions: () => this.#versions(given), export: () => this.#export(given), findings: () => this.#findings(), stats: () => this.#stats(given), facets: () => this.#countFacets(given), sort: () => this.#sort(given), repair: () => this.#repair(given),
        compare: () => this.#compare(given), sift: () => this.#reply(given, this.#comparison.sift(given)), differences: () => this.#post({ bulk: "exported", name: given.name, blob: this.#comparison.export() }) }[bulk]();
    } catch (thrown) {
      const e = bulk === "open" && !given.files ? thrown.cause ?? thrown : thrown; // one file needs no name
      if (bulk === "open") this.#stopped(reasonOf(e));
      if (QUESTIONS.includes(bulk)) this.#post({ bulk: "answer", id: given.id, problem: reasonOf(e) });
      if (!QUESTIONS.includes(bulk) || isFatal(e)) this.#fail(bulk, e);
      if (bulk === "open" && !isFatal(e)) this.#useRead();
    }
  }

  #fail = (about, e) => this.#post({ bulk: "problem", about, text: reasonOf(e), fatal: isFatal(e) });

  /** @param {{file: File, options: object}|{file: {name: string, size: number}, files: {file: File, name: string}[], options: object}} given with files: rows of their stores */
  async #open({ file, files, options }) {
    const job = ++this.#job;
    this.#task++;
    this.#file = file;
    this.#options = { ...options, file: file.name, zones: zonesFor(options.schema ?? {}) };
    this.#rows = new Rows();
    this.#columns = new Columns();
    this.#state = { size: file.size, read: 0, reading: true, cancelled: false, unread: "", form: "", notes: [], damage: [], damaged: 0, encrypted: 0, members: [] };
    this.#faceting = new Faceting({ ...this.#side, pause });
    this.#hosted = files ? files.map((one) => blobFile(one.file, one.name)) : [this.#text(file)];
    if (!files) this.#options.text = TEXT;
    const dump = await Dump.open(this.#module, { ...this.#options, search: !files }, this.#hosted);
    if (job !== this.#job) return;
    if (!files) {
      this.#options.inside = modelsInside(dump);
      dump.begin(this.#options);
      this.#post({ bulk: "inside", schemas: this.#options.inside });
    }
    this.#dump = dump;
    const { kinds, members } = dump.about();
    this.#kinds = kinds;
    this.#state.members = members;
    this.#takeFilter();
    this.#restartView();
    await this.#read(job, Boolean(files));
  }

  /** The file of a dump, of which the state has how much was read. */
  #text(file) {
    const state = this.#state;
    const blob = blobFile(file, TEXT);
    return { name: TEXT, size: blob.size, read: (at, length) => {
      state.read = Math.min(at + length, blob.size);
      return blob.read(at, length);
    } };
  }

  /** Reads the rows to their end, or until another job begins. @param {boolean} counted whether rows are counted, and not bytes */
  async #read(job, counted) {
    let slept = performance.now();
    for (let block = this.#dump.next(); block; block = this.#dump.next()) {
      this.#columns.sample(this.#dump, block, this.#rows.add(block));
      if (counted) this.#state.read = this.#rows.count;
      this.#tell();
      this.#waiting.read(this.#rows.count);
      if (performance.now() - slept < SLICE) continue;
      await pause();
      slept = performance.now();
      if (job !== this.#job) return;
      this.#chaseBlocks();
      this.#count();
    }
    this.#ended();
  }

  /** Nothing more is read: what waits for rows is answered from those that there are. */
  #stopped(problem = "") {
    this.#state.reading = false;
    this.#state.unread = problem;
    this.#waiting.read(Infinity);
  }

  #ended() {
    this.#stopped();
    const { notes = [], damage = [], damaged = 0 } = this.#dump.about();
    Object.assign(this.#state, { notes, damage, damaged, encrypted: damage.filter(isEncrypted).length });
    this.#useRead();
  }

  /** No more rows will come: those that are read are filtered and counted to the end. */
  #useRead() {
    this.#regroup();
    this.#tell(true);
    this.#chaseBlocks();
    this.#count();
  }

  /** Stops the work; rows read so far are kept. */
  #cancel({ what }) {
    if (what === "task") {
      this.#task++;
      this.#compared++;
      this.#other?.take({ bulk: "cancel", what: "reading" });
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
    if ((this.#grouped || this.#ranks) && !now) this.#regroup();
    const { blocks } = this.#rows;
    this.#post({
      bulk: "state", ...this.#state, name: this.#file.name, rows: this.#rows.count, failed: this.#rows.failed,
      shown: this.#view ? this.#view.count : this.#rows.count,
      filtered: this.#view !== null, filtering: this.#view !== null && this.#matched < blocks.length,
      looked: this.#view ? (blocks[this.#matched - 1]?.first ?? 0) + (blocks[this.#matched - 1]?.count ?? 0) : this.#rows.count,
      groups: this.#grouped?.groups ?? null, order: this.#sorts, sorted: this.#ranks !== null,
      kinds: this.#rows.counts.map((count, kind) => ({ kind, count, shown: this.#view ? this.#seen[kind] ?? 0 : count, ...this.#kinds[kind] })).filter((k) => k.count),
      columns: this.#columns.list,
    });
  }

  /** Shows only rows that match an expression, or only failed ones. */
  #choose({ where, failed }) {
    const { rest, found } = divided(where);
    this.#dump?.where(rest);
    this.#filter = { where: rest, failed, found };
    this.#post({ bulk: "filtered" });
    if (this.#dump) this.#restartView();
  }

  /** The decoder takes the filter; one that is not finished, as a link or a reload may bring, shows all rows. */
  #takeFilter() {
    try {
      this.#dump.where(this.#filter.where);
    } catch (e) {
      this.#filter.where = "";
      this.#fail("filter", e);
    }
  }

  #restartView() {
    const { where, failed, found } = this.#filter;
    this.#chase++;
    this.#view = where.trim() || failed || found !== null ? new Numbers() : null;
    this.#seen = [];
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
    const { found } = this.#filter;
    if (found !== null && !this.#faceting.judged) {
      if (!this.#state.reading) await this.#findings().catch((e) => this.#fail("findings", e));
      if (run !== this.#chase) return;
      this.#chasing = 0; // it goes on when all rows are read
      if (this.#state.reading) return;
      if (!this.#faceting.judged) {
        this.#filter.found = null;
        this.#fail("filter", "the rows are not checked, so it is not known which have findings");
        this.#restartView();
        return;
      }
      this.#chasing = run;
    }
    while (run === this.#chase && this.#matched < this.#rows.blocks.length) {
      const { first } = this.#rows.blocks[this.#matched];
      const bytes = await this.#rows.bytes(this.#matched);
      if (run !== this.#chase) return;
      let hits = this.#dump.match(bytes);
      if (this.#filter.failed) hits = hits.filter((i) => !this.#rows.kind(first + i));
      if (found !== null) hits = await this.#faceting.kept(bytes, hits, found);
      this.#view.add(hits, first);
      this.#rows.tally(this.#seen, hits, first);
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

  /** Sorts the rows by a column, or not at all. */
  async #sort({ column, down }) {
    const mine = ++this.#sorts;
    this.#ranks = null;
    if (column) {
      if (this.#rows.count > SORTED) throw new Error(`at most ${number(SORTED)} rows can be sorted`);
      const keys = [];
      for (let b = 0; b < this.#rows.blocks.length; b++) {
        for (const record of this.#records(await this.#rows.bytes(b))) keys.push(keyOf(record, column, this.#kinds[this.#rows.kind(keys.length)]?.title ?? ""));
        await pause();
        if (mine !== this.#sorts) return;
      }
      this.#ranks = ranksOf(keys, down);
    }
    this.#regroup();
    this.#tell(true);
  }

  /** Puts the shown rows in the order that was asked for. */
  #reorder() {
    const all = () => Uint32Array.from({ length: this.#rows.count }, (_, i) => i);
    this.#ordered = this.#ranks && (this.#view?.list.slice() ?? all()).sort((a, b) => this.#ranks[a] - this.#ranks[b]);
  }

  /** Groups the shown rows by kind; within a kind they keep their order. */
  #regroup() {
    this.#reorder();
    if (!this.#grouped) return;
    const n = this.#view ? this.#view.count : this.#rows.count;
    const list = this.#ordered ?? this.#view?.list;
    this.#grouped = grouped(n, (i) => (list ? list[i] : i), (row) => this.#rows.kind(row), this.#kinds);
  }

  /** Sends the records of a range of rows of the view, counted from 0. */
  async #answer(given) {
    this.#post({ bulk: "rows", id: given.id, from: given.from, rows: await this.#range(given) });
  }

  async #range({ from, count }) {
    const numbers = [];
    const shown = this.#grouped?.numbers ?? this.#ordered ?? this.#view?.list;
    const end = Math.min(from + count, shown ? shown.length : this.#rows.count);
    for (let i = from; i < end; i++) numbers.push(shown ? shown[i] : i);
    const rows = new Array(numbers.length);
    for (const [block, { rows: picks, places }] of this.#rows.byBlock(numbers)) {
      const lines = text.decode(this.#dump.write(await this.#rows.bytes(block), Uint32Array.from(picks), 0)).split("\n");
      places.forEach((place, i) => { rows[place] = { row: numbers[place], record: lines[i] }; });
    }
    return rows;
  }

  /** Waits until a row is read, or will never be; with Infinity until all are. */
  async #until(row) {
    if (this.#state.reading && row >= this.#rows.count) await this.#waiting.until(row);
  }

  /** Sends the record of a row of the document, which is read already or will be. */
  async #record({ id, row }) {
    await this.#until(row);
    if (row >= this.#rows.count && this.#state.unread) throw new Error(this.#state.unread);
    if (row >= this.#rows.count) return this.#post({ bulk: "answer", id, record: null });
    const b = this.#rows.blockOf(row);
    const lines = this.#dump.write(await this.#rows.bytes(b), Uint32Array.of(row - this.#rows.blocks[b].first), 0);
    return this.#post({ bulk: "answer", id, record: text.decode(lines).trimEnd() });
  }

  /** Sends the versions of a row, the newest first, once all rows are read. */
  async #versions({ id, row, names }) {
    await this.#until(Infinity);
    const side = { ...this.#side, pause };
    this.#post({ bulk: "answer", id, versions: await versionsOf(side, this.#dump, { row, names }) });
  }

  async #reply({ id }, answer) {
    this.#post({ bulk: "answer", id, ...(await answer) });
  }

  /** Counts values for the facets. */
  async #countFacets({ id, where, others }) {
    const facets = await this.#faceting.count({ where, others, failed: this.#filter.failed, kinds: this.#kinds });
    this.#post({ bulk: "answer", id, facets });
  }

  /** The rows of a block that another filter than that of the view accepts. */
  #matching(bytes, where) {
    try {
      this.#dump.where(where);
      return this.#dump.match(bytes);
    } finally {
      this.#dump.where(this.#filter.where);
    }
  }

  /** Whether there is a block, which is waited for while the document is being read. */
  async #more(block) {
    await this.#until(this.#rows.count);
    return block < this.#rows.blocks.length;
  }

  get #side() {
    return { rows: this.#rows, match: (bytes, where) => this.#matching(bytes, where), more: (block) => this.#more(block), records: (bytes, picks) => this.#records(bytes, picks) };
  }

  /** Compares all rows with those of another document, which are read for that, and sends the totals; null if it was stopped. */
  async #compare({ id, file, files, options, how }) {
    const mine = ++this.#compared;
    this.#comparison = null;
    let problem = "";
    const tell = (part) => this.#post({ bulk: "task", what: "compare", part: Math.min(part, 0.99) });
    const second = new Engine(this.#module, (message) => {
      if (message.bulk === "problem") problem = message.text;
      if (message.bulk !== "state" || mine !== this.#compared) return;
      this.#post({ ...message, bulk: "second" });
      tell(message.size ? message.read / message.size / 2 : 0);
    });
    this.#other?.take({ bulk: "cancel", what: "reading" });
    this.#other = second;
    await second.take({ bulk: "open", file, files, options });
    if (problem) throw new Error(problem);
    await this.#until(Infinity);
    if (this.#state.unread) throw new Error(this.#state.unread);
    const dump = await Dump.open(this.#module, this.#options, this.#hosted);
    const comparison = new Comparison([this.#side, second.#side]);
    try {
      const done = await comparison.run(dump, how, async (part) => {
        tell((1 + part) / 2);
        await pause();
        return mine === this.#compared;
      });
      if (done) this.#comparison = comparison;
    } finally {
      if (mine === this.#compared) this.#post({ bulk: "task", what: "compare", part: 1 });
    }
    this.#post({ bulk: "answer", id, totals: comparison.totals, rows: second.#rows.count });
  }

  /** Writes the shown rows to a file: 0 JSON Lines, 1 CSV, 2 CBOR. */
  async #export({ form, name, type }) {
    const task = ++this.#task;
    const pieces = new Pieces();
    if (form === 1) pieces.put(this.#dump.csvHeader());
    const done = await this.#eachBlock(task, (bytes, picks) => pieces.put(this.#dump.write(bytes, picks, form)), "export");
    if (done) this.#post({ bulk: "exported", name, blob: pieces.blob(type) });
  }

  /** Walks the blocks that have shown rows; false if another task started meanwhile. */
  async #eachBlock(task, work, what, all = false) {
    for await (const { bytes, picks, part } of this.#rows.pieces(all ? null : this.#view?.list)) {
      if (task !== this.#task) return false;
      work(bytes, picks);
      if (performance.now() - this.#told > TELL) {
        this.#told = performance.now();
        this.#post({ bulk: "task", what, part });
      }
      await pause();
      if (task !== this.#task) return false;
    }
    this.#post({ bulk: "task", what, part: 1 });
    return true;
  }

  /** The records of a block, or of some of its rows. */
  #records(bytes, picks = null) {
    return text.decode(this.#dump.write(bytes, picks, 0)).trimEnd().split("\n").map((line) => JSON.parse(line));
  }

  /** Checks all rows against each other, unless that is under way. */
  #findings() {
    this.#checking ??= this.#check().finally(() => { this.#checking = null; });
    return this.#checking;
  }

  /** Checks all rows, in a decoder of their own. */
  async #check() {
    const task = ++this.#task;
    const dump = await Dump.open(this.#module, this.#options, this.#hosted);
    const each = () => this.#eachBlock(task, (bytes) => dump.verify(bytes), "findings", true);
    const found = await checked(dump, each, this.#side, this.#options);
    if (!found || task !== this.#task) return;
    const { lines, totals, problem } = found;
    this.#checked = dump;
    if (!problem) this.#faceting.take(lines);
    this.#post({ bulk: "findings", total: lines.length, totals, problem, ...worstFirst(lines, FINDINGS) });
  }

  /** Counts all rows, those that are read and those to come. */
  async #stats({ splits }) {
    if (this.#counting?.counts(splits)) return this.#counting.again();
    this.#counting?.end();
    this.#counting = new Counting(this.#dump, this.#rows, (message) => this.#post({ bulk: "stats", ...message }), splits);
    return this.#count();
  }

  /** Counts what was read since. */
  async #count() {
    await this.#counting?.go(pause, () => !this.#state.reading).catch((e) => this.#fail("stats", e));
  }

  /** Writes what repairs the findings, for the tool of a store. */
  #repair({ tool, name }) {
    this.#post({ bulk: "exported", name, blob: new Blob([this.#checked.repair(tool)], { type: "text/plain" }) });
  }
}
