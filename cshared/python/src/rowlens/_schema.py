"""Tables, models or names that give stored codes their names and types."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Iterable

from . import _abi
from ._call import calls, checked
from ._errors import RowlensError
from ._fields import to_json
from ._given import named


class Schema:
    """A schema that the library keeps until it is closed. It is immutable, and any thread may use it.

    ``of`` is the schema as a dict or as JSON text, in any of the forms that rl_schema_open
    in rowlens.h lists. ``uses`` are open schemas that this one refers to by name.
    """

    def __init__(self, format: str, of: dict[str, Any] | str | bytes, uses: Iterable[Schema] = ()) -> None:
        text = of if isinstance(of, (str, bytes)) else to_json(of)
        data = text.encode() if isinstance(text, str) else text
        self._made_of = data, tuple(uses)
        uses = self._made_of[1]
        handles = ",".join(str(handle(other)) for other in uses)
        if handles:
            data = data.rstrip()[:-1] + f',"uses":[{handles}]}}'.encode()
        error = _abi.Error()
        self.format = format
        self.handle: int = 0
        self.handle = checked(calls().rl_schema_open(named(format, _abi.E_FORMAT), data, len(data), error), error)

    def close(self) -> None:
        """Releases the schema. Calls in progress finish with it."""
        if self.handle:
            calls().rl_schema_close(self.handle)
            self.handle = 0

    def __del__(self) -> None:
        try:
            self.close()
        except (RowlensError, TypeError, AttributeError):
            pass  # in a child, which has no such handle, or at interpreter exit, or it was never opened

    def __repr__(self) -> str:
        return f"<rowlens.Schema of {self.format}{'' if self.handle else ', closed'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process opens its own schema, from the same text."""
        handle(self)
        data, uses = self._made_of
        return Schema, (self.format, data, uses)

    def __enter__(self) -> Schema:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def handle(schema: Schema | None) -> int:
    """The handle for a call: 0 without a schema; a closed schema is refused."""
    if schema is None:
        return 0
    if not isinstance(schema, Schema):
        raise TypeError(f"expected a Schema, found {type(schema).__name__}")
    if not schema.handle:
        raise ValueError(f"the schema of {schema.format} is closed")
    return schema.handle
