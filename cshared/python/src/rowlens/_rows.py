"""Reads the rows of an Arrow stream from the library, without an Arrow library."""

from __future__ import annotations

import ctypes
import json
from typing import Any, Callable, Iterator

from . import _abi, _arrow
from ._errors import RowlensError
from ._files import Files, reading

_WORDS: dict[str, Any] = {"l": ctypes.c_int64, "L": ctypes.c_uint64, "g": ctypes.c_double}
_JSON = ("fields", "doubts", "rest")


def read(stream: _arrow.ArrowStream, files: Files | None) -> Iterator[dict[str, Any]]:
    """The rows of a stream, a batch at a time; the stream is released at its end, or when it is no longer wanted."""
    here, schema = ctypes.addressof(stream), _arrow.ArrowSchema()
    try:
        reading(files, lambda: _succeed(stream, _arrow._GetSchema(stream.get_schema)(here, ctypes.byref(schema))), begun=True)
        while True:
            batch = _arrow.ArrowArray()
            try:
                reading(files, lambda: _succeed(stream, _arrow._GetNext(stream.get_next)(here, ctypes.byref(batch))), begun=True)
                if not batch.release:
                    return
                rows = _struct(schema, batch, True)
            finally:
                _arrow._release(batch)
            yield from rows
    finally:
        _arrow._release(schema)
        _arrow._release(stream)


def _succeed(stream: _arrow.ArrowStream, code: int) -> None:
    if code:
        said = _arrow._LastError(stream.get_last_error)(ctypes.addressof(stream))
        number = _abi.E_FORKED if code == _FORKED else _abi.E_REFUSED
        raise RowlensError(number, ctypes.string_at(said).decode("utf-8", "replace") if said else f"the stream failed with {code}")


_FORKED = 95  # ENOTSUP


def _struct(schema: _arrow.ArrowSchema, array: _arrow.ArrowArray, top: bool = False) -> list[Any]:
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    columns = [_column(schema.children[i].contents, array.children[i].contents, top and name in _JSON) for i, name in enumerate(names)]
    rows: list[Any] = [dict(zip(names, row)) for row in zip(*columns)]
    return _without(rows, array)


def _column(schema: _arrow.ArrowSchema, array: _arrow.ArrowArray, as_json: bool) -> list[Any]:
    form = schema.format.decode()
    if form == "+s":
        return _struct(schema, array)
    if form == "b":
        bits = _arrow.Bits(ctypes.string_at(array.buffers[1], (array.length + 7) // 8))
        return _without([bits[row] for row in range(array.length)], array)
    if form in _WORDS:
        return _without(list((_WORDS[form] * array.length).from_address(array.buffers[1])), array)
    ends = (ctypes.c_int32 * (array.length + 1)).from_address(array.buffers[1])
    data = ctypes.string_at(array.buffers[2], ends[array.length])
    made: Callable[[bytes], Any] = json.loads if as_json else bytes.decode if form == "u" else bytes
    present = _arrow.Bits.of(_arrow.validity(array), array.length)
    return [made(data[ends[row] : ends[row + 1]]) if present[row] else None for row in range(array.length)]


def _without(values: list[Any], array: _arrow.ArrowArray) -> list[Any]:
    """The values, with None for nulls."""
    valid = _arrow.validity(array)
    if valid is None:
        return values
    present = _arrow.Bits.of(valid, array.length)
    return [value if present[row] else None for row, value in enumerate(values)]
