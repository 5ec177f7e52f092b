"""Measures how Python's batches share processors (P7 of docs/packaging-checks.md), by processor time, as fewer than four may be there:

    dist/venv/bin/python golden/bench/packages/threads.py

A batch holds Python's lock except while it is in the library. Of which share of its time it does says what threads can win at most
(Amdahl's law); that eight threads need no more processor time for a row than one says that nothing in the library waits or spins."""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow

ROOT = Path(__file__).resolve().parents[3]
os.environ.setdefault("ROWLENS_LIBRARY", str(ROOT / "dist/c/lib/librowlens.so.1"))
sys.path.insert(0, str(ROOT / "cshared/python/src"))
sys.path.insert(0, str(ROOT / "cshared/python/tests"))

import rowlens  # noqa: E402
from rowlens import _call  # noqa: E402
from rows import of_kind  # noqa: E402

ROWS, BATCHES, ROUNDS, PROCESSORS, WANTED = 16384, 24, 5, 4, 3.0
inside = threading.local()


def timed(call: "Callable[..., int]") -> "Callable[..., int]":
    """A call of the library, with the processor time of its thread in it."""

    def run(*given: object) -> int:
        begun = time.thread_time()
        try:
            return call(*given)
        finally:
            inside.spent = getattr(inside, "spent", 0.0) + time.thread_time() - begun

    return run


def locked(work: "Callable[[], object]") -> float:
    """The share of a batch's processor time that is not in the library: the least of several runs."""
    shares = []
    for _ in range(ROUNDS):
        inside.spent, begun = 0.0, time.thread_time()
        for _ in range(BATCHES // 4):
            work()
        shares.append(1 - inside.spent / (time.thread_time() - begun))
    return min(shares)


def per_row(work: "Callable[[], object]", threads: int) -> float:
    """Processor time of a row in ns, if so many threads share the batches."""

    def some() -> None:
        for _ in range(BATCHES // threads):
            work()

    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        every = [threading.Thread(target=some) for _ in range(threads)]
        for one in every:
            one.start()
        for one in every:
            one.join()
        best = min(best, (time.process_time() - begun) / BATCHES / ROWS * 1e9)
    return best


def main() -> None:
    rows = of_kind("edge-index")
    lists = {part: [bytes.fromhex(rows[i % len(rows)][part]) for i in range(ROWS)] for part in ("row", "value")}
    arrays = {part: pyarrow.array(cells, pyarrow.binary()) for part, cells in lists.items()}
    kind = rowlens.Kind("actionbase", "edge-index")
    fields = {"source": ("directedSource.value", "utf8"), "ts": ("version", "int64")}
    library = _call.calls()
    for name in "rl_decode_batch", "rl_decode_columns":
        setattr(library, name, timed(getattr(library, name)))
    for what, work in {
        "decode_columns of Arrow arrays": lambda: kind.decode_columns(arrays, fields),
        "decode_batch of Arrow arrays": lambda: kind.decode_batch(arrays),
        "decode_batch of lists": lambda: kind.decode_batch(lists),
    }.items():
        work()
        share = locked(work)
        one, eight = per_row(work, 1), per_row(work, 8)
        most = 1 / (share + (1 - share) / PROCESSORS)
        verdict = "passes" if most * one / eight >= WANTED else "fails"
        print(f"{what}: {share:.1%} with Python's lock, at most {most:.2f} times on {PROCESSORS} processors; {one:.0f} ns a row with one thread, {eight:.0f} with eight: {verdict}")


if __name__ == "__main__":
    main()
