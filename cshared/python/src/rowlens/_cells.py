"""Bytes of many rows as the library takes them: 32-bit offsets and data."""

from __future__ import annotations

import ctypes
import json
from array import array
from itertools import accumulate
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union

from . import _abi, _arrow
from ._errors import RowlensError
from ._given import address, held, listed, named

# Lists of bytes (None is null), or arrays with the Arrow interface: pyarrow, Polars, DuckDB, nanoarrow.
CellsLike = Union[Sequence[Union[bytes, None]], Any]


CELLS = 'cells by the names of their parts: {"row": […]}'


class Cells(NamedTuple):
    """One chunk of the cells of a part."""

    rows: int
    offsets: int  # address of rows + 1 numbers
    data: int  # address
    valid: int | None  # one bit per row, the first the lowest; None if no row is null
    owner: object  # keeps the memory alive


def chunks(cells: CellsLike) -> Iterable[Cells]:
    """The chunks of cells; those from Arrow without copies where the layout allows."""
    if isinstance(cells, Cells):
        yield cells
    elif hasattr(cells, "__arrow_c_stream__"):
        yield from map(of_arrow, _arrow.stream(cells))
    elif hasattr(cells, "__arrow_c_array__"):
        yield of_arrow(_arrow.array(cells))
    else:
        yield of_list(listed(cells, "a list of bytes or an Arrow array"))


def whole(cells: CellsLike) -> Cells:
    """Cells as one chunk."""
    every = list(chunks(cells))
    if len(every) == 1:
        return every[0]
    return of_list([cell for one in every for cell in _list(one)])


def _list(cells: Cells) -> Iterator[bytes | None]:
    offsets = (ctypes.c_int32 * (cells.rows + 1)).from_address(cells.offsets) if cells.rows else (0,)
    present = _arrow.Bits.of(cells.valid, cells.rows)
    for row in range(cells.rows):
        start, end = offsets[row], offsets[row + 1]
        if not 0 <= start <= end or end and not cells.data:
            raise RowlensError(_abi.E_OFFSETS, f"row {row}: the column's bytes go from {start} to {end}", row=row)
        yield None if not present[row] else ctypes.string_at(cells.data + start, end - start)


def gathered(parts: Mapping[str, Cells]) -> tuple[int, int | None, Any, object]:
    """The number of rows, which of them are not null, the array of rl_column, and what keeps it alive."""
    if not parts:
        raise TypeError(f"expected {CELLS}")
    counts = {name: cells.rows for name, cells in parts.items()}
    rows = next(iter(counts.values()))
    if set(counts.values()) != {rows}:
        raise ValueError(f"the parts must have the same number of rows: {json.dumps(counts)}")
    list_ = (_abi.Column * len(parts))()
    names = [named(name, _abi.E_PART) for name in parts]
    valid: int | None = None
    for at, one in enumerate(parts.values()):
        list_[at].name, list_[at].offsets, list_[at].data = names[at], one.offsets, one.data or None
        if one.valid is not None:
            valid = one.valid if valid is None else valid & one.valid
    return rows, valid, list_, (names, parts)


def of_list(cells: Iterable[bytes | None]) -> Cells:
    """Cells as one chunk. Reads each cell once, so that offsets and data agree."""
    kept = [None if cell is None else held(cell, f"row {row}") for row, cell in enumerate(cells)]
    _fits(sum(len(cell) for cell in kept if cell is not None))
    data = b"".join(cell for cell in kept if cell is not None)
    offsets = array("i", accumulate((0 if cell is None else len(cell) for cell in kept), initial=0))
    valid = int("".join("0" if cell is None else "1" for cell in reversed(kept)), 2) if None in kept else None
    return Cells(len(kept), offsets.buffer_info()[0], address(data) or 0, valid, (offsets, data))


Given = Union[_arrow.Imported, _arrow.Values]


def of_arrow(given: Given) -> Cells:
    form, source = given.format, given.array
    valid = _arrow.validity(source)
    if form == "n":
        return _nulls(source.length)
    if "=" in form:
        return _looked_up(given, valid)
    if form in ("z", "u"):
        return Cells(source.length, (source.buffers[1] or 0) + 4 * source.offset, source.buffers[2] or 0, valid, given)
    if form in ("Z", "U"):
        return _narrowed(given, valid)
    if form in ("vz", "vu"):
        return of_list(_arrow.views(source, valid))
    if form.startswith("w:"):
        return _fixed(given, int(form[2:]), valid)
    raise TypeError(f"expected bytes or text, found Arrow type {form!r}: cast it to binary first")


def _nulls(rows: int) -> Cells:
    """Cells of Arrow's null type, which libraries infer where no row has a value. It has no buffers."""
    offsets = array("i", bytes(4 * (rows + 1)))
    return Cells(rows, offsets.buffer_info()[0], 0, 0 if rows else None, offsets)


def _narrowed(given: Given, valid: int | None) -> Cells:
    """Cells with 64-bit offsets."""
    source = given.array
    if not source.buffers[1]:  # an array without rows may lack them
        return of_list([None] * source.length)
    wide = (ctypes.c_int64 * (source.length + 1)).from_address(source.buffers[1] + 8 * source.offset)
    first = wide[0]
    if first < 0 or any(wide[row + 1] < wide[row] for row in range(source.length)):
        raise RowlensError(_abi.E_OFFSETS, "the offsets of the Arrow array are negative or go backwards")
    _fits(wide[source.length] - first)
    offsets = array("i", [at - first for at in wide])
    return Cells(source.length, offsets.buffer_info()[0], _shifted(source.buffers[2], first), valid, (given, offsets))


_INDICES: dict[str, Any] = {
    "c": ctypes.c_int8,
    "C": ctypes.c_uint8,
    "s": ctypes.c_int16,
    "S": ctypes.c_uint16,
    "i": ctypes.c_int32,
    "I": ctypes.c_uint32,
    "l": ctypes.c_int64,
    "L": ctypes.c_uint64,
}


def _looked_up(given: Given, valid: int | None) -> Cells:
    """Cells stored as indices into a dictionary's values."""
    index, _, form = given.format.partition("=")
    source, type = given.array, _INDICES[index]
    values = list(_list(of_arrow(_arrow.Values(form, source.dictionary.contents, given))))
    at = (type * source.length).from_address(source.buffers[1] + ctypes.sizeof(type) * source.offset) if source.length else ()
    present = _arrow.Bits.of(valid, source.length)
    for row, number in enumerate(at):
        if present[row] and not 0 <= number < len(values):
            raise RowlensError(_abi.E_OFFSETS, f"row {row}: the Arrow dictionary has no value {number}, but {len(values)}", row=row)
    return of_list([values[number] if present[row] else None for row, number in enumerate(at)])


def _shifted(data: int | None, by: int) -> int:
    """An address beyond the start of a buffer; 0 for a missing buffer, which the library refuses unless no bytes are read."""
    return data + by if data else 0


def _fixed(given: Given, width: int, valid: int | None) -> Cells:
    source = given.array
    _fits(source.length * width)
    offsets = array("i", range(0, source.length * width + 1, width)) if width else array("i", bytes(4 * (source.length + 1)))
    return Cells(source.length, offsets.buffer_info()[0], _shifted(source.buffers[1], source.offset * width), valid, (given, offsets))


def _fits(size: int) -> None:
    if size > _abi.LENGTH_MAX:
        raise RowlensError(_abi.E_TOO_LARGE, f"a chunk of cells has {size} bytes: use chunks of less than 2 GiB")
