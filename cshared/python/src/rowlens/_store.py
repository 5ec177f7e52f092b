"""What a store does with keys: order, versions, hashes of names."""

from __future__ import annotations

import ctypes
from typing import Literal, NamedTuple

from . import _abi
from ._call import PartList, calls, checked
from ._errors import RowlensError
from ._given import Parts, held, named
from ._record import FormatLike
from ._schema import Schema, handle


class Order:
    """The order in which the store of a format sorts keys.

    That is part by part as unsigned bytes, or by the comparator that the store uses for a column
    family. An empty format stands for plain unsigned bytes. ``family`` is the column family of
    both keys, in stores where the key does not contain it. ``schema`` tells comparators the
    sizes of keys.
    """

    def __init__(self, format: FormatLike = "", *, family: bytes = b"", schema: Schema | None = None) -> None:
        self.format = format
        self.family = family
        self.schema = schema

    def __repr__(self) -> str:
        return f"Order({self.format!r}{f', family={self.family!r}' if self.family else ''}{f', schema={self.schema!r}' if self.schema else ''})"

    def compare(self, left: Parts, right: Parts) -> int:
        """-1, 0 or 1, as functools.cmp_to_key expects. Values do not count."""
        error = _abi.Error()
        a, b = PartList(left), PartList(right)
        opened, format, family = handle(self.schema), named(self.format, _abi.E_FORMAT), held(self.family, "family")
        result = calls().rl_compare(opened, format, family, len(family), a.list, len(a.list), b.list, len(b.list), error)
        return checked(result, error) - _abi.EQUAL


HlcLayout = Literal["maryk", "ms-16", "ms-12"]


class Hlc(NamedTuple):
    """The parts of a version of a hybrid logical clock."""

    physical: int  # milliseconds since 1970-01-01 UTC
    logical: int  # the counter


def hlc_join(layout: HlcLayout, physical: int, logical: int) -> int:
    """The version that a hybrid logical clock has at an instant. Layouts are "maryk", "ms-16" and "ms-12"."""
    error, version = _abi.Error(), ctypes.c_uint64()
    _unsigned(physical=physical, logical=logical)
    checked(calls().rl_hlc_join(named(layout, _abi.E_OPTION), physical, logical, ctypes.byref(version), error), error)
    return version.value


def hlc_split(layout: HlcLayout, version: int) -> Hlc:
    """Splits a version of a hybrid logical clock."""
    error, physical, logical = _abi.Error(), ctypes.c_uint64(), ctypes.c_uint64()
    _unsigned(version=version)
    checked(calls().rl_hlc_split(named(layout, _abi.E_OPTION), version, ctypes.byref(physical), ctypes.byref(logical), error), error)
    return Hlc(physical.value, logical.value)


def _unsigned(**numbers: int) -> None:
    """Refuses numbers that C would truncate to 64 bits."""
    for name, number in numbers.items():
        if not isinstance(number, int):
            raise TypeError(f"{name}: expected a whole number, found {type(number).__name__}")
        if not 0 <= number < 2**64:
            raise RowlensError(_abi.E_REFUSED, f"{name}: expected a whole number of 64 bits, not negative, found {number}", path=name)


def hash32(format: FormatLike, name: str | bytes) -> int:
    """The 32-bit hash under which a format stores a name."""
    data = name.encode() if isinstance(name, str) else held(name, "name")
    hash = calls().rl_hash32(named(format, _abi.E_FORMAT), data, len(data))
    return checked(hash, _abi.Error(code=min(hash, 0), row=-1, offset=-1))  # the function fills in no error
