"""Fields of a record as CBOR (RFC 8949): read from what the library writes, and written for it.

The package cbor2 does both where it is installed and compiled: several times as fast as Python can.
"""

from __future__ import annotations

import functools
import struct
from types import BuiltinFunctionType
from typing import Any, Callable

_SIMPLE = {20: False, 21: True, 22: None}
_FLOATS = {25: struct.Struct(">e"), 26: struct.Struct(">f"), 27: struct.Struct(">d")}


@functools.lru_cache(maxsize=None)
def _compiled(name: str) -> Callable[..., Any] | None:
    """A function of cbor2, which is opened when it is first wanted. Where it is not compiled it is slower than ours."""
    try:
        import cbor2
    except ImportError:
        return None
    found: Callable[..., Any] = getattr(cbor2, name)
    return found if isinstance(found, BuiltinFunctionType) else None


def reader() -> Callable[[bytes], Any]:
    """What reads the one value that bytes hold."""
    return _compiled("loads") or _read


def read(data: bytes) -> Any:
    """The one value that data holds."""
    return reader()(data)


def writer() -> Callable[[Any], bytes] | None:
    """What writes fields, if it is there. It raises for what it cannot write."""
    return _compiled("dumps")


def _read(data: bytes) -> Any:
    return _item(data, 0)[0]


def _item(data: bytes, at: int) -> tuple[Any, int]:
    head = data[at]
    major, more = head >> 5, head & 31
    at += 1
    if major == 7:
        if more in _FLOATS:
            form = _FLOATS[more]
            return form.unpack_from(data, at)[0], at + form.size
        return _SIMPLE[more], at
    number = more
    if more >= 24:
        end = at + (1 << (more - 24))
        number = int.from_bytes(data[at:end], "big")
        at = end
    return _OF_MAJOR[major](data, at, number)


def _text(data: bytes, at: int, n: int) -> tuple[str, int]:
    return str(data[at : at + n], "utf-8"), at + n


def _list(data: bytes, at: int, n: int) -> tuple[list[Any], int]:
    items = []
    for _ in range(n):
        item, at = _item(data, at)
        items.append(item)
    return items, at


def _map(data: bytes, at: int, n: int) -> tuple[dict[str, Any], int]:
    members = {}
    for _ in range(n):
        name, at = _item(data, at)
        members[name], at = _item(data, at)
    return members, at


_OF_MAJOR: tuple[Callable[[bytes, int, int], tuple[Any, int]], ...] = (
    lambda _data, at, n: (n, at),
    lambda _data, at, n: (-1 - n, at),
    lambda data, at, n: (data[at : at + n], at + n),
    _text,
    _list,
    _map,
)
