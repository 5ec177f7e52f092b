"""Many records at a time."""

from __future__ import annotations

from array import array
from typing import Any, Iterable, Mapping, Sequence, Union, overload

from . import _abi, _arrow, _cbor
from ._call import calls, sized_rows
from ._cells import CELLS, CellsLike, gathered, whole
from ._errors import RowlensError
from ._given import by_name
from ._record import DecodedRecord, KindBase


class Batch(Sequence[Union[DecodedRecord, RowlensError, None]]):
    """Decoded rows: a record, an error or None for each. A row is read when you ask for it."""

    def __init__(self, kind: KindBase, starts: array[int], codes: array[int], data: memoryview, valid: int | None) -> None:
        self.codes = codes  # for each row 0, or the number of its error
        self._kind, self._starts, self._data = kind, starts, data
        self._read = _cbor.reader()
        self._valid = _arrow.Bits.of(valid, len(codes))

    def __len__(self) -> int:
        return len(self.codes)

    def __repr__(self) -> str:
        return f"<rowlens.Batch of {self._kind.format}{' ' + self._kind.record if self._kind.record else ''}: {counted(code and self._valid[row] for row, code in enumerate(self.codes))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickling sends the bytes to another process. The schema stays behind: the bytes already contain the names."""
        return _restored, (self._kind.format, self._kind.record, self._starts, self.codes, bytes(self._data), self._valid)

    def raise_first(self) -> None:
        """Raises the error of the first row that has one. A null is not an error."""
        for row in range(len(self)):
            if self.codes[row] and isinstance(one := self[row], RowlensError):
                raise one

    @overload
    def __getitem__(self, row: int) -> DecodedRecord | RowlensError | None: ...
    @overload
    def __getitem__(self, row: slice) -> list[DecodedRecord | RowlensError | None]: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        row = checked(row, len(self))
        if not self._valid[row]:
            return None
        fields = self._read(bytes(self._data[self._starts[row] : self._starts[row + 1]]))
        if self.codes[row] != 0:
            why = fields["error"]
            return RowlensError(self.codes[row], why["message"], row=row, offset=why.get("offset", -1), part=why.get("part", ""), path=why.get("field", ""))
        return self._kind._record_of(fields)


def counted(failed: Iterable[object]) -> str:
    list_ = [bool(one) for one in failed]
    return f"{len(list_)} rows{f', {sum(list_)} with an error' if any(list_) else ''}"


def _restored(format: str, record: str | None, starts: array[int], codes: array[int], data: bytes, valid: _arrow.Bits) -> Batch:
    batch = Batch(KindBase(format, record), starts, codes, memoryview(data), None)
    batch._valid = valid
    return batch


def checked(row: int, rows: int) -> int:
    """A row counted from the start; negative numbers count from the end."""
    if not -rows <= row < rows:
        raise IndexError(f"there is no row {row}; the batch has {rows}")
    return row % rows


def decode(kind: KindBase, cells: Mapping[str, CellsLike]) -> Batch:
    rows, valid, list_, _kept = gathered({name: whole(one) for name, one in by_name(cells, CELLS).items()})
    starts, codes = array("i", bytes(4 * (rows + 1))), array("i", bytes(4 * rows))
    head, flags = kind._head(), kind._flags(~_abi.STRICT) | _abi.DOUBTS
    answer = sized_rows(
        lambda out, cap, e: calls().rl_decode_batch(
            *head, list_, len(list_), rows, flags, _abi.FIELDS_CBOR, starts.buffer_info()[0], codes.buffer_info()[0] or None, out, cap, e
        ),
        rows,
        ("decode", kind.format, kind.record),
        first=1024,
    )
    return Batch(kind, starts, codes, answer, valid)
