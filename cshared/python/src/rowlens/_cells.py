"""A column of bytes as the library takes it: offsets of 32 bits and data."""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, Iterable, NamedTuple, Sequence, Union

from . import _abi, _arrow
from ._call import address
from ._errors import RowlensError

# Lists of bytes (None is null), or what gives itself as Arrow: pyarrow, Polars, DuckDB, nanoarrow.
ColumnLike = Union[Sequence[Union[bytes, None]], Any]


class Cells(NamedTuple):
    """One chunk of a column."""

    rows: int
    offsets: int  # address of rows + 1 numbers
    data: int  # address
    valid: int | None  # a bit a row, the first the lowest; None when no row is null
    owner: object  # keeps the memory


def chunks(column: ColumnLike) -> Iterable[Cells]:
    """The chunks of a column; those of Arrow without copies where its layout allows."""
    if isinstance(column, Cells):
        yield column
    elif hasattr(column, "__arrow_c_stream__"):
        yield from map(of_arrow, _arrow.stream(column))
    elif hasattr(column, "__arrow_c_array__"):
        yield of_arrow(_arrow.array(column))
    else:
        yield of_list(column)


def of_list(cells: Sequence[bytes | None]) -> Cells:
    offsets = array("i", bytes(4 * (len(cells) + 1)))
    end = valid = 0
    for row, cell in enumerate(cells):
        if cell is not None:
            valid |= 1 << row
            end += len(cell)
        _fits(end)
        offsets[row + 1] = end
    data = b"".join(cell for cell in cells if cell is not None)
    owner = (offsets, data)
    nulls = valid != (1 << len(cells)) - 1
    return Cells(len(cells), offsets.buffer_info()[0], address(data) or 0, valid if nulls else None, owner)


def of_arrow(given: _arrow.Imported) -> Cells:
    form, source = given.format, given.array
    valid = _arrow.validity(source)
    if form in ("z", "u"):
        return Cells(source.length, (source.buffers[1] or 0) + 4 * source.offset, source.buffers[2] or 0, valid, given)
    if form in ("Z", "U"):
        return _narrowed(given, valid)
    if form in ("vz", "vu"):
        return of_list(_arrow.views(source, valid))
    if form.startswith("w:"):
        return _fixed(given, int(form[2:]), valid)
    raise TypeError(f"expected a column of bytes or text, found Arrow's type {form!r}: cast it to binary first")


def _narrowed(given: _arrow.Imported, valid: int | None) -> Cells:
    """A column with offsets of 64 bits."""
    source = given.array
    wide = (ctypes.c_int64 * (source.length + 1)).from_address(source.buffers[1] + 8 * source.offset)
    first = wide[0]
    _fits(wide[source.length] - first)
    offsets = array("i", [at - first for at in wide])
    return Cells(source.length, offsets.buffer_info()[0], (source.buffers[2] or 0) + first, valid, (given, offsets))


def _fixed(given: _arrow.Imported, width: int, valid: int | None) -> Cells:
    source = given.array
    _fits(source.length * width)
    offsets = array("i", range(0, source.length * width + 1, width)) if width else array("i", bytes(4 * (source.length + 1)))
    return Cells(source.length, offsets.buffer_info()[0], (source.buffers[1] or 0) + source.offset * width, valid, (given, offsets))


def _fits(size: int) -> None:
    if size > _abi.LENGTH_MAX:
        raise RowlensError(_abi.E_TOO_LARGE, f"a chunk of a column has {size} bytes: use chunks of less than 2 GiB")
