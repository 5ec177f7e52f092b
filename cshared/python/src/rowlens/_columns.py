"""Rows as typed columns, laid out as in Arrow."""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, Callable, Iterator, Literal, Mapping, NamedTuple, Sequence, Union, cast

from . import _abi, _arrow
from ._call import calls, sized_rows
from ._cells import CELLS, Cells, CellsLike, chunks, gathered
from ._errors import RowlensError
from ._given import by_name, named
from ._record import KindBase

TYPES: dict[str, int] = {
    "int64": _abi.TYPE_INT64,
    "float64": _abi.TYPE_FLOAT64,
    "bool": _abi.TYPE_BOOL,
    "utf8": _abi.TYPE_UTF8,
    "binary": _abi.TYPE_BINARY,
    "json": _abi.TYPE_JSON,
    "error": _abi.TYPE_ERROR,
    "doubts": _abi.TYPE_DOUBTS,
    "cbor": _abi.TYPE_CBOR,
}
_FORMATS = {"int64": "l", "float64": "g", "bool": "b", "utf8": "u", "binary": "z", "json": "u", "error": "u", "doubts": "u", "cbor": "z"}
_ROOM = {"json": 1024, "cbor": 512, "error": 16, "doubts": 16}  # bytes per row at first, where 64 do not suit


ColumnType = Literal["int64", "float64", "bool", "utf8", "binary", "json", "error", "doubts", "cbor"]


class Field(NamedTuple):
    """One column to make from decoded rows: the path of a member of the fields, and a type."""

    path: str
    type: ColumnType


FieldLike = Union[Field, "tuple[str, ColumnType]", "tuple[str, str]", "list[str]"]


class Columns:
    """Typed columns that Arrow libraries take without a copy.

    pyarrow.table(c), polars.DataFrame(c), duckdb.from_arrow(pyarrow.table(c)), …
    """

    def __init__(self, nodes: Sequence[_arrow.Node], empty: _arrow.Node, codes: Sequence[array[int]]) -> None:
        self._nodes, self._empty = nodes, empty
        self.codes = codes  # for each chunk, for each row 0 or the number of its error
        self.rows: int = sum(node.length for node in nodes)

    def __len__(self) -> int:
        return self.rows

    def __copy__(self) -> Columns:
        return self  # it is immutable

    def __deepcopy__(self, _memo: object) -> Columns:
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError("columns are not pickled, since they lie in the memory of this process: pickle pyarrow.table(columns)")

    def __repr__(self) -> str:
        return f"<rowlens.Columns {', '.join(child.name for child in self._empty.children)}: {self.rows} rows>"

    def __arrow_c_schema__(self) -> object:
        return _arrow.schema_capsule(self._empty)

    @property
    def __arrow_c_array__(self) -> Callable[..., tuple[object, object]]:
        """Not there if the cells had several chunks, for which Polars then takes the stream."""
        if len(self._nodes) > 1:
            raise AttributeError(f"the columns have {len(self._nodes)} chunks: take them as a stream")
        return self._array

    def _array(self, requested_schema: object = None) -> tuple[object, object]:
        return _arrow.array_capsules(self._nodes[0] if self._nodes else self._empty)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return _arrow.stream_capsule(self._nodes, self._empty)


def decode(kind: KindBase, cells: Mapping[str, CellsLike], fields: Mapping[str, FieldLike]) -> Columns:
    every = {name: _field(name, one) for name, one in by_name(fields, 'columns by their names: {"n": ("count", "int64")}').items()}
    wanted = (_abi.Field * len(every))()
    kept = [named(one.path, _abi.E_OPTION) for one in every.values()]
    for at, (name, (_, type)) in enumerate(every.items()):
        named(name, _abi.E_OPTION)  # it would end at a NUL in Arrow's interface
        if type not in TYPES:
            raise TypeError(f"{name}: there is no type {type!r}; there are {', '.join(TYPES)}")
        wanted[at].path, wanted[at].type = kept[at], TYPES[type]
    nodes: list[_arrow.Node] = []
    codes = []
    for chunk in _together(cells):
        node, chunk_codes = _typed(kind, chunk, wanted, every)
        if kind.strict:
            for row, code in enumerate(chunk_codes):
                if code:
                    raise _why(kind, chunk, wanted, every, row, code, sum(one.length for one in nodes) + row)
        nodes.append(node)
        codes.append(chunk_codes)
    return Columns(nodes, _empty(every), codes)


def _why(kind: KindBase, chunk: Mapping[str, Cells], wanted: Any, fields: Mapping[str, Field], at: int, code: int, row: int) -> RowlensError:
    """A failed row, decoded again on its own: only a call that fails says where. The library would take a null for one, so it does not look for it."""
    alone = {name: Cells(1, one.offsets + 4 * at, one.data, None, one) for name, one in chunk.items()}
    try:
        _typed(kind, alone, wanted, fields, _abi.STRICT)
    except RowlensError as error:
        error.row = row
        return error
    return RowlensError(code, _abi.CODES[code][1], row=row)  # somebody changed the memory


def _field(name: str, given: FieldLike) -> Field:
    """A path and a type, which may also be in a list."""
    try:
        path, type = given
    except (TypeError, ValueError):
        raise TypeError(f'{name}: expected ("path", "type"), found {given!r}') from None
    return Field(path, cast(ColumnType, type))


def _typed(kind: KindBase, chunk: Mapping[str, Cells], wanted: Any, fields: Mapping[str, Field], strict: int = 0) -> tuple[_arrow.Node, array[int]]:
    rows, valid, list_, _kept = gathered(chunk)
    codes = array("i", bytes(4 * rows))
    head, flags = kind._head(), kind._flags(~_abi.STRICT) | strict
    answer = sized_rows(
        lambda out, cap, e: calls().rl_decode_columns(
            *head, list_, len(list_), rows, flags, wanted, len(wanted), codes.buffer_info()[0] or None, out, cap, e
        ),
        rows,
        ("columns", kind.format, kind.record, *fields.values()),
        first=sum(_ROOM.get(type, 64) for _, type in fields.values()),
        fixed=1024 * len(wanted),
        align=64,
    )  # fmt: skip
    base = ctypes.addressof(ctypes.c_uint8.from_buffer(answer))
    heads = (_abi.Array * len(wanted)).from_buffer(answer)
    children = [_column(name, _FORMATS[type], one, base, valid, answer) for (name, (_, type)), one in zip(fields.items(), heads)]
    if valid is not None:
        present = _arrow.Bits.of(valid, rows)
        for row in range(rows):
            if not present[row]:
                codes[row] = 0
    return _arrow.Node("", "+s", rows, 0, (0,), children, None), codes


def _column(name: str, format: str, head: _abi.Array, base: int, valid: int | None, owner: object) -> _arrow.Node:
    nulls = head.null_count
    if valid is not None:
        # A row with a null cell is null in every column, even in that of the errors.
        size = (head.length + 7) // 8
        both = _arrow.bits(base + head.validity, 0, head.length) & valid
        ctypes.memmove(base + head.validity, both.to_bytes(size, "little"), size)
        nulls = head.length - bin(both).count("1")
    buffers = (base + head.validity, base + head.offsets, base + head.data) if head.offsets else (base + head.validity, base + head.data)
    return _arrow.Node(name, format, head.length, nulls, buffers, (), owner)


def _empty(fields: Mapping[str, Field]) -> _arrow.Node:
    none = (ctypes.c_int64 * 1)()
    at = ctypes.addressof(none)
    children = [_arrow.Node(name, _FORMATS[type], 0, 0, (0, at, at) if _FORMATS[type] in "uz" else (0, at), (), none) for name, (_, type) in fields.items()]
    return _arrow.Node("", "+s", 0, 0, (0,), children, None)


def _together(cells: Mapping[str, CellsLike]) -> Iterator[Mapping[str, Cells]]:
    """The chunks of all parts, which must be cut at the same rows."""
    every = {name: list(chunks(one)) for name, one in by_name(cells, CELLS).items()}
    counts = {name: [c.rows for c in list_] for name, list_ in every.items()}
    if len({tuple(c) for c in counts.values()}) > 1:
        raise ValueError(f"the parts are not cut into the same chunks: {counts}; combine their chunks first")
    for at in range(len(next(iter(every.values()), ()))):
        yield {name: list_[at] for name, list_ in every.items()}
