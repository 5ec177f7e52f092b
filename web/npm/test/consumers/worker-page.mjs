import { connect, fromHex, RowlensError, toHex } from "rowlens";

const rl = connect(new Worker(new URL("rowlens/worker", import.meta.url), { type: "module" }));
await rl.init();
const row = fromHex("8a21aff9346974656d002bdafe659d297e2983");
const { format, record, fields } = await rl.decode(row);
const kind = rl.kind(format, record);
const refused = await kind.decode({ row: new Uint8Array(1) }).catch((e) => e.code);
const [good, bad] = await kind.decodeBatch({ row: [row, row.subarray(0, 5)] });
const [written, unwritten] = await kind.encodeBatch("row", [good.fields, {}]);
const errors = [bad.error, unwritten.error].map((e) => e instanceof RowlensError && e.row);
const same = refused === "truncated" && toHex(written.bytes) === toHex(row) && String(errors) === "1,1";
document.title = JSON.stringify({ format, record, source: fields.directedSource.value, same });
