"""Differences between rows, dumps and stores."""

from __future__ import annotations

import json
import threading
from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Iterable, Iterator, Literal, NamedTuple

from . import _abi
from ._call import calls, sized
from ._errors import Unique
from ._given import Parts, by_name, held
from ._record import FormatLike, RecordLike
from ._schema import Schema
from ._sources import DumpRows, Pieces, Reading, Rows, given, rows_of, schemas, shown


@dataclass(frozen=True)
class Difference:
    """A row that was added, removed or changed.

    For a changed row, ``parts`` and the other members are those of the new row; ``was`` has the parts
    and the timestamp that the old one had instead. ``fields`` has the decoded fields that differ, old and
    new values by path, as in the JSON of the command. For a row that could not be decoded, it has the
    parts in hex, and ``error`` says why.
    """

    change: str  # "added", "removed" or "changed"
    format: str | None
    record: str | None
    parts: dict[str, bytes]
    fields: dict[str, tuple[Any, Any]]
    timestamp: str | None = None
    deleted: str | None = None
    source: dict[str, Any] | None = None
    was: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class Totals(NamedTuple):
    """How many rows differ. ``records`` has the same by record kind; ``unread`` is how many could not be read."""

    added: int
    removed: int
    changed: int
    same: int
    unread: int
    records: list[dict[str, Any]]

    @property
    def differ(self) -> bool:
        """Whether anything differs, or could not be compared."""
        return self.added + self.removed + self.changed + self.unread > 0


class Diff(Unique):
    """The differences between two documents: iterating yields them in the order of their keys.

    Both documents are held in memory, about 400 bytes a row plus twice its own size, until the last
    difference is read or this is closed. ``rowlens diff`` compares documents of any size.
    """

    def __init__(self, old: Rows, new: Rows, options: dict[str, Any]) -> None:
        sides = rows_of(old), rows_of(new)
        request = {**options, "old": sides[0].request(), "new": sides[1].request()}
        self._shown = " and ".join(shown(rows) for rows in sides)
        self._texts = [(side, Pieces(rows)) for side, rows in zip((_abi.OLD, _abi.NEW), sides) if isinstance(rows, DumpRows)]
        self._found: deque[Difference] = deque()
        self._totals: Totals | None = None
        self._turn = threading.RLock()  # several threads may take differences
        self._reading = Reading("rl_diff_open", "rl_diff_close", json.dumps(request).encode())

    def __iter__(self) -> Iterator[Difference]:
        return self

    def __next__(self) -> Difference:
        with self._turn:
            while not self._found and self._totals is None:
                self._step()
            if not self._found:
                raise StopIteration
            return self._found.popleft()

    @property
    def totals(self) -> Totals:
        """How many rows differ. Reads and compares what is left, and drops its differences."""
        with self._turn:
            while self._totals is None:
                self._found.clear()
                self._step()
            return self._totals

    def _step(self) -> None:
        """Reads some rows of stores, or compares some rows; texts come first, as a whole."""
        while self._texts:
            side, pieces = self._texts[0]
            if pieces.feed(lambda piece, side=side: self._reading.call("rl_diff_feed", side, piece, len(piece))) == 1:  # type: ignore[misc]
                self._texts.pop(0)
        more = self._reading.call("rl_diff_step")
        handle = self._reading.handle
        for line in bytes(sized(lambda out, cap, e: calls().rl_diff_report(handle, out, cap, e), room=1 << 16)).splitlines():
            said = json.loads(line)
            if "totals" in said:
                self._totals = Totals(**said["totals"])
            else:
                self._found.append(_difference(said))
        if not more:
            self._reading.close()

    def close(self) -> None:
        """Stops early, and releases the rows."""
        self._reading.close()

    def __repr__(self) -> str:
        totals = self._totals
        found = f"{totals.added} added, {totals.removed} removed, {totals.changed} changed" if totals else "not read to the end" if self._reading.handle else "closed"
        return f"<rowlens.Diff of {self._shown}: {found}>"

    def __enter__(self) -> Diff:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _difference(said: dict[str, Any]) -> Difference:
    said["parts"] = _bytes_of(said.get("parts", {}))
    if "parts" in said.get("was", {}):
        said["was"]["parts"] = _bytes_of(said["was"]["parts"])
    said["fields"] = {path: (old, new) for path, (old, new) in said.get("fields", {}).items()}
    return Difference(**{"format": None, "record": None, **said})


def _bytes_of(parts: dict[str, str]) -> dict[str, bytes]:
    return {name: bytes.fromhex(text) for name, text in parts.items()}


Match = Literal["key", "key without salt", "entity"]


def diff(
    old: Rows,
    new: Rows,
    *,
    format: FormatLike | None = None,
    record: RecordLike | None = None,
    schema: Schema | Iterable[Schema] | None = None,
    stored: bool = False,
    visible: bool = False,
    match: Match | None = None,
    limit: int | None = None,
    memory: int | None = None,
) -> Diff:
    """Begins to compare two documents, each a dump (bytes, an open file, pieces), or the stores below a path.

    ``stored`` compares each version and tombstone of stores; ``visible`` ignores timestamps.
    ``match`` says what makes two rows the same one: their key, their key without check values such
    as a salt, or their entity. At most ``limit`` differences are yielded, but all are counted. Rows that
    need more bytes than ``memory`` are refused.
    """
    options = given(format=format, record=record, schema=schemas(schema), stored=stored, visible=visible, match=match, limit=limit, memory=memory)
    return Diff(old, new, options)


def diff_rows(
    old: Parts | None,
    new: Parts | None,
    *,
    format: FormatLike | None = None,
    record: RecordLike | None = None,
    schema: Schema | Iterable[Schema] | None = None,
) -> Difference | None:
    """What differs between two rows, such as two versions of one, field by field; None if nothing differs.

    A row is its parts by name, or None if there is no such row.
    """
    request = {"old": _row(old), "new": _row(new), **given(format=format, record=record, schema=schemas(schema))}
    text = json.dumps(request).encode()
    said = bytes(sized(lambda out, cap, e: calls().rl_diff_rows(text, len(text), out, cap, e)))
    return _difference(json.loads(said)) if said else None


def _row(parts: Parts | None) -> dict[str, dict[str, str]] | None:
    return None if parts is None else {"parts": {name: held(data, name).hex() for name, data in by_name(parts, "parts by their names").items()}}
