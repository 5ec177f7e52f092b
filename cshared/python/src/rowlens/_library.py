"""Finds and opens the C library, once and on first use only."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from pathlib import Path
from typing import Any, NamedTuple

from . import _abi
from ._errors import RowlensError

FILE = "rowlens.dll" if sys.platform == "win32" else "librowlens.so.1"
HOSTED = "rowlens.wasm"  # the library as WebAssembly, for systems without a native one


class _Opened(NamedTuple):
    pid: int
    calls: Any  # a ctypes.CDLL, or something with its functions


_opened: _Opened | None = None
_lock = threading.Lock()


def library() -> Any:
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
    """Where the library is: the path in the environment variable ROWLENS_LIBRARY, else the file in the package: the native
    library, or the WebAssembly in the package for all systems."""
    given = None if _privileged() else os.environ.get("ROWLENS_LIBRARY")
    if given:
        return Path(given)
    native, hosted = (Path(__file__).with_name(name) for name in (FILE, HOSTED))
    return hosted if hosted.exists() and not native.exists() else native


def _privileged() -> bool:
    """Whether somebody with fewer rights started the process, so that its environment cannot be trusted."""
    if sys.platform == "win32":
        return False
    return os.getuid() != os.geteuid() or os.getgid() != os.getegid()


def _load(at: Path) -> Any:
    if at.suffix != ".wasm":
        return ctypes.CDLL(str(at))
    try:
        from ._hosted import Library
    except ModuleNotFoundError as missing:
        raise ImportError(f"{at} needs wasmtime, as there is no native library for this system: pip install 'rowlens[wasm]'") from missing
    return Library(at)


def _open() -> _Opened:
    global _opened
    with _lock:
        if _opened is None:
            at = path()
            if not at.exists():
                raise ImportError(f"{at} is not there: install the wheel of this platform, or set ROWLENS_LIBRARY to a built {FILE}")
            calls = _load(at)
            abi = calls.rl_abi_version()
            if abi != _abi.ABI_VERSION:
                raise ImportError(f"{at} speaks version {abi} of the interface, this package version {_abi.ABI_VERSION}: they must come from one release")
            if isinstance(calls, ctypes.CDLL):
                _abi.declare(calls)
            _opened = _Opened(os.getpid(), calls)
        return _opened
