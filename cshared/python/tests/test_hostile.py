"""Wrong calls, from the table that the packages share (golden/hostile)."""

import ctypes
import functools
import io
import json
import os
import unittest
from array import array

import rowlens
from rowlens import _arrow
from rows import GOLDEN

CASES = [json.loads(line) for line in (GOLDEN / "hostile/calls.jsonl").read_text().splitlines()]


def kind_of(case):
    return rowlens.Kind(case["format"], case["record"])


def parts_of(case):
    if "part" not in case:
        return {}
    return {case["part"]: bytes.fromhex(case["given"]) if case.get("hex") else case["given"]}


class Lying:
    """An Arrow array with false offsets: pyarrow refuses to make some of them."""

    def __init__(self, case):
        offsets, data = array("i", case["offsets"]), array("B", bytes.fromhex(case["data"]))
        buffers = (0, offsets.buffer_info()[0], data.buffer_info()[0])
        self.node = _arrow.Node("", "z", len(offsets) - 1, 0, buffers, (), (offsets, data))

    def __arrow_c_array__(self, requested_schema=None):
        return _arrow.schema_capsule(self.node), _arrow.array_capsule(self.node)


def closed_schema(case):
    schema = rowlens.Schema(case["format"], {"given": {"names": []}})
    schema.close()
    return rowlens.Kind(case["format"], case["record"], schema=schema).decode(parts_of(case))


def closed_store(case):
    store = rowlens.open(str(GOLDEN / case["files"]))
    store.close()
    return store.tables()


def memory(case):
    """The bytes AB, in memory of some kind: decoded alone and in a batch."""
    given = {
        "slice": lambda: memoryview(b"?AB?")[1:3],
        "changeable": lambda: bytearray(b"AB"),
        "untyped": lambda: memoryview((ctypes.c_char * 2)(*b"AB")),
        "stride": lambda: memoryview(b"A?B?")[::2],
        "wide": lambda: array("H", [0x4241]),
        "gone": released,
    }[case["form"]]()
    one = kind_of(case).decode({case["part"]: given}).fields
    batch = kind_of(case).decode_batch({case["part"]: [given]})[0].fields
    if one != {"value": "AB"} or batch != one:
        raise AssertionError(f"{one}, {batch}")


def released():
    view = memoryview(bytearray(b"AB"))
    view.release()
    return view


def scan(case):
    with rowlens.open(str(GOLDEN / case["files"])) as store:
        return list(store.scan(**options_of(case)))


def cut(case):
    options = options_of(case)
    if "keys" in options:
        keys = options["keys"]
        options["keys"] = rowlens.Keys(keys["part"], keys.get("from"))
    with rowlens.open(str(GOLDEN / case["files"])) as store:
        return store.parts(**options)


def options_of(case):
    options = {**case["options"]}
    if options.get("schema") == "closed":
        options["schema"] = rowlens.Schema("actionbase", {"given": {"names": []}})
        options["schema"].close()
    if isinstance(options.get("part"), dict):
        options["part"] = rowlens.Part(json.dumps(options["part"]))
    elif isinstance(options.get("part"), list):
        options["part"] = tuple(options["part"])
    return options


def named(case):
    (data,) = files_of(case).values()
    return rowlens.open({name: io.BytesIO(data) for name in case["names"]})


@functools.lru_cache(None)
def read_once(folder):
    return {path.name: path.read_bytes() for path in (GOLDEN / folder).iterdir()}


def files_of(case):
    return read_once(case["files"])


class Liar(io.BytesIO):
    """A file that misbehaves as long as it is told to."""

    def __init__(self, data, how):
        super().__init__(data)
        self.how, self.on, self.store = how, False, None

    def seek(self, position, whence=io.SEEK_SET):
        at = super().seek(position, whence)
        return at + {"longer": 1000, "shorter": -100, "negative": -at - 5}.get(self.how, 0) if whence == io.SEEK_END else at

    def read(self, size=-1):
        data = super().read(size)
        if not self.on:
            return data
        if self.how in ("close", "tables", "scans", "parts"):
            self.on = False  # or it would call itself forever
            self.uses()
            self.on = True
            return data
        if self.how == "throws":
            raise OSError("the disk is gone")
        return {
            "one": lambda: data[:1],
            "more": lambda: data + bytes(100),
            "nothing": lambda: b"",
            "text": lambda: data.decode("latin-1"),
            "number": lambda: 5,
            "wide": lambda: array("H", data[: len(data) // 2 * 2]),
        }.get(self.how, lambda: data)()

    def uses(self):
        at = self.tell()
        if self.how == "close":
            self.store.close()
        elif self.how == "tables":
            assert self.store.tables
        elif self.how == "scans":
            list(self.store.scan())
        else:
            self.store.parts(size=1)
        self.seek(at)


def read(case):
    """The rows of files that misbehave at some stage: all of them, or with damage in place of some."""
    ((name, data),) = files_of(case).items()
    file = Liar(data, case["how"])
    file.on = case["stage"] == "open"
    with rowlens.open({name: file}) as file.store:
        file.on = file.on or case["stage"] == "scan"
        rows = file.store.scan().__iter__() if case["how"] != "close" else begun(file)
        file.on = True
        found = list(rows)
    damaged = any(row["error"] for row in found)
    with rowlens.open({name: io.BytesIO(data)}) as store:
        honest = list(store.scan())
    if not damaged and found != honest:
        raise AssertionError(f"{len(found)} rows, honest files have {len(honest)}")
    return "damage" if damaged else "reads"


def begun(file):
    """The rows of a store that is closed while its scan begins; a scan begins twice, the first time for its options."""
    on, file.on = file.on, False
    scan = file.store.scan()
    file.on = on
    return iter(scan)


CALLS = {
    "decode": lambda case: kind_of(case).decode(parts_of(case)),
    "offsets": lambda case: kind_of(case).decode_batch({case["part"]: Lying(case)}),
    "rows": lambda case: kind_of(case).decode_batch({part: [b""] * n for part, n in case["rows"].items()}),
    "cells": lambda case: kind_of(case).decode_batch({case["part"]: case["given"]}),
    "parts": lambda case: kind_of(case).decode(case["given"]),
    "write": lambda case: kind_of(case).encode_batch(case["parts"], [json.loads(case["fields"])]),
    "compare": lambda case: rowlens.Order(case["format"]).compare(*({part: bytes.fromhex(key) for part, key in case[side].items()} for side in ("left", "right"))),
    "memory": memory,
    "open": lambda case: rowlens.open(case["given"]),
    "named": named,
    "scan": scan,
    "cut": cut,
    "read": read,
    "option": lambda case: rowlens.Kind(case["format"], case["record"], **{case["option"]: True}),
    "columns": lambda case: kind_of(case).decode_columns({case["part"]: [b""]}, {"one": (case["path"], case["type"])} if "type" in case else {}),
    "members": lambda case: kind_of(case).encode_columns(case["part"], {case["path"]: [None]}),
    "encode": lambda case: kind_of(case).encode_part(case["part"], json.loads(case["fields"])),
    "schema": lambda case: rowlens.Schema(case["format"], case["json"]),
    "closed-schema": closed_schema,
    "closed-store": closed_store,
    "hash": lambda case: rowlens.hash32(case["format"], case["text"]),
    "clock": lambda case: rowlens.hlc_join(case["layout"], 1, 1),
}


def answer(case):
    """The result of a call: a code, the name of an exception; "reads" if nothing is wrong after all, "damage" if rows report it."""
    try:
        return CALLS[case["call"]](case) or "reads"
    except Exception as e:
        if len(str(e)) <= 5:
            raise AssertionError(repr(e)) from e
        return e.code if isinstance(e, rowlens.RowlensError) else type(e).__name__


class HostileTest(unittest.TestCase):
    def test_every_wrong_call_is_refused_as_the_table_says(self):
        unwritable = 0
        for case in CASES:
            expected = case["expect"]["python"]
            if expected.startswith("cannot be written: "):
                unwritable += 1
                continue
            if os.environ.get("ROWLENS_LIBRARY", "").endswith(".wasm") and case.get("how") == "tables":
                expected = "refused"  # the WebAssembly cannot be called while it reads
            with self.subTest(case["name"]):
                self.assertEqual(answer(case), expected)
        self.assertEqual(unwritable, 8)
        self.assertGreater(len(CASES), 150)


if __name__ == "__main__":
    unittest.main()
