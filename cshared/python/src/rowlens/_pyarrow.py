"""Exports through pyarrow, if it is loaded.

When pyarrow fails, it releases what it took while its exception is being raised. No Python code can run then without losing that exception,
so the release callbacks must be native: for pyarrow, its own.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Callable, Protocol, Sequence

_TYPES: dict[str, Callable[[Any], Any]] = {
    "l": lambda pa: pa.int64(),
    "L": lambda pa: pa.uint64(),
    "g": lambda pa: pa.float64(),
    "b": lambda pa: pa.bool_(),
    "u": lambda pa: pa.utf8(),
    "z": lambda pa: pa.binary(),
}


class Node(Protocol):
    """A column, like _arrow.Node."""

    @property
    def name(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def null_count(self) -> int: ...
    @property
    def buffers(self) -> Sequence[int]: ...
    @property
    def children(self) -> Sequence[Any]: ...
    @property
    def owner(self) -> object: ...


class Source(Protocol):
    """A stream that Python reads: the columns, and the batches up to None. Either may fail."""

    def schema(self) -> Any: ...

    def next(self) -> Any: ...


def loaded() -> Any:
    """The module pyarrow, if the program has it, with the interface."""
    module = sys.modules.get("pyarrow")
    return module if hasattr(getattr(module, "RecordBatch", None), "__arrow_c_array__") else None


def type_of(pa: Any, node: Node) -> Any:
    return pa.struct(_fields(pa, node)) if node.format == "+s" else _TYPES[node.format](pa)


def schema(pa: Any, node: Node) -> Any:
    """The schema of a struct's columns."""
    return pa.schema(_fields(pa, node))


def _fields(pa: Any, node: Node) -> list[Any]:
    return [pa.field(child.name, type_of(pa, child)) for child in node.children]


def array(pa: Any, node: Node) -> Any:
    """An array over the same memory, which keeps its owner alive."""

    def buffer(at: int, size: int) -> Any:
        return pa.foreign_buffer(at, size, node.owner) if at and size else pa.py_buffer(b"")

    bits = (node.length + 7) // 8
    buffers = [buffer(node.buffers[0], bits) if node.buffers[0] else None]
    if node.format in ("u", "z"):
        end = ctypes.c_int32.from_address(node.buffers[1] + 4 * node.length).value
        buffers += [buffer(node.buffers[1], 4 * (node.length + 1)), buffer(node.buffers[2], end)]
    elif node.format != "+s":
        buffers.append(buffer(node.buffers[1], bits if node.format == "b" else 8 * node.length))
    children = [array(pa, child) for child in node.children]
    return pa.Array.from_buffers(type_of(pa, node), node.length, buffers, node.null_count, children=children or None)


def batch(pa: Any, node: Node) -> Any:
    """A struct as a batch of its columns."""
    return pa.RecordBatch.from_arrays([array(pa, child) for child in node.children], schema=schema(pa, node))


def reader(pa: Any, nodes: Sequence[Node], empty: Node) -> Any:
    """Structs as a stream of batches."""
    return pa.RecordBatchReader.from_batches(schema(pa, empty), [batch(pa, node) for node in nodes])


class _Batches:
    """The batches of a source, which ends with them, whether read or not."""

    def __init__(self, pa: Any, source: Source, end: Callable[[], None], reason: Callable[[], str] | None) -> None:
        self.pa, self.source, self.end, self.reason = pa, source, end, reason

    def made(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as failure:
            self.end()  # now: pyarrow may keep a failed source with everything its traceback refers to
            raise OSError(f"{failure}{self.reason() if self.reason else ''}") from None

    def __iter__(self) -> _Batches:
        return self

    def __next__(self) -> Any:
        node = self.made(self.source.next)
        if node is None:
            raise StopIteration
        return batch(self.pa, node)

    def __del__(self) -> None:
        self.end()


def read(pa: Any, source: Source, end: Callable[[], None], reason: Callable[[], str] | None) -> Any:
    """A source as a stream of batches."""
    batches = _Batches(pa, source, end, reason)
    return pa.RecordBatchReader.from_batches(schema(pa, batches.made(source.schema)), batches)
