"""A program that a strict type checker must accept."""

from typing import Optional

import rowlens


def rows_of(path: str) -> int:
    with rowlens.open(path) as store:
        tables: list[rowlens.Table] = store.tables
        scan: rowlens.Scan = store.scan(tables[0].name, columns=["key", "fields"], start=b"\0", where="record = keys")
        return sum(row["key"] is not None for row in scan)


def source_of(key: bytes, tables: str) -> Optional[str]:
    with rowlens.Schema("actionbase", tables) as schema:
        counts = rowlens.Kind("actionbase", "edge-count", schema=schema)
        record: rowlens.DecodedRecord = counts.decode({"row": key})
        shared: dict[str, memoryview] = {"row": memoryview(bytearray(key))}
        print(counts.decode(shared) == counts.decode({"row": bytearray(key)}), rowlens.identify(shared), rowlens.Order("actionbase").compare(shared, {"row": key}))
        for row in counts.decode_batch({"row": [key, None]}):
            if isinstance(row, rowlens.RowlensError):
                print(row.code, row.offset, row.path)
            elif row is not None:
                print(row.fields)
        columns: rowlens.Columns = counts.decode_columns({"row": [key]}, {"count": ("count", "int64"), "why": rowlens.Field("", "error")})
        print(columns.rows, counts.key_range({}).stop)
        for part in counts.encode_batch("row", [record.fields]):
            print(part.code if isinstance(part, rowlens.RowlensError) else part.hex())
    report: rowlens.Report = rowlens.stats("/backup/db", top=3).report()
    print(report["keys"]["distinct"], report["records"][0]["share"])
    with open("scan.txt", "rb") as old, rowlens.diff(old, rowlens.StoreRows("/backup/db", at=50)) as changes:
        for one in changes:
            print(one.change, one.parts["key"].hex(), one.fields)
        print(changes.totals.added)
    value = record.fields["directedSource"]["value"]
    return value if isinstance(value, str) else None
