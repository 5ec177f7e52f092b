"""Fields of a record as CBOR (RFC 8949): reads what the library writes, and writes what it reads.

If the compiled package cbor2 is installed, it does both, several times as fast as Python can.
"""

from __future__ import annotations

import functools
import json
import marshal
import struct
from types import BuiltinFunctionType
from typing import Any, Callable, Mapping

_SIMPLE = {20: False, 21: True, 22: None}
_FLOATS = {25: struct.Struct(">e"), 26: struct.Struct(">f"), 27: struct.Struct(">d")}


@functools.lru_cache(maxsize=None)
def _compiled(name: str) -> Callable[..., Any] | None:
    """A function of cbor2, imported when first needed. An uncompiled cbor2 is slower than our own code."""
    try:
        import cbor2
    except ImportError:
        return None
    found: Callable[..., Any] = getattr(cbor2, name)
    return found if isinstance(found, BuiltinFunctionType) else None


@functools.lru_cache(maxsize=None)
def reader() -> Callable[[bytes], Any]:
    """A function that reads the single value in some bytes."""
    fast = _compiled("loads")
    if fast is None:
        return _read

    def read(data: bytes) -> Any:
        try:
            return fast(data)
        except Exception:  # a record may nest deeper than cbor2 reads
            return _read(data)

    return read


def read(data: bytes) -> Any:
    """The single value in data."""
    return reader()(data)


@functools.lru_cache(maxsize=None)
def writer() -> Callable[[Any], bytes] | None:
    """A function that writes fields fast, if there is one. It raises for what it cannot write."""
    fast = _compiled("dumps")
    if fast is None:
        return None

    def write_fast(value: Any) -> bytes:
        try:
            marshal.dumps(value)  # quick, and fails at a depth where cbor2 would crash the process
        except ValueError:
            return write(value)
        written: bytes = fast(value)
        return written

    return write_fast


# Stands for a value that nests deeper than Python's calls, or contains itself: the library refuses it for its depth.
_TOO_DEEP = b"\xa1\x60" * 300


def write(value: Any) -> bytes:
    """A value of the types that fields have. Names that are not text are written as in JSON."""
    into = bytearray()
    try:
        _put(into, value)
    except RecursionError:
        return _TOO_DEEP
    return bytes(into)


def _put(into: bytearray, value: Any) -> None:
    if value is None or value is True or value is False:
        into.append(0xF6 if value is None else 0xF5 if value else 0xF4)
    elif isinstance(value, str):
        text = _utf8(value)
        into += _head(3, len(text)) + text
    elif isinstance(value, int):
        into += _whole(value)
    elif isinstance(value, float):
        into += b"\xfb" + _FLOATS[27].pack(value)
    elif isinstance(value, Mapping):
        into += _head(5, len(value))
        for name, item in value.items():
            _put(into, _name(name))
            _put(into, item)
    elif isinstance(value, (list, tuple)):
        into += _head(4, len(value))
        for item in value:
            _put(into, item)
    elif isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)
        into += _head(2, len(data)) + data
    else:  # numbers of NumPy have bytes, too
        raise TypeError(f"fields cannot have a value of type {type(value).__name__}")


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair; the library refuses it or writes it as upstream does
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass").encode("utf-8", "surrogatepass")


def _whole(number: int) -> bytes:
    major, least = (0, number) if number >= 0 else (1, -1 - number)
    if least < 1 << 64:
        return _head(major, least)
    data = least.to_bytes((least.bit_length() + 7) // 8, "big")
    return bytes((0xC2 + major,)) + _head(2, len(data)) + data


def _name(name: Any) -> str:
    if isinstance(name, str):
        return name
    if name is None or isinstance(name, (bool, int, float)):
        return json.dumps(name)
    raise TypeError(f"the name of a member is text, not {type(name).__name__}")


def _head(major: int, number: int) -> bytes:
    if number < 24:
        return bytes((major << 5 | number,))
    size = 0 if number < 1 << 8 else 1 if number < 1 << 16 else 2 if number < 1 << 32 else 3
    return bytes((major << 5 | 24 + size,)) + number.to_bytes(1 << size, "big")


def _read(data: bytes) -> Any:
    """Without recursion, since a record may nest deeper than Python's calls."""
    whole: list[Any] = []
    into: Any = whole  # the container being filled, and those around it, each with what it still lacks
    left, is_map, name = 1, False, ""
    around: list[tuple[Any, int, bool]] = []
    at = 0
    while True:
        if is_map:
            _, size, at = _head_at(data, at)
            name = str(data[at : at + size], "utf-8")
            at += size
        major, number, at = _head_at(data, at)
        value: Any
        if major == 3:
            value = str(data[at : at + number], "utf-8")
            at += number
        elif major == 4:
            value = []
        elif major == 5:
            value = {}
        else:
            value, at = _item(data, at, major, number)
        if is_map:
            into[name] = value
        else:
            into.append(value)
        left -= 1
        if number and 3 < major < 6:
            around.append((into, left, is_map))
            into, left, is_map = value, number, major == 5
        while not left:
            if not around:
                return whole[0]
            into, left, is_map = around.pop()


def _head_at(data: bytes, at: int) -> tuple[int, int, int]:
    """The major type, its argument (for simple values, what follows) and where that ends."""
    head = data[at]
    major, number = head >> 5, head & 31
    if number < 24 or major == 7:
        return major, number, at + 1
    end = at + 1 + (1 << (number - 24))
    return major, int.from_bytes(data[at + 1 : end], "big"), end


def _item(data: bytes, at: int, major: int, number: int) -> tuple[Any, int]:
    """A value other than text and containers, and where it ends."""
    if major == 0:
        return number, at
    if major == 1:
        return -1 - number, at
    if major == 2:
        return data[at : at + number], at + number
    if number in _FLOATS:
        form = _FLOATS[number]
        return form.unpack_from(data, at)[0], at + form.size
    return _SIMPLE[number], at
