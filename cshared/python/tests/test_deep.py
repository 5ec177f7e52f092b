"""Deeply nested values crash neither the process nor the call."""

import unittest
from unittest import mock

import rowlens
from rowlens import Kind, RowlensError, _cbor

COUNTS = Kind("actionbase", "edge-count")
TOO_DEEP = "at most 256 nested values"
# A list as the JDK writes it: the first has the class description, the others refer to it.
HEAD = bytes.fromhex("aced0005")
CLASS = bytes.fromhex("7372") + b"\0\x13java.util.ArrayList" + bytes.fromhex("7881d21d99c7619d0300014900") + b"\x04size" + bytes.fromhex("7870")
AGAIN = bytes.fromhex("7371007e0000")
ONE = bytes.fromhex("0000000177040000000" + "1")


def stream(levels: int) -> bytes:
    """Nested lists of one item each."""
    return b"x" + HEAD + CLASS + ONE + (AGAIN + ONE) * (levels - 1) + b"t\0\x01x" + b"\x78" * levels


def nested(levels: int) -> dict:
    fields: dict = {}
    for _ in range(levels):
        fields = {"a": fields, "b": []}
    return fields


def endless() -> dict:
    fields: dict = {}
    fields.update(a=fields, b=[fields])
    return fields


class Deep(unittest.TestCase):
    def test_fields_that_nest_too_deep_are_refused_by_the_library(self):
        for fields in nested(400), nested(5000), nested(100_000), endless():
            for call in (
                lambda: COUNTS.encode(fields),
                lambda: COUNTS.encode_part("value", fields),
                lambda: COUNTS.key_range(fields),
                lambda: rowlens.Schema("actionbase", fields),
                lambda: COUNTS.encode_batch("value", [fields]).raise_first(),
            ):
                with self.assertRaises(RowlensError) as caught:
                    call()
                self.assertIn(TOO_DEEP, str(caught.exception))
            self.assertIn(TOO_DEEP, rowlens.inspect(fields)["error"]["message"])

    def test_what_is_stored_may_nest_deeper(self):
        kind, parts = Kind("accumulograph", "value-jdk"), {"value": stream(990)}
        for fast in True, False:
            _cbor.reader.cache_clear()
            with mock.patch.object(_cbor, "_compiled", _cbor._compiled if fast else lambda name: None):
                for record in kind.decode(parts), kind.decode_batch({"value": [parts["value"]]})[0]:
                    found, levels = record.fields, 0
                    while isinstance(found, dict):
                        found, levels = found["value"][0] if isinstance(found["value"], list) else found["value"], levels + 1
                    self.assertGreater(levels, 990)
        _cbor.reader.cache_clear()

    def test_an_answer_that_python_cannot_read_is_a_sentence(self):
        with mock.patch.object(rowlens._unknown.json, "loads", side_effect=RecursionError):
            with self.assertRaises(RowlensError) as caught:
                rowlens.inspect({"parts": {"value": stream(990)}})
        self.assertEqual("limit", caught.exception.code)
        self.assertIn("sys.setrecursionlimit", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
