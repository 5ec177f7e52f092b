"""What a store does with keys: order, scan ranges, versions, hashes of names."""

from __future__ import annotations

import ctypes
from typing import Any, Mapping, NamedTuple, Union

from . import _abi
from ._call import PartList, calls, checked, sized
from ._fields import to_json
from ._schema import Schema

BEFORE, EQUAL, AFTER = _abi.BEFORE, _abi.EQUAL, _abi.AFTER


class KeyRange(NamedTuple):
    """The keys from start up to, and not including, stop; stop is None when there is no end."""

    part: str
    start: bytes
    stop: bytes | None



def _parts(key: Union[bytes, Mapping[str, bytes]]) -> Mapping[str, bytes]:
    return key if isinstance(key, Mapping) else {"key": key}


def compare(
    left: Union[bytes, Mapping[str, bytes]], right: Union[bytes, Mapping[str, bytes]], *, format: str = "", family: bytes = b"", schema: Schema | None = None
) -> int:
    """BEFORE, EQUAL or AFTER: where left stands in the order of the format's store."""
    error = _abi.Error()
    a, b = PartList(_parts(left)), PartList(_parts(right))
    handle = schema.handle if schema else 0
    result = calls().rl_compare(handle, format.encode(), family, len(family), a.list, len(a.list), b.list, len(b.list), error)
    return checked(result, error)


def key_range(fields: Mapping[str, Any], *, format: str, record: str, schema: Schema | None = None) -> KeyRange:
    """Where a scan begins and ends that finds the keys of a record as far as it is known."""
    text = to_json(fields).encode()
    handle = schema.handle if schema else 0

    def ask(which: int) -> bytes:
        return bytes(sized(lambda out, cap, e: calls().rl_range(handle, format.encode(), record.encode(), text, len(text), which, out, cap, e)))

    return KeyRange(ask(_abi.RANGE_PART).decode(), ask(_abi.RANGE_START), ask(_abi.RANGE_STOP) or None)


def hlc_join(physical: int, logical: int = 0, *, layout: str = "maryk") -> int:
    """The version of a hybrid logical clock at milliseconds since 1970 and a counter."""
    error, version = _abi.Error(), ctypes.c_uint64()
    checked(calls().rl_hlc_join(layout.encode(), physical, logical, ctypes.byref(version), error), error)
    return version.value


def hlc_split(version: int, *, layout: str = "maryk") -> tuple[int, int]:
    """Milliseconds since 1970 and the counter of a version."""
    error, physical, logical = _abi.Error(), ctypes.c_uint64(), ctypes.c_uint64()
    checked(calls().rl_hlc_split(layout.encode(), version, ctypes.byref(physical), ctypes.byref(logical), error), error)
    return physical.value, logical.value


def hash32(format: str, name: str | bytes) -> int:
    """The 32-bit hash under which a format stores names."""
    data = name.encode() if isinstance(name, str) else name
    return checked(calls().rl_hash32(format.encode(), data, len(data)), _abi.Error())
