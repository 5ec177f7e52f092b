"""One record at a time."""

from __future__ import annotations

import json
from typing import Any, Mapping, NamedTuple, Union

from . import _abi, _cbor
from ._call import PartList, calls, flags, sized
from ._errors import RowlensError
from ._fields import to_json
from ._schema import Schema

Parts = Mapping[str, bytes]
Input = Union[bytes, bytearray, memoryview, Parts]


class Record(NamedTuple):
    """A decoded record. Integers are int, bytes are bytes, text is str."""

    format: str
    record: str
    fields: dict[str, Any]


def decode(
    data: Input,
    *,
    format: str | None = None,
    record: str | None = None,
    part: str | None = None,
    schema: Schema | None = None,
    lenient: bool = False,
    prefix: bool = False,
    unlimited: bool = False,
    check: bool = False,
) -> Record:
    """Decodes one record: lone bytes, or parts by name ("row", "family", "key", "value").

    Without a record kind the bytes are identified first, among the kinds of ``format`` if
    that is given; lone bytes of a given kind need ``part``. With ``check`` a salt that differs is an error.
    """
    if format is None or record is None:
        format, record, part = identify(data, format=format, part=part)
    given = flags(lenient=lenient, prefix=prefix, unlimited=unlimited, check=check)
    answer = _decode(format, record, _parts(data, part), schema, given, _abi.FIELDS_CBOR)
    return Record(format, record, _cbor.read(answer))


def decode_json(
    data: Input,
    *,
    format: str,
    record: str,
    part: str | None = None,
    schema: Schema | None = None,
    lenient: bool = False,
    prefix: bool = False,
    unlimited: bool = False,
) -> str:
    """The fields of one record as the JSON that the command line prints."""
    given = flags(lenient=lenient, prefix=prefix, unlimited=unlimited)
    return _decode(format, record, _parts(data, part), schema, given, _abi.FIELDS_JSON).decode()


def explain(
    data: Input, *, format: str | None = None, record: str | None = None, part: str | None = None, schema: Schema | None = None, lenient: bool = False
) -> dict[str, Any]:
    """What every byte means: tree JSON v1, as a dict."""
    if format is None or record is None:
        format, record, part = identify(data, format=format, part=part)
    tree: dict[str, Any] = json.loads(_decode(format, record, _parts(data, part), schema, flags(lenient=lenient), _abi.TREE_JSON))
    return tree


def identify(data: Input, *, format: str | None = None, part: str | None = None) -> tuple[str, str, str | None]:
    """Format, record kind and, for lone bytes, part of the best reading."""
    parts = dict(data) if isinstance(data, Mapping) else {part or "bytes": bytes(data)}
    request: dict[str, Any] = {"parts": {name: bytes(b).hex() for name, b in parts.items()}}
    if format is not None:
        request["format"] = format
    answer = inspect(request)
    best = (answer.get("candidates") or [None])[0]
    if best is not None:
        return best["format"], best["record"], best.get("part", part)
    why = (answer.get("refused") or [{}])[0].get("error") or answer.get("error") or {"message": "no format that is known parses these bytes", "code": "unknown"}
    raise RowlensError(0, why["message"], offset=why.get("offset", -1), part=why.get("part", ""), path=why.get("field", ""), code=why["code"])


def inspect(request: Mapping[str, Any]) -> dict[str, Any]:
    """Says what pasted text or bytes are (docs/tree.md): rows, ranked readings, explained bytes."""
    line = json.dumps(request).encode()
    answer: dict[str, Any] = json.loads(bytes(sized(lambda out, cap, e: calls().rl_inspect(line, len(line), out, cap, e))))
    return answer


def answer(line: str | bytes) -> bytes:
    """One request line of the conformance protocol (docs/testee.md) to its answer line."""
    data = line.encode() if isinstance(line, str) else line
    return bytes(sized(lambda out, cap, e: calls().rl_answer(data, len(data), out, cap, e)))


def encode(
    fields: Mapping[str, Any], *, format: str, record: str, schema: Schema | None = None, lenient: bool = False, unlimited: bool = False
) -> dict[str, Any]:
    """Writes a record: its parts by name, as bytes or lists of bytes."""
    given = {name: True for name, on in (("lenient", lenient), ("unlimited", unlimited)) if on}
    head = json.dumps({"op": "encode", "format": format, "record": record, "given": given, "schema": schema.handle if schema else None})
    said = json.loads(answer(f'{head[:-1]},"fields":{to_json(fields)}}}'))
    if "bytes" in said:
        return {name: [bytes.fromhex(h) for h in text] if isinstance(text, list) else bytes.fromhex(text) for name, text in said["bytes"].items()}
    if said.get("unsupported"):
        raise RowlensError(_abi.E_UNSUPPORTED, f"{format} has no {record} that can be written")
    raise RowlensError(_abi.E_REFUSED, said["error"], offset=said.get("offset", -1), code=said.get("code", ""))


def encode_part(
    fields: Mapping[str, Any], *, format: str, record: str, part: str, schema: Schema | None = None, lenient: bool = False, unlimited: bool = False
) -> bytes:
    """Writes one part of a record."""
    text = to_json(fields).encode()
    handle, given = schema.handle if schema else 0, flags(lenient=lenient, unlimited=unlimited)
    names = format.encode(), record.encode(), part.encode()
    return bytes(sized(lambda out, cap, e: calls().rl_encode(handle, *names, text, len(text), given, out, cap, e)))


def _parts(data: Input, part: str | None) -> dict[str, bytes]:
    if isinstance(data, Mapping):
        return {name: bytes(b) for name, b in data.items()}
    if part is None:
        raise TypeError('lone bytes of a given record kind need a part: decode(data, format=…, record=…, part="row")')
    return {part: bytes(data)}


def _decode(format: str, record: str, parts: dict[str, bytes], schema: Schema | None, given: int, form: int) -> bytes:
    given_parts = PartList(parts)
    list_ = given_parts.list
    handle = schema.handle if schema else 0
    return bytes(sized(lambda out, cap, e: calls().rl_decode(handle, format.encode(), record.encode(), list_, len(list_), given, form, out, cap, e)))
