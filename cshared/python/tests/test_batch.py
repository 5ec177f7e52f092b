"""Batches, and typed columns to and from the libraries that speak Arrow."""

import copy
import gc
import importlib
import json
import pickle
import unittest
import unittest.mock
from array import array
from dataclasses import replace

import duckdb
import polars
import pyarrow as pa

import rowlens
from rows import ROWS, STATES, cells_of, of_kind, parts_of

FIELDS = {"source": ("source.value", "utf8"), "version": ("version", "int64"), "active": ("active", "bool"), "all": ("", "json"), "why": ("", "error")}


def table(cells):
    return pa.table(STATES.decode_columns(cells, FIELDS))


class BatchTest(unittest.TestCase):
    def setUp(self):
        self.rows = of_kind("edge-state")
        self.cells = cells_of(self.rows)
        self.records = [STATES.decode(parts_of(row)) for row in self.rows]

    def test_a_batch_has_the_record_of_each_row(self):
        for record in {row["record"] for row in ROWS}:
            rows, kind = of_kind(record), rowlens.Kind("actionbase", record)
            batch = kind.decode_batch(cells_of(rows))
            self.assertEqual(list(batch), [kind.decode(parts_of(row)) for row in rows])
            written = kind.encode_batch("row", [one.fields for one in batch])
            self.assertEqual([b.hex() for b in written], [row["row"] for row in rows])

    def test_a_row_that_fails_or_is_null_keeps_its_place(self):
        self.cells["row"][1] = self.cells["row"][1][:7]
        self.cells["row"][2] = None
        batch = STATES.decode_batch(self.cells)
        self.assertEqual(batch[0], self.records[0])
        self.assertEqual((batch[1].row, batch[1].part), (1, "row"))
        self.assertIsNone(batch[2])
        self.assertEqual(batch[3:], self.records[3:])
        strict = replace(STATES, strict=True)
        for decode in (strict.decode_batch, lambda cells: strict.decode_columns(cells, FIELDS)):
            with self.assertRaises(rowlens.RowlensError) as caught:
                decode({name: cells[1:] for name, cells in self.cells.items()})
            self.assertEqual(caught.exception.row, 0)
            nulls = {name: cells[2:] for name, cells in self.cells.items()}
            self.assertEqual(len(decode(nulls)), len(self.rows) - 2)
        self.assertEqual(STATES.encode_batch("row", [{}])[0].row, 0)

    def test_strict_columns_fail_at_the_first_bad_row(self):
        counts = rowlens.Kind("actionbase", "edge-count", strict=True)
        key, salted = bytes.fromhex("8a21aff9346974656d002bdafe659d297e2983"), bytes.fromhex("0021aff9346974656d002bdafe659d297e2983")
        two = pa.chunked_array([pa.array([key, None]), pa.array([key, salted, key[:9]])])
        for rows, fields, want in (
            ([None, key, salted], {"table": ("tableCode", "int64")}, ("bad-check", "row", 2, "salt")),
            (two, {"table": ("tableCode", "int64")}, ("bad-check", "row", 3, "salt")),
            (two, {"why": ("", "doubts")}, ("unterminated", "row", 4, "directedSource")),
            ([None, key], {"direction": ("direction", "int64")}, ("bad-column", "", 1, "direction")),
            ([key], {"direction": ("direction", "int64")}, ("bad-column", "", 0, "direction")),
        ):
            with self.assertRaises(rowlens.RowlensError) as caught:
                counts.decode_columns({"row": rows}, fields)
            error = caught.exception
            self.assertEqual((error.code, error.part, error.row, error.path), want)
        self.assertEqual(len(counts.decode_columns({"row": [key, None]}, {"table": ("tableCode", "int64")})), 2)

    def test_no_batch_is_decoded_twice(self):
        rows, kind = of_kind("edge-index"), rowlens.Kind("actionbase", "edge-index")
        many = {name: list(cells) * 200 for name, cells in cells_of(rows).items()}
        asked = []
        for name in ("_batch", "_columns"):
            module = importlib.import_module(f"rowlens.{name}")
            counted = lambda call, *given, own=module.sized_rows, **named: own(lambda *a: asked.append(1) or call(*a), *given, **named)
            patch = unittest.mock.patch.object(module, "sized_rows", counted)
            patch.start()
            self.addCleanup(patch.stop)
        kind.decode_batch(many)
        self.assertEqual(len(asked), 1)
        kind.decode_columns(many, {"all": ("", "json"), "version": ("version", "int64")})
        self.assertEqual(len(asked), 2)

    def test_a_null_among_many_rows(self):
        last = 100_000
        cells = {name: list(cells)[:1] * last + [None] for name, cells in self.cells.items()}
        batch = STATES.decode_batch(cells)
        self.assertEqual(batch[last - 1], self.records[0])
        self.assertIsNone(batch[last])
        found = pa.table(STATES.decode_columns({name: pa.array(one) for name, one in cells.items()}, FIELDS))["version"]
        self.assertEqual((found.null_count, found[last].as_py()), (1, None))

    def test_rows_of_any_kind(self):
        cells, any_kind = cells_of(ROWS), rowlens.Kind("actionbase")
        expected = [rowlens.Kind("actionbase", row["record"]).decode(parts_of(row)) for row in ROWS]
        self.assertEqual(list(any_kind.decode_batch(cells)), expected)
        found = pa.table(any_kind.decode_columns(cells, {"kind": ("record", "utf8"), "table": ("fields.tableCode", "int64")}))
        self.assertEqual(found["kind"].to_pylist(), [row["record"] for row in ROWS])
        self.assertEqual(found["table"].to_pylist(), [one.fields.get("tableCode") for one in expected])

    def test_what_is_not_sure_of_a_record_is_said(self):
        salted = of_kind("edge-count")[0]
        parts = parts_of(salted)
        parts["row"] = bytes([parts["row"][0] ^ 1]) + parts["row"][1:]
        cells = {name: [data] for name, data in parts.items()}
        for kind in rowlens.Kind("actionbase", "edge-count"), rowlens.Kind("actionbase"):
            one = kind.decode_batch(cells)[0]
            self.assertEqual((one.record, one.doubts["canonical"]), ("edge-count", False))
            self.assertEqual(one.doubts["check"][0]["stored"], parts["row"][:4])
            self.assertEqual(kind.decode(parts), one)
            told = pa.table(kind.decode_columns(cells, {"doubts": ("", "doubts")}))["doubts"].to_pylist()
            self.assertEqual(json.loads(told[0])["check"][0]["stored"], parts["row"][:4].hex())
            self.assertIsNone(kind.decode(parts_of(salted)).doubts)
        kind = rowlens.Kind("actionbase", "edge-count")
        self.assertTrue(all(code < 0 for chunk in kind.decode_columns(cells, {"n": ("tableCode", "int64")}).codes for code in chunk))
        with self.assertRaises(rowlens.RowlensError):
            kind.decode_json(parts)

    def test_a_wrong_salt_is_found_where_it_is_asked_for(self):
        salted = of_kind("edge-count")[0]
        parts = parts_of(salted)
        parts["row"] = bytes([parts["row"][0] ^ 1]) + parts["row"][1:]
        cells = {name: [data] for name, data in parts.items()}
        self.assertEqual(rowlens.Kind("actionbase").decode_batch(cells)[0].record, "edge-count")
        self.assertEqual(rowlens.Kind("actionbase", check=True).decode_batch(cells)[0].code, "bad-check")

    def test_a_column_is_read_once_so_that_no_other_memory_is_shown(self):
        class Shrinking:
            """A column whose second reading is shorter."""

            reads = 0

            def __len__(self):
                return 1

            def __iter__(self):
                self.reads += 1
                return iter([b"x" * 200] if self.reads == 1 else [b"AB"])

        lone = rowlens.Kind("lexicoders", "bytes")
        self.assertEqual(lone.decode_batch({"value": Shrinking()})[0].fields, {"value": b"x" * 200})
        wide = memoryview(array("I", [1, 2]))  # its length is not its number of bytes
        self.assertEqual(lone.decode_batch({"value": [wide]})[0].fields, {"value": bytes(wide)})

    def test_cells_that_are_no_bytes_are_refused(self):
        lone = rowlens.Kind("lexicoders", "bytes")
        for cell in (5, "AB", [1, 2], object()):
            with self.subTest(repr(cell)):
                with self.assertRaisesRegex(TypeError, "row 1: expected bytes, found"):
                    lone.decode_batch({"value": [b"AB", cell]})
                with self.assertRaisesRegex(TypeError, "value: expected bytes, found"):
                    lone.decode({"value": cell})

    def test_offsets_of_an_arrow_array_that_lie_are_refused(self):
        lone = rowlens.Kind("lexicoders", "bytes")
        data = pa.py_buffer(b"ABCD")
        for kind, letter in ((pa.binary(), "i"), (pa.large_binary(), "q")):
            for offsets in ((0, 8, 4), (2, -1, 4)):
                column = pa.Array.from_buffers(kind, 2, [None, pa.py_buffer(array(letter, offsets)), data])
                for cells in (column, pa.chunked_array([column, column])):
                    with self.subTest(f"{kind} {offsets}"), self.assertRaises(rowlens.RowlensError) as caught:
                        lone.decode_batch({"value": cells})
                    self.assertEqual(caught.exception.code, "bad-offsets")

    def test_no_rows_are_no_error(self):
        self.assertEqual(len(STATES.decode_batch({"row": []})), 0)
        self.assertEqual(table({"row": []}).num_rows, 0)
        self.assertEqual(table({"row": pa.chunked_array([], pa.binary())}).column_names, list(FIELDS))

    def expect(self, found, rows):
        self.assertEqual(found["source"].to_pylist(), [r and str(r.fields["source"]["value"]) for r in rows])
        self.assertEqual(found["version"].to_pylist(), [r and r.fields["version"] for r in rows])
        self.assertEqual(found["active"].to_pylist(), [r and r.fields["active"] for r in rows])

    def test_typed_cells_of_every_layout_of_arrow(self):
        for kind in (pa.binary(), pa.large_binary(), pa.binary_view()):
            columns = {name: pa.array(cells, kind) for name, cells in self.cells.items()}
            with self.subTest(str(kind)):
                self.expect(table(columns), self.records)
                cut = {name: column.slice(3, 7) for name, column in columns.items()}
                self.expect(table(cut), self.records[3:10])
                self.assertEqual(list(STATES.decode_batch(cut)), self.records[3:10])
                chunked = {name: pa.chunked_array([column.slice(0, 4), column.slice(4, 0), column.slice(4)]) for name, column in columns.items()}
                self.expect(table(chunked), self.records)

    def test_nulls_and_failures_are_told_apart(self):
        self.cells["row"][1] = self.cells["row"][1][:7]
        self.cells["row"][2] = None
        for offset in (0, 1, 2):
            columns = {name: pa.array(cells, pa.binary()).slice(offset) for name, cells in self.cells.items()}
            records = [self.records[0], None, None, *self.records[3:]][offset:]
            found = table(columns)
            self.expect(found, records)
            why = [None, "truncated", None, *([None] * (len(self.rows) - 3))][offset:]
            self.assertEqual([w and ("truncated" if '"truncated"' in w else w) for w in found["why"].to_pylist()], why)
            self.assertEqual(found["source"].null_count, len([r for r in records if r is None]))
            found.validate(full=True)

    def test_a_fixed_width_and_a_wrong_type(self):
        fixed = pa.array([b"\x2c\x80\0\0\0\0\0\0\x01", None], pa.binary(9))
        found = pa.table(rowlens.Kind("actionbase", "value").decode_columns({"value": fixed}, {"all": ("", "json")}))
        self.assertEqual(found["all"].null_count, 1)
        self.assertIn("1", found["all"][0].as_py())
        with self.assertRaisesRegex(TypeError, "cast it to binary"):
            table({"row": pa.array([1, 2])})
        with self.assertRaisesRegex(TypeError, "cast it to binary"):
            table({"row": pa.array([1, 2]).dictionary_encode()})

    def test_a_column_without_any_value_has_the_type_null(self):
        rows = len(self.rows)
        nulls, dictionary = pa.nulls(rows), pa.DictionaryArray.from_arrays(pa.array([0, None] + [0] * (rows - 2), pa.int8()), pa.nulls(1))
        self.assertEqual(pa.array([None] * rows).type, pa.null())  # which is what pyarrow infers
        for column in (nulls, pa.nulls(rows + 5)[3:-2], dictionary, polars.Series([None] * rows), pa.nulls(rows, pa.binary())):
            for name in self.cells:
                cells = {**{other: pa.array(given, pa.binary()) for other, given in self.cells.items()}, name: column}
                with self.subTest(f"{name} {getattr(column, 'type', 'polars')}"):
                    self.assertEqual(list(STATES.decode_batch(cells)), [None] * rows)
                    self.assertEqual(table(cells)["version"].null_count, rows)
                    strict = rowlens.Kind("actionbase", "edge-state", strict=True)
                    self.assertEqual(list(strict.decode_batch(cells)), [None] * rows)
        cut = {name: pa.chunked_array([one.slice(0, 1), one.slice(1, 0), one.slice(1)]) for name, one in {**cells, "value": nulls}.items()}
        self.assertEqual(list(STATES.decode_batch(cut)), [None] * rows)
        self.assertEqual(table(cut)["version"].null_count, rows)
        given = pa.record_batch({**{name: pa.array(given, pa.binary()) for name, given in self.cells.items()}, "value": nulls})
        for cut, found in ((given.slice(0, 0), []), (given.slice(2, 2), [None, None])):
            self.assertEqual(list(STATES.decode_batch(dict(zip(cut.schema.names, cut.columns)))), found)
        for none in (pa.nulls(0), pa.nulls(3)[2:2], pa.chunked_array([], pa.null())):
            self.assertEqual(list(STATES.decode_batch({"row": none, "value": none})), [])

    def test_dictionaries(self):
        cells = {name: [*column[:3], None, *column[:3], *column] for name, column in self.cells.items()}
        records = [*self.records[:3], None, *self.records[:3], *self.records]
        for index in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()):
            for kind in (pa.binary(), pa.large_binary()):
                columns = {name: pa.array(column, kind).dictionary_encode().cast(pa.dictionary(index, kind)) for name, column in cells.items()}
                with self.subTest(f"{index} {kind}"):
                    self.expect(table(columns), records)
                    cut = {name: column.slice(2, 4) for name, column in columns.items()}
                    self.assertEqual(list(STATES.decode_batch(cut)), records[2:6])
        self.expect(table({name: pa.chunked_array([column, column]) for name, column in columns.items()}), records * 2)
        frame = polars.DataFrame({"value": polars.Series(["a", "b", "a"], dtype=polars.Categorical)})
        lone = rowlens.Kind("lexicoders", "string").decode_batch({"value": frame["value"]})
        self.assertEqual([row.fields["value"] for row in lone], ["a", "b", "a"])
        empty = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int32()), pa.array([], pa.binary()))
        self.assertEqual(list(rowlens.Kind("lexicoders", "bytes").decode_batch({"value": empty})), [None, None])
        lying = pa.DictionaryArray.from_arrays(pa.array([0, 1, -1], pa.int8()), pa.array([b"a"]), safe=False)
        for rows in (lying.slice(1, 1), lying.slice(2)):
            with self.assertRaises(rowlens.RowlensError) as caught:
                rowlens.Kind("lexicoders", "bytes").decode_batch({"value": rows})
            self.assertEqual(caught.exception.code, "bad-offsets")

    def test_polars_and_duckdb_give_and_take(self):
        frame = polars.DataFrame({name: polars.Series(cells, dtype=polars.Binary) for name, cells in self.cells.items()})
        decoded = STATES.decode_columns({name: frame[name] for name in self.cells}, FIELDS)
        found = polars.DataFrame(decoded)
        self.assertEqual(found["version"].to_list(), [r.fields["version"] for r in self.records])
        highest = duckdb.sql("select max(version) from decoded").fetchall()
        self.assertEqual(highest, [(max(r.fields["version"] for r in self.records),)])

    def test_polars_takes_columns_of_several_chunks(self):
        once = polars.DataFrame(STATES.decode_columns(self.cells, FIELDS))
        chunked = {name: pa.chunked_array([pa.array(cells, pa.binary())] * 3) for name, cells in self.cells.items()}
        columns = STATES.decode_columns(chunked, FIELDS)
        self.assertTrue(polars.DataFrame(columns).equals(polars.concat([once] * 3)))
        self.assertFalse(hasattr(columns, "__arrow_c_array__"))

    def test_what_pyarrow_raises_is_not_lost(self):
        from rowlens import _arrow, _pyarrow

        wrong = pa.schema([("other", pa.string())])
        encoded = STATES.encode_batch("row", [self.records[0].fields])
        decoded = STATES.decode_columns(self.cells, FIELDS)
        gc.collect()
        before = len(_arrow._alive)
        for _ in range(3):
            with self.assertRaisesRegex(ValueError, "schema's field names"):
                pa.table(decoded, schema=wrong)
            with self.assertRaisesRegex(ValueError, "schema's field names"):
                pa.record_batch(decoded, schema=wrong)
            with self.assertRaises((AttributeError, pa.ArrowInvalid)):
                pa.array(encoded, type=pa.struct([]))
        gc.collect()
        self.assertEqual(len(_arrow._alive), before)
        with unittest.mock.patch.object(_pyarrow, "loaded", lambda: None):
            # If pyarrow is too old, the exception is lost, but nothing else.
            with self.assertRaises((ValueError, SystemError)):
                pa.table(decoded, schema=wrong)
            self.assertEqual(pa.table(decoded).num_rows, len(decoded))
            for _ in range(100):
                decoded.__arrow_c_array__()
                decoded.__arrow_c_stream__()
                encoded.__arrow_c_array__()
            held = decoded.__arrow_c_schema__()
        gc.collect()
        self.assertGreater(len(_arrow._alive), before)
        del held
        gc.collect()
        self.assertEqual(len(_arrow._alive), before)

    def test_columns_are_the_same_with_pyarrow_and_without(self):
        from rowlens import _pyarrow

        cells = {**self.cells, "row": [b"\0", None, *self.cells["row"][2:]]}
        fields = {**FIELDS, "float": ("version", "float64"), "active": ("active", "bool"), "cell": ("source", "cbor"), "why": ("", "error")}
        for decoded in STATES.decode_columns(cells, fields), STATES.decode_columns({name: [] for name in cells}, fields):
            kinds = (pa.table, polars.DataFrame, pa.record_batch)
            with_it = [kind(decoded) for kind in kinds]
            with unittest.mock.patch.object(_pyarrow, "loaded", lambda: None):
                without = [kind(decoded) for kind in kinds]
            for one, other in zip(with_it, without):
                self.assertTrue(one.equals(other))
            self.assertEqual(with_it[0].schema, without[0].schema)
            with_it[0].validate(full=True)
        self.assertIs(copy.copy(decoded), decoded)
        self.assertIs(copy.deepcopy(decoded), decoded)
        with self.assertRaisesRegex(TypeError, "columns are not pickled"):
            pickle.dumps(decoded)

    def test_capsules_that_nobody_takes_are_released(self):
        from rowlens import _arrow

        decoded = STATES.decode_columns(self.cells, FIELDS)
        gc.collect()
        before = len(_arrow._alive)
        for _ in range(100):
            decoded.__arrow_c_array__()
            decoded.__arrow_c_stream__()
        gc.collect()
        self.assertEqual(len(_arrow._alive), before)
        child = pa.record_batch(decoded).column(0)
        del decoded
        gc.collect()
        self.assertEqual(child.to_pylist(), [str(r.fields["source"]["value"]) for r in self.records])
        del child
        gc.collect()
        self.assertEqual(len(_arrow._alive), before)


if __name__ == "__main__":
    unittest.main()
