// What each consumer of a worker runs: a key, decoded and written again, batches, a schema.
import { connect, fromHex, RowlensError, toHex } from "rowlens";

export async function run(worker, source) {
  const rl = connect(worker);
  await rl.init(source);
  const row = fromHex("8a21aff9346974656d002bdafe659d297e2983");
  const { format, record, fields } = await rl.decode(row);
  const schema = await rl.openSchema("actionbase", { given: { names: ["demo.follow"] } });
  const kind = rl.kind(format, record, { schema });
  const refused = await kind.decode({ row: new Uint8Array(1) }).catch((e) => e.code);
  const [good, bad] = await kind.decodeBatch({ row: [row, row.subarray(0, 5)] });
  await schema.close();
  const [written, unwritten] = await rl.kind(format, record).encodeBatch("row", [good.fields, {}]);
  const errors = [bad.error, unwritten.error].map((e) => e instanceof RowlensError && e.row);
  const same = refused === "truncated" && good.fields.table === "demo.follow" && toHex(written.bytes) === toHex(row) && String(errors) === "1,1";
  return JSON.stringify({ format, record, source: fields.directedSource.value, same });
}
