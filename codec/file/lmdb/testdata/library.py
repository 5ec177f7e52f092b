"""Drives LMDB's own library, liblmdb, for the tests of codec/file/lmdb.

    library.py make FOLDER SEED ROWS   a database with random options and rows; prints the rows that
                                       the library's own cursors give, as lines of JSON
    library.py write FOLDER            a writer at work until standard input ends: each transaction
                                       gives all rows one new number, so that a mix would show
"""
import ctypes
import json
import os
import random
import select
import struct
import sys

lib = ctypes.CDLL("liblmdb.so.0")
NULL = None
RDONLY, NOSYNC, WRITEMAP, CREATE = 0x20000, 0x10000, 0x80000, 0x40000
REVERSEKEY, DUPSORT, INTEGERKEY, DUPFIXED, INTEGERDUP, REVERSEDUP = 2, 4, 8, 16, 32, 64
FIRST, NEXT = 0, 8
NOTFOUND, KEYEXIST = -30798, -30799


class Val(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("data", ctypes.c_char_p)]


class Out(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("data", ctypes.c_void_p)]


def must(code, *allowed):
    if code and code not in allowed:
        lib.mdb_strerror.restype = ctypes.c_char_p
        raise SystemExit("liblmdb: " + lib.mdb_strerror(code).decode())
    return code


def val(b):
    return ctypes.byref(Val(len(b), b))


class Env:
    def __init__(self, folder, flags=0):
        os.makedirs(folder, exist_ok=True)
        self.env = ctypes.c_void_p()
        must(lib.mdb_env_create(ctypes.byref(self.env)))
        must(lib.mdb_env_set_mapsize(self.env, ctypes.c_size_t(1 << 30)))
        must(lib.mdb_env_set_maxdbs(self.env, 16))
        must(lib.mdb_env_open(self.env, folder.encode(), flags, 0o644))

    def begin(self, flags=0):
        txn = ctypes.c_void_p()
        must(lib.mdb_txn_begin(self.env, NULL, flags, ctypes.byref(txn)))
        return txn

    def commit(self, txn):
        must(lib.mdb_txn_commit(txn))

    def open(self, txn, name, flags):
        dbi = ctypes.c_uint()
        must(lib.mdb_dbi_open(txn, name, flags, ctypes.byref(dbi)))
        return dbi

    def rows(self, txn, dbi):
        cursor = ctypes.c_void_p()
        must(lib.mdb_cursor_open(txn, dbi, ctypes.byref(cursor)))
        k, v, op = Out(), Out(), FIRST
        while must(lib.mdb_cursor_get(cursor, ctypes.byref(k), ctypes.byref(v), op), NOTFOUND) == 0:
            yield ctypes.string_at(k.data, k.size), ctypes.string_at(v.data, v.size)
            op = NEXT
        lib.mdb_cursor_close(cursor)


def flags_of(r):
    flags = r.choice([0, 0, REVERSEKEY, INTEGERKEY])
    if r.random() < 0.5:
        flags |= DUPSORT | r.choice([0, 0, DUPFIXED, DUPFIXED | INTEGERDUP, REVERSEDUP, DUPFIXED | REVERSEDUP])
    return flags


def key_of(r, flags, wide):
    n = r.randrange(400) if r.random() < 0.7 else r.randrange(1 << 31)
    if flags & INTEGERKEY:
        return struct.pack("=Q" if wide else "=I", n)
    return (b"%d/" % n + r.randbytes(4) * r.choice([0, 1, 3, 60]))[:511]


def value_of(r, flags):
    if flags & INTEGERDUP:
        return struct.pack("=I", r.randrange(1 << 20))
    if flags & DUPFIXED:
        return r.randbytes(12)
    if flags & DUPSORT:
        return r.randbytes(r.choice([1, 8, 30, 200]))
    return r.randbytes(r.choice([0, 1, 20, 20, 20, 100, 100, 1000, 2040, 4100, 20000]) * r.randrange(1, 3))


def make(folder, seed, rows):
    r = random.Random(seed)
    env = Env(folder, NOSYNC | (WRITEMAP if r.random() < 0.3 else 0))
    wide = r.random() < 0.5
    main = flags_of(r) if r.random() < 0.3 else 0
    names = [] if main & DUPSORT or main & INTEGERKEY else [b"db-%d" % r.randrange(1000) for _ in range(r.randrange(4))]
    names = {n: flags_of(r) for n in dict.fromkeys(names)}
    while rows > 0:
        txn = env.begin()
        open_ = [(env.open(txn, NULL, main), main)] + [(env.open(txn, n, f | CREATE), f) for n, f in names.items()]
        batch = min(rows, r.choice([1, 10, 1000, 5000]))
        rows -= batch
        for _ in range(batch):
            dbi, flags = r.choice(open_)
            key = key_of(r, flags, wide)
            if flags & DUPSORT and r.random() < 0.7:
                key = key_of(random.Random(r.randrange(5)), flags, wide)
            if r.random() < 0.15:
                must(lib.mdb_del(txn, dbi, val(key), NULL), NOTFOUND)
            else:
                must(lib.mdb_put(txn, dbi, val(key), val(value_of(r, flags)), 0))
        if r.random() < 0.1:
            lib.mdb_txn_abort(txn)
        else:
            env.commit(txn)
    show(env, main, names)


def show(env, main, names):
    txn = env.begin()
    dbi = env.open(txn, NULL, main)
    out, seen = sys.stdout, 0

    def line(db, key, value):
        out.write(json.dumps({"db": db, "key": key.hex(), "value": value.hex()}, separators=(",", ":")) + "\n")

    handles = {n: env.open(txn, n, f | CREATE) for n, f in names.items()}
    for key, value in env.rows(txn, dbi):
        seen += 1
        if key not in handles:
            line(None, key, value)
            continue
        empty = True
        for k, v in env.rows(txn, handles[key]):
            line(key.hex(), k, v)
            empty = False
        if empty:
            out.write('{"db":"%s","empty":true}\n' % key.hex())
    if not seen:
        out.write('{"db":null,"empty":true}\n')
    env.commit(txn)


def write(folder):
    env = Env(folder, NOSYNC)
    r, n = random.Random(1), 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        n += 1
        txn = env.begin()
        dbi = env.open(txn, NULL, 0)
        for i in range(400):
            must(lib.mdb_put(txn, dbi, val(b"row %04d" % i), val(b"%d/" % n + b"x" * r.randrange(300)), 0))
        env.commit(txn)
        if n == 5:
            print("at work", flush=True)


if sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
else:
    write(sys.argv[2])
