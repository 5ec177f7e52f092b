"""Calls with the caller's memory: sizes, buffers, failures."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterable, Mapping, Union

from . import _abi, _errors
from ._errors import RowlensError
from ._library import library

FIRST = 1 << 12  # bytes for the first try

BytesLike = Union[bytes, bytearray, memoryview]
Parts = Mapping[str, BytesLike]


def address(data: bytes) -> int | None:
    """The address of bytes. The caller keeps them alive."""
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value


def held(data: Any, name: str) -> bytes:
    """Bytes that nothing else can change. Refuses text, numbers and arrays of wider numbers, although bytes() accepts them;
    a memoryview stands for the memory it shows, whatever its items are."""
    if type(data) is bytes:
        return data
    try:
        view = memoryview(data)  # raises ValueError if it was released
    except TypeError:
        raise TypeError(f"{name}: expected bytes, found {type(data).__name__}") from None
    if view.itemsize != 1 and not isinstance(data, memoryview):
        raise TypeError(f"{name}: expected bytes, found {type(data).__name__} with items of {view.itemsize} bytes")
    return bytes(view)


def named(text: str, number: int) -> bytes:
    """A name for C, where it would end at a NUL: a name with one is refused with the given error number."""
    if not isinstance(text, str):
        raise TypeError(f"expected a name or path as text, found {type(text).__name__}")
    if "\0" in text:
        raise RowlensError(number, f"{_abi.CODES[number][1]}: there is a NUL in {text!r}", path=text)
    return text.encode()


def part_name(text: str) -> bytes:
    """The name of a single part; C takes several, separated by commas."""
    if "," in text:
        raise RowlensError(_abi.E_PART, f"{_abi.CODES[_abi.E_PART][1]}: {text!r}", path=text)
    return named(text, _abi.E_PART)


def listed(given: Any, what: str) -> Iterable[Any]:
    """Checks that something is a list or the like. Text, bytes and dicts are refused: they would be taken for lists of their
    characters, numbers or names."""
    if isinstance(given, (str, bytes, bytearray, memoryview, Mapping)) or not isinstance(given, Iterable):
        raise TypeError(f"expected {what}, found {type(given).__name__}")
    return given


def texts(given: Iterable[str] | None, name: str) -> list[str] | None:
    """A list of texts, or None. Each character of a text would become an item."""
    if given is None:
        return None
    try:
        return list(listed(given, "a list of texts"))
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None


def by_name(given: Any, what: str) -> Mapping[str, Any]:
    """Checks that something was given by name."""
    if isinstance(given, Mapping):
        return given
    raise TypeError(f"expected {what}, found {type(given).__name__}")


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
