import { connect, decode, decodeBatch, init, openSchema, RowlensError, type Decoded, type FieldValue } from "rowlens";

export async function sample(key: Uint8Array): Promise<bigint> {
  await init();
  using schema = openSchema("actionbase", { tables: [] });
  const one: Decoded = decode({ row: key }, { format: "actionbase", record: "edge-count", schema });
  const count: FieldValue | undefined = one.fields["count"];
  for (const row of decodeBatch({ row: [key] }, one)) {
    if (row.error) console.error(row.error.message);
    else console.log(row.fields);
  }
  try {
    await connect(new Worker("worker.js")).decode(key);
  } catch (e) {
    if (e instanceof RowlensError) console.error(e.code, e.offset, e.path);
  }
  return typeof count === "bigint" ? count : 0n;
}
