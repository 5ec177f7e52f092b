"""A decoded record, and what tells the library which kind of record to expect.

Shared by calls about single records and about batches; Kind offers the calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Union

from . import _abi, _kinds
from ._given import named
from ._schema import Schema, handle

_ALL = ~0

# Editors complete the names of this version; others are refused when they are used.
FormatLike = Union[_kinds.Format, str]
RecordLike = Union[_kinds.Record, str]


class DecodedRecord(NamedTuple):
    """A decoded record. Integers are int, bytes are bytes, text is str.

    ``doubts`` says what is doubtful about it, None for most records: whichever of ``lenient``,
    ``extra``, ``check`` and ``canonical`` apply, as the command prints them.
    """

    format: str
    record: str
    fields: dict[str, Any]
    doubts: dict[str, Any] | None = None


@dataclass(frozen=True, init=False)
class KindBase:
    """What to decode and encode, and how; Kind explains each member."""

    format: str
    record: str | None
    schema: Schema | None
    lenient: bool
    prefix: bool
    unlimited: bool
    check: bool
    strict: bool

    def __init__(
        self,
        format: FormatLike,
        record: RecordLike | None = None,
        *,
        schema: Schema | None = None,
        lenient: bool = False,
        prefix: bool = False,
        unlimited: bool = False,
        check: bool = False,
        strict: bool = False,
    ) -> None:
        options = {"lenient": lenient, "prefix": prefix, "unlimited": unlimited, "check": check, "strict": strict}
        for name, value in {"format": format, "record": record, "schema": schema, **options}.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        options = [f"{name}=True" for name in ("lenient", "prefix", "unlimited", "check", "strict") if getattr(self, name)]
        schema = [] if self.schema is None else [f"schema={self.schema!r}"]
        return f"Kind({', '.join([repr(self.format), *([repr(self.record)] if self.record else []), *schema, *options])})"

    def _record_of(self, said: dict[str, Any]) -> DecodedRecord:
        fields, record = said.pop("fields"), said.pop("record")
        return DecodedRecord(self.format, record, fields, said or None)

    def _head(self) -> tuple[int, bytes, bytes]:
        """The first arguments of every call about a kind."""
        return handle(self.schema), named(self.format, _abi.E_FORMAT), named(self.record or "", _abi.E_RECORD)

    def _flags(self, mask: int = _ALL) -> int:
        flags = self.lenient * _abi.LENIENT + self.prefix * _abi.PREFIX + self.unlimited * _abi.UNLIMITED
        return (flags + self.check * _abi.CHECK + self.strict * _abi.STRICT) & mask
