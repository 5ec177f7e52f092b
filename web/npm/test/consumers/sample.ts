import { connect, identify, init, Kind, RowlensError, Schema, type DecodedRecord, type FieldValue } from "rowlens";

export async function sample(key: Uint8Array): Promise<bigint> {
  await init();
  using schema = new Schema("actionbase", { tables: [] });
  const counts = new Kind("actionbase", "edge-count", { schema, lenient: true });
  const one: DecodedRecord = counts.decode({ row: key });
  const count: FieldValue | undefined = one.fields["count"];
  for (const row of identify(key).kind().decodeBatch({ row: [key] })) {
    if (row.error) console.error(row.error.message);
    else console.log(row.record, row.fields);
  }
  for (const { bytes, error } of counts.encodeBatch("row", [one.fields])) console.log(bytes?.length, error?.row);
  const { row, value } = counts.encodeBatch(["row", "value"], [one.fields]);
  console.log(row.length, value.codes);
  const columns = counts.decodeColumns({ row: [key] }, { source: ["directedSource.value", "utf8"], count: ["count", "int64"] });
  const numbers: BigInt64Array = columns.get("count").data;
  const source: string | null = columns.get("source").get(0);
  console.log(numbers, source, counts.encodeColumns("value", { count: columns.get("count"), flags: [true, null] }).get(0).error?.path);
  try {
    const [row] = await connect(new Worker("worker.js")).kind("actionbase").decodeBatch({ row: [key] });
    if (row?.error) throw row.error;
  } catch (e) {
    if (e instanceof RowlensError) console.error(e.code, e.offset, e.path);
  }
  return typeof count === "bigint" ? count : 0n;
}
