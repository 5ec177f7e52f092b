"""The rows of a dump or of stores: what stats and diff read."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Any, BinaryIO, Callable, Iterable, Iterator, Mapping, Sequence, Union

from . import _abi
from ._call import calls, checked
from ._errors import RowlensError, Unique
from ._given import held, texts
from ._schema import Schema, handle

Dump = Union[bytes, bytearray, memoryview, BinaryIO, Iterable[bytes]]
Path = Union[str, "os.PathLike[str]"]

PIECE = 1 << 20  # bytes read from a file at a time


@dataclass(frozen=True)
class DumpRows:
    """The rows of a dump: its bytes, a file opened in binary mode, or anything that yields pieces of bytes.

    ``file`` is the name to use in reports about its rows. ``spelling`` is the form of the text,
    which is otherwise detected. ``cf`` is the column family of a RocksDB dump that does not name it:
    hex, or TYPE/MODEL.
    """

    data: Dump
    file: str | None = None
    spelling: str | None = None
    cf: str | None = None

    def request(self) -> dict[str, Any]:
        return given(file=self.file, spelling=self.spelling, cf=self.cf)

    def pieces(self) -> Iterator[bytes]:
        """The text piece by piece; no piece is empty, since that would mark the end."""
        data = self.data
        if isinstance(data, (bytes, bytearray, memoryview)):
            view = memoryview(data)
            view = view.cast("B") if view.c_contiguous else memoryview(bytes(view))
            yield from (bytes(view[at : at + PIECE]) for at in range(0, len(view), PIECE))
            return
        read: Callable[[int], bytes] | None = getattr(data, "read", None)
        pieces: Iterable[bytes] = iter(lambda: read(PIECE) or None, None) if read else data
        yield from (held(piece, "a piece of the dump") for piece in pieces if piece)


@dataclass(frozen=True)
class StoreRows:
    """The rows of the stores in a folder or file, as ``rowlens dump`` reads them. Nothing is written.

    ``table`` is the name of a table; without it all are read. ``stored`` reads every version and
    tombstone, ``salvage`` also what is found without an index or tree. ``start`` is the first key,
    ``stop`` the first key after the range, ``limit`` how many rows at most. ``at`` is the state at
    a sequence number (RocksDB) or timestamp, ``versions`` is how many versions of a cell (HBase,
    Accumulo), ``labels`` are the reader's authorizations (Accumulo). ``diff`` refuses ``limit``, as it reads
    both sides to their ends, and ``stored``, which is an argument of its own.
    """

    path: Path
    table: str | None = None
    stored: bool = False
    salvage: bool = False
    start: bytes | None = None
    stop: bytes | None = None
    limit: int | None = None
    at: int | None = None
    versions: int | None = None
    labels: Sequence[str] | None = None

    def request(self) -> dict[str, Any]:
        return given(
            store=path_text(self.path),
            table=self.table,
            stored=self.stored,
            salvage=self.salvage,
            start=hexed(self.start, "start"),
            stop=hexed(self.stop, "stop"),
            limit=self.limit,
            at=None if self.at is None else str(self.at),
            versions=self.versions,
            labels=texts(self.labels, "labels"),
        )


Rows = Union[DumpRows, StoreRows, Dump, Path]


def rows_of(source: Rows) -> DumpRows | StoreRows:
    """A path stands for the stores there, anything else for a dump."""
    if isinstance(source, (DumpRows, StoreRows)):
        return source
    if isinstance(source, (str, os.PathLike)):
        return StoreRows(source)
    if not hasattr(source, "read") and (isinstance(source, Mapping) or not isinstance(source, Iterable)):
        raise TypeError(f"expected a path, or a dump as bytes, a file or pieces of bytes, found {type(source).__name__}")
    return DumpRows(source)


def path_text(path: str | os.PathLike[Any]) -> str:
    """A path in the form the library takes."""
    text = os.fsdecode(path)
    try:
        whole = "\0" not in text and bool(text.encode())
    except UnicodeEncodeError:
        raise RowlensError(
            _abi.E_REFUSED, f"the path {text!a} is not UTF-8, as the library needs it: link to it by another name, or open its files and give those"
        ) from None
    if not whole:
        raise RowlensError(_abi.E_REFUSED, f"the path {text!a} is empty, or has a zero byte in it")
    return text


def shown(rows: DumpRows | StoreRows) -> str:
    """Where rows come from, for people."""
    if isinstance(rows, StoreRows):
        return repr(os.fspath(rows.path))
    name = rows.file or getattr(rows.data, "name", None)
    return repr(name) if isinstance(name, str) else "a dump"


def given(**members: Any) -> dict[str, Any]:
    """The members of a request that are set."""
    return {name: value for name, value in members.items() if value is not None and value is not False}


def hexed(key: bytes | None, name: str) -> str | None:
    return None if key is None else held(key, name).hex()


def schemas(schema: Schema | Iterable[Schema] | None) -> list[int] | None:
    """The handles of open schemas."""
    if schema is None:
        return None
    return [handle(one) for one in ([schema] if isinstance(schema, Schema) else schema)]


class Pieces(Unique):
    """The pieces of a dump, each for one call. After a piece that failed, no other is read: the rest would pass for the whole."""

    def __init__(self, rows: DumpRows) -> None:
        self._rest = rows.pieces()
        self._failure: BaseException | None = None

    def feed(self, call: Callable[[bytes], int]) -> int:
        """Calls with the next piece, or with an empty one at the end."""
        if isinstance(self._failure, Exception):
            raise self._failure
        if self._failure is not None:
            raise ValueError("the dump was not read to its end") from self._failure
        try:
            return call(next(self._rest, b""))
        except BaseException as failure:
            self._failure = failure
            raise


class Reading(Unique):
    """A handle of the library that reads rows: open until it is closed or unreachable."""

    def __init__(self, open: str, close: str, request: bytes) -> None:
        self._close, error = close, _abi.Error()
        self.handle: int = 0
        self.handle = checked(getattr(calls(), open)(request, len(request), error), error)

    def call(self, name: str, *arguments: object) -> int:
        """Calls with the handle and arguments; returns the result."""
        if not self.handle:
            raise ValueError("it is closed")
        error = _abi.Error()
        result: int = getattr(calls(), name)(self.handle, *arguments, ctypes.byref(error))
        return checked(result, error)

    def close(self) -> None:
        if self.handle:
            getattr(calls(), self._close)(self.handle)
            self.handle = 0

    def __del__(self) -> None:
        try:
            self.close()
        except (RowlensError, TypeError):
            pass  # in a child, which has no such handle, or at interpreter exit
