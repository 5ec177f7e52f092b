"""The streams of rows that the WebAssembly reads, in Arrow's C interface."""

from __future__ import annotations

import ctypes
import errno
import json
import threading
from typing import Any, Iterator, Protocol

from . import _abi, _arrow


class Calls(Protocol):
    """The calls that read a stream of the module."""

    def call(self, name: str, *arguments: int) -> Any: ...

    def copy(self, at: int, size: int) -> Any: ...


class _Failed(Exception):
    pass


class _Stream:
    """A stream of the module, and what was last read from it. Calls of the module take turns."""

    def __init__(self, calls: Calls, turn: threading.RLock, handle: int) -> None:
        self.calls, self.turn, self.handle = calls, turn, handle
        self.fields: list[dict[str, Any]] = []
        self.said = ctypes.create_string_buffer(0)

    def schema(self) -> _arrow.Node:
        with self.turn:
            base, room = 0, 1 << 12
            while True:
                base = self.calls.call("rl_memory", 8 + 512 + room)
                size = self._checked(self.calls.call("rl_stream_schema", self.handle, 520, room, 8), base)
                if size <= room:
                    self.fields = json.loads(bytes(self.calls.copy(base + 520, size)))
                    return _described("", "+s", self.fields)
                room = size

    def next(self) -> _arrow.Node | None:
        with self.turn:
            if not self.fields:
                self.schema()
            base = self.calls.call("rl_memory", 8 + 512)
            size = self._checked(self.calls.call("rl_stream_next", self.handle, 8), base)
            if size == 0:
                return None
            owner = self.calls.copy(self.calls.call("rl_stream_batch"), size)
        words = _Words(owner)
        return _read(words, "", "+s", self.fields)

    def _checked(self, result: int, base: int) -> int:
        if result < 0:
            error = _abi.Error.from_buffer(self.calls.copy(base + 8, ctypes.sizeof(_abi.Error)))
            raise _Failed(error.message.decode("utf-8", "replace"))
        return result

    def close(self) -> None:
        with self.turn:
            self.calls.call("rl_stream_close", self.handle)


class _Words:
    """The numbers of a batch, and where its buffers are."""

    def __init__(self, owner: Any) -> None:
        self.owner, self.at = owner, ctypes.addressof(owner)

    def number(self) -> int:
        value = ctypes.c_int64.from_address(self.at).value
        self.at += 8
        return value

    def buffer(self) -> int:
        size = self.number()
        if size < 0:
            return 0
        start = self.at
        self.at += (size + 7) & -8
        return start


def _described(name: str, format: str, fields: list[dict[str, Any]]) -> _arrow.Node:
    return _arrow.Node(name, format, 0, 0, (), [_described(f["name"], f["format"], f["children"]) for f in fields], None)


def _read(words: _Words, name: str, format: str, fields: list[dict[str, Any]]) -> _arrow.Node:
    length, nulls, buffers, _ = (words.number() for _ in range(4))
    held = [words.buffer() for _ in range(buffers)]
    return _arrow.Node(name, format, length, nulls, held, list(_children(words, fields)), words.owner)


def _children(words: _Words, fields: list[dict[str, Any]]) -> Iterator[_arrow.Node]:
    for field in fields:
        yield _read(words, field["name"], field["format"], field["children"])


def fill(address: int, calls: Calls, turn: threading.RLock, handle: int) -> None:
    """Fills an empty ArrowArrayStream that reads through a handle."""
    stream = _Stream(calls, turn, handle)

    def answered(work: Any) -> int:
        try:
            work()
            return 0
        except Exception as failure:  # it could not be raised through C
            stream.said = ctypes.create_string_buffer(str(failure).encode())
            return errno.EIO

    def get_schema(_stream: int, out: Any) -> int:
        return answered(lambda: _arrow.fill_schema(out.contents, stream.schema()))

    def get_next(_stream: int, out: Any) -> int:
        def read() -> None:
            ctypes.memset(out, 0, ctypes.sizeof(_arrow.ArrowArray))
            node = stream.next()
            if node is not None:
                _arrow.fill_array(out.contents, node)

        return answered(read)

    into = _arrow.ArrowStream.from_address(address)
    _arrow.fill_stream(into, get_schema, get_next, lambda _stream: ctypes.addressof(stream.said), stream.close)
    _arrow.filled[into.private_data] = stream
