"""A program that a strict type checker must take."""

from typing import Optional

import rowlens


def source_of(key: bytes, tables: str) -> Optional[str]:
    with rowlens.Schema("actionbase", tables) as schema:
        record: rowlens.Record = rowlens.decode({"row": key}, format="actionbase", record="edge-count", schema=schema)
        for row in rowlens.decode_batch({"row": [key, None]}, format="actionbase", record="edge-count"):
            if isinstance(row, rowlens.RowlensError):
                print(row.code, row.offset, row.path)
            elif row is not None:
                print(row.fields)
        decoded = rowlens.decode_arrow({"row": [key]}, format="actionbase", record="edge-count", fields={"count": ("count", "int64")})
        print(decoded.rows, rowlens.key_range({}, format="actionbase", record="edge-count").stop)
    value = record.fields["directedSource"]["value"]
    return value if isinstance(value, str) else None
