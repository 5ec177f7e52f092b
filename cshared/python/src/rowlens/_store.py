"""What a store does with keys: order, versions, hashes of names."""

from __future__ import annotations

import ctypes
from typing import Literal, Mapping, NamedTuple

from . import _abi
from ._call import PartList, calls, checked
from ._record import FormatLike
from ._schema import Schema, handle


class Order:
    """The order in which the store of a format sorts keys.

    Part by part as unsigned bytes, or by the comparator that the store uses for a column
    family; an empty format stands for plain unsigned bytes. ``family`` is the column family of
    both keys, in stores where the key does not contain it; from ``schema`` comparators learn
    key sizes.
    """

    def __init__(self, format: FormatLike = "", *, family: bytes = b"", schema: Schema | None = None) -> None:
        self.format, self.family, self.schema = format, family, schema

    def __repr__(self) -> str:
        return f"Order({self.format!r}{f', family={self.family!r}' if self.family else ''}{f', schema={self.schema!r}' if self.schema else ''})"

    def compare(self, left: Mapping[str, bytes], right: Mapping[str, bytes]) -> int:
        """-1, 0 or 1: what functools.cmp_to_key takes. Values do not count."""
        error = _abi.Error()
        a, b = PartList(left), PartList(right)
        opened, format, family = handle(self.schema), self.format.encode(), self.family
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
    checked(calls().rl_hlc_join(layout.encode(), physical, logical, ctypes.byref(version), error), error)
    return version.value


def hlc_split(layout: HlcLayout, version: int) -> Hlc:
    """Splits a version of a hybrid logical clock."""
    error, physical, logical = _abi.Error(), ctypes.c_uint64(), ctypes.c_uint64()
    checked(calls().rl_hlc_split(layout.encode(), version, ctypes.byref(physical), ctypes.byref(logical), error), error)
    return Hlc(physical.value, logical.value)


def hash32(format: FormatLike, name: str | bytes) -> int:
    """The 32-bit hash under which a format stores a name."""
    data = name.encode() if isinstance(name, str) else name
    hash = calls().rl_hash32(format.encode(), data, len(data))
    return checked(hash, _abi.Error(code=min(hash, 0), row=-1, offset=-1))  # the function fills in none
