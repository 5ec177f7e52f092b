"""Files that are not paths: the library reads them through Python."""

from __future__ import annotations

import ctypes
import os
import posixpath
import threading
from collections import OrderedDict
from typing import Any, Callable, Mapping, TypeVar

from . import _abi
from ._errors import RowlensError
from ._given import BytesLike, held, named

READ = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int64, ctypes.c_void_p, ctypes.c_size_t)
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_size_t)

_open_files: dict[int, Files] = {}  # those that the library may read, by its context
_OPEN_MAX = 64  # files of a file system kept open


class Source:
    """One file: reads bytes of it. A file with a position is used by one thread at a time."""

    def __init__(self, file: Any) -> None:
        self._file, self._lock = file, threading.Lock()

    def read(self, offset: int, size: int) -> BytesLike:
        with self._lock:
            self._file.seek(offset)
            data: BytesLike = self._file.read(size)
            return data


class Far:
    """A file of a pyarrow.fs.FileSystem, opened when it is read."""

    def __init__(self, files: Files, path: str) -> None:
        self._files, self._path = files, path

    def read(self, offset: int, size: int) -> BytesLike:
        data: BytesLike = self._files.opened(self._path).read_at(size, offset)
        return data


class Files:
    """The files that one store reads, until the library releases them."""

    def __init__(self) -> None:
        self._here = threading.local()  # the last exception of a file that this thread read
        self.sources: list[Source | Far] = []
        self.names: list[tuple[bytes, int]] = []
        self._open: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()
        self.filesystem: Any = None

    def add(self, name: str, size: int, source: Source | Far) -> None:
        self.names.append((named(name, _abi.E_REFUSED), size))
        self.sources.append(source)

    def ready(self) -> Files:
        """Registers them for the library's calls."""
        self.list: ctypes.Array[_abi.File] = (_abi.File * len(self.names))(*(_abi.File(name, size) for name, size in self.names))
        self.reader: _abi.Reader = _abi.Reader(None, ctypes.cast(_read, ctypes.c_void_p), ctypes.cast(_release, ctypes.c_void_p))
        # A real address, ours until the files are released: Go crashes when it moves a stack that holds 1 as a pointer.
        self.context: int = ctypes.addressof(self.reader)
        self.reader.context = self.context
        _open_files[self.context] = self
        return self

    def failed(self, failure: BaseException) -> None:
        self._here.failure = failure

    def failure(self) -> BaseException | None:
        """What a file raised while this thread read it, once."""
        failure: BaseException | None = getattr(self._here, "failure", None)
        self._here.failure = None
        return failure

    def interrupted(self) -> bool:
        failure = getattr(self._here, "failure", None)
        return failure is not None and not isinstance(failure, Exception)

    def reason(self) -> str:
        """What a file raised, for callers that get no exception."""
        failure = self.failure()
        return "" if failure is None else f": {type(failure).__name__}: {failure}"

    def forget(self) -> None:
        _open_files.pop(self.context, None)
        with self._lock:
            self._open.clear()

    def opened(self, path: str) -> Any:
        """An open file of the file system; the least recently used are closed."""
        with self._lock:
            if path in self._open:
                self._open.move_to_end(path)
                return self._open[path]
        file = self.filesystem.open_input_file(path)
        with self._lock:
            self._open[path] = file
            if len(self._open) > _OPEN_MAX:
                self._open.popitem(last=False)  # closed when no thread reads it any more
        return file


Made = TypeVar("Made")


def reading(files: Files | None, call: Callable[[], Made], drop: Callable[[Made], object] = lambda made: None, begun: bool = False) -> Made:
    """Makes a call that reads files. If a file raised meanwhile, that comes out: as the cause of the call's own error or, if it is an
    interruption, as itself, even if the library took the unreadable bytes for damage; then what was made is dropped.
    What has begun may fail with what was raised earlier.
    """
    if files is None:
        return call()
    if not begun:
        files.failure()
    try:
        made = call()
    except RowlensError as error:
        failure = files.failure()
        if failure is None or isinstance(failure, Exception):
            raise error from failure
        raise failure from None
    if files.interrupted():
        drop(made)
        raise files.failure() or KeyboardInterrupt
    return made


def _reads(context: int, file: int, offset: int, out: int, size: int) -> int:
    files: Files | None = None
    try:
        files = _open_files.get(context)
        if files is None:
            return -1
        data = held(files.sources[file].read(offset, size), "what read() returned")
        if len(data) <= size:
            ctypes.memmove(out, data, len(data))
        return len(data)
    except BaseException as failure:  # it must not get lost in C: the caller of the library raises it
        if files is not None:
            files.failed(failure)
        return -1


def _releases(context: int) -> None:
    files = _open_files.get(context)
    if files is not None:
        files.forget()


_read, _release = READ(_reads), RELEASE(_releases)  # C may call them for as long as the process lives


def near(given: Any) -> Files:
    """Files that are open already: one, a list, or a dict of them by name."""
    files, taken = Files(), set()
    if isinstance(given, Mapping):
        named = list(given.items())
    else:
        named = [(_name(file, number), file) for number, file in enumerate(given if isinstance(given, (list, tuple)) else [given])]
    for number, (name, file) in enumerate(named):
        if not callable(getattr(file, "read", None)) or not callable(getattr(file, "seek", None)):
            raise TypeError(f"expected a path, a file opened in binary mode, or a list or dict of them, found {type(file).__name__}")
        if name in taken:
            name = f"{number}/{name}"
        taken.add(name)
        size = file.seek(0, os.SEEK_END)
        files.add(name, file.tell() if size is None else size, Source(file))
    return files.ready()


def _name(file: Any, number: int) -> str:
    name = getattr(file, "name", None)
    return os.path.basename(name) if isinstance(name, str) and os.path.basename(name) else f"file {number + 1}"


def far(filesystem: Any, path: str) -> Files:
    """The file at a path of a pyarrow.fs.FileSystem, or those below it."""
    from pyarrow import fs

    files = Files()
    files.filesystem = filesystem
    top = filesystem.get_file_info(path)
    if top.type == fs.FileType.NotFound:
        raise FileNotFoundError(f"there is no {path} in {filesystem!r}")
    if top.type == fs.FileType.File:
        files.add(posixpath.basename(path), top.size, Far(files, path))
        return files.ready()
    found = filesystem.get_file_info(fs.FileSelector(path, recursive=True))
    base = path.rstrip("/") + "/"
    for info in sorted(found, key=lambda info: str(info.path)):
        if info.type == fs.FileType.File:
            files.add(info.path[len(base) :] if info.path.startswith(base) else info.path.lstrip("/"), info.size, Far(files, info.path))
    return files.ready()
