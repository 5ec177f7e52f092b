"""Spark: Arrow UDFs that decode columns of bytes, and a job that decodes tables of them.

The UDFs need PySpark 4.1 or newer and this package on every executor. Nothing is opened
in the driver: the workers that Spark forks open the library with their first batch.

    from rowlens import spark as rl
    rows.select(rl.columns_udf("actionbase", {"record": ("record", "utf8")})("key"))
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from ._batch import decode_arrow
from ._errors import RowlensError
from ._schema import Schema

Fields = Mapping[str, "tuple[str, str]"]

_SPARK = {"int64": "bigint", "float64": "double", "bool": "boolean", "utf8": "string", "binary": "binary", "json": "string", "error": "string"}
_schemas: dict[tuple[str, str], Schema] = {}  # of this worker


class _How(NamedTuple):
    """What a worker needs to decode a batch: plain values, that travel well."""

    format: str
    fields: dict[str, tuple[str, str]]
    parts: tuple[str, ...]
    record: str | None = None
    schema: str | None = None
    lenient: bool = False
    strict: bool = False
    check: bool = False


def columns_udf(
    format: str,
    fields: Fields,
    *,
    parts: Sequence[str] = ("row",),
    record: str | None = None,
    schema: str | None = None,
    lenient: bool = False,
    strict: bool = False,
    check: bool = False,
) -> Callable[..., Any]:
    """A UDF from one binary column a part to a struct of typed columns.

    ``fields`` are those of decode_arrow; ``schema`` is JSON text. A row that fails is null
    in all members but those of the type "error"; with ``strict`` it fails the job, with
    ``check`` a salt that differs is a failure.
    """
    how = _How(format, dict(fields), tuple(parts), record, schema, lenient, strict, check)
    returns = ", ".join(f"`{name}`: {_SPARK[kind]}" for name, (_, kind) in fields.items())
    return _udf(_Decoder(how), f"struct<{returns}>")


def json_udf(format: str, *, parts: Sequence[str] = ("row",), schema: str | None = None, lenient: bool = False, strict: bool = False) -> Callable[..., Any]:
    """A UDF to struct<record, fields, error>: the record kind, its fields as JSON, why there are none."""
    fields = {"record": ("record", "utf8"), "fields": ("fields", "json"), "error": ("", "error")}
    return columns_udf(format, fields, parts=parts, schema=schema, lenient=lenient, strict=strict)


def kind_udf(format: str, *, parts: Sequence[str] = ("row",), schema: str | None = None) -> Callable[..., Any]:
    """A UDF to struct<record, salted>: the record kind, null where there is none, and whether its check values hold."""
    how = _How(format, {"record": ("record", "utf8")}, tuple(parts), schema=schema)
    return _udf(_Kinds(how), "struct<`record`: string, `salted`: boolean>")


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

    def __init__(self, how: _How) -> None:
        self.how = how

    def __call__(self, *arrays: Any) -> Any:
        import pyarrow as pa

        how = self.how
        decoded = decode_arrow(
            dict(zip(how.parts, arrays)), format=how.format, record=how.record, fields=how.fields,
            schema=_opened(how), lenient=how.lenient, strict=how.strict, check=how.check,
        )  # fmt: skip
        return pa.record_batch(decoded).to_struct_array()


class _Kinds:
    """Tells record kinds, and whether their check values hold, of one batch in a worker."""

    def __init__(self, how: _How) -> None:
        self.plain = _Decoder(how)
        self.checked = _Decoder(how._replace(check=True))

    def __call__(self, *arrays: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        record = self.plain(*arrays).field("record")
        holds = pc.is_valid(self.checked(*arrays).field("record"))
        salted = pc.if_else(pc.is_valid(record), holds, pa.scalar(None, pa.bool_()))
        return pa.StructArray.from_arrays([record, salted], ["record", "salted"])


def _opened(how: _How) -> Schema | None:
    if how.schema is None:
        return None
    key = how.format, how.schema
    if key not in _schemas:
        _schemas[key] = Schema(*key)
    return _schemas[key]


def decode_table(rows: Any, how: _How) -> Any:
    """A DataFrame with the columns of ``rows`` and what they decode to."""
    from pyspark.sql.functions import col

    struct = columns_udf(how.format, how.fields, parts=how.parts, record=how.record, schema=how.schema, lenient=how.lenient, strict=how.strict, check=how.check)
    decoded = rows.withColumn("_rowlens", struct(*(col(part) for part in how.parts)))
    return decoded.select(*(col(name) for name in rows.columns), *(col(f"_rowlens.{name}").alias(name) for name in how.fields))


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
    parser = argparse.ArgumentParser(prog="python -m rowlens.spark", description="Decodes columns of bytes and writes them as Parquet, beside what they decode to.")
    parser.add_argument("source", metavar="INPUT", help="Parquet with binary columns, or JSON Lines with hex")
    parser.add_argument("target", metavar="OUTPUT", help="folder for the Parquet files; must not exist")
    parser.add_argument("--format", required=True, help="id of the format")
    parser.add_argument("--record", help="record kind; without it, each row may be of any kind of the format")
    parser.add_argument("--part", action="append", help="a column that is a part of the entry, by its name: row, family, key, value (default: row)")
    parser.add_argument("--field", action="append", type=_field, metavar="NAME=PATH:TYPE", help="a column to make (default: record, fields as JSON, and error)")
    parser.add_argument("--schema", type=Path, help="file with a schema as JSON")
    parser.add_argument("--input", choices=("parquet", "jsonl"), default="parquet", help="what INPUT is")
    parser.add_argument("--strict", action="store_true", help="fail at the first bad row")
    parser.add_argument("--check", action="store_true", help="a salt that differs is an error")
    args = parser.parse_args(given)
    every = dict(args.field or [("record", ("record", "utf8")), ("fields", ("fields", "json"))])
    if args.record and not args.field:
        every = {"fields": ("", "json")}
    fields = {**every, "error": ("", "error")} if "error" not in every else every
    schema = args.schema.read_text() if args.schema else None
    how = _How(args.format, fields, tuple(args.part or ["row"]), args.record, schema, strict=args.strict, check=args.check)

    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName("rowlens").getOrCreate()
    rows = read(session, args.source, how.parts, args.input)
    decode_table(rows, how).write.parquet(args.target)
    written = session.read.parquet(args.target)
    bad = written.filter("error is not null").count()
    print(json.dumps({"rows": written.count(), "bad": bad}))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RowlensError as e:
        sys.exit(f"rowlens: {e}")
