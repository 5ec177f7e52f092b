"""Spark: Arrow UDFs that decode columns of bytes, and a job that decodes tables of them.

The UDFs need PySpark 4.1 or newer and this package on every executor. The driver opens
nothing: the workers that Spark forks open the library with their first batch.

    from rowlens import Kind, spark as rl
    rows.select(rl.columns_udf(Kind("actionbase"), {"record": ("record", "utf8")})("key"))
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Sequence

from ._columns import FieldLike
from ._errors import RowlensError
from ._kind import Kind
from ._layouts import Tree, layouts, leaves
from ._schema import Schema

Fields = Mapping[str, FieldLike]

_SPARK = {"int64": "bigint", "float64": "double", "bool": "boolean", "utf8": "string", "binary": "binary", "json": "string", "error": "string", "doubts": "string"}
_TYPED = {"uint64": "decimal(20,0)"}
_ASKED = {"uint64": "utf8"}  # made into decimals
_schemas: dict[tuple[str, str], Schema] = {}  # in this worker


class _Plan(NamedTuple):
    """What a worker needs to decode a batch: plain values that can be pickled."""

    kind: Kind
    fields: dict[str, FieldLike]
    parts: tuple[str, ...]
    schema: str | None = None


PUSHDOWN = "spark.sql.python.filterPushdown.enabled"
_NEVER = "\0"  # never occurs in a column of words


def register(session: Any) -> None:
    """Makes stores readable with session.read.format("rowlens").load(path); README.md lists the options."""
    from ._spark_source import SeekingSource, StoreSource

    session.dataSource.register(StoreSource)
    session.dataSource.register(SeekingSource)


def stores(session: Any, path: str, **options: Any) -> Any:
    """The frame of session.read.format("rowlens").load(path), which seeks to the keys that filters ask for.

    It needs the setting spark.sql.python.filterPushdown.enabled. In Spark 4.3 a query without filters gets only the
    rows that the previous query's filters left. This frame therefore always has a filter, which keeps all rows.
    """
    from pyspark.sql.functions import col, lit

    if session.conf.get(PUSHDOWN, "false") != "true":
        raise ValueError(f"filters are not passed on: set {PUSHDOWN} to true")
    register(session)
    columns = [name.strip() for name in str(options.get("columns", "")).split(",") if name.strip()]
    hidden = bool(columns) and "deleted" not in columns
    if hidden:
        options["columns"] = ",".join([*columns, "deleted"])
    frame = session.read.format("rowlens-seeking").options(**options).load(path).where(~col("deleted").eqNullSafe(lit(_NEVER)))
    return frame.drop("deleted") if hidden else frame


def columns_udf(kind: Kind, fields: Fields, *, parts: Sequence[str] = ("row",), schema: str | None = None) -> Callable[..., Any]:
    """A UDF from one binary column per part to a struct of typed columns.

    ``fields`` are those of Kind.decode_columns. ``schema`` is JSON text, which each worker
    opens for itself; the kind must not have a schema. A row that fails is null in all
    members except those of the type "error"; a strict kind fails the job.
    """
    return _columns_udf(_plan(kind, fields, parts, schema))


def _columns_udf(plan: _Plan) -> Callable[..., Any]:
    returns = ", ".join(f"`{name}`: {_SPARK[type]}" for name, (_, type) in plan.fields.items())
    return _udf(_Decoder(plan), f"struct<{returns}>")


def json_udf(format: str, *, parts: Sequence[str] = ("row",), schema: str | None = None, lenient: bool = False, strict: bool = False) -> Callable[..., Any]:
    """A UDF to struct<record, fields, error>: the record kind and its fields as JSON, or why there are none."""
    fields = {"record": ("record", "utf8"), "fields": ("fields", "json"), "error": ("", "error")}
    return columns_udf(Kind(format, lenient=lenient, strict=strict), fields, parts=parts, schema=schema)


def record_udf(format: str, record: str, *, parts: Sequence[str] = ("row",), schema: str | None = None, lenient: bool = False, strict: bool = False) -> Callable[..., Any]:
    """A UDF to struct<fields, FORMAT_RECORD, error>: the fields of rows of one kind, or why there are none. They come as JSON, and as the
    struct of typed columns that a frame of stores has, such as ``actionbase_edge_state``."""
    tree = layouts(format).get(record)
    if tree is None:
        raise ValueError(f"{format} has no typed columns of {record}: use columns_udf with the members that are wanted")
    typed = {f"{number}": (path, _ASKED.get(type, type)) for number, (path, type) in enumerate(leaves(tree))}
    plan = _plan(Kind(format, record, lenient=lenient, strict=strict), {"fields": ("", "json"), **typed, "error": ("", "error")}, parts, schema)
    name = f"{format}_{record}".replace("-", "_")
    return _udf(_Record(plan, name, tree), f"struct<`fields`: string, `{name}`: {_struct(tree)}, `error`: string>")


def _struct(tree: Tree) -> str:
    members = (f"`{name}`: {_struct(below) if isinstance(below, dict) else _TYPED.get(below, _SPARK.get(below))}" for name, below in tree.items())
    return f"struct<{', '.join(members)}>"


def kind_udf(format: str, *, parts: Sequence[str] = ("row",), schema: str | None = None) -> Callable[..., Any]:
    """A UDF to struct<record, salted>: the record kind or null, and whether its check values match."""
    plan = _plan(Kind(format), {"record": ("record", "utf8")}, parts, schema)
    return _udf(_Kinds(plan), "struct<`record`: string, `salted`: boolean>")


def _plan(kind: Kind, fields: Fields, parts: Sequence[str], schema: str | None) -> _Plan:
    if kind.schema is not None:
        raise TypeError("an open schema cannot be sent to workers: pass its JSON text as schema=")
    return _Plan(kind, dict(fields), tuple(parts), schema)


def _udf(work: Callable[..., Any], returns: str) -> Callable[..., Any]:
    import pyarrow as pa
    from pyspark.sql.functions import arrow_udf  # type: ignore[attr-defined, unused-ignore]
    from pyspark.sql.types import _parse_datatype_string

    def decode(*arrays: pa.Array) -> pa.Array:
        return work(*arrays)

    decode.__annotations__ = {"arrays": pa.Array, "return": pa.Array}
    udf: Callable[..., Any] = arrow_udf(decode, _parse_datatype_string(returns))
    return udf


class _Decoder:
    """Decodes one batch in a worker."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan

    def __call__(self, *arrays: Any) -> Any:
        import pyarrow as pa

        kind, fields, parts, schema = self.plan
        if schema is not None:
            kind = replace(kind, schema=_opened(kind.format, schema))
        return pa.record_batch(kind.decode_columns(dict(zip(parts, arrays)), fields)).to_struct_array()


class _Record:
    """Decodes one batch of rows of one kind in a worker, and builds the struct of its columns."""

    def __init__(self, plan: _Plan, name: str, tree: Tree) -> None:
        self.decoded, self.name, self.tree = _Decoder(plan), name, tree

    def __call__(self, *arrays: Any) -> Any:
        import pyarrow as pa

        fields, *typed, error = self.decoded(*arrays).flatten()
        struct = self._struct(self.tree, iter(typed), fields.is_null())
        return pa.StructArray.from_arrays([fields, struct, error], ["fields", self.name, "error"])

    def _struct(self, tree: Tree, typed: Iterator[Any], missing: Any = None) -> Any:
        """The columns of a struct, which is null where the row is, or where all of its members are."""
        import pyarrow as pa
        import pyarrow.compute as pc

        columns = []
        for below in tree.values():
            column = self._struct(below, typed) if isinstance(below, dict) else next(typed)
            columns.append(column.cast(pa.decimal128(20, 0)) if below == "uint64" else column)
        if missing is None:
            missing = reduce(pc.and_, (column.is_null() for column in columns))
        return pa.StructArray.from_arrays(columns, list(tree), mask=missing)


class _Kinds:
    """Finds the record kinds of one batch in a worker, and whether their check values match."""

    def __init__(self, plan: _Plan) -> None:
        self.plain = _Decoder(plan)
        self.checked = _Decoder(plan._replace(kind=replace(plan.kind, check=True)))

    def __call__(self, *arrays: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        record = self.plain(*arrays).field("record")
        matches = pc.is_valid(self.checked(*arrays).field("record"))
        salted = pc.if_else(pc.is_valid(record), matches, pa.scalar(None, pa.bool_()))
        return pa.StructArray.from_arrays([record, salted], ["record", "salted"])


def _opened(format: str, schema: str) -> Schema:
    if (format, schema) not in _schemas:
        _schemas[format, schema] = Schema(format, schema)
    return _schemas[format, schema]


def decode_table(rows: Any, plan: _Plan) -> Any:
    """A DataFrame with the columns of ``rows`` and the decoded columns."""
    from pyspark.sql.functions import col

    decoded = rows.withColumn("_rowlens", _columns_udf(plan)(*(col(part) for part in plan.parts)))
    return decoded.select(*(col(name) for name in rows.columns), *(col(f"_rowlens.{name}").alias(name) for name in plan.fields))


def read(session: Any, path: str, parts: Sequence[str], input: str) -> Any:
    """Rows of Parquet with binary columns, or of JSON Lines with hex: {"row": "…"} or {"parts": {"row": "…"}}."""
    from pyspark.sql.functions import coalesce, col, unhex

    if input == "parquet":
        return session.read.parquet(path)
    members = ", ".join(f"`{part}` string" for part in parts)
    lines = session.read.schema(f"{members}, parts struct<{members.replace(' string', ': string')}>").json(path)
    return lines.select(*(unhex(coalesce(col(part), col(f"parts.{part}"))).alias(part) for part in parts))


def _field(text: str) -> tuple[str, tuple[str, str]]:
    name, _, rest = text.partition("=")
    path, _, kind = rest.rpartition(":")
    if not name or kind not in _SPARK:
        raise argparse.ArgumentTypeError(f"{text!r}: expected NAME=PATH:TYPE with a type of {', '.join(_SPARK)}")
    return name, (path, kind)


def main(given: Sequence[str] | None = None) -> int:
    """The job: spark-submit, or python -m rowlens.spark."""
    parser = argparse.ArgumentParser(prog="python -m rowlens.spark", description="Decodes columns of bytes and writes them to Parquet with the decoded columns beside them.")
    parser.add_argument("source", metavar="INPUT", help="Parquet with binary columns, or JSON Lines with hex")
    parser.add_argument("target", metavar="OUTPUT", help="folder for the Parquet files; must not exist")
    parser.add_argument("--format", required=True, help="id of the format")
    parser.add_argument("--record", help="record kind (default: each row may be of any kind of the format)")
    parser.add_argument("--part", action="append", help="a column that holds a part of the entry, named row, family, key, value, … (default: row)")
    parser.add_argument("--field", action="append", type=_field, metavar="NAME=PATH:TYPE", help="a column to make (default: record, fields as JSON, and error)")
    parser.add_argument("--schema", type=Path, help="file with a schema as JSON")
    parser.add_argument("--input", choices=("parquet", "jsonl"), default="parquet", help="the form of INPUT")
    parser.add_argument("--strict", action="store_true", help="fail at the first bad row")
    parser.add_argument("--check", action="store_true", help="a wrong salt is an error")
    args = parser.parse_args(given)
    every = dict(args.field or [("record", ("record", "utf8")), ("fields", ("fields", "json"))])
    if args.record and not args.field:
        every = {"fields": ("", "json")}
    fields = {**every, "error": ("", "error")} if "error" not in every else every
    schema = args.schema.read_text() if args.schema else None
    plan = _plan(Kind(args.format, args.record, strict=args.strict, check=args.check), fields, args.part or ["row"], schema)

    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("rowlens").getOrCreate()
    rows = read(session, args.source, plan.parts, args.input)
    decode_table(rows, plan).write.parquet(args.target)
    written = session.read.parquet(args.target)
    bad = written.filter("error is not null").count()
    print(json.dumps({"rows": written.count(), "bad": bad}))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RowlensError as _error:
        sys.exit(f"rowlens: {_error}")
