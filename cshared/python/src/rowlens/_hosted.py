"""The C library as WebAssembly, for systems without a native one: the same functions for the same callers.

The module has its own memory. What the arguments of a call point to is copied there, and what the call
wrote is copied back.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from pathlib import Path
from typing import Any, Callable, NamedTuple

import wasmtime

from . import _abi, _files
from ._hosted_stream import fill
from ._signatures import SIGNATURES

_OPENS = ("rl_store_open", "rl_stats_open", "rl_diff_open")  # they may take paths
_PATIENCE = 3.0  # seconds of compiling after which a waiting user is told why


class _Fill(NamedTuple):
    """Bytes of this process that the module holds a copy of during a call."""

    at: int
    data: int
    size: int


class _Arena:
    """The memory of one call, laid out: distances from its start, and what goes where."""

    def __init__(self) -> None:
        self.size = 8  # nothing is placed at 0, which is NULL
        self.inputs: list[_Fill] = []
        self.outputs: list[_Fill] = []
        self.kept: list[object] = []

    def room(self, size: int) -> int:
        at = self.size
        self.size = (at + size + 7) & -8
        return at

    def put(self, data: int | None, size: int) -> int:
        """A copy of bytes at an address; NULL stays NULL."""
        if not data:
            return 0
        at = self.room(size)
        self.inputs.append(_Fill(at, data, size))
        return at

    def made(self, value: Any) -> int:
        """A copy of a ctypes object, which is kept until the call."""
        self.kept.append(value)
        return self.put(ctypes.addressof(value), ctypes.sizeof(value))

    def text(self, text: bytes | None) -> int:
        return 0 if text is None else self.made(ctypes.create_string_buffer(text))

    def out(self, data: int | None, size: int) -> int:
        """Room for what the call writes to an address."""
        if not data:
            return 0
        at = self.room(size)
        self.outputs.append(_Fill(at, data, size))
        return at


def _address(pointer: Any) -> int | None:
    return ctypes.cast(pointer, ctypes.c_void_p).value


def _structs(kind: Any, pointer: Any, count: int, moved: Callable[[Any, Any], None]) -> Any:
    """A copy of structs, with distances for pointers."""
    at, copies = _address(pointer), (kind * count)()
    given = (kind * count).from_address(at) if at and count else ()
    for copy, one in zip(copies, given):
        ctypes.memmove(ctypes.addressof(copy), ctypes.addressof(one), ctypes.sizeof(kind))
        moved(ctypes.cast(ctypes.pointer(copy), ctypes.POINTER(ctypes.c_uint64)), one)
    return copies if at else None


class _Inside(Exception):
    """A call from inside one that reads a file."""


class Library:
    """The functions of the C library, run by wasmtime. Calls from several threads take turns."""

    def __init__(self, file: Path) -> None:
        self._lock = threading.RLock()
        self._readers: dict[int, Any] = {}
        self._inside = False  # a file is being read for an unfinished call: another call would take its memory
        self._later: list[tuple[str, int]] = []  # handles to close after that call: Python's collector closes them at any time
        self._folder = "/"
        config = wasmtime.Config()
        config.cache = True  # compiled once per user, and then taken from the user's cache folder
        engine = wasmtime.Engine(config)
        waits = threading.Timer(_PATIENCE, _say, ["rowlens: compiling the WebAssembly decoder, as this system has no native one; the result is kept for the next time"])
        waits.start()
        try:
            module = wasmtime.Module.from_file(engine, str(file))
        finally:
            waits.cancel()
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        self._store = wasmtime.Store(engine)
        wasi = wasmtime.WasiConfig()
        wasi.inherit_stderr()
        if sys.platform != "win32":  # there, no folder contains all drives
            wasi.preopen_dir("/", "/", fs_mutable=False)
        self._store.set_wasi(wasi)
        i32, i64 = wasmtime.ValType.i32(), wasmtime.ValType.i64()
        linker.define_func("rowlens", "read", wasmtime.FuncType([i32, i32, i64, i32, i32], [i64]), self._read)
        linker.define_func("rowlens", "release", wasmtime.FuncType([i32], []), self._release)
        self._exports: Any = linker.instantiate(self._store, module).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self.call("_initialize")
        for name, kinds in SIGNATURES.items():
            result, arguments = _abi.FUNCTIONS[name]
            # A function that C could call accepts whatever a native one accepts, and gets it as numbers.
            function = ctypes.CFUNCTYPE(result, *arguments)(self._function(name, kinds))
            setattr(self, name, function)

    def rl_abi_version(self) -> int:
        return int(self.call("rl_abi_version"))

    def call(self, name: str, *arguments: int) -> Any:
        """Calls an export with numbers."""
        if not self._inside:
            result = self._exports[name](self._store, *arguments)
            while self._later:
                closing, handle = self._later.pop()
                self._exports[closing](self._store, handle)
            return result
        if not name.endswith("_close"):
            raise _Inside("a file must not call rowlens while it is read for it")
        self._later.append((name, arguments[0]))
        return 0

    def copy(self, at: int, size: int) -> Any:
        """Bytes of the module's memory."""
        buffer = (ctypes.c_uint8 * size)()
        if size:
            ctypes.memmove(buffer, self._base() + at, size)
        return buffer

    def _base(self) -> int:
        return _address(self._memory.data_ptr(self._store)) or 0

    def _function(self, name: str, kinds: tuple[str, ...]) -> Callable[..., int]:
        def run(*arguments: Any) -> int:
            try:
                with self._lock:
                    if self._inside and name.endswith("_close"):
                        return int(self.call(name, *arguments))
                    return self._run(name, kinds, arguments)
            except _Inside as refused:
                return _described(arguments[-1] if kinds[-1] == "error" else None, _abi.E_REFUSED, str(refused))
            except Exception as failure:  # it could not be raised through C
                return _internal(arguments[-1] if kinds[-1] == "error" else None, failure)

        return run

    def _run(self, name: str, kinds: tuple[str, ...], given: tuple[Any, ...]) -> int:
        arena, numbers = _Arena(), []
        rest, rows, named, reader, stream = list(given), 0, b"", 0, None
        for kind in kinds:
            first = rest.pop(0)
            if kind == "number":
                numbers.append(first)
            elif kind == "name":
                named = first
                numbers.append(arena.text(first))
            elif kind == "bytes":
                size = rest.pop(0)
                numbers += [arena.put(first, size), size]
            elif kind == "out":
                size = rest.pop(0)
                numbers += [arena.out(first, size), size]
            elif kind in _LISTS:
                count = rest.pop(0)
                if kind in _OF_ROWS:
                    rows = rest.pop(0)
                numbers += [_LISTS[kind](arena, first, count, rows), count]
                if kind in _OF_ROWS:
                    numbers.append(rows)
            elif kind == "texts":
                data, rows = rest.pop(0), rest.pop(0)
                numbers += [arena.put(first, 4 * (rows + 1)), arena.put(data, _end(first, rows)), rows]
            elif kind == "offsets":
                numbers.append(arena.out(first, 4 * (rows + 1)))
            elif kind == "part-offsets":  # for the parts that the preceding name lists
                numbers.append(arena.out(first, 4 * (rows + 1) * (1 + (named or b"").count(b","))))
            elif kind == "codes":
                numbers.append(arena.out(first, 4 * rows))
            elif kind == "word":
                numbers.append(arena.out(_address(first), 8))
            elif kind == "reader":
                reader = self._reading(first)
                numbers.append(reader)
            elif kind == "stream":
                stream = (first, ctypes.c_uint64())
                numbers.append(arena.out(ctypes.addressof(stream[1]), 8))
            else:
                numbers.append(arena.out(_address(first), ctypes.sizeof(_abi.Error)))
        if name in _OPENS:
            self._follow()
        base = int(self.call("rl_memory", arena.size))
        if not base:
            return _refused(given[-1] if kinds[-1] == "error" else None, _abi.E_TOO_LARGE)
        memory = self._base() + base
        for at, data, size in arena.inputs:
            ctypes.memmove(memory + at, data, size)
        result = int(self.call(name, *numbers))
        memory = self._base() + base  # a call may move it
        for at, data, size in arena.outputs:
            ctypes.memmove(data, memory + at, size)
        if result < 0:
            self._readers.pop(reader, None)
        elif stream is not None:
            fill(stream[0], self, self._lock, stream[1].value)
        return result

    def _follow(self) -> None:
        """Lets the module resolve paths from the current directory of this process."""
        here = os.getcwd()
        if here == self._folder:
            return
        path = os.fsencode(here) + b"\0"
        ctypes.memmove(self._base() + self.call("rl_memory", 8 + len(path)) + 8, path, len(path))
        if self.call("rl_folder", 8) == 0:
            self._folder = here

    def _reading(self, pointer: Any) -> int:
        if not _address(pointer):
            return 0
        of = pointer.contents
        number = max(self._readers, default=0) + 1
        release = _files.RELEASE(of.release) if of.release else None
        self._readers[number] = (of.context, _files.READ(of.read), release)
        return number

    def _read(self, reader: int, file: int, offset: int, out: int, size: int) -> int:
        context, read, _ = self._readers[reader]
        self._inside = True
        try:
            return int(read(context, file, offset, self._base() + (out & 0xFFFFFFFF), size))
        finally:
            self._inside = False

    def _release(self, reader: int) -> None:
        context, _, release = self._readers.pop(reader)
        if release is not None:
            release(context)


def _parts(arena: _Arena, pointer: Any, count: int, rows: int) -> int:
    def moved(copy: Any, part: Any) -> None:
        copy[0], copy[1] = arena.text(part.name), arena.put(part.data, part.len)

    return _placed(arena, _structs(_abi.Part, pointer, count, moved))


def _columns(arena: _Arena, pointer: Any, count: int, rows: int) -> int:
    def moved(copy: Any, column: Any) -> None:
        size = _end(column.offsets, rows)
        copy[0], copy[1], copy[2] = arena.text(column.name), arena.put(column.offsets, 4 * (rows + 1)), arena.put(column.data, size)

    return _placed(arena, _structs(_abi.Column, pointer, count, moved))


def _wanted(arena: _Arena, pointer: Any, count: int, rows: int) -> int:
    def moved(copy: Any, field: Any) -> None:
        copy[0] = arena.text(field.path)

    return _placed(arena, _structs(_abi.Field, pointer, count, moved))


def _members(arena: _Arena, pointer: Any, count: int, rows: int) -> int:
    bits = (rows + 7) // 8

    def moved(copy: Any, one: Any) -> None:
        copy[0], copy[2] = arena.text(one.path), arena.put(one.validity, bits)
        if one.type in (_abi.TYPE_INT64, _abi.TYPE_FLOAT64):
            copy[4] = arena.put(one.data, 8 * rows)
        elif one.type == _abi.TYPE_BOOL:
            copy[4] = arena.put(one.data, bits)
        else:
            copy[3], copy[4] = arena.put(one.offsets, 4 * (rows + 1)), arena.put(one.data, _end(one.offsets, rows))

    return _placed(arena, _structs(_abi.Values, pointer, count, moved))


def _offered(arena: _Arena, pointer: Any, count: int, rows: int) -> int:
    def moved(copy: Any, file: Any) -> None:
        copy[0] = arena.text(file.name)

    return _placed(arena, _structs(_abi.File, pointer, count, moved))


_LISTS: dict[str, Callable[[_Arena, Any, int, int], int]] = {"parts": _parts, "columns": _columns, "wanted": _wanted, "members": _members, "files": _offered}
_OF_ROWS = ("columns", "members")


def _placed(arena: _Arena, copies: Any) -> int:
    return 0 if copies is None else arena.made(copies)


def _end(offsets: int | None, rows: int) -> int:
    """The end of the last of some texts."""
    return max(ctypes.c_int32.from_address(offsets + 4 * rows).value, 0) if offsets else 0


def _refused(error: Any, code: int) -> int:
    return _described(error, code, ": ".join(_abi.CODES[code]))


def _internal(error: Any, failure: Exception) -> int:
    return _described(error, _abi.E_INTERNAL, f"internal: {failure}")


def _described(error: Any, code: int, message: str) -> int:
    if error and _address(error):
        into = error.contents
        into.code, into.row, into.offset, into.part, into.field = code, -1, -1, b"", b""
        into.message = message.encode()[:359]
    return code


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
