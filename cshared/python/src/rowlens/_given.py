"""What callers give, checked before it goes to the library."""

from __future__ import annotations

import ctypes
from typing import Any, Iterable, Mapping, Union

from . import _abi
from ._errors import RowlensError

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
