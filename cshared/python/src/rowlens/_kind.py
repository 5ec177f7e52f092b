"""A record kind of a format: what to decode and encode, and how."""

from __future__ import annotations

import json
from typing import Any, Mapping, NamedTuple, Sequence, overload

from . import _abi, _batch, _cbor, _columns, _encode
from ._call import PartList, answer, calls, sized
from ._cells import CellsLike
from ._columns import Columns, FieldLike
from ._encode import EncodedBatch
from ._errors import RowlensError
from ._given import Parts, named
from ._members import ColumnLike
from ._record import DecodedRecord, KindBase
from ._schema import handle

_SINGLE = ~_abi.STRICT
_WRITING = _abi.LENIENT | _abi.UNLIMITED


class KeyRange(NamedTuple):
    """The keys from start up to, but not including, stop; stop is None when the range is open."""

    part: str
    start: bytes
    stop: bytes | None


class Kind(KindBase):
    """A record kind with its schema and options: decodes and encodes records.

    Without ``record`` it stands for any kind of the format, and each decoded record names its
    kind. Parts of an entry have names: "row", "family", "qualifier", "value" of
    a cell, "key" and "value" of a pair. A call that fails raises a RowlensError.

    ``lenient`` accepts what upstream's own reader accepts although no writer writes it.
    ``prefix`` allows more bytes after the value, and the fields gain "consumed".
    ``unlimited`` lifts the size limits of upstream's writers. ``check`` fails a record when
    a check value (a salt) differs; otherwise that is one of the record's doubts.
    ``strict`` fails a batch at its first bad row.
    """

    def decode(self, parts: Parts) -> DecodedRecord:
        """Decodes one record from the parts of an entry, at least one."""
        return self._record_of(_cbor.read(self._decode(parts, _abi.FIELDS_CBOR, doubts=True)))

    def decode_json(self, parts: Parts) -> str:
        """The fields of one record as the JSON that the command prints.

        There is no place for doubts in it: a wrong salt is an error, unless the kind is lenient.
        """
        return self._decode(parts, _abi.FIELDS_JSON).decode()

    def explain(self, parts: Parts) -> dict[str, Any]:
        """What every byte means: tree JSON v1 (docs/tree.md), as a dict."""
        tree: dict[str, Any] = json.loads(self._decode(parts, _abi.TREE_JSON, _SINGLE & ~_abi.CHECK))
        return tree

    def _decode(self, parts: Parts, form: int, mask: int = _SINGLE, doubts: bool = False) -> bytes:
        passed = PartList(parts)
        list_, head, flags = passed.list, self._head(), self._flags(mask) | doubts * _abi.DOUBTS
        return bytes(sized(lambda out, cap, e: calls().rl_decode(*head, list_, len(list_), flags, form, out, cap, e)))

    def encode(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Encodes a record: its parts by name, as bytes or lists of bytes."""
        given = {name: True for name in ("lenient", "unlimited") if getattr(self, name)}
        schema = handle(self.schema) or None
        request = {"op": "encode", "format": self.format, "record": self.record or "", "given": given, "schema": schema, "fields": fields}
        said = json.loads(answer(_cbor.write(request)))
        if "bytes" in said:
            return {name: [bytes.fromhex(h) for h in text] if isinstance(text, list) else bytes.fromhex(text) for name, text in said["bytes"].items()}
        if said.get("unsupported"):
            raise self._unwritable()
        raise RowlensError(_abi.E_REFUSED, said["error"], offset=said.get("offset", -1), path=said.get("field", ""), code=said.get("code", ""))

    def _unwritable(self) -> RowlensError:
        """Why no record of the kind can be encoded: the kind may not exist."""
        if not self.record:
            return RowlensError(_abi.E_RECORD, f"a record is encoded by its kind, which is not said: Kind({self.format!r}, RECORD)")
        try:
            self.encode_part("", {})
        except RowlensError as error:
            if error.number in (_abi.E_FORMAT, _abi.E_RECORD):
                return error
        return RowlensError(_abi.E_UNSUPPORTED, f"{self.format} cannot encode {self.record}")

    def encode_part(self, part: str, fields: Mapping[str, Any]) -> bytes:
        """Encodes one part of a record. Fields that only other parts need may be absent."""
        text, name = self._fields(fields), named(part, _abi.E_PART)
        head, flags = self._head(), self._flags(_WRITING)
        return bytes(sized(lambda out, cap, e: calls().rl_encode(*head, name, text, len(text), flags, out, cap, e)))

    def _fields(self, fields: Mapping[str, Any]) -> bytes:
        """Fields as CBOR. The library would take a single number or text for JSON, so encode says what is wrong with one."""
        if not isinstance(fields, Mapping):
            self.encode(fields)
        return _cbor.write(fields)

    def decode_batch(self, cells: Mapping[str, CellsLike]) -> _batch.Batch:
        """Decodes rows, given the cells of each part as a list of bytes or an Arrow array.

        A row that fails keeps its place, unless the kind is strict.
        """
        batch = _batch.decode(self, cells)
        if self.strict:
            batch.raise_first()
        return batch

    def decode_columns(self, cells: Mapping[str, CellsLike], fields: Mapping[str, FieldLike]) -> Columns:
        """Decodes rows to typed columns.

        ``fields`` has the path and type of each column, by the column's name: {"source":
        ("source.value", "utf8"), "why": ("", "error")}. rl_field in rowlens.h explains
        paths. Types are int64, float64, bool, utf8, binary, json, cbor, error and doubts; the last
        two have an empty path. Without a column of doubts, a row whose check value (a salt)
        differs fails, unless the kind is lenient. Without a record
        kind, paths begin with "fields.", and the name of the kind is at the path "record".
        """
        return _columns.decode(self, cells, fields)

    @overload
    def encode_batch(self, parts: str, fields: Sequence[Mapping[str, Any]]) -> EncodedBatch: ...
    @overload
    def encode_batch(self, parts: list[str] | tuple[str, ...], fields: Sequence[Mapping[str, Any]]) -> dict[str, EncodedBatch]: ...
    def encode_batch(self, parts: str | list[str] | tuple[str, ...], fields: Sequence[Mapping[str, Any]]) -> EncodedBatch | dict[str, EncodedBatch]:
        """Encodes one part of each record, or several, which gives a batch for each part, by name.

        A record that is refused keeps its place, unless the kind is strict. With the package cbor2 this is faster.
        """
        if isinstance(parts, str):
            return self._written(_encode.encode_records(self, [parts], fields, self._flags(_WRITING)))[parts]
        return self._written(_encode.encode_records(self, list(parts), fields, self._flags(_WRITING)))

    @overload
    def encode_columns(self, parts: str, columns: Mapping[str, ColumnLike]) -> EncodedBatch: ...
    @overload
    def encode_columns(self, parts: list[str] | tuple[str, ...], columns: Mapping[str, ColumnLike]) -> dict[str, EncodedBatch]: ...
    def encode_columns(self, parts: str | list[str] | tuple[str, ...], columns: Mapping[str, ColumnLike]) -> EncodedBatch | dict[str, EncodedBatch]:
        """Encodes one part of each row, or several, from columns of members.

        ``columns`` has a column for each path: {"count": [1, 2], "directedSource.value": arrow_array}. A column
        is a list or an array with the Arrow interface (pyarrow, Polars, pandas' Arrow types) of numbers, truth
        values, text or bytes; null means that the record lacks the member. A list may hold any values. With the type
        "json" or "cbor", texts or bytes hold the members in that form: {"directedSource": (texts, "json")}.
        rl_values in rowlens.h explains which paths go together. A row that is refused keeps its place, unless the kind is strict.
        """
        if isinstance(parts, str):
            return self._written(_encode.encode_columns(self, [parts], columns, self._flags(_WRITING)))[parts]
        return self._written(_encode.encode_columns(self, list(parts), columns, self._flags(_WRITING)))

    def _written(self, batches: dict[str, EncodedBatch]) -> dict[str, EncodedBatch]:
        if self.strict:
            next(iter(batches.values())).raise_first()
        return batches

    def key_range(self, fields: Mapping[str, Any]) -> KeyRange:
        """The range of keys that a scan must read to find the records with these fields.

        The fields are the leading ones of the key, without a gap.
        """
        text, head = self._fields(fields), self._head()

        def ask(which: int) -> bytes:
            return bytes(sized(lambda out, cap, e: calls().rl_range(*head, text, len(text), which, out, cap, e)))

        return KeyRange(ask(_abi.RANGE_PART).decode(), ask(_abi.RANGE_START), ask(_abi.RANGE_STOP) or None)
