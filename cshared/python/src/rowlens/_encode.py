"""Parts of many records, encoded in one call."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import Any, Callable, Mapping, Sequence, Union, overload

from . import _abi, _arrow, _members
from ._batch import checked, counted
from ._call import calls, sized, sized_rows
from ._errors import RowlensError
from ._given import listed, part_name
from ._members import ColumnLike, Member
from ._record import KindBase


class EncodedBatch(Sequence[Union[bytes, RowlensError]]):
    """One encoded part of each row of a batch, or the error.

    Arrow libraries take it as a column of bytes, null where a row failed: pyarrow.array(b), polars.Series(b), …
    """

    def __init__(self, starts: array[int], codes: array[int], data: memoryview, why: Callable[[int], RowlensError]) -> None:
        self.codes = codes  # for each row 0, or the number of its error
        self._starts, self._data, self._why = starts, data, why

    def __len__(self) -> int:
        return len(self.codes)

    def __repr__(self) -> str:
        return f"<rowlens.EncodedBatch: {counted(self.codes)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling sends the bytes and the errors to another process; the fields stay behind."""
        errors = {row: self._why(row) for row, code in enumerate(self.codes) if code}
        return _restored, (self._starts, self.codes, bytes(self._data), errors)

    def raise_first(self) -> None:
        """Raises the error of the first row that has one."""
        for row, code in enumerate(self.codes):
            if code:
                raise self._why(row)

    @overload
    def __getitem__(self, row: int) -> bytes | RowlensError: ...
    @overload
    def __getitem__(self, row: slice) -> list[bytes | RowlensError]: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        row = checked(row, len(self))
        if self.codes[row]:
            return self._why(row)
        return bytes(self._data[self._starts[row] : self._starts[row + 1]])

    def _node(self) -> _arrow.Node:
        rows = len(self.codes)
        there = int("".join("0" if code else "1" for code in reversed(self.codes)) or "0", 2)
        valid = array("B", there.to_bytes((rows + 7) // 8 or 1, "little"))
        data = array("B", self._data) if len(self._data) else array("B", [0])
        buffers = (valid.buffer_info()[0], self._starts.buffer_info()[0], data.buffer_info()[0])
        return _arrow.Node("", "z", rows, rows - bin(there).count("1"), buffers, (), (valid, self._starts, data))

    def __arrow_c_schema__(self) -> object:
        return _arrow.schema_capsule(self._node())

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        node = self._node()
        return _arrow.array_capsules(node)


def _restored(starts: array[int], codes: array[int], data: bytes, errors: Mapping[int, RowlensError]) -> EncodedBatch:
    return EncodedBatch(starts, codes, memoryview(data), errors.__getitem__)


def encode_records(kind: KindBase, parts: Sequence[str], fields: Sequence[Mapping[str, Any]], flags: int) -> dict[str, EncodedBatch]:
    every = list(listed(fields, "a list of records"))
    batches: dict[str, EncodedBatch] = {}
    for write in _members.forms():
        rows = [row for row, code in enumerate(batches[parts[0]].codes) if code] if batches else range(len(every))
        if batches and not rows:
            break
        whole = write([every[row] for row in rows])
        found = _encode(kind, parts, [""], whole, [whole], flags)
        batches = {part: _replaced(batches[part], rows, found[part]) for part in parts} if batches else found
    return batches


def encode_columns(kind: KindBase, parts: Sequence[str], columns: Mapping[str, ColumnLike], flags: int) -> dict[str, EncodedBatch]:
    every = [_encode(kind, parts, list(columns), chunk[0], chunk, flags) for chunk in _members.together(columns)]
    if len(every) == 1:
        return every[0]
    return {part: _joined([one[part] for one in every]) for part in parts}


def _encode(kind: KindBase, parts: Sequence[str], paths: Sequence[str], first: Member, members: Sequence[Member], flags: int) -> dict[str, EncodedBatch]:
    if not parts:
        raise RowlensError(_abi.E_PART, _abi.CODES[_abi.E_PART][1])
    rows, names = first.rows, b",".join(part_name(part) for part in parts)
    starts, codes = array("i", bytes(4 * len(parts) * (rows + 1))), array("i", bytes(4 * rows))
    list_, _kept = _members.passed(paths, members)
    head = kind._head()
    answer = sized_rows(
        lambda out, cap, e: calls().rl_encode_columns(
            *head, names, list_, len(list_), rows, flags, starts.buffer_info()[0], codes.buffer_info()[0] or None, out, cap, e
        ),
        rows,
        ("encode", names, kind.format, kind.record),
        first=256,
    )

    def why(row: int) -> RowlensError:
        """The row again, on its own: only a call that fails names the field."""
        list_, _kept = _members.passed(paths, [one.row(row) for one in members])
        room = array("i", bytes(8 * len(parts)))
        try:
            sized(lambda out, cap, e: calls().rl_encode_columns(*head, names, list_, len(list_), 1, flags, room.buffer_info()[0], None, out, cap, e))
        except RowlensError as error:
            error.row = row
            return error
        return RowlensError(codes[row], _abi.CODES[codes[row]][1], row=row)  # somebody changed the memory

    each = rows + 1
    return {part: EncodedBatch(starts[p * each : (p + 1) * each], codes, answer, why) for p, part in enumerate(parts)}


def _replaced(batch: EncodedBatch, rows: Sequence[int], others: EncodedBatch) -> EncodedBatch:
    """A batch with other rows in place of those that were refused."""
    place = {row: at for at, row in enumerate(rows)}
    codes, starts, data = array("i", batch.codes), array("i", [0]), bytearray()
    for row in range(len(codes)):
        at = place.get(row)
        one, of = (batch, row) if at is None else (others, at)
        codes[row] = one.codes[of]
        data += one._data[one._starts[of] : one._starts[of + 1]]
        starts.append(len(data))

    def why(row: int) -> RowlensError:
        error = others._why(place[row])
        error.row = row
        return error

    return EncodedBatch(starts, codes, memoryview(data), why)


def _joined(batches: Sequence[EncodedBatch]) -> EncodedBatch:
    """Batches, one after the other."""
    counts = list(accumulate((len(one) for one in batches), initial=0))
    data, starts, codes = bytearray(), array("i", [0]), array("i")
    for one in batches:
        data += one._data[one._starts[0] : one._starts[-1]]
        shift = starts[-1] - one._starts[0]
        starts.extend(array("i", [at + shift for at in one._starts[1:]]))
        codes.extend(one.codes)

    def why(row: int) -> RowlensError:
        chunk = next(i for i in range(len(batches)) if row < counts[i + 1])
        error = batches[chunk]._why(row - counts[chunk])
        error.row = row
        return error

    return EncodedBatch(starts, codes, memoryview(data), why)
