"""Converts schemas and requests, and plain fields, to the JSON that the library reads."""

from __future__ import annotations

import json
import math
from typing import Any, Mapping


def _lacking(value: Any) -> Any:
    """What stands for a value of a type that JSON lacks."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"fields cannot have a value of type {type(value).__name__}")


_FORM: Any = {"allow_nan": False, "separators": (",", ":")}
_strict = json.JSONEncoder(ensure_ascii=False, **_FORM).encode
_usual = json.JSONEncoder(ensure_ascii=False, default=_lacking, **_FORM).encode
_escaped = json.JSONEncoder(ensure_ascii=True, default=_lacking, **_FORM).encode


# Stands for fields that nest deeper than Python's calls, or contain themselves: the library refuses it for its depth.
_TOO_DEEP = b"[" * 300


def to_json(fields: Any) -> bytes:
    """A schema or a request as JSON: bytes as hex, floats that JSON lacks as text."""
    try:
        return _written(fields)
    except RecursionError:
        return _TOO_DEEP
    except ValueError:  # a float that JSON lacks, or a value that contains itself
        pass
    try:
        return _written(_plain(fields))
    except RecursionError:
        return _TOO_DEEP


def plain_json(fields: Any) -> bytes | None:
    """Fields that JSON has types for; None for others, such as those with bytes: as hex, they could be taken for text."""
    try:
        return _strict(fields).encode()
    except (TypeError, ValueError, RecursionError):
        return None


def _written(fields: Any) -> bytes:
    try:
        return _usual(fields).encode()
    except UnicodeEncodeError:  # half of a surrogate pair; the library refuses it or writes it as upstream does
        return _escaped(fields).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
    return value
