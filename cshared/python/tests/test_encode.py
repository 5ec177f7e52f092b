"""Many records encoded in one call: from records and from columns."""

import collections
import contextlib
import importlib
import io
import math
import re
import types
import unittest
import unittest.mock

import polars
import pyarrow as pa

import rowlens
from rowlens import _cbor
from rows import GOLDEN, cells_of, of_kind, parts_of, vectors

INDEX = rowlens.Kind("actionbase", "edge-index")
COUNT = rowlens.Kind("actionbase", "edge-count")


def both_ways(test):
    """Runs a test with cbor2 and without."""

    def run(self):
        for compiled in (_cbor._compiled, lambda name: None):
            with self.subTest(compiled=compiled is _cbor._compiled), unittest.mock.patch.object(_cbor, "_compiled", compiled):
                test(self)

    return run


def outcomes(batch):
    """For each row its bytes as hex, or why there are none."""
    return [one.hex() if isinstance(one, bytes) else (one.code, one.path, one.row) for one in batch]


class EncodeTest(unittest.TestCase):
    def test_cbor2_is_there_so_that_both_ways_are_tested(self):
        self.assertIsNotNone(_cbor.writer())

    @both_ways
    def test_parts_together_are_the_parts(self):
        rows = of_kind("edge-index")
        fields = [one.fields for one in INDEX.decode_batch(cells_of(rows))]
        together = INDEX.encode_batch(["value", "row"], fields)
        self.assertEqual(list(together), ["value", "row"])
        for part, batch in together.items():
            self.assertEqual([b.hex() for b in batch], [row[part] for row in rows])
            self.assertEqual(list(INDEX.encode_batch(part, fields)), list(batch))
            self.assertEqual(pa.array(batch).to_pylist(), list(batch))
        self.assertEqual([INDEX.encode(one)["row"].hex() for one in fields], [row["row"] for row in rows])

    @both_ways
    def test_vectors_in_batches(self):
        done = 0
        for _, every in vectors():
            for one in every:
                if "encode" not in one["ops"] or "decode" not in one["ops"] or one.get("given") or "value" not in one["bytes"]:
                    continue
                if not isinstance(one["bytes"]["value"], str):
                    continue
                kind = rowlens.Kind(one["format"], one["record"], lenient=True)
                batch = kind.decode_batch({"value": [bytes.fromhex(one["bytes"]["value"])]})
                if not batch.codes[0]:
                    fields = batch[0].fields
                    try:
                        want = kind.encode_part("value", fields)
                    except rowlens.RowlensError as error:
                        want = error.code
                    got = kind.encode_batch("value", [fields])[0]
                    self.assertEqual(got.code if isinstance(got, rowlens.RowlensError) else got, want, one["id"])
                    done += 1
        self.assertGreater(done, 1000)

    @both_ways
    def test_what_cbor_lacks_is_json(self):
        number = rowlens.Kind("lexicoders", "biginteger")
        batch = number.encode_batch("value", [{"value": 2**90}, {"value": 5}])
        self.assertEqual([number.decode({"value": part}).fields["value"] for part in batch], [str(2**90), "5"])
        double = rowlens.Kind("lexicoders", "double")
        values = [float("nan"), float("inf"), float("-inf"), -0.0, 1.5]
        found = [double.decode({"value": part}).fields["value"] for part in double.encode_batch("value", [{"value": v} for v in values])]
        self.assertEqual(list(map(str, found)), list(map(str, values)))
        text = rowlens.Kind("lexicoders", "bytes")
        for data in (bytearray(b"AB"), memoryview(b"AB")):
            self.assertEqual(text.encode_batch("value", [{"value": data}])[0], text.encode({"value": b"AB"})["value"])
        with self.assertRaises(TypeError):
            text.encode_batch("value", [{"value": object()}])

    @both_ways
    def test_a_record_that_is_refused_says_why(self):
        fields = [one.fields for one in COUNT.decode_batch(cells_of(of_kind("edge-count")))]
        fields[1] = {**fields[1], "direction": "UP"}
        fields[2] = {}
        batch = COUNT.encode_batch(["row", "value"], fields)["row"]
        self.assertEqual((batch[1].code, batch[1].row, batch[1].path), ("refused", 1, "direction"))
        self.assertEqual((batch[2].code, batch[2].row), ("refused", 2))
        self.assertEqual(batch[0], COUNT.encode(fields[0])["row"])
        self.assertEqual(pa.array(batch).null_count, 2)
        self.assertEqual(len(COUNT.encode_batch("row", [])), 0)
        for parts in ("rows", [], ["row", "row"], ["row", "key"]):
            with self.subTest(parts), self.assertRaises(rowlens.RowlensError) as caught:
                COUNT.encode_batch(parts, fields)
            self.assertEqual(caught.exception.code, "bad-part")

    def test_columns_of_every_layout_of_arrow(self):
        rows = of_kind("edge-count")
        fields = [one.fields for one in COUNT.decode_batch(cells_of(rows))]
        want = {part: [bytes.fromhex(row[part]) for row in rows] for part in ("row", "value")}
        decoded = pa.table(COUNT.decode_columns(cells_of(rows), {
            "tableCode": ("tableCode", "int64"), "direction": ("direction", "utf8"), "directedSource": ("directedSource", "cbor"), "count": ("count", "int64"),
        }))  # fmt: skip
        lists = {name: [one[name] for one in fields] for name in ("tableCode", "direction", "directedSource", "count")}
        typed = {**{name: decoded[name] for name in ("tableCode", "direction", "count")}, "directedSource": (decoded["directedSource"], "cbor")}
        frames = {
            "lists": lists,
            "arrow": typed,
            "large": {**typed, "direction": decoded["direction"].cast(pa.large_string())},
            "views": {**typed, "direction": decoded["direction"].cast(pa.string_view())},
            "dictionaries": {**typed, "direction": decoded["direction"].dictionary_encode()},
            "narrow": {**typed, "count": decoded["count"].cast(pa.int16())},
            "polars": {**typed, "direction": polars.Series(lists["direction"]), "count": polars.Series(lists["count"])},
        }
        for name, columns in frames.items():
            with self.subTest(name):
                found = COUNT.encode_columns(["row", "value"], columns)
                self.assertEqual({part: list(one) for part, one in found.items()}, want)
                self.assertEqual(list(COUNT.encode_columns("row", columns)), want["row"])
        cut = {name: (column[0].slice(1, 2), column[1]) if isinstance(column, tuple) else column.slice(1, 2) for name, column in typed.items()}
        self.assertEqual(list(COUNT.encode_columns("row", cut)), want["row"][1:3])
        twice = {name: (pa.chunked_array([*column[0].chunks, *column[0].chunks]), column[1]) if isinstance(column, tuple) else pa.chunked_array([*column.chunks, *column.chunks]) for name, column in typed.items()}
        self.assertEqual(list(COUNT.encode_columns("value", twice)), want["value"] * 2)

    def test_bits_numbers_and_nulls(self):
        state = rowlens.Kind("actionbase", "edge-state")
        records = [one.fields for one in state.decode_batch(cells_of(of_kind("edge-state")))][:9]
        columns = {name: [one.get(name) for one in records] for name in ("tableCode", "source", "target", "active", "version", "createdAt", "deletedAt", "properties")}
        for name in ("active", "version"):
            for offset in (0, 1, 3):
                arrow = {**{n: c[offset:] for n, c in columns.items()}, name: pa.array(columns[name]).slice(offset)}
                with self.subTest(f"{name} {offset}"):
                    self.assertEqual(list(state.encode_columns("value", arrow)), [state.encode(one)["value"] for one in records[offset:]])
        broken = state.encode_columns("value", {**columns, "active": [None, *columns["active"][1:]], "version": [*columns["version"][:8], None]})
        self.assertEqual([(broken[row].path, broken[row].row) for row in (0, 8)], [("active", 0), ("version", 8)])
        self.assertEqual(broken[1], state.encode(records[1])["value"])
        double = rowlens.Kind("lexicoders", "double")
        for column in ([0.5, 2], pa.array([0.5, 2]), pa.array([0.5, 2], pa.float32())):
            self.assertEqual(list(double.encode_columns("value", {"value": column})), [double.encode({"value": v})["value"] for v in (0.5, 2.0)])

    def test_columns_that_are_refused(self):
        for columns, error in (
            ({"a": [1], "a.b": [1]}, rowlens.RowlensError),
            ({"a[1]": [1]}, rowlens.RowlensError),
            ({}, TypeError),
            ({"count": [1], "version": [1, 2]}, ValueError),
            ({"count": pa.array([1]).dictionary_encode()}, TypeError),
            ({"count": pa.array([1], pa.timestamp("ms"))}, TypeError),
            ({"count": [object()]}, TypeError),
        ):
            with self.subTest(repr(columns)), self.assertRaises(error):
                COUNT.encode_columns("value", columns)

    def test_numbers_of_lists_are_exact(self):
        with rowlens.Schema("layout", {"layout": "id:u64 x:f64"}) as schema:
            key = rowlens.Kind("layout", "key", schema=schema)
            numbers = [-0.0, None, 1, 2**53 + 1, 0.5, float("inf"), -(2**64)]
            for columns in ({"id": [2] * 7, "x": numbers}, {"id": [2, 2], "x": [-0.0, None]}, {"id": [2**64 - 1, 2**63, 1], "x": [0.5] * 3},
                            {"id": [2**64, -1, 1, None], "x": [1] * 4}, {"id": [2**64 - 1, 1.0, 2.5], "x": [1] * 3}, {"id": [True, 1.0, 1], "x": [1] * 3},
                            {"id": pa.array([2**64 - 1, None, 7, 5], pa.uint64()).slice(0, 3), "x": [0.5] * 3}):  # fmt: skip
                lists = {name: column if isinstance(column, list) else column.to_pylist() for name, column in columns.items()}
                records = [{name: value for name, value in zip(lists, row) if value is not None} for row in zip(*lists.values())]
                with self.subTest(repr(columns)):
                    self.assertEqual(outcomes(key.encode_columns("row", columns)), outcomes(key.encode_batch("row", records)))
            self.assertEqual(key.encode_columns("row", {"id": [2], "x": [-0.0]})[0].hex(), "00000000000000028000000000000000")
        self.assertEqual(outcomes(COUNT.encode_columns("value", {"count": [2**53 + 1, 1.0]})), ["0020000000000001", "0000000000000001"])
        self.assertEqual(outcomes(COUNT.encode_columns("value", {"count": [1, 2**63]})), ["0000000000000001", ("refused", "count", 1)])

    @both_ways
    def test_a_value_of_a_column_does_not_depend_on_others(self):
        for column in ([3.0, "4", None, 2**63, True], [3.0, 2, {"a": 1}, [1]], [{"a": 3.0}]):
            together = outcomes(COUNT.encode_columns("value", {"count": column}))
            alone = [outcomes(COUNT.encode_columns("value", {"count": [one]}))[0] for one in column]
            self.assertEqual([one if isinstance(one, str) else one[:2] for one in together], [one if isinstance(one, str) else one[:2] for one in alone], column)
        source = {"tableCode": [5], "direction": ["IN"], "directedSource": [{"type": "long", "value": 3.0}]}
        self.assertEqual(outcomes(COUNT.encode_columns("row", source)), outcomes(COUNT.encode_batch("row", [{name: one[0] for name, one in source.items()}])))

    @both_ways
    def test_fields_may_be_any_mapping(self):
        fields = {"tableCode": 5, "direction": "IN", "directedSource": types.MappingProxyType({"type": "long", "value": math.inf}), "count": 1}
        with self.assertRaisesRegex(rowlens.RowlensError, "directedSource.value: .*Infinity"):
            COUNT.encode(types.MappingProxyType(fields))
        given = collections.ChainMap({"directedSource": types.MappingProxyType({"type": "long", "value": 7})}, fields)
        parts = COUNT.encode(given)
        self.assertEqual(COUNT.decode(parts).fields["directedSource"], {"type": "long", "value": 7})
        self.assertEqual(COUNT.encode_part("row", given), parts["row"])
        self.assertEqual(COUNT.encode_batch("row", [given])[0], parts["row"])
        self.assertEqual(COUNT.encode_columns("row", {name: [one] for name, one in given.items()})[0], parts["row"])

    def test_a_record_does_not_depend_on_others(self):
        good = {"count": 1.0}
        for bad in ({"count": 2.5}, {"count": 2**70}, {"count": "x"}, {1: 2}, {"count": "\ud800"}, {"count": float("nan")}):
            with self.subTest(bad):
                batch = COUNT.encode_batch("value", [bad, good, {"count": 7}])
                self.assertEqual((batch[0].code, batch[0].row), ("refused", 0))
                self.assertEqual([part.hex() for part in batch[1:]], ["0000000000000001", "0000000000000007"])
                self.assertEqual([pa.array(batch).null_count, len(batch)], [1, 3])
        self.assertEqual(outcomes(COUNT.encode_batch("value", [good])), ["0000000000000001"])
        double = rowlens.Kind("lexicoders", "double")
        self.assertEqual(outcomes(double.encode_batch("value", [{"value": v} for v in (-0.0, 1, None)])),
                         [double.encode({"value": v})["value"].hex() for v in (-0.0, 1.0)] + [("refused", "value", 2)])  # fmt: skip

    @both_ways
    def test_bytes_are_neither_a_text_nor_a_number(self):
        for of in "string", "json", "long", "double":
            for given in b"\x12", bytearray(b"12"), memoryview(b"item"):
                fields = {"tableCode": 5, "direction": "OUT", "directedSource": {"type": of, "value": given}, "count": 1}
                for call in (
                    lambda: COUNT.encode(fields),
                    lambda: COUNT.encode_part("row", fields),
                    lambda: COUNT.key_range({name: fields[name] for name in fields if name != "count"}),
                    lambda: COUNT.encode_batch("row", [fields]).raise_first(),
                    lambda: COUNT.encode_columns("row", {name: [fields[name]] for name in fields if name != "count"}).raise_first(),
                ):
                    with self.subTest(of, given=given), self.assertRaisesRegex(rowlens.RowlensError, "found bytes$") as caught:
                        call()
                    self.assertEqual((caught.exception.code, caught.exception.path), ("refused", "directedSource.value"))

    @both_ways
    def test_integers_of_any_size(self):
        kind = rowlens.Kind("lexicoders", "biginteger")
        for number in 2**64, -(2**64), -(2**64) - 1, 2**100, -(10**50), 255 << 64:
            parts = kind.encode({"value": number})
            self.assertEqual(int(kind.decode(parts).fields["value"]), number)
            self.assertEqual(kind.encode_batch("value", [{"value": number}])[0], parts["value"])

    @both_ways
    def test_half_of_a_surrogate_pair_is_a_matter_of_its_row(self):
        half = "a\ud800"
        texts = rowlens.Kind("lexicoders", "string")
        want = ["61", "613f"]  # as Java writes it
        self.assertEqual(outcomes(texts.encode_batch("value", [{"value": "a"}, {"value": half}])), want)
        self.assertEqual(outcomes(texts.encode_columns("value", {"value": ["a", half]})), want)
        self.assertEqual(texts.encode({"value": half})["value"], texts.encode_part("value", {"value": half}))
        self.assertEqual(outcomes(COUNT.encode_columns("value", {"count": (["1", f'"{half}"'], "json")})), ["0000000000000001", ("refused", "count", 1)])
        self.assertEqual(outcomes(COUNT.encode_batch("value", [{"count": 1}, {"count": half}]))[0], "0000000000000001")

    def test_a_failure_quotes_odd_text_as_characters(self):
        for name, path in (("a\ud800", "a\ufffd"), ("a\0b", "a\ufffdb")):
            with self.assertRaises(rowlens.RowlensError) as caught:
                COUNT.encode_part("value", {"count": 1, name: 2})
            self.assertEqual((caught.exception.path, str(caught.exception).split(":")[0]), (path, path))

    def test_what_a_schema_says_is_given_holds_for_whole_records_too(self):
        with rowlens.Schema("hbase-orderedbytes", {"given": {"complement": True}}) as schema:
            kind = rowlens.Kind("hbase-orderedbytes", "varuint64", schema=schema)
            part = kind.encode_part("value", {"value": 67823})
            self.assertEqual(part, bytes.fromhex("060000"))
            self.assertEqual(kind.encode({"value": 67823}), {"value": part})
            self.assertEqual(kind.decode({"value": part}).fields, {"value": 67823})

    def test_a_strict_kind_fails_at_the_first_bad_row(self):
        strict = rowlens.Kind("actionbase", "edge-count", strict=True)
        halves = pa.chunked_array([pa.array(["1", "2"]), pa.array(["3", "x"])])
        for call, row in (
            (lambda: strict.encode_batch("value", [{"count": 1}, {"count": "x"}, {}]), 1),
            (lambda: strict.encode_batch(["value"], [{"count": 1}, {"count": "x"}]), 1),
            (lambda: strict.encode_columns("value", {"count": halves}), 3),
        ):
            with self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual((caught.exception.number, caught.exception.row, caught.exception.path), (-109, row, "count"))
        self.assertEqual(outcomes(strict.encode_batch("value", [{"count": 1.0}, {"count": 2}])), ["0000000000000001", "0000000000000002"])

    def test_the_example_of_the_readme_runs(self):
        text = (GOLDEN.parent / "cshared/python/README.md").read_text()
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            exec(re.search(r"```python encode\n(.*?)```", text, re.S)[1], {})
        self.assertEqual(shown.getvalue(), "['8a21aff9346974656d002bdafe659d297e2983', '54429f432c80000000000000072b80000005297e2982']\n")

    def test_no_batch_is_encoded_twice(self):
        asked = []
        module = importlib.import_module("rowlens._encode")
        counted = lambda call, *given, own=module.sized_rows, **named: own(lambda *a: asked.append(1) or call(*a), *given, **named)
        with unittest.mock.patch.object(module, "sized_rows", counted):
            INDEX.encode_batch(["row", "value"], [one.fields for one in INDEX.decode_batch(cells_of(of_kind("edge-index")))] * 200)
        self.assertEqual(len(asked), 1)


if __name__ == "__main__":
    unittest.main()
