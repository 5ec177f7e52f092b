"""The types of a report of statistics. docs/stats.md says what its members count."""

from __future__ import annotations

from typing import Dict, List, Optional, TypedDict

Bar = TypedDict("Bar", {"from": int, "to": int, "rows": int})
"""A column of a histogram; ``to`` is included."""


class Sizes(TypedDict):
    min: int
    p50: int
    p95: int
    max: int
    mean: float
    histogram: List[Bar]


class Counted(TypedDict):
    """A number of rows, with the bytes of their keys and values."""

    rows: int
    keyBytes: int
    valueBytes: int


class RecordCount(Counted):
    format: str
    record: str
    share: float
    repeatedBytes: int
    keys: Sizes
    values: Sizes


class _Part(Counted):
    record: str


class PartCount(_Part, total=False):
    name: str


class TableCount(Counted):
    format: str
    table: str
    parts: List[PartCount]


class FamilyCount(Counted, total=False):
    table: str
    cf: str


class _Entity(Counted):
    format: str
    entity: str
    type: str


class EntityCount(_Entity, total=False):
    table: str


class KeyCount(TypedDict):
    distinct: int
    error: float
    repeatedBytes: int


class Entities(TypedDict):
    distinct: int
    error: float
    rowsError: int
    bytesError: int
    byRows: List[EntityCount]
    byBytes: List[EntityCount]


class Region(Counted):
    region: int
    start: str


class Salts(TypedDict):
    buckets: List[Region]
    hottest: List[Region]


class Counter(TypedDict):
    highest: int
    limit: int
    near: int


class _Times(TypedDict):
    count: int
    outside: int
    future: int
    histogram: List[Bar]


class TimeSeries(_Times, total=False):
    format: str
    field: str
    oldest: int
    newest: int
    counter: Counter


class Times(TypedDict):
    series: List[TimeSeries]


class AllSizes(TypedDict):
    keys: Sizes
    values: Sizes


class TypeCount(TypedDict):
    type: str
    values: int
    bytes: int


class PropertyTypes(TypedDict):
    format: str
    table: str
    property: str
    types: List[TypeCount]


class _Deletion(TypedDict):
    deleted: str
    rows: int


class Deletion(_Deletion, total=False):
    format: str


class _Reason(TypedDict):
    what: str
    rows: int


class Reason(_Reason, total=False):
    code: str
    format: str
    record: str
    field: str
    other: str


class Entries(TypedDict):
    entries: int
    keyBytes: int
    valueBytes: int
    deletions: int


class Level(TypedDict):
    level: int
    entries: int
    bytes: int


class StoreUsage(TypedDict):
    files: Optional[int]
    fileBytes: Optional[int]
    compression: List[str]
    stored: Entries
    visible: Entries
    freed: int
    levels: List[Level]


class _Report(Counted):
    bytes: int
    keys: KeyCount
    records: List[RecordCount]
    tables: List[TableCount]
    families: List[FamilyCount]
    entities: Entities
    salts: Salts
    times: Times
    sizes: AllSizes
    properties: List[PropertyTypes]
    deletions: List[Deletion]
    damage: int
    undecodable: Dict[str, int]
    doubts: Dict[str, int]
    doubtful: int
    reasons: List[Reason]


class Report(_Report, total=False):
    """What is in a dump or in stores: the JSON of ``rowlens stats``."""

    store: StoreUsage
