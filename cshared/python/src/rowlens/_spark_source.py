"""Stores as a data source of Spark: spark.read.format("rowlens").load(path)."""

from __future__ import annotations

import json
from typing import Any, Iterable, Iterator, Mapping

from pyspark.sql.datasource import (  # type: ignore[attr-defined, unused-ignore]
    DataSource,
    DataSourceReader,
    EqualNullSafe,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    InputPartition,
    LessThan,
    LessThanOrEqual,
)
from pyspark.sql.types import StructType

from ._errors import RowlensError
from ._stores import Keys, Part, Scan, Store, open_store

# Options of a scan, with functions that convert them from Spark's texts.
_OPTIONS: dict[str, Any] = {
    "table": str,
    "where": str,
    "format": str,
    "record": str,
    "schema": json.loads,
    "start": str,
    "stop": str,
    "stored": lambda text: _flag("stored", text),
    "salvage": lambda text: _flag("salvage", text),
    "at": int,
    "versions": int,
    "labels": lambda text: [label for label in text.split(",") if label],
    "columns": lambda text: [name.strip() for name in text.split(",") if name.strip()],
}
_OPENING = {"meta": str, "numbering": str}
_SIZE = "partitionbytes"  # partitionBytes, in Spark's spelling
_PART_BYTES = 128 << 20  # the default, as for Spark's own files


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"{name}: expected true or false, found {text!r}")
    return text.lower() == "true"


class _Part(InputPartition):
    """One of the parts of the stores."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)


class StoreSource(DataSource):
    """The rows of stores, decoded. The columns are those of Store.scan; what Spark has no type for, unsigned 64 bits, is decimal."""

    @classmethod
    def name(cls) -> str:
        return "rowlens"

    def schema(self) -> StructType:
        import pyarrow as pa
        from pyspark.sql.pandas.types import from_arrow_schema

        with _opened(self.options) as store:
            return from_arrow_schema(_signed(pa.schema(_scan(store, self.options))))

    def reader(self, schema: StructType) -> DataSourceReader:
        return Reader(dict(self.options), schema)


class SeekingSource(StoreSource):
    """A source that accepts filters. Only spark.stores reads from it, which ensures that Spark always has a filter."""

    @classmethod
    def name(cls) -> str:
        return "rowlens-seeking"

    def reader(self, schema: StructType) -> DataSourceReader:
        return SeekingReader(dict(self.options), schema)


class Reader(DataSourceReader):
    """Reads parts that were planned once, each wherever Spark wants to read it."""

    def __init__(self, options: dict[str, str], schema: StructType) -> None:
        self.options, self.schema = options, schema
        self.keys: Keys | None = None

    def partitions(self) -> list[InputPartition]:
        """One partition per part: a small store, or the rows between two keys in the index of a larger one."""
        size = int(self.options.get(_SIZE, _PART_BYTES))
        if size < 0:
            raise ValueError(f"partitionBytes: expected a number of bytes, found {size}")
        given = {name: value for name, value in _given(self.options).items() if name not in ("columns", "where")}
        with _opened(self.options) as store:
            return [_Part(part) for part in store.parts(**given, size=size, keys=self.keys)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        import pyarrow as pa

        with _opened(self.options) as store:
            batches = pa.RecordBatchReader.from_stream(_scan(store, self.options, _paths(self.schema), partition.value))
            schema, names = _signed(batches.schema), self.schema.fieldNames()
            inner = sorted(set(names) - set(schema.names))
            if inner:
                raise ValueError(f"there is no column {inner[0]!r}: a schema has members inside their struct")
            for batch in batches:
                for one in pa.Table.from_batches([batch]).cast(schema).to_batches():
                    yield pa.record_batch([_ordered(one.column(field.name), field.dataType) for field in self.schema.fields], names=names)


class SeekingReader(Reader):
    """A reader that seeks to the keys that filters ask for. Spark applies all filters again: stores without an index return all rows."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        for name in ("row", "key"):
            start, stop = bounds([one for one in filters if getattr(one, "attribute", None) == (name,)])
            if self.keys is None and (start is not None or stop is not None):
                self.keys = Keys(name, start, stop)
        return filters


def bounds(filters: list[Filter]) -> tuple[bytes | None, bytes | None]:
    """The first key that the filters on a column accept, and the end of the range; None is open."""
    starts, stops = [], []
    for one in filters:
        least, most, after = None, None, b"\0"  # after follows most
        if isinstance(one, (EqualTo, EqualNullSafe)):
            least = most = one.value
        elif isinstance(one, In) and one.value and all(isinstance(value, (bytes, bytearray)) for value in one.value):
            least, most = min(map(bytes, one.value)), max(map(bytes, one.value))
        elif isinstance(one, GreaterThanOrEqual):
            least = one.value
        elif isinstance(one, GreaterThan) and isinstance(one.value, (bytes, bytearray)):
            least = bytes(one.value) + b"\0"
        elif isinstance(one, LessThan):
            most, after = one.value, b""
        elif isinstance(one, LessThanOrEqual):
            most = one.value
        if isinstance(least, (bytes, bytearray)):
            starts.append(bytes(least))
        if isinstance(most, (bytes, bytearray)):
            stops.append(bytes(most) + after)
    return max(starts, default=None), min(stops, default=None)


def _paths(schema: StructType) -> list[str]:
    """The columns of a schema as a scan names them: only some members of a struct may be wanted."""
    paths = []
    for field in schema.fields:
        inner = _paths(field.dataType) if isinstance(field.dataType, StructType) else []
        paths += [f"{field.name}.{path}" for path in inner] or [field.name]
    return paths


def _ordered(array: Any, wanted: Any) -> Any:
    """A column with the members of its structs in the order wanted; a scan has them in its own."""
    import pyarrow as pa

    if not isinstance(wanted, StructType):
        return array
    members = [_ordered(array.field(field.name), field.dataType) for field in wanted.fields]
    return pa.StructArray.from_arrays(members, names=wanted.fieldNames(), mask=array.is_null())


def _opened(options: Mapping[str, str]) -> Store:
    path = options.get("path")
    if not path:
        raise ValueError("path: expected the folder or file of a store, as load(path) has it")
    given = {name: make(options[name]) for name, make in _OPENING.items() if name in options}
    if ":" not in path.split("/", 1)[0]:
        return open_store(path, **given)
    from pyarrow import fs

    filesystem, at = fs.FileSystem.from_uri(path if "://" in path else path.replace(":", "://", 1))
    return open_store(at, filesystem=filesystem, **given)


def _given(options: Mapping[str, str]) -> dict[str, Any]:
    """The options that a scan has."""
    unknown = sorted(set(options) - set(_OPTIONS) - set(_OPENING) - {"path", _SIZE})
    if unknown:
        raise ValueError(f"there is no option {unknown[0]!r}; there are path, partitionBytes, {', '.join((*_OPTIONS, *_OPENING))}")
    return {name: make(options[name]) for name, make in _OPTIONS.items() if name in options}


def _scan(store: Store, options: Mapping[str, str], columns: list[str] | None = None, part: Part | None = None) -> Scan:
    given = _given(options)
    if columns is not None and "columns" not in given:
        given["columns"] = columns
    try:
        return store.scan(**given, part=part)
    except RowlensError as error:
        raise ValueError(str(error)) from None  # Spark shows it in full


def _signed(schema: Any) -> Any:
    """A schema with decimals in place of unsigned numbers."""
    import pyarrow as pa

    return pa.schema([field.with_type(_signed_type(field.type)) for field in schema])


def _signed_type(type: Any) -> Any:
    import pyarrow as pa

    if pa.types.is_struct(type):
        return pa.struct([field.with_type(_signed_type(field.type)) for field in type])
    return pa.decimal128(20, 0) if pa.types.is_uint64(type) else type
