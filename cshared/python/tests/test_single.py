"""One record at a time."""

import json
import os
import pickle
import unittest
from array import array
from unittest import mock

import numpy
import pyarrow

import rowlens
from rows import ROWS, STATES, TABLES, of_kind, parts_of


class SingleTest(unittest.TestCase):
    def test_every_row_is_decoded_and_written_again(self):
        with rowlens.Schema("actionbase", TABLES) as schema:
            for row in ROWS:
                kind = rowlens.Kind("actionbase", row["record"], schema=schema)
                self.assertEqual(json.loads(kind.decode_json(parts_of(row))), row["fields"])
                fields = kind.decode(parts_of(row)).fields
                for name, data in kind.encode(fields).items():
                    self.assertEqual(data.hex(), row[name])
                self.assertEqual(kind.encode_part("row", fields).hex(), row["row"])
        with self.assertRaisesRegex(ValueError, "closed"):
            kind.decode(parts_of(ROWS[-1]))

    def test_the_environment_names_no_library_to_a_process_with_more_rights(self):
        from rowlens import _library

        with mock.patch.dict("os.environ"):
            os.environ.pop("ROWLENS_LIBRARY", None)
            own = _library.path()
            os.environ["ROWLENS_LIBRARY"] = "/elsewhere.so"
            self.assertEqual(str(_library.path()), "/elsewhere.so")
            with mock.patch("os.geteuid", return_value=os.getuid() + 1):
                self.assertEqual(_library.path(), own)

    def test_values_have_the_types_of_python(self):
        fields = rowlens.decode(parts_of(of_kind("edge-count")[0])).fields
        self.assertIs(type(fields["count"]), int)
        self.assertIs(type(fields["tableCode"]), int)

    def test_bytes_of_an_unknown_kind_are_identified(self):
        for row in ROWS:
            self.assertEqual(rowlens.decode(parts_of(row)).record, row["record"])
            for any_kind in (rowlens.Kind("actionbase"), rowlens.Kind("actionbase", "")):
                self.assertEqual(any_kind.decode(parts_of(row)).record, row["record"])
        self.assertEqual(rowlens.decode(bytes.fromhex(ROWS[0]["row"])).format, "actionbase")
        with self.assertRaises(rowlens.RowlensError):
            rowlens.decode(b"\0", format="actionbase")

    def test_errors_say_code_offset_part_and_path(self):
        parts = {**parts_of(of_kind("edge-count")[0]), "value": b"\0\0\0"}
        with self.assertRaises(rowlens.RowlensError) as caught:
            rowlens.Kind("actionbase", "edge-count").decode(parts)
        e = caught.exception
        self.assertEqual((e.code, e.number, e.part), ("truncated", -1, "value"))
        self.assertLessEqual(e.offset, 3)
        again = pickle.loads(pickle.dumps(e))
        self.assertEqual((str(again), again.code, again.offset, again.path), (str(e), e.code, e.offset, e.path))

    def test_a_row_fails_in_a_batch_as_it_does_alone(self):
        for format, record, parts, code in (
            ("layout", "key", {"row": b"\xff"}, "refused"),  # for want of a layout
            ("lexicoders", "list", {"value": b"\xff"}, "refused"),
            ("maryk-core", "storage-value", {"value": b"\xff"}, "refused"),
            ("actionbase", "edge-count", {"row": b"\xff"}, "truncated"),
        ):
            kind = rowlens.Kind(format, record)
            with self.subTest(record), self.assertRaises(rowlens.RowlensError) as caught:
                kind.decode(parts)
            alone, cells = caught.exception, {name: [part] for name, part in parts.items()}
            self.assertEqual(alone.code, code)
            together = kind.decode_batch(cells)[0]
            said = lambda e: (e.code, e.number, str(e), e.part, e.offset, e.path)
            self.assertEqual(said(together), said(alone))
            why = json.loads(pyarrow.record_batch(kind.decode_columns(cells, {"why": ("", "error")})).column("why")[0].as_py())["error"]
            self.assertEqual((why["code"], why["message"], why["part"], why["offset"], why["field"]), (alone.code, str(alone), alone.part, alone.offset, alone.path))

    def test_wrong_calls_are_refused(self):
        for code, call in (
            ("unknown-format", lambda: rowlens.Kind("nothing", "x").decode({"row": b""})),
            ("unknown-record", lambda: rowlens.Kind("actionbase", "x").decode({"row": b""})),
            ("bad-part", lambda: STATES.decode({"x": b""})),
            ("bad-part", lambda: STATES.decode({})),
            ("not-json", lambda: rowlens.Schema("actionbase", "{")),
            ("refused", lambda: STATES.encode({})),
            ("unknown-format", lambda: rowlens.Kind("nothing", "x").encode({})),
            ("unknown-record", lambda: rowlens.Kind("actionbase", "x").encode({})),
            ("unknown-record", lambda: rowlens.Kind("actionbase").encode({})),
        ):
            with self.subTest(code), self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)

    def test_no_name_ends_at_a_nul(self):
        row = {"row": bytes.fromhex(of_kind("edge-count")[0]["row"])}
        count = rowlens.Kind("actionbase", "edge-count")
        for code, call in (
            ("unknown-format", lambda: rowlens.Kind("actionbase\0x", "edge-count").decode(row)),
            ("unknown-format", lambda: rowlens.Kind("actionbase\0x", "edge-count").encode({})),
            ("unknown-format", lambda: rowlens.Schema("actionbase\0x", TABLES)),
            ("unknown-format", lambda: rowlens.Order("maryk-hbase\0x").compare({"row": b""}, {"row": b""})),
            ("unknown-format", lambda: rowlens.hash32("actionbase\0x", "a")),
            ("unknown-record", lambda: rowlens.Kind("actionbase", "edge-count\0x").decode_batch({"row": []})),
            ("bad-part", lambda: count.decode({"row\0x": row["row"]})),
            ("bad-part", lambda: count.decode_batch({"row\0x": [row["row"]]})),
            ("bad-part", lambda: count.encode_part("value\0x", {"count": 1})),
            ("bad-part", lambda: count.encode_batch("value\0x", [{"count": 1}])),
            ("bad-part", lambda: count.encode_batch("row,value", [{"count": 1}])),
            ("bad-option", lambda: count.encode_columns("value", {"count\0x": [1]})),
            ("bad-option", lambda: count.decode_columns({"row": [row["row"]]}, {"a": ("tableCode\0x", "int64")})),
            ("bad-option", lambda: count.decode_columns({"row": [row["row"]]}, {"a\0b": ("tableCode", "int64")})),
            ("bad-option", lambda: rowlens.hlc_join("maryk\0x", 1, 1)),
        ):
            with self.subTest(code), self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)

    def test_what_is_not_identified_has_the_number_of_its_code(self):
        for call in rowlens.identify, rowlens.decode:
            with self.assertRaises(rowlens.RowlensError) as caught:
                call(bytes.fromhex("f96b00000000c701"))
            self.assertEqual(("bad-header", -2), (caught.exception.code, caught.exception.number))

    def test_bytes_are_bytes(self):
        key = bytes.fromhex(of_kind("edge-count")[0]["row"])
        count = rowlens.Kind("actionbase", "edge-count")
        for given in (20, "8a21", array("H", [1, 2]), numpy.zeros(3, "u2")):
            for call in (rowlens.identify, rowlens.decode, lambda one: rowlens.identify({"row": one}), lambda one: count.decode({"row": one}), lambda one: count.decode_batch({"row": [one]})):
                with self.subTest(repr(given)), self.assertRaisesRegex(TypeError, "expected bytes, found"):
                    call(given)
        for given in (key, bytearray(key), memoryview(key), array("B", key), numpy.frombuffer(key, "u1")):
            self.assertEqual(rowlens.identify(given).record, "edge-count")
            self.assertEqual(rowlens.decode(given).fields, count.decode({"row": given}).fields)

    def test_a_column_is_named_by_a_list_too(self):
        key = bytes.fromhex(of_kind("edge-count")[0]["row"])
        columns = rowlens.Kind("actionbase", "edge-count").decode_columns({"row": [key]}, {"a": ["tableCode", "int64"], "b": rowlens.Field("direction", "utf8")})
        self.assertEqual(repr(columns), "<rowlens.Columns a, b: 1 rows>")
        for wrong in ("tableCode", ["tableCode"], None, ("a", "b", "c"), ("tableCode", "int32")):
            with self.assertRaises(TypeError):
                STATES.decode_columns({"row": [key]}, {"a": wrong})

    def test_a_clock_takes_no_number_that_would_be_cut(self):
        for call in (
            lambda: rowlens.hlc_join("maryk", 2**64 + 5, 0), lambda: rowlens.hlc_join("maryk", 5, 2**64), lambda: rowlens.hlc_join("maryk", -1, 0),
            lambda: rowlens.hlc_split("maryk", 2**64), lambda: rowlens.hlc_split("maryk", -1),
        ):  # fmt: skip
            with self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual(caught.exception.code, "refused")
        self.assertEqual(rowlens.hlc_join("maryk", *rowlens.hlc_split("maryk", 2**64 - 1)), 2**64 - 1)

    def test_a_tree_explains_every_byte(self):
        row = ROWS[0]
        tree = rowlens.Kind("actionbase", row["record"]).explain(parts_of(row))
        self.assertEqual(tree["parts"][0]["hex"], row["row"])

    def test_order_ranges_versions_and_hashes(self):
        low, high, order = {"key": b"\x01"}, {"key": b"\x80"}, rowlens.Order()
        self.assertEqual([order.compare(low, high), order.compare(high, low), order.compare(low, low)], [-1, 1, 0])
        row = of_kind("edge-state")[0]
        fields = STATES.decode(parts_of(row)).fields
        found = STATES.key_range({name: fields[name] for name in ("tableCode", "source")})
        self.assertEqual(found.part, "row")
        self.assertTrue(found.start <= bytes.fromhex(row["row"]) < found.stop)
        self.assertEqual(rowlens.hlc_split("maryk", rowlens.hlc_join("maryk", 1_700_000_000_000, 7)), (1_700_000_000_000, 7))
        self.assertEqual(rowlens.hash32("actionbase", "demo.follow"), 1526621597)


if __name__ == "__main__":
    unittest.main()
