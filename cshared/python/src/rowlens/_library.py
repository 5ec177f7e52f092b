"""Finds and opens the C library, once and on first use only."""

from __future__ import annotations

import ctypes
import os
import threading
from pathlib import Path
from typing import NamedTuple

from . import _abi
from ._errors import RowlensError

FILE = "librowlens.so.1"


class _Opened(NamedTuple):
    pid: int
    calls: ctypes.CDLL


_opened: _Opened | None = None
_lock = threading.Lock()


def library() -> ctypes.CDLL:
    """The library, opened by the first call in this process.

    Go's runtime does not survive fork: a child of the process that opened the library
    gets an error instead of a hang.
    """
    opened = _opened or _open()
    if opened.pid != os.getpid():
        raise RowlensError(
            _abi.E_FORKED,
            "this process is a fork of one that had used rowlens already: use it in the child only, "
            'or start workers with multiprocessing.get_context("spawn")',
        )
    return opened.calls


def path() -> Path:
    """Where the library is: the path in the environment's ROWLENS_LIBRARY, else the file of the package."""
    given = None if _privileged() else os.environ.get("ROWLENS_LIBRARY")
    return Path(given) if given else Path(__file__).with_name(FILE)


def _privileged() -> bool:
    """Whether somebody with fewer rights started the process, whose environment is not to be trusted."""
    return os.getuid() != os.geteuid() or os.getgid() != os.getegid()


def _open() -> _Opened:
    global _opened
    with _lock:
        if _opened is None:
            at = path()
            if not at.exists():
                raise ImportError(f"{at} is not there: install the wheel of this platform, or set ROWLENS_LIBRARY to a built {FILE}")
            calls = ctypes.CDLL(str(at))
            abi = calls.rl_abi_version()
            if abi != _abi.ABI_VERSION:
                raise ImportError(f"{at} speaks version {abi} of the interface, this package version {_abi.ABI_VERSION}: they must come from one release")
            _abi.declare(calls)
            _opened = _Opened(os.getpid(), calls)
        return _opened
