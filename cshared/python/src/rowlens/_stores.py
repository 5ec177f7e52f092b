"""The files of databases, opened and read as decoded rows."""

from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union

from . import _abi, _arrow, _files, _rows
from ._call import calls, checked, sized
from ._errors import Unique
from ._given import held, texts
from ._record import FormatLike, RecordLike
from ._schema import Schema, handle
from ._sources import path_text

Key = Union[bytes, bytearray, memoryview, str]
_Raw = bytes  # Table has a member named bytes


class Table(NamedTuple):
    """A table of a store: a column family, a named database, a table with its family, a locality group.

    Numbers and keys that the files do not say are None. ``damage`` is the number of damaged places found when
    the store was opened.
    """

    kind: str
    path: str
    name: str
    cf: _Raw | None
    group: str | None
    comparator: str | None
    files: int | None
    entries: int | None
    bytes: int | None
    first: _Raw | None
    last: _Raw | None
    compression: list[str]
    properties: dict[str, str]
    damage: int


@dataclass(frozen=True)
class Part:
    """A part of what a scan reads, for another process or machine that opens the same files. It can be pickled."""

    text: str  # as the library wrote it


@dataclass(frozen=True)
class Keys:
    """The keys you want: from ``start`` on, before ``stop``. ``part`` is "key", or "row" in HBase and Accumulo."""

    part: str
    start: bytes | None = None
    stop: bytes | None = None


class Store:
    """The stores in some files, opened for reading. Nothing is written, and no lock is taken.

    Streams and iterators that have begun go on after it is closed; the files are closed after the last of them.
    """

    def __init__(self, handle: int, shown: str, again: tuple[Any, ...] = (), files: _files.Files | None = None) -> None:
        self._handle, self._shown, self._again, self._files = handle, shown, again, files

    @property
    def tables(self) -> list[Table]:
        """The tables as the command ``rowlens tables`` lists them."""
        opened = self._open()
        text = _files.reading(self._files, lambda: bytes(sized(lambda out, cap, e: calls().rl_store_tables(opened, out, cap, e))))
        return [_table(json.loads(line)) for line in text.decode().splitlines()]

    def scan(
        self,
        table: str | None = None,
        *,
        columns: Sequence[str] | None = None,
        where: str | None = None,
        format: FormatLike | None = None,
        record: RecordLike | None = None,
        schema: Schema | Mapping[str, Any] | None = None,
        start: Key | None = None,
        stop: Key | None = None,
        stored: bool = False,
        salvage: bool = False,
        at: int | None = None,
        versions: int | None = None,
        labels: Iterable[str] | None = None,
        limit: int | None = None,
        part: Part | tuple[int, int] | None = None,
    ) -> Scan:
        """The decoded rows of a table, or of all tables: for a loop, or for anything that reads Arrow streams.

        ``columns`` selects columns. ``where`` selects rows (the filter of ``rowlens decode --where``, which
        does not hide damage); a member that no row has, and no model can have, is an error after the last row, unless ``limit`` or
        ``part`` leaves rows out. With ``format`` or ``record``, each of their record kinds has a column of typed fields.
        ``start`` and ``stop`` are keys, as bytes or hex. ``stored`` gives every version and tombstone, ``salvage`` also
        what is found without an index or tree; ``at``, ``versions`` and ``labels`` are those of ``rowlens dump``. ``part`` is one of
        the ``parts`` made with the same options. Or it is a share of the stores, for workers that read them together: (0, 4) is the
        first of four, and each store is in one share.
        """
        if limit == 0:
            raise ValueError("limit: expected at least 1")
        rows = _rows_options(table, format, record, schema, start, stop, stored, salvage, at, versions, labels)
        share = json.loads(part.text) if isinstance(part, Part) else None if part is None else list(part)
        return Scan(self, _options(rows, columns=texts(columns, "columns"), where=where, limit=limit, part=share))

    def parts(
        self,
        table: str | None = None,
        *,
        size: int = 0,
        keys: Keys | None = None,
        format: FormatLike | None = None,
        record: RecordLike | None = None,
        schema: Schema | Mapping[str, Any] | None = None,
        start: Key | None = None,
        stop: Key | None = None,
        stored: bool = False,
        salvage: bool = False,
        at: int | None = None,
        versions: int | None = None,
        labels: Iterable[str] | None = None,
    ) -> list[Part]:
        """What a scan reads, cut into parts of about ``size`` stored bytes, at keys of the stores' indexes. Each row is in exactly one part.

        Without ``size``, and where there is no index, a part is a whole store or table. Rows with keys outside ``keys`` are left
        out where tables are sorted by the bytes of the key; elsewhere they are read. The files must not change until all parts are read.
        """
        rows = _rows_options(table, format, record, schema, start, stop, stored, salvage, at, versions, labels)
        wanted = None if keys is None else {"part": keys.part, "from": _hex(keys.start, "keys.start"), "before": _hex(keys.stop, "keys.stop")}
        options = _options(rows, size=size, keys=wanted)
        opened = self._open()
        call = lambda: bytes(sized(lambda out, cap, e: calls().rl_store_parts(opened, options, len(options), out, cap, e)))
        lines = _files.reading(self._files, call)
        return [Part(line) for line in lines.decode().splitlines()]

    def _begin(self, options: bytes) -> _arrow.ArrowStream:
        stream, error, opened = _arrow.ArrowStream(), _abi.Error(), self._open()
        _files.reading(
            self._files,
            lambda: checked(calls().rl_store_scan(opened, options, len(options), ctypes.addressof(stream), error), error),
            drop=lambda _result: _arrow.released(stream),
        )
        return stream

    def _open(self) -> int:
        if not self._handle:
            raise ValueError(f"the store {self._shown} is closed")
        return self._handle

    def close(self) -> None:
        """Closes the stores. Scans that have begun go on."""
        if self._handle:
            handle, self._handle = self._handle, 0
            calls().rl_store_close(handle)
            _arrow.let_go()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # in a fork, or at interpreter exit
            pass

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process opens the files again, at the same path."""
        self._open()
        if not self._again:
            raise TypeError("a store of files that were opened before is neither pickled nor copied: open it by its path")
        return _opened_again, self._again

    def __repr__(self) -> str:
        return f"<rowlens.Store {self._shown}{'' if self._handle else ', closed'}>"


class Scan(Unique):
    """Rows of a store. Each loop and each library that takes its Arrow stream reads them anew.

    ``pyarrow.RecordBatchReader.from_stream(scan)``, ``polars.DataFrame(scan)``, ``duckdb.sql("from scan")``.
    """

    def __init__(self, store: Store, options: bytes) -> None:
        self._store, self._options = store, options
        _arrow.released(store._begin(options))  # refuses wrong options

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        stream, files = self._store._begin(self._options), self._store._files
        return _arrow.given_stream(stream, None if files is None else files.reason)

    def __repr__(self) -> str:
        options = "".join(f", {name}={'…' if name in ('schema', 'part') else repr(value)}" for name, value in json.loads(self._options).items())
        return f"<rowlens.Scan of {self._store._shown}{options}>"

    def __arrow_c_schema__(self) -> object:
        return _arrow.given_schema(self._store._begin(self._options))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows as dicts, with None for what a row lacks. Bytes are bytes; fields, doubts and rest are objects."""
        return _rows.read(self._store._begin(self._options), self._store._files)


def _rows_options(
    table: str | None, format: str | None, record: str | None, schema: Schema | Mapping[str, Any] | None, start: Key | None, stop: Key | None,
    stored: bool, salvage: bool, at: int | None, versions: int | None, labels: Iterable[str] | None,
) -> dict[str, Any]:  # fmt: skip
    """The options that select rows."""
    return {
        "table": table,
        "format": format,
        "record": record,
        "schema": handle(schema) if isinstance(schema, Schema) else schema,
        "start": _hex(start, "start"),
        "stop": _hex(stop, "stop"),
        "stored": stored or None,
        "salvage": salvage or None,
        "at": None if at is None else str(at),
        "versions": versions,
        "labels": texts(labels, "labels"),
    }


def _options(rows: dict[str, Any], **others: Any) -> bytes:
    return json.dumps({name: value for name, value in {**rows, **others}.items() if value is not None}).encode()


def _hex(key: Key | None, name: str) -> str | None:
    return key if key is None or isinstance(key, str) else held(key, name).hex()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def _table(of: dict[str, Any]) -> Table:
    first, last, cf = _bytes(of["first"]), _bytes(of["last"]), _bytes(of.get("cf"))
    return Table(
        of["kind"], of["path"], of["table"], cf, of.get("group"), of.get("comparator"), of["files"], of["entries"], of["bytes"],
        first, last, of["compression"], of["properties"], of["damage"],
    )  # fmt: skip


def open_store(given: Any, *, filesystem: Any = None, meta: str | None = None, numbering: str | None = None) -> Store:
    """Opens the stores in files: RocksDB, LMDB, HBase, Accumulo.

    ``given`` is one of

    - the path of a file or folder, or a list of paths;
    - a file opened in binary mode, or anything else with ``read`` and ``seek``;
    - a list of such files, or a dict of them by name, with slashes between folders;
    - with ``filesystem``, a pyarrow.fs.FileSystem, a path in it.

    Files must stay open until the store and its scans are done; their ``read`` may close the store, but not use it.
    ``meta`` is the text of MARYK_META.yml, and ``numbering`` that of Maryk's families, if they are not beside the store.
    """
    options: dict[str, Any] = {name: value for name, value in (("meta", meta), ("numbering", numbering)) if value is not None}
    again: tuple[Any, ...] = ()
    error = _abi.Error()
    files: _files.Files | None = None
    if filesystem is not None:
        files = _files.far(filesystem, given)
    elif _is_path(given):
        options["store"] = path_text(given)
    elif isinstance(given, (list, tuple)) and given and all(map(_is_path, given)):
        options["store"] = [path_text(path) for path in given]
    else:
        files = _files.near(given)
    text = json.dumps(options).encode()
    if files is None:
        paths = options["store"]
        shown, absolute = repr(paths), [os.path.abspath(path) for path in paths] if isinstance(paths, list) else os.path.abspath(paths)
        again = (absolute, None, meta, numbering)
        return Store(checked(calls().rl_store_open(text, len(text), None, 0, None, error), error), shown, again)
    if filesystem is not None:
        again = (given, filesystem, meta, numbering)
    try:
        return _files.reading(
            files,
            lambda: Store(checked(calls().rl_store_open(text, len(text), files.list, len(files.list), files.reader, error), error), _count(files), again, files),
            drop=Store.close,
        )
    except BaseException:
        files.forget()
        raise


def _count(files: _files.Files) -> str:
    return f"{len(files.list)} file{'' if len(files.list) == 1 else 's'}"


def _opened_again(given: Any, filesystem: Any, meta: str | None, numbering: str | None) -> Store:
    return open_store(given, filesystem=filesystem, meta=meta, numbering=numbering)


def _is_path(given: object) -> bool:
    return isinstance(given, (str, os.PathLike))
