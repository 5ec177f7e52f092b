"""Calls with memory of the caller's: sizes, buffers, failures."""

from __future__ import annotations

import ctypes
from typing import Callable, Mapping

from . import _abi, _errors
from ._library import library

FIRST = 1 << 12  # bytes of the first try


def flags(*, lenient: bool = False, prefix: bool = False, unlimited: bool = False, strict: bool = False, check: bool = False) -> int:
    return lenient * _abi.LENIENT + prefix * _abi.PREFIX + unlimited * _abi.UNLIMITED + strict * _abi.STRICT + check * _abi.CHECK


def address(data: bytes) -> int | None:
    """Where bytes are. The caller keeps them."""
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value


class PartList:
    """Parts as the library takes them; keeps what they point to."""

    def __init__(self, parts: Mapping[str, bytes]) -> None:
        self.kept = [(name.encode(), bytes(data)) for name, data in parts.items()]
        self.list = (_abi.Part * len(self.kept))(*(_abi.Part(name, address(data), len(data)) for name, data in self.kept))


def sized(call: Callable[[object, int, object], int], room: int = FIRST, align: int = 1) -> memoryview:
    """Calls with as much memory as the answer needs; a view of the answer.

    ``call`` gets the output, its capacity and the error, and returns the size.
    """
    error = _abi.Error()
    while True:
        out = (ctypes.c_uint8 * (room + align - 1))()
        skip = -ctypes.addressof(out) % align
        need = call(ctypes.byref(out, skip), room, ctypes.byref(error))
        if need < 0:
            raise _errors.of(error)
        if need <= room:
            return memoryview(out).cast("B")[skip : skip + need]
        room = need


def checked(result: int, error: _abi.Error) -> int:
    """A result that is not an answer's size."""
    if result < 0:
        raise _errors.of(error)
    return result


def calls() -> ctypes.CDLL:
    return library()
