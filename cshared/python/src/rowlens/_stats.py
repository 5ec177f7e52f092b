"""What is in a dump or in stores."""

from __future__ import annotations

import json
import threading
from types import TracebackType
from typing import Any, Iterable, Iterator, Sequence, cast

from . import _abi
from ._call import calls, sized
from ._report import Report
from ._errors import Unique
from ._sources import DumpRows, Pieces, Reading, Rows, given, hexed, rows_of, schemas, shown
from ._record import FormatLike, RecordLike
from ._schema import Schema


class Stats(Unique):
    """Statistics of rows, in one pass with bounded memory: what ``rowlens stats`` counts.

    ``report()`` reads all rows and says what is in them. Iterating yields the count so far,
    after each mebibyte of a dump or ten thousand rows of stores, and finally the total. It is closed
    at the end, or as a context manager.
    """

    def __init__(self, rows: DumpRows | Any, options: dict[str, Any]) -> None:
        self._pieces = Pieces(rows) if isinstance(rows, DumpRows) else None
        self._shown = shown(rows)
        self._whole: Report | None = None
        self._turn = threading.RLock()  # several threads may ask for the report
        self._reading = Reading("rl_stats_open", "rl_stats_close", json.dumps({**rows.request(), **options}).encode())

    def __iter__(self) -> Iterator[Report]:
        while self._read():
            yield self.so_far()
        yield self.report()

    def report(self) -> Report:
        """Reads what is left, and returns what ``rowlens stats --json`` prints for all rows (docs/stats.md)."""
        while self._whole is None and self._read():
            pass
        return self.so_far()

    def so_far(self) -> Report:
        """What was counted so far, without reading more. Nothing is counted until the format is learnt, from 64 rows."""
        with self._turn:
            if self._whole is not None:
                return self._whole
            handle = self._reading.handle
            if not handle:
                raise ValueError("the statistics are closed")
            text = bytes(sized(lambda out, cap, e: calls().rl_stats_report(handle, out, cap, e), room=1 << 16))
            return cast(Report, json.loads(text))

    def _read(self) -> bool:
        """Reads some rows, and reports whether there may be more."""
        with self._turn:
            if self._whole is not None:
                return False
            if self._pieces is None:
                more = self._reading.call("rl_stats_step") == 1
            else:
                more = self._pieces.feed(lambda piece: self._reading.call("rl_stats_feed", piece, len(piece))) == 0
            if not more:
                self._whole = self.so_far()
                self._reading.close()
            return more

    def close(self) -> None:
        """Stops early, and closes the files of stores."""
        self._reading.close()

    def __repr__(self) -> str:
        read = f"{self._whole['rows']} rows" if self._whole is not None else "not read to the end" if self._reading.handle else "closed"
        return f"<rowlens.Stats of {self._shown}: {read}>"

    def __enter__(self) -> Stats:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def stats(
    rows: Rows,
    *,
    format: FormatLike | None = None,
    record: RecordLike | None = None,
    schema: Schema | Iterable[Schema] | None = None,
    where: str | None = None,
    top: int | None = None,
    regions: int | None = None,
    splits: Sequence[bytes] | None = None,
    now: int | None = None,
) -> Stats:
    """Begins to count the rows of a dump (bytes, an open file, pieces), or of the stores below a path.

    ``where`` is a filter, as ``rowlens stats --where`` takes it: a member that no row has is an error; ``top`` is how many of the biggest
    entities to list (10); ``regions`` is how many regions to count rows in (16), and ``splits`` are the keys
    at which regions begin; ``now`` is the present in milliseconds since 1970, if it is not this machine's.
    """
    options = given(
        format=format,
        record=record,
        schema=schemas(schema),
        where=where,
        top=top,
        regions=regions,
        splits=None if splits is None else [hexed(key, "splits") for key in splits],
        now=now,
    )
    return Stats(rows_of(rows), options)
