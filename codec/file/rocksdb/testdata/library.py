"""Drives RocksDB's own library for the tests of codec/file/rocksdb.

    library.py LIBRARY make FOLDER SEED ROWS   a database with random options and entries; prints the
                                               rows that the library's own iterators give, as lines of
                                               JSON, and lines that begin with #:
                                                 #at N        the rows of the state N follow
                                                 #prepared N  so many transactions were left open
    library.py LIBRARY write FOLDER            a writer at work until standard input ends: each batch
                                               gives all rows of two families one new number, so that
                                               a mix would show

LIBRARY is Debian's librocksdb.so.7.8, or any other that has the C functions: the one inside of
rocksdbjni on Maven Central is newer.
"""
import ctypes
import json
import os
import random
import select
import struct
import sys
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint32, c_uint64, c_ubyte, c_void_p, create_string_buffer

library = ctypes.CDLL(sys.argv[1])
NEW = hasattr(library, "rocksdb_options_set_track_and_verify_wals_in_manifest")  # RocksDB 10
MERGE = b"_ZN7rocksdb14MergeOperators"
COMPARATORS = ["_ZN7rocksdb18BytewiseComparatorEv", "_ZN7rocksdb25ReverseBytewiseComparatorEv",
               "_ZN7rocksdb27BytewiseComparatorWithU64TsEv", "_ZN7rocksdb34ReverseBytewiseComparatorWithU64TsEv"]
APPEND, ADD = "26CreateStringAppendOperatorEv", "23CreateUInt64AddOperatorEv"
COMPRESSIONS = [0, 1, 2, 3, 4, 5, 7]
kept = []  # what the library refers to


def call(name, *args, result=None):
    f = getattr(library, name)
    f.restype = result
    return f(*args)


def new(name, *args):
    return c_void_p(call("rocksdb_" + name, *args, result=c_void_p))


def do(name, *args):
    """Calls a function whose last argument says what went wrong."""
    problem = c_char_p()
    out = call("rocksdb_" + name, *args, byref(problem), result=c_void_p)
    if problem.value:
        raise SystemExit("rocksdb_%s: %s" % (name, problem.value.decode()))
    return c_void_p(out)


def on(r, chance=0.5):
    return c_ubyte(r.random() < chance)


def size(n):
    return c_size_t(n)


class Family:
    """The options of a column family, and what is written into it."""

    def __init__(self, r, name, order):
        self.name, self.handle, self.order = name, None, order
        self.timed = self.order > 1
        self.merge = None if self.timed else r.choice([None, APPEND, ADD])
        self.blobs = r.random() < 0.3

    def options(self, r):
        o = new("options_create")
        set_ = lambda name, *args: call("rocksdb_options_set_" + name, o, *args)
        set_("comparator", c_void_p(call(COMPARATORS[self.order], result=c_void_p)))
        if self.merge:
            pair = (c_void_p * 2)()  # a shared pointer, which stays alive
            kept.append(pair)
            call((MERGE.decode() + self.merge), byref(pair), result=c_void_p)
            set_("merge_operator", c_void_p(pair[0]))
        set_("compression", c_int(r.choice(COMPRESSIONS)))
        if NEW and r.random() < 0.4:  # RocksDB 7 seems to crash more often with dictionaries
            set_("compression_options", c_int(-14), c_int(32767), c_int(0), c_int(r.choice([512, 4096, 20000])))
            set_("compression_options_zstd_max_train_bytes", c_int(r.choice([0, 50000])))
        if self.blobs:
            set_("enable_blob_files", c_ubyte(1))
            set_("min_blob_size", c_uint64(r.choice([1, 20, 100])))
            set_("blob_compression_type", c_int(r.choice([0, 1, 4, 5, 7])))  # others fail where a value would grow
            set_("blob_file_size", c_uint64(r.choice([20000, 1 << 20])))
            set_("enable_blob_gc", on(r))
            set_("blob_gc_age_cutoff", ctypes.c_double(0.5))
        set_("write_buffer_size", size(r.choice([65536, 300000, 4 << 20])))
        set_("target_file_size_base", c_uint64(r.choice([20000, 200000, 4 << 20])))
        set_("max_bytes_for_level_base", c_uint64(r.choice([100000, 10 << 20])))
        set_("level0_file_num_compaction_trigger", c_int(r.choice([2, 4])))
        set_("level_compaction_dynamic_level_bytes", on(r))
        set_("compaction_style", c_int(r.choice([0, 0, 0, 1])))
        set_("max_successive_merges", size(r.choice([0, 0, 3])))
        set_("block_based_table_factory", self.table(r))
        return o

    def table(self, r):
        t = new("block_based_options_create")
        set_ = lambda name, *args: call("rocksdb_block_based_options_set_" + name, t, *args)
        set_("format_version", c_int(r.choice([2, 3, 4, 5] + [6, 7, 6, 7] * NEW)))
        set_("checksum", ctypes.c_char(r.randrange(5)))
        set_("block_size", size(r.choice([64, 500, 4096, 4096, 100000])))
        set_("block_restart_interval", c_int(r.choice([1, 2, 16, 16, 100])))
        set_("index_block_restart_interval", c_int(r.choice([1, 1, 2, 16])))
        index = r.choice([0, 0, 2, 3])
        set_("index_type", c_int(index))
        set_("metadata_block_size", c_uint64(r.choice([100, 1000, 4096])))
        set_("partition_filters", on(r, 0.5 * (index == 2)))
        if r.random() < 0.5:
            set_("filter_policy", new("filterpolicy_create_bloom_full", ctypes.c_double(10)))
        if not self.timed:
            set_("data_block_index_type", c_int(r.choice([0, 0, 1])))
        set_("use_delta_encoding", on(r, 0.8))
        return t

    def key(self, r):
        if r.random() < 0.5:
            return b"key%06d" % r.randrange(4000)
        low = r.choice([0, 0x61, 0xFC])
        return bytes(low + r.randrange(4) for _ in range(1 + r.randrange(6)))

    def value(self, r):
        if self.merge == ADD:
            return struct.pack("<Q", r.randrange(1 << r.choice([3, 40, 64])))
        n = r.choice([0, 1, 8, 20, 20, 100, r.randrange(300), 5000 if r.random() < 0.01 else 30])
        return r.randbytes(n) if r.random() < 0.3 else bytes(0x70 + i % 7 for i in range(n))


class Database:
    def __init__(self, folder, families, r, transactions):
        self.folder, self.families, self.r, self.transactions = folder, families, r, transactions
        self.clock, self.single, self.prepared, self.names, self.spare = 0, 0, 0, 0, []
        self.snapshots = []
        self.write_options = new("writeoptions_create")
        self.open()

    def open(self):
        r, n = self.r, len(self.families)
        o = new("options_create")
        set_ = lambda name, *args: call("rocksdb_options_set_" + name, o, *args)
        set_("create_if_missing", c_ubyte(1))
        set_("create_missing_column_families", c_ubyte(1))
        set_("recycle_log_file_num", size(r.choice([0, 0, 3])))
        set_("wal_recovery_mode", c_int(r.choice([0, 2, 3])))
        set_("max_manifest_file_size", size(r.choice([500, 1 << 30])))
        set_("max_total_wal_size", c_uint64(r.choice([0, 100000])))
        set_("atomic_flush", on(r, 0.3))
        if r.random() < 0.3:
            set_("wal_compression", c_int(7))
        if NEW and r.random() < 0.3:
            set_("track_and_verify_wals_in_manifest", c_ubyte(1))
        names = (c_char_p * n)(*[f.name for f in self.families])
        options = (c_void_p * n)(*[f.options(r) for f in self.families])
        handles = (c_void_p * n)()
        if self.transactions:
            self.db = do("transactiondb_open_column_families", o, new("transactiondb_options_create"), self.folder.encode(),
                         c_int(n), names, options, handles)
        else:
            self.db = do("open_column_families", o, self.folder.encode(), c_int(n), names, options, handles)
        for f, h in zip(self.families, handles):
            f.handle = c_void_p(h)

    def close(self):
        for _, s in self.snapshots:
            call("rocksdb_release_snapshot", self.db, s)
        self.snapshots = []
        for f in self.families:
            call("rocksdb_column_family_handle_destroy", f.handle)
        call("rocksdb_close", self.db)

    def reopen(self):
        if not self.prepared:
            self.close()
            self.open()

    def batch(self, records):
        b, r = new("writebatch_create"), self.r
        add = lambda name, f, *args: call("rocksdb_writebatch_" + name, b, f.handle, *sized(args))
        for _ in range(records):
            f, chance = r.choice(self.families), r.random()
            key = f.key(r)
            if f.timed:
                if chance < 0.15:
                    add("delete_cf_with_ts", f, key, struct.pack("<Q", self.clock))
                else:
                    add("put_cf_with_ts", f, key, struct.pack("<Q", self.clock), f.value(r))
            elif chance < 0.1:
                add("delete_cf", f, key)
            elif chance < 0.35 and f.merge:
                add("merge_cf", f, key, f.value(r))
            elif chance < 0.38 and not self.transactions:
                self.once(f, add)
            elif chance < 0.385 and not self.transactions:
                add("delete_range_cf", f, *sorted([key, key + b"\2"], reverse=f.order == 1))
            elif chance < 0.39:
                call("rocksdb_writebatch_put_log_data", b, b"remark", size(6))
            else:
                add("put_cf", f, key, f.value(r))
        self.clock += 1
        do("write", self.db, self.write_options, b)
        call("rocksdb_writebatch_destroy", b)

    def once(self, f, add):
        """A key that is put once, and removed at most once: only then may it be removed singly."""
        if self.spare and self.r.random() < 0.5:
            f, key = self.spare.pop()
            add("singledelete_cf", f, key)
            return
        self.single += 1
        key = b"once%06d" % self.single
        add("put_cf", f, key, f.value(self.r))
        self.spare.append((f, key))

    def range_delete(self):
        f, r = self.r.choice([f for f in self.families if not f.timed]), self.r
        ends = sorted([f.key(r), f.key(r)], reverse=f.order == 1)
        b = new("writebatch_create")
        call("rocksdb_writebatch_delete_range_cf", b, f.handle, *sized(ends))
        do("write", self.db, self.write_options, b)

    def transaction(self):
        r = self.r
        t = new("transaction_begin", self.db, self.write_options, new("transaction_options_create"), None)
        for _ in range(1 + r.randrange(20)):
            f = r.choice([f for f in self.families if not f.timed])
            key = b"txn%d/%d" % (self.names, r.randrange(9))  # a lock of a prepared one would block others
            do("transaction_put_cf", t, f.handle, *sized([key, f.value(r)]))
            if f.merge and r.random() < 0.3:
                do("transaction_merge_cf", t, f.handle, *sized([key, f.value(r)]))
            if r.random() < 0.1:
                do("transaction_delete_cf", t, f.handle, *sized([key]))
        self.names += 1
        if r.random() < 0.7:
            do("transaction_set_name", t, *sized([b"transaction %d" % self.names]))
            do("transaction_prepare", t)
            if r.random() < 0.1:
                kept.append(t)
                self.prepared += 1
                return
        do("transaction_rollback" if r.random() < 0.3 else "transaction_commit", t)
        call("rocksdb_transaction_destroy", t)

    def ingest(self):
        f, r = self.r.choice([f for f in self.families if not f.timed]), self.r
        path = self.folder + ".made.sst"
        w = new("sstfilewriter_create", new("envoptions_create"), f.options(r))
        do("sstfilewriter_open", w, path.encode())
        for k in sorted({f.key(r) for _ in range(1 + r.randrange(100))}, reverse=f.order == 1):
            do("sstfilewriter_put", w, *sized([k, f.value(r)]))
        do("sstfilewriter_finish", w)
        do("ingest_external_file_cf", self.db, f.handle, (c_char_p * 1)(path.encode()), size(1), new("ingestexternalfileoptions_create"))
        os.remove(path)

    def flush(self):
        do("flush_cf", self.db, new("flushoptions_create"), self.r.choice(self.families).handle)

    def compact(self):
        call("rocksdb_compact_range_cf", self.db, self.r.choice(self.families).handle, None, size(0), None, size(0))

    def snapshot(self):
        if not any(f.timed for f in self.families):
            at = call("rocksdb_get_latest_sequence_number", self.db, result=c_uint64)
            self.snapshots.append((at, new("create_snapshot", self.db)))

    def replace(self):
        """Drops a family and makes another of its name."""
        at = self.r.randrange(len(self.families))
        f = self.families[at]
        if f.name == b"default" or self.prepared or self.snapshots:
            return
        do("drop_column_family", self.db, f.handle)
        call("rocksdb_column_family_handle_destroy", f.handle)
        self.spare = [s for s in self.spare if s[0] is not f]
        f = Family(self.r, f.name, f.order)
        made = "transactiondb_create_column_family" if self.transactions else "create_column_family"
        f.handle = do(made, self.db, f.options(self.r), f.name)
        self.families = self.families[:at] + self.families[at + 1:] + [f]

    def rows(self, f, snapshot=None):
        o = new("readoptions_create")
        call("rocksdb_readoptions_set_verify_checksums", o, c_ubyte(0))
        if f.timed:
            newest = create_string_buffer(b"\xff" * 8, 8)
            call("rocksdb_readoptions_set_timestamp", o, newest, size(8))
            kept.append(newest)
        if snapshot:
            call("rocksdb_readoptions_set_snapshot", o, snapshot)
        i = new("create_iterator_cf", self.db, o, f.handle)
        call("rocksdb_iter_seek_to_first", i)
        n = c_size_t()
        part = lambda name: ctypes.string_at(call("rocksdb_iter_" + name, i, byref(n), result=c_void_p), n.value)
        while call("rocksdb_iter_valid", i, result=c_ubyte):
            row = {"key": part("key").hex()}
            if f.timed:
                row["ts"] = str(struct.unpack("<Q", part("timestamp"))[0])
            row["value"] = part("value").hex()
            yield row
            call("rocksdb_iter_next", i)
        do("iter_get_error", i)
        call("rocksdb_iter_destroy", i)

    def show(self, snapshot=None):
        out = sys.stdout
        for f in self.families:
            id_ = call("rocksdb_column_family_handle_get_id", f.handle, result=c_uint32)
            empty = True
            for row in self.rows(f, snapshot):
                out.write(json.dumps({"cf": f.name.hex(), "id": id_, **row}, separators=(",", ":")) + "\n")
                empty = False
            if empty:
                out.write(json.dumps({"cf": f.name.hex(), "id": id_, "empty": True}, separators=(",", ":")) + "\n")


def sized(args):
    for a in args:
        yield a
        yield size(len(a))


def make(folder, seed, rows):
    r = random.Random(seed)
    transactions = r.random() < 0.3
    orders = [0] if transactions else r.choice([[0], [0, 1], [0, 1, 2, 3 if NEW else 2]])
    names = [b"one", b"two", b"\1bin\xff"][:r.randrange(4)]
    families = [Family(r, b"default", 0)] + [Family(r, name, r.choice(orders)) for name in names]
    db = Database(folder, families, r, transactions)
    steps = [(db.flush, 0.04), (db.compact, 0.02), (db.range_delete, 0.03 * (not transactions)), (db.ingest, 0.02),
             (db.snapshot, 0.01), (db.replace, 0.01), (db.reopen, 0.01), (db.transaction, 0.3 * transactions)]
    batch = max(10, rows // 300)
    while rows > 0:
        n = min(rows, 1 + r.randrange(2 * batch))
        rows -= n
        db.batch(n)
        for step, chance in steps:
            if r.random() < chance:
                step()
    if db.prepared:
        print("#prepared", db.prepared)
    db.show()
    for at, s in db.snapshots:
        print("#at", at)
        db.show(s)
    sys.stdout.flush()
    if r.random() < 0.5 and not db.prepared and not db.snapshots:  # once these are released, a compaction may drop what they saw
        db.close()
    os._exit(0)  # as if it had been killed; and what the library shares with us stays as it is


def write(folder):
    r = random.Random(1)
    families = [Family(r, b"default", 0), Family(r, b"one", 0)]
    for f in families:
        f.merge = None
    db, n = Database(folder, families, r, False), 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        n += 1
        b = new("writebatch_create")
        for i in range(200):
            for f in families:
                row = [b"row %04d" % i, b"%d/" % n + b"x" * r.randrange(300)]
                call("rocksdb_writebatch_put_cf", b, f.handle, *sized(row))
        do("write", db.db, db.write_options, b)
        call("rocksdb_writebatch_destroy", b)
        if n % 3 == 0:
            db.flush()
        if n % 20 == 0:
            db.compact()
        if n == 5:
            print("at work", flush=True)
    print(n, flush=True)
    db.close()
    os._exit(0)


if sys.argv[2] == "make":
    make(sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
else:
    write(sys.argv[3])
