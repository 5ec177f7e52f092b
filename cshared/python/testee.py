"""A testee of the conformance protocol (docs/testee.md) over this package: request lines
in, answer lines out.

The op define opens a schema, one per format, to which later lines refer by its handle. The library is the one of the package or, in a clone, that of `make cshared`.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "src"))
if (HERE / "src").exists() and not (HERE / "src/rowlens/librowlens.so.1").exists():
    os.environ.setdefault("ROWLENS_LIBRARY", str(HERE.parents[1] / "dist/c/lib/librowlens.so.1"))

import rowlens  # noqa: E402

schemas: dict[str, rowlens.Schema] = {}


def define(request: dict[str, object], line: bytes) -> dict[str, object]:
    name = str(request["format"])
    old = schemas.get(name)
    schemas[name] = rowlens.Schema(name, line, uses=[old] if old else [])
    if old:
        old.close()
    return {"id": request.get("id"), "ok": True}


def answer(line: bytes) -> bytes:
    try:
        request = json.loads(line)
    except ValueError:
        return rowlens.answer(line)  # the library reports what is wrong with it
    if not isinstance(request, dict):
        return rowlens.answer(line)
    if request.get("op") == "define":
        try:
            said = define(request, line)
        except rowlens.RowlensError as e:
            said = {"id": request.get("id"), "error": str(e), "code": e.code}
        return json.dumps(said).encode()
    schema = schemas.get(str(request.get("format")))
    if schema and "schema" not in request:
        line = line.rstrip()[:-1] + b',"schema":%d}' % schema.handle
    return rowlens.answer(line)


for line in sys.stdin.buffer:
    if line.strip():
        sys.stdout.buffer.write(answer(line) + b"\n")
        sys.stdout.buffer.flush()
