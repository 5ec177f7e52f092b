"""Bytes of an unknown kind, and requests as JSON."""

from __future__ import annotations

import json
from typing import Any, Mapping, NamedTuple, Union

from ._call import calls, sized
from ._errors import RowlensError
from ._fields import to_json
from ._given import BytesLike, Parts, held
from ._kind import Kind
from ._record import DecodedRecord, FormatLike

Input = Union[BytesLike, Parts]


class Identified(NamedTuple):
    """The most probable reading of some bytes; ``part`` says which part lone bytes are."""

    format: str
    record: str
    part: str | None

    def kind(self) -> Kind:
        """The kind that decodes the bytes."""
        return Kind(self.format, self.record)


def decode(data: Input, *, format: FormatLike | None = None) -> DecodedRecord:
    """Decodes bytes of an unknown kind, lone or by part, as the most probable kind of any format."""
    given = data if isinstance(data, Mapping) else held(data, "data")
    found = identify(given, format=format)
    return found.kind().decode(given if isinstance(given, Mapping) else {found.part or "bytes": given})


def identify(data: Input, *, format: FormatLike | None = None) -> Identified:
    """The most probable reading of lone bytes, or of the parts of an entry."""
    parts = {name: held(part, name) for name, part in data.items()} if isinstance(data, Mapping) else {"bytes": held(data, "data")}
    request: dict[str, Any] = {"parts": {name: part.hex() for name, part in parts.items()}}
    if format is not None:
        request["format"] = format
    said = inspect(request)
    best = (said.get("candidates") or [None])[0]
    if best is not None:
        return Identified(best["format"], best["record"], best.get("part"))
    why = (said.get("refused") or [{}])[0].get("error") or said.get("error") or {"message": "no known format parses these bytes", "code": "unknown"}
    raise RowlensError(0, why["message"], offset=why.get("offset", -1), part=why.get("part", ""), path=why.get("field", ""), code=why["code"])


def inspect(request: Mapping[str, Any]) -> dict[str, Any]:
    """Says what pasted text or bytes may be (docs/tree.md, "Inspect"): rows, ranked readings, explained bytes."""
    line = to_json(request)
    text = bytes(sized(lambda out, cap, e: calls().rl_inspect(line, len(line), out, cap, e)))
    try:
        said: dict[str, Any] = json.loads(text)
    except RecursionError:
        raise RowlensError(0, "what is in these bytes nests deeper than Python reads: sys.setrecursionlimit may raise that", code="limit") from None
    return said
