"""Calls that are wrong, from the table that the packages share (golden/hostile)."""

import json
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
    """An Arrow array whose offsets lie: pyarrow makes none with some of them."""

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


CALLS = {
    "decode": lambda case: kind_of(case).decode(parts_of(case)),
    "offsets": lambda case: kind_of(case).decode_batch({case["part"]: Lying(case)}),
    "rows": lambda case: kind_of(case).decode_batch({part: [b""] * n for part, n in case["rows"].items()}),
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


class HostileTest(unittest.TestCase):
    def test_every_wrong_call_is_refused_as_the_table_says(self):
        unwritable = 0
        for case in CASES:
            expected = case["expect"]["python"]
            if expected.startswith("cannot be written: "):
                unwritable += 1
                continue
            with self.subTest(case["name"]):
                with self.assertRaises(Exception) as caught:
                    CALLS[case["call"]](case)
                e = caught.exception
                self.assertEqual(e.code if isinstance(e, rowlens.RowlensError) else type(e).__name__, expected, repr(e))
                self.assertGreater(len(str(e)), 5)
        self.assertEqual(unwritable, 3)
        self.assertGreater(len(CASES), 30)


if __name__ == "__main__":
    unittest.main()
