"""One record at a time."""

import json
import os
import pickle
import unittest
from unittest import mock

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

    def test_wrong_calls_are_refused(self):
        for code, call in (
            ("unknown-format", lambda: rowlens.Kind("nothing", "x").decode({"row": b""})),
            ("unknown-record", lambda: rowlens.Kind("actionbase", "x").decode({"row": b""})),
            ("bad-part", lambda: STATES.decode({"x": b""})),
            ("bad-part", lambda: STATES.decode({})),
            ("not-json", lambda: rowlens.Schema("actionbase", "{")),
            ("refused", lambda: STATES.encode({})),
        ):
            with self.subTest(code), self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)

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
