"""Members of the fields of many rows in the form the library takes: typed columns, or records as CBOR or JSON."""

from __future__ import annotations

import ctypes
import functools
import json
from array import array
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union

from . import _abi, _arrow, _cbor
from ._cells import Cells, of_arrow, of_list
from ._fields import plain_json
from ._given import by_name, listed, named

# A list (None is null) or an array with the Arrow interface; with a type, texts or bytes that are JSON or CBOR.
ColumnLike = Union[Sequence[Any], Any, "tuple[Any, str]"]

_WIDER = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "f": "f"}  # to 64 bits, by the letters of array
_STATED = {"json": _abi.TYPE_JSON, "cbor": _abi.TYPE_CBOR}


class Member(NamedTuple):
    """One chunk of one member of the fields of each row."""

    rows: int
    type: int
    valid: int | None  # one bit per row, the first the lowest; None if no row is null
    offsets: int  # address; 0 for fixed widths
    data: int  # address
    owner: object  # keeps the memory alive

    def row(self, at: int) -> Member:
        """A single row of it."""
        valid = None if self.valid is None else self.valid >> at & 1
        if self.type == _abi.TYPE_BOOL:
            bit = array("B", [_arrow.bits(self.data, at, 1)])
            return Member(1, self.type, valid, 0, bit.buffer_info()[0], (self, bit))
        if self.offsets:
            return Member(1, self.type, valid, self.offsets + 4 * at, self.data, self)
        return Member(1, self.type, valid, 0, self.data + 8 * at, self)


Records = Sequence[Mapping[str, Any]]


def forms() -> list[Callable[[Records], Member]]:
    """The forms of whole records: one that is written fast, and our own CBOR for what the first cannot express or the library refuses in it."""
    fast = _cbor.writer()
    return [_json_records if fast is None else functools.partial(_fast_records, fast), _own_records]


def _json_records(fields: Records) -> Member:
    return _texts(of_list([plain_json(one) for one in fields]), _abi.TYPE_JSON)


def _fast_records(write: Callable[[Any], bytes], fields: Records) -> Member:
    def written(one: Mapping[str, Any]) -> bytes | None:
        try:
            return write(one)
        except Exception:  # our own writer can write it, or says why not
            return None

    return _texts(of_list([written(one) for one in fields]), _abi.TYPE_CBOR)


def _own_records(fields: Records) -> Member:
    return _texts(of_list([_cbor.write(one) for one in fields]), _abi.TYPE_CBOR)


def chunks(column: ColumnLike) -> Iterator[Member]:
    """The chunks of a column; those from Arrow without copies where the layout allows."""
    stated = None
    if isinstance(column, tuple) and len(column) == 2 and isinstance(column[1], str) and column[1] in _STATED:
        column, stated = column[0], _STATED[column[1]]
    if hasattr(column, "__arrow_c_stream__"):
        yield from (_of_arrow(one, stated) for one in _arrow.stream(column))
    elif hasattr(column, "__arrow_c_array__"):
        yield _of_arrow(_arrow.array(column), stated)
    else:
        yield _of_values(list(listed(column, "a list of values or an Arrow array")), stated)


def together(columns: Mapping[str, ColumnLike]) -> Iterator[list[Member]]:
    """The chunks of all columns, which must be cut at the same rows."""
    expected = 'columns by the paths of their members: {"count": […]}'
    if not by_name(columns, expected):
        raise TypeError(f"expected {expected}")
    every = {path: list(chunks(one)) for path, one in columns.items()}
    counts = {path: [one.rows for one in list_] for path, list_ in every.items()}
    if len({tuple(c) for c in counts.values()}) > 1:
        raise ValueError(f"the columns have different numbers of rows, or are cut into different chunks: {json.dumps(counts)}")
    for at in range(len(next(iter(every.values()), ()))):
        yield [list_[at] for list_ in every.values()]


def passed(paths: Sequence[str], members: Sequence[Member]) -> tuple[Any, object]:
    """The array of rl_values, and what keeps it alive."""
    list_ = (_abi.Values * len(members))()
    kept: list[object] = [members]
    for to, path, one in zip(list_, paths, members):
        name = named(path, _abi.E_OPTION)
        to.path, to.type, to.offsets, to.data = name, one.type, one.offsets or None, one.data or None
        if one.valid is not None:
            bits = ctypes.create_string_buffer(one.valid.to_bytes((one.rows + 7) // 8, "little"), (one.rows + 7) // 8 or 1)
            to.validity = ctypes.addressof(bits)
            kept.append(bits)
        kept.append(name)
    return list_, kept


def _texts(cells: Cells, type: int) -> Member:
    return Member(cells.rows, type, cells.valid, cells.offsets, cells.data, cells.owner)


def _of_arrow(given: _arrow.Imported, stated: int | None) -> Member:
    form, source = given.format, given.array
    valid = _arrow.validity(source)
    if form == "b":
        packed = array("B", _arrow.bits(source.buffers[1], source.offset, source.length).to_bytes((source.length + 7) // 8 or 1, "little"))
        return Member(source.length, _abi.TYPE_BOOL, valid, 0, packed.buffer_info()[0], packed)
    if form in ("l", "g"):
        at = source.buffers[1] + 8 * source.offset if source.length else 0
        return Member(source.length, _abi.TYPE_INT64 if form == "l" else _abi.TYPE_FLOAT64, valid, 0, at, given)
    if form == "L":
        unsigned = (ctypes.c_uint64 * source.length).from_address(source.buffers[1] + 8 * source.offset) if source.length else ()
        present = _arrow.Bits.of(valid, source.length)
        return _of_values([value if present[row] else None for row, value in enumerate(unsigned)], None)
    if form in _WIDER:
        narrow = array(_WIDER[form])
        if source.length:
            narrow.frombytes(ctypes.string_at(source.buffers[1] + narrow.itemsize * source.offset, narrow.itemsize * source.length))
        return _words("d" if form == "f" else "q", narrow, valid)
    if form == "n":
        return _texts(of_list([None] * source.length), _abi.TYPE_UTF8)
    try:
        cells = of_arrow(given)
    except TypeError:
        raise TypeError(f"expected numbers, truth values, text or bytes, found Arrow type {form!r}: cast it first") from None
    return _texts(cells, stated or (_abi.TYPE_UTF8 if form.lower().endswith("u") else _abi.TYPE_BINARY))


def _words(letter: str, values: Iterable[Any], valid: int | None) -> Member:
    wide = array(letter, values)
    return Member(len(wide), _abi.TYPE_INT64 if letter == "q" else _abi.TYPE_FLOAT64, valid, 0, wide.buffer_info()[0], wide)


_INT64 = range(-(2**63), 2**63)


def _of_values(values: list[Any], stated: int | None) -> Member:
    types = {type(one) for one in values if one is not None}
    valid = int("".join("0" if one is None else "1" for one in reversed(values)) or "0", 2) if None in values else None
    if stated is None and types == {bool}:
        packed = array("B", int("".join("1" if one else "0" for one in reversed(values)), 2).to_bytes((len(values) + 7) // 8, "little"))
        return Member(len(values), _abi.TYPE_BOOL, valid, 0, packed.buffer_info()[0], packed)
    if stated is None and types == {int} and all(one is None or one in _INT64 for one in values):
        return _words("q", (one or 0 for one in values), valid)
    if stated is None and types == {float}:
        return _words("d", (0.0 if one is None else one for one in values), valid)
    if types <= {str}:
        try:
            return _texts(of_list(one if one is None else one.encode() for one in values), _abi.TYPE_UTF8 if stated is None else stated)
        except UnicodeEncodeError:  # half of a surrogate pair: CBOR reports the row
            if stated is not None:
                return _texts(of_list(one if one is None else one.encode("utf-8", "surrogatepass") for one in values), stated)
    elif stated is not None or types <= {bytes, bytearray, memoryview}:
        return _texts(of_list(values), _abi.TYPE_BINARY if stated is None else stated)
    return _texts(of_list([one if one is None else _cbor.write(one) for one in values]), _abi.TYPE_CBOR)
