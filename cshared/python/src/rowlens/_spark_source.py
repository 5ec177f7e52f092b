"""Stores as a data source of Spark: spark.read.format("rowlens").load(path)."""

from __future__ import annotations

import json
from typing import Any, Iterator, Mapping

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

from ._errors import RowlensError
from ._stores import Scan, Store, open_store

# Options that a scan has, with what makes them of Spark's texts.
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


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"{name}: expected true or false, found {text!r}")
    return text.lower() == "true"


class _Share(InputPartition):
    """One of so many shares of the stores."""

    def __init__(self, number: int, of: int) -> None:
        super().__init__((number, of))


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
        return _Reader(dict(self.options), schema.fieldNames(), _paths(schema))


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str], columns: list[str], paths: list[str]) -> None:
        self.options, self.columns, self.paths = options, columns, paths

    def partitions(self) -> list[InputPartition]:
        """A partition a store: one for a file that stands alone, one for files that only together say what a reader sees."""
        with _opened(self.options) as store:
            stores = len({(table.kind, table.path) for table in store.tables})
        return [_Share(number, max(stores, 1)) for number in range(max(stores, 1))]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        import pyarrow as pa

        with _opened(self.options) as store:
            batches = pa.RecordBatchReader.from_stream(_scan(store, self.options, self.paths, partition.value))
            schema = _signed(batches.schema)
            for batch in batches:
                whole = pa.Table.from_batches([batch]).cast(schema).select(self.columns)
                yield from whole.to_batches()


def _paths(schema: StructType) -> list[str]:
    """The columns of a schema as a scan names them: a struct may be asked for some of its members."""
    paths = []
    for field in schema.fields:
        inner = _paths(field.dataType) if isinstance(field.dataType, StructType) else []
        paths += [f"{field.name}.{path}" for path in inner] or [field.name]
    return paths


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


def _scan(store: Store, options: Mapping[str, str], columns: list[str] | None = None, part: tuple[int, int] | None = None) -> Scan:
    given = {name: make(options[name]) for name, make in _OPTIONS.items() if name in options}
    unknown = sorted(set(options) - set(_OPTIONS) - set(_OPENING) - {"path"})
    if unknown:
        raise ValueError(f"there is no option {unknown[0]!r}; there are path, {', '.join((*_OPTIONS, *_OPENING))}")
    if columns is not None and "columns" not in given:
        given["columns"] = columns
    try:
        return store.scan(**given, part=part)
    except RowlensError as error:
        raise ValueError(str(error)) from None  # which Spark shows whole


def _signed(schema: Any) -> Any:
    """A schema with decimals in place of unsigned numbers."""
    import pyarrow as pa

    return pa.schema([field.with_type(_signed_type(field.type)) for field in schema])


def _signed_type(type: Any) -> Any:
    import pyarrow as pa

    if pa.types.is_struct(type):
        return pa.struct([field.with_type(_signed_type(field.type)) for field in type])
    return pa.decimal128(20, 0) if pa.types.is_uint64(type) else type
