"""Fields of a record as CBOR (RFC 8949): read from what the library writes, and written for it.

The package cbor2 does both where it is installed and compiled: several times as fast as Python can.
"""

from __future__ import annotations

import functools
import struct
from types import BuiltinFunctionType
from typing import Any, Callable, Mapping

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
    """What writes fields fast, if it is there. It raises for what it cannot write."""
    return _compiled("dumps")


def write(value: Any) -> bytes:
    """A value of the types that fields have. It raises for what CBOR or the library lacks: larger numbers, names that are no text."""
    into = bytearray()
    _put(into, value)
    return bytes(into)


def _put(into: bytearray, value: Any) -> None:
    if value is None or value is True or value is False:
        into.append(0xF6 if value is None else 0xF5 if value else 0xF4)
    elif isinstance(value, str):
        text = value.encode()
        into += _head(3, len(text)) + text
    elif isinstance(value, int):
        into += _head(0, value) if value >= 0 else _head(1, -1 - value)
    elif isinstance(value, float):
        into += b"\xfb" + _FLOATS[27].pack(value)
    elif isinstance(value, Mapping):
        into += _head(5, len(value))
        for name, item in value.items():
            if not isinstance(name, str):
                raise TypeError(f"the name of a member is text, not {type(name).__name__}")
            _put(into, name)
            _put(into, item)
    elif isinstance(value, (list, tuple)):
        into += _head(4, len(value))
        for item in value:
            _put(into, item)
    else:
        data = bytes(memoryview(value))
        into += _head(2, len(data)) + data


def _head(major: int, number: int) -> bytes:
    if number < 24:
        return bytes((major << 5 | number,))
    size = 0 if number < 1 << 8 else 1 if number < 1 << 16 else 2 if number < 1 << 32 else 3
    return bytes((major << 5 | 24 + size,)) + number.to_bytes(1 << size, "big")


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
