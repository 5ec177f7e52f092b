"""Python fields to the JSON that the library reads."""

from __future__ import annotations

import json
import math
from typing import Any


def to_json(fields: Any) -> str:
    """Fields as JSON: bytes as hex, floats that JSON lacks as text."""
    return json.dumps(_plain(fields), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return "-0.0" if value == 0 and math.copysign(1, value) < 0 else value
    return value
