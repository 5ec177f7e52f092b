"""Very many records of one kind at a time."""

from __future__ import annotations

import ctypes
import json
from array import array
from typing import Any, Iterator, Mapping, Sequence, Union, overload

from . import _abi, _arrow, _cbor
from ._call import calls, flags, sized
from ._cells import Cells, ColumnLike, chunks, of_list
from ._errors import RowlensError
from ._fields import to_json
from ._schema import Schema
from ._single import Record

Columns = Mapping[str, ColumnLike]
TYPES = {"int64": _abi.TYPE_INT64, "float64": _abi.TYPE_FLOAT64, "bool": _abi.TYPE_BOOL, "utf8": _abi.TYPE_UTF8, "binary": _abi.TYPE_BINARY, "json": _abi.TYPE_JSON, "error": _abi.TYPE_ERROR}
_FORMATS = {"int64": "l", "float64": "g", "bool": "b", "utf8": "u", "binary": "z", "json": "u", "error": "u"}


class Batch(Sequence[Union[Record, RowlensError, None]]):
    """For each row its record, the error, or None where the cell was null; read as asked for."""

    def __init__(self, format: str, record: str | None, starts: array[int], codes: array[int], data: memoryview, valid: int | None) -> None:
        self.format, self.record = format, record
        self.codes = codes
        self._starts, self._data, self._valid = starts, data, valid

    def __len__(self) -> int:
        return len(self.codes)

    def raise_first(self) -> None:
        """Raises the error of the first row that has one. A null is none."""
        for row in range(len(self)):
            if self.codes[row] and isinstance(one := self[row], RowlensError):
                raise one

    @overload
    def __getitem__(self, row: int) -> Record | RowlensError | None: ...
    @overload
    def __getitem__(self, row: slice) -> list[Record | RowlensError | None]: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(f"there is no row {row}; the batch has {len(self)}")
        row %= len(self)
        if self._valid is not None and not self._valid >> row & 1:
            return None
        fields = _cbor.read(bytes(self._data[self._starts[row] : self._starts[row + 1]]))
        if self.codes[row] != 0:
            why = fields["error"]
            return RowlensError(self.codes[row], why["message"], row=row, offset=why.get("offset", -1), part=why.get("part", ""), path=why.get("field", ""))
        if self.record is None:
            return Record(self.format, fields["record"], fields["fields"])
        return Record(self.format, self.record, fields)


def decode_batch(
    columns: Columns,
    *,
    format: str,
    record: str | None = None,
    schema: Schema | None = None,
    lenient: bool = False,
    prefix: bool = False,
    unlimited: bool = False,
    strict: bool = False,
    check: bool = False,
) -> Batch:
    """Decodes rows: a column a part, lists of bytes or Arrow arrays.

    Without a record kind each row may be of any kind of the format. A row that fails
    keeps its place; with ``strict`` the first one is raised, with ``check`` a salt that
    differs is a failure.
    """
    given = flags(lenient=lenient, prefix=prefix, unlimited=unlimited, check=check)
    rows, valid, list_, _kept = _columns({name: _whole(name, column) for name, column in columns.items()})
    starts, codes = array("i", bytes(4 * (rows + 1))), array("i", bytes(4 * rows))
    handle = schema.handle if schema else 0
    answer = sized(
        lambda out, cap, e: calls().rl_decode_batch(
            handle, format.encode(), (record or "").encode(), list_, len(list_), rows, given, _abi.FIELDS_CBOR, starts.buffer_info()[0], codes.buffer_info()[0] or None, out, cap, e
        ),
        room=256 * rows + 256,
    )
    batch = Batch(format, record, starts, codes, answer, valid)
    if strict:
        batch.raise_first()
    return batch


def encode_batch(
    fields: Sequence[Mapping[str, Any]], *, format: str, record: str, part: str, schema: Schema | None = None, lenient: bool = False, unlimited: bool = False
) -> list[bytes | RowlensError]:
    """Writes one part of each record; an error in the place of one that is refused."""
    cells = of_list([to_json(one).encode() for one in fields])
    starts, codes = array("i", bytes(4 * (cells.rows + 1))), array("i", bytes(4 * cells.rows))
    handle, given = schema.handle if schema else 0, flags(lenient=lenient, unlimited=unlimited)
    answer = sized(
        lambda out, cap, e: calls().rl_encode_batch(
            handle, format.encode(), record.encode(), part.encode(), cells.offsets, cells.data, cells.rows, given,
            starts.buffer_info()[0], codes.buffer_info()[0] or None, out, cap, e
        ),
        room=64 * cells.rows + 64,
    )  # fmt: skip
    return [bytes(answer[starts[i] : starts[i + 1]]) if code == 0 else RowlensError(code, _abi.CODES[code][1], row=i) for i, code in enumerate(codes)]


class Decoded:
    """Typed columns that Arrow's libraries take as they are, without a copy.

    pyarrow.table(d), polars.from_arrow(d), duckdb.from_arrow(pyarrow.table(d)), …
    """

    def __init__(self, nodes: Sequence[_arrow.Node], empty: _arrow.Node, codes: Sequence[array[int]]) -> None:
        self._nodes, self._empty = nodes, empty
        self.codes = codes  # of each chunk: for each row 0, or the number of the error
        self.rows = sum(node.length for node in nodes)

    def __len__(self) -> int:
        return self.rows

    def __arrow_c_schema__(self) -> object:
        return _arrow.schema_capsule(self._empty)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        if len(self._nodes) > 1:
            raise ValueError(f"the columns have {len(self._nodes)} chunks: take them as a stream")
        node = self._nodes[0] if self._nodes else self._empty
        return _arrow.schema_capsule(node), _arrow.array_capsule(node)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _arrow.stream_capsule(self._nodes, self._empty)


def decode_arrow(
    columns: Columns,
    *,
    format: str,
    fields: Mapping[str, tuple[str, str]],
    record: str | None = None,
    schema: Schema | None = None,
    lenient: bool = False,
    prefix: bool = False,
    unlimited: bool = False,
    strict: bool = False,
    check: bool = False,
) -> Decoded:
    """Decodes rows to typed columns.

    Without a record kind each row may be of any kind of the format: its name is at the
    path "record", its fields are below "fields". ``fields`` says for each column to make its path and type: {"source": ("source.value",
    "utf8"), "why": ("", "error")}; rl_field in rowlens.h has the paths. Types are int64,
    float64, bool, utf8, binary, json and error.
    """
    given = flags(lenient=lenient, prefix=prefix, unlimited=unlimited, check=check)
    wanted = (_abi.Field * len(fields))()
    kept = [path.encode() for path, _ in fields.values()]
    for at, (name, (_, kind)) in enumerate(fields.items()):
        if kind not in TYPES:
            raise TypeError(f"{name}: there is no type {kind!r}; there are {', '.join(TYPES)}")
        wanted[at].path, wanted[at].type = kept[at], TYPES[kind]
    nodes, codes = [], []
    for chunk in _together(columns):
        node, chunk_codes = _typed(chunk, format, record, schema, given, wanted, fields)
        if strict and any(chunk_codes):
            # Decoded again for the reason; the library itself would stop at a null row.
            decode_batch(chunk, format=format, record=record, schema=schema, lenient=lenient, prefix=prefix, unlimited=unlimited, strict=True, check=check)
        nodes.append(node)
        codes.append(chunk_codes)
    return Decoded(nodes, _empty(fields), codes)


def _typed(
    chunk: Mapping[str, Cells], format: str, record: str | None, schema: Schema | None, given: int, wanted: Any, fields: Mapping[str, tuple[str, str]]
) -> tuple[_arrow.Node, array[int]]:
    rows, valid, list_, _kept = _columns(chunk)
    codes = array("i", bytes(4 * rows))
    handle = schema.handle if schema else 0
    answer = sized(
        lambda out, cap, e: calls().rl_decode_columns(
            handle, format.encode(), (record or "").encode(), list_, len(list_), rows, given, wanted, len(wanted), codes.buffer_info()[0] or None, out, cap, e
        ),
        room=(64 * rows + 1024) * len(wanted),
        align=64,
    )
    base = ctypes.addressof(ctypes.c_uint8.from_buffer(answer))
    heads = (_abi.Array * len(wanted)).from_buffer(answer)
    children = [_column(name, _FORMATS[kind], head, base, valid, answer) for (name, (_, kind)), head in zip(fields.items(), heads)]
    if valid is not None:
        for row in range(rows):
            if not valid >> row & 1:
                codes[row] = 0
    return _arrow.Node("", "+s", rows, 0, (0,), children, None), codes


def _column(name: str, format: str, head: _abi.Array, base: int, valid: int | None, owner: object) -> _arrow.Node:
    nulls = head.null_count
    if valid is not None:
        # A cell that was null is so in every column, also in that of the errors.
        size = (head.length + 7) // 8
        both = _arrow.bits(base + head.validity, 0, head.length) & valid
        ctypes.memmove(base + head.validity, both.to_bytes(size, "little"), size)
        nulls = head.length - bin(both).count("1")
    buffers = (base + head.validity, base + head.offsets, base + head.data) if head.offsets else (base + head.validity, base + head.data)
    return _arrow.Node(name, format, head.length, nulls, buffers, (), owner)


def _empty(fields: Mapping[str, tuple[str, str]]) -> _arrow.Node:
    none = (ctypes.c_int64 * 1)()
    at = ctypes.addressof(none)
    children = [_arrow.Node(name, _FORMATS[kind], 0, 0, (0, at, at) if _FORMATS[kind] in "uz" else (0, at), (), none) for name, (_, kind) in fields.items()]
    return _arrow.Node("", "+s", 0, 0, (0,), children, None)


def _together(columns: Columns) -> Iterator[Mapping[str, Cells]]:
    """The chunks of all columns, which must be cut at the same rows."""
    every = {name: list(chunks(column)) for name, column in columns.items()}
    counts = {name: [c.rows for c in list_] for name, list_ in every.items()}
    if len({tuple(c) for c in counts.values()}) > 1:
        raise ValueError(f"the columns are not cut into the same chunks: {counts}; combine their chunks first")
    for at in range(len(next(iter(every.values()), ()))):
        yield {name: list_[at] for name, list_ in every.items()}


def _whole(name: str, column: ColumnLike) -> Cells:
    every = list(chunks(column))
    if len(every) == 1:
        return every[0]
    return of_list([cell for one in every for cell in _list(one)])


def _list(cells: Cells) -> Iterator[bytes | None]:
    offsets = (ctypes.c_int32 * (cells.rows + 1)).from_address(cells.offsets) if cells.rows else (0,)
    for row in range(cells.rows):
        null = cells.valid is not None and not cells.valid >> row & 1
        yield None if null else ctypes.string_at(cells.data + offsets[row], offsets[row + 1] - offsets[row])


def _columns(cells: Mapping[str, Cells]) -> tuple[int, int | None, Any, object]:
    """Rows, which are not null, the columns as the library takes them, and what keeps them."""
    if not cells:
        raise TypeError('expected columns by the names of their parts: {"row": […]}')
    counts = {name: c.rows for name, c in cells.items()}
    rows = next(iter(counts.values()))
    if set(counts.values()) != {rows}:
        raise ValueError(f"the columns must have the same number of rows: {json.dumps(counts)}")
    list_ = (_abi.Column * len(cells))()
    names = [name.encode() for name in cells]
    valid: int | None = None
    for at, one in enumerate(cells.values()):
        list_[at].name, list_[at].offsets, list_[at].data = names[at], one.offsets, one.data or None
        if one.valid is not None:
            valid = one.valid if valid is None else valid & one.valid
    return rows, valid, list_, (names, cells)
