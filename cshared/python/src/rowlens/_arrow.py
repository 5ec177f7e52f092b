"""Arrow's C data interface through its PyCapsules, in and out, without a library.

https://arrow.apache.org/docs/format/CDataInterface.html describes the structs.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import sys
import weakref
from typing import Any, Callable, Iterator, NamedTuple, Sequence

from . import _pyarrow
from ._errors import Unique

_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class ArrowStream(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
_GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ArrowSchema))
_GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ArrowArray))
_LastError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
ArrowStream._fields_ = [
    ("get_schema", ctypes.c_void_p),
    ("get_next", ctypes.c_void_p),
    ("get_last_error", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


# What native code calls while an exception is being raised must drop that exception first: Python code cannot run with one set.
_drop_exception = ctypes.PYFUNCTYPE(None)(("PyErr_Clear", ctypes.pythonapi))


# In


class Imported(Unique):
    """An array from another library; released when nothing refers to it any more."""

    def __init__(self, format: str, array: ArrowArray) -> None:
        self.format = format
        self.array = array

    def __del__(self) -> None:
        _release(self.array)


class Values(NamedTuple):
    """The values of a dictionary; they are released with the array that owns it."""

    format: str
    array: ArrowArray
    owner: object


def _release(struct: Any) -> None:
    if struct.release:
        _Release(struct.release)(ctypes.addressof(struct))


def _moved(kind: Any, address: int) -> Any:
    """Moves a struct from its place, as the interface requires."""
    struct = kind()
    ctypes.memmove(ctypes.addressof(struct), address, ctypes.sizeof(kind))
    kind.from_address(address).release = None
    return struct


def array(given: Any) -> Imported:
    """The array of an object that has __arrow_c_array__."""
    schema_capsule, array_capsule = given.__arrow_c_array__()
    schema = ArrowSchema.from_address(_pointer_of(schema_capsule, b"arrow_schema"))
    return Imported(_format(schema), _moved(ArrowArray, _pointer_of(array_capsule, b"arrow_array")))


def stream(given: Any) -> Iterator[Imported]:
    """The arrays of an object that has __arrow_c_stream__."""
    capsule = given.__arrow_c_stream__()
    source = _moved(ArrowStream, _pointer_of(capsule, b"arrow_array_stream"))
    here = ctypes.addressof(source)
    try:
        schema = ArrowSchema()
        _succeed(source, _GetSchema(source.get_schema)(here, ctypes.byref(schema)))
        form = _format(schema)
        _release(schema)
        while True:
            one = ArrowArray()
            _succeed(source, _GetNext(source.get_next)(here, ctypes.byref(one)))
            if not one.release:
                return
            yield Imported(form, one)
    finally:
        _release(source)


def _succeed(source: ArrowStream, code: int) -> None:
    if code:
        said = _LastError(source.get_last_error)(ctypes.addressof(source))
        raise ValueError(f"the Arrow stream failed with {code}: {ctypes.string_at(said).decode('utf-8', 'replace') if said else 'no reason given'}")


def _format(schema: ArrowSchema) -> str:
    """The format; for a dictionary, the formats of its indices and of its values: "i=u"."""
    form = bytes(schema.format).decode()
    return f"{form}={_format(schema.dictionary.contents)}" if schema.dictionary else form


def validity(source: ArrowArray) -> int | None:
    """One bit per row, the first the lowest; None if no row is null."""
    if source.null_count == 0 or source.n_buffers == 0 or not source.buffers[0]:
        return None
    return bits(source.buffers[0], source.offset, source.length)


class Bits:
    """Which rows are not null. Looks a row up without shifting all the others."""

    def __init__(self, packed: bytes | None) -> None:
        self._packed = packed

    @staticmethod
    def of(valid: int | None, rows: int) -> Bits:
        return Bits(None if valid is None else valid.to_bytes((rows + 7) // 8, "little"))

    def __getitem__(self, row: int) -> bool:
        return self._packed is None or bool(self._packed[row >> 3] >> (row & 7) & 1)


def bits(address: int, skip: int, count: int) -> int:
    """count bits, after skipping the first skip bits."""
    raw = ctypes.string_at(address, (skip + count + 7) // 8)
    return int.from_bytes(raw, "little") >> skip & ((1 << count) - 1)


def views(source: ArrowArray, valid: int | None) -> Sequence[bytes | None]:
    """The cells of a column of views: short ones are in the view itself, long ones elsewhere."""
    cells: list[bytes | None] = []
    present = Bits.of(valid, source.length)
    for row in range(source.length):
        if not present[row]:
            cells.append(None)
            continue
        at = source.buffers[1] + 16 * (source.offset + row)
        size = ctypes.c_int32.from_address(at).value
        if size < 0:
            raise ValueError(f"row {row}: the Arrow array says that it has {size} bytes")
        if size > 12:
            buffer = ctypes.c_int32.from_address(at + 8).value
            at = source.buffers[2 + buffer] + ctypes.c_int32.from_address(at + 12).value
            cells.append(ctypes.string_at(at, size))
        else:
            cells.append(ctypes.string_at(at + 4, size))
    return cells


# Export, in one of three ways. A consumer that fails releases what it took while its exception is being raised, and no Python code can
# run then without losing that exception:
#
# - Streams from the library are passed on as they are: their release callback is native already (given_stream).
# - What Python holds goes through pyarrow if the program has it; its release callbacks are native, too (_pyarrow).
# - Otherwise Python fills the structs, and keeps each capsule until nobody else holds it (_capsule). Without this way Polars,
#   DuckDB and nanoarrow would need pyarrow; with this way only, users of pyarrow would lose its errors.

_alive: dict[int, object] = {}  # objects that exported structs refer to, by private data
_numbers = itertools.count(1)
NULLABLE = 2


class Node(NamedTuple):
    """One column to export, or the struct around columns."""

    name: str
    format: str
    length: int
    null_count: int
    buffers: Sequence[int]  # addresses
    children: Sequence[Node]
    owner: object  # keeps alive what the buffers are in


def _releaser(kind: Any) -> Any:
    def release(address: int) -> None:
        _drop_exception()
        struct = kind.from_address(address)
        for i in range(struct.n_children):
            _release(struct.children[i].contents)
        _alive.pop(struct.private_data, None)
        struct.release = None

    return _Release(release)


_release_schema = _releaser(ArrowSchema)
_release_array = _releaser(ArrowArray)


def _owned(struct: Any, release: Any, *owned: object) -> None:
    number = next(_numbers)
    _alive[number] = owned
    struct.private_data = number
    struct.release = ctypes.cast(release, ctypes.c_void_p)


def fill_schema(struct: ArrowSchema, node: Node) -> None:
    below = [ArrowSchema() for _ in node.children]
    for one, child in zip(below, node.children):
        fill_schema(one, child)
    pointers = (ctypes.POINTER(ArrowSchema) * len(below))(*map(ctypes.pointer, below))
    format, name = node.format.encode(), node.name.encode()
    struct.format, struct.name, struct.flags = format, name, NULLABLE
    struct.n_children, struct.children = len(below), pointers
    _owned(struct, _release_schema, format, name, below, pointers)


def fill_array(struct: ArrowArray, node: Node) -> None:
    below = [ArrowArray() for _ in node.children]
    for one, child in zip(below, node.children):
        fill_array(one, child)
    pointers = (ctypes.POINTER(ArrowArray) * len(below))(*map(ctypes.pointer, below))
    buffers = (ctypes.c_void_p * len(node.buffers))(*node.buffers)
    struct.length, struct.null_count = node.length, node.null_count
    struct.n_buffers, struct.buffers = len(node.buffers), buffers
    struct.n_children, struct.children = len(below), pointers
    _owned(struct, _release_array, node.owner, below, pointers, buffers)


class _Lent(NamedTuple):
    """A capsule that was given away, and its struct.

    It has no destructor: if the taker fails, a destructor would run while the exception is being raised, when no Python code can run
    without losing it. The capsule is kept instead, and released with the struct, unless that was taken, once nobody else holds it.
    """

    capsule: object
    struct: Any

    def references(self) -> int:
        return sys.getrefcount(self.capsule)


_lent: dict[int, _Lent] = {}  # by the address of the struct
_OWN = _Lent(object(), None).references()


def _capsule(struct: Any, name: bytes) -> object:
    let_go()
    if _collected not in gc.callbacks:
        gc.callbacks.append(_collected)
    address = ctypes.addressof(struct)
    capsule = _new_capsule(address, name, None)
    _lent[address], _alive[address] = _Lent(capsule, struct), struct
    return capsule


def let_go() -> None:
    """Releases what is in capsules that nobody else holds any more."""
    for address, one in list(_lent.items()):
        if one.references() <= _OWN and _lent.pop(address, None) is not None:
            _alive.pop(address, None)
            _release(one.struct)


def _collected(phase: str, _info: object) -> None:
    if phase == "stop" and _lent:
        let_go()


def schema_capsule(node: Node) -> object:
    pa = _pyarrow.loaded()
    if pa is not None:
        return (_pyarrow.schema if node.format == "+s" else _pyarrow.type_of)(pa, node).__arrow_c_schema__()
    struct = ArrowSchema()
    fill_schema(struct, node)
    return _capsule(struct, b"arrow_schema")


def array_capsule(node: Node) -> object:
    struct = ArrowArray()
    fill_array(struct, node)
    return _capsule(struct, b"arrow_array")


def array_capsules(node: Node) -> tuple[object, object]:
    """The capsules of the schema and of the array."""
    pa = _pyarrow.loaded()
    if pa is not None:
        made: tuple[object, object] = (_pyarrow.batch if node.format == "+s" else _pyarrow.array)(pa, node).__arrow_c_array__()
        return made
    return schema_capsule(node), array_capsule(node)


def stream_capsule(nodes: Sequence[Node], empty: Node) -> object:
    """A stream of batches of one schema, that of ``empty``."""
    pa = _pyarrow.loaded()
    if pa is not None:
        return _pyarrow.reader(pa, nodes, empty).__arrow_c_stream__()
    rest = iter(nodes)
    struct = ArrowStream()

    def get_schema(_stream: int, out: Any) -> int:
        fill_schema(out.contents, empty)
        return 0

    def get_next(_stream: int, out: Any) -> int:
        node = next(rest, None)
        ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
        if node is not None:
            fill_array(out.contents, node)
        return 0

    fill_stream(struct, get_schema, get_next, lambda _stream: None, lambda: None)
    return _capsule(struct, b"arrow_array_stream")


def fill_stream(struct: ArrowStream, get_schema: Any, get_next: Any, get_last_error: Any, close: Callable[[], None]) -> None:
    """Fills a stream with functions in Python; the last one is called when it is released."""

    def release(address: int) -> None:
        _drop_exception()
        taken = ArrowStream.from_address(address)
        _alive.pop(taken.private_data, None)
        filled.pop(taken.private_data, None)
        taken.release = None
        close()

    calls: list[Any] = [_GetSchema(get_schema), _GetNext(get_next), _LastError(get_last_error), _Release(release)]
    struct.get_schema, struct.get_next, struct.get_last_error = (ctypes.cast(c, ctypes.c_void_p) for c in calls[:3])
    _owned(struct, calls[3], calls)


# Streams from the library whose files Python reads, by private data, with a function that says why reading failed. They remain the
# library's: their release callback must be native, and there is one function of each kind for all of them.
_explained: dict[int, _Explained] = {}


class _Explained:
    """A stream from the library whose failures include what the file raised."""

    def __init__(self, stream: ArrowStream, reason: weakref.WeakMethod[Callable[[], str]]) -> None:
        self.get_schema, self.get_next = _GetSchema(stream.get_schema), _GetNext(stream.get_next)
        self.get_last_error, self.reason, self.said = _LastError(stream.get_last_error), reason, b""

    def answered(self, stream: int, code: int) -> int:
        if code:
            reason = self.reason()
            why = reason() if reason else ""
            text = self.get_last_error(stream)
            self.said = (ctypes.string_at(text) if text else b"") + why.encode("utf-8", "replace")
        return code


def _explaining(stream: int) -> _Explained:
    return _explained[ArrowStream.from_address(stream).private_data]


def _schema_or_why(stream: int, out: Any) -> int:
    of = _explaining(stream)
    return of.answered(stream, of.get_schema(stream, out))


def _next_or_why(stream: int, out: Any) -> int:
    of = _explaining(stream)
    return of.answered(stream, of.get_next(stream, out))


def _why(stream: int) -> int | None:
    return ctypes.cast(ctypes.c_char_p(_explaining(stream).said), ctypes.c_void_p).value


_explained_calls = (_GetSchema(_schema_or_why), _GetNext(_next_or_why), _LastError(_why))


def explain(stream: ArrowStream, reason: Callable[[], str]) -> None:
    """Makes a stream from the library give the reason when it fails. ``reason`` is a method of an object that lives as long as the stream is read."""
    key = stream.private_data
    forget = lambda gone: _explained.pop(key, None) if key in _explained and _explained[key].reason is gone else None
    _explained[key] = _Explained(stream, weakref.WeakMethod(reason, forget))
    stream.get_schema, stream.get_next, stream.get_last_error = (ctypes.cast(call, ctypes.c_void_p) for call in _explained_calls)


filled: dict[int, _pyarrow.Source] = {}  # the sources of streams that Python reads for the library, by private data


def given_stream(stream: ArrowStream, reason: Callable[[], str] | None = None) -> object:
    """A stream from the library, for a consumer. When it fails, it also gives the reason."""
    pa, source = _pyarrow.loaded(), filled.get(stream.private_data)
    if pa is not None and source is not None:
        return _pyarrow.read(pa, source, lambda: _release(stream), reason).__arrow_c_stream__()
    if reason is not None:
        explain(stream, reason)
    return _capsule(stream, b"arrow_array_stream")


def given_schema(stream: ArrowStream) -> object:
    """The schema of a stream from the library, which is then released."""
    struct = ArrowSchema()
    try:
        _succeed(stream, _GetSchema(stream.get_schema)(ctypes.addressof(stream), ctypes.byref(struct)))
    finally:
        _release(stream)
    return _capsule(struct, b"arrow_schema")


def released(stream: ArrowStream) -> None:
    """Releases a stream from the library."""
    _release(stream)
