"""The one exception of the package, and a base for what cannot be copied."""

from __future__ import annotations

from typing import Any

from . import _abi


class Unique:
    """Cannot be pickled or copied: it has a handle or an address, which belongs to one object in one process."""

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError(f"a {type(self).__name__} is neither pickled nor copied: it reads in this process only")


class RowlensError(ValueError):
    """Why a call failed.

    ``code`` is the stable name ("truncated"), ``number`` the stable number in rowlens.h.
    ``offset`` counts bytes from the start of ``part`` (-1 when unknown), ``path`` is the path of
    the field, ``row`` the row of a batch (-1 when the failure concerns no single row).
    """

    def __init__(self, number: int, message: str, *, row: int = -1, offset: int = -1, part: str = "", path: str = "", code: str = "") -> None:
        super().__init__(message)
        self.number = number or next((known for known, (name, _) in _abi.CODES.items() if name == code), 0)
        self.code: str = code or _abi.CODES.get(number, ("unknown", ""))[0]
        self.row = row
        self.offset = offset
        self.part = part
        self.path = path

    def __repr__(self) -> str:
        place = {"part": self.part, "offset": self.offset, "path": self.path, "row": self.row}
        said = "".join(f", {name}={value!r}" for name, value in place.items() if value not in ("", -1))
        return f"RowlensError({self.code!r}, {str(self)!r}{said})"

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.number, str(self), self.row, self.offset, self.part, self.path, self.code)


def _restore(number: int, message: str, row: int, offset: int, part: str, path: str, code: str) -> RowlensError:
    return RowlensError(number, message, row=row, offset=offset, part=part, path=path, code=code)


def of(error: _abi.Error) -> RowlensError:
    """The exception for what a call reported."""
    message = error.message.decode("utf-8", "replace") or _abi.CODES.get(error.code, ("", "the call failed"))[1]
    return RowlensError(error.code, message, row=error.row, offset=error.offset, part=error.part.decode(), path=error.field.decode("utf-8", "replace"))
