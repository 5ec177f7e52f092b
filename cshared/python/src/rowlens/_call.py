"""Calls with the caller's memory: sizes, buffers, failures."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

from . import _abi, _errors
from ._given import Parts, address, by_name, held, named
from ._library import library

FIRST = 1 << 12  # bytes for the first try


class PartList:
    """Parts in the form the library takes; keeps alive what they point to."""

    def __init__(self, parts: Parts) -> None:
        by_name(parts, 'parts by their names, such as {"row": …}')
        self.kept = [(named(name, _abi.E_PART), held(data, name)) for name, data in parts.items()]
        self.list = (_abi.Part * len(self.kept))(*(_abi.Part(name, address(data), len(data)) for name, data in self.kept))


def sized(call: Callable[[object, int, object], int], room: int = FIRST, align: int = 1) -> memoryview:
    """Calls with as much memory as the answer needs; returns a view of the answer.

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


_needed: dict[tuple[object, ...], int] = {}  # bytes per row in earlier answers
_GUESS_MAX = 1 << 30  # the most that is reserved on a guess


def sized_rows(call: Callable[[object, int, object], int], rows: int, about: tuple[object, ...], first: int, fixed: int = FIRST, align: int = 1) -> memoryview:
    """Calls about many rows, with as much memory as earlier answers to the same ``about`` needed, at first ``first`` bytes per
    row and ``fixed`` bytes for all: with too little, the library would decode all rows twice. Memory that is not written to
    costs nothing.
    """
    room = max(min(_needed.get(about, first) * rows, _GUESS_MAX), first * rows) + fixed
    answer = sized(call, room, align)
    _needed[about] = len(answer) * 5 // (4 * rows) + 1 if rows else first
    return answer


def checked(result: int, error: _abi.Error) -> int:
    """The result of a call without an answer in memory."""
    if result < 0:
        raise _errors.of(error)
    return result


def calls() -> Any:
    return library()


def answer(line: str | bytes) -> bytes:
    """Answers one request line of the conformance protocol (docs/testee.md)."""
    data = line.encode() if isinstance(line, str) else held(line, "line")
    return bytes(sized(lambda out, cap, e: calls().rl_answer(data, len(data), out, cap, e)))
