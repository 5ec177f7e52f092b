import { connect, fromHex } from "rowlens";

const rl = connect(new Worker(new URL("rowlens/worker", import.meta.url), { type: "module" }));
await rl.init();
const { format, record, fields } = await rl.decode(fromHex("8a21aff9346974656d002bdafe659d297e2983"), { format: "actionbase" });
const refused = await rl.decode(new Uint8Array(1), { format, record, part: "row" }).catch((e) => e.code);
document.title = JSON.stringify({ format, record, source: fields.directedSource.value, same: refused === "truncated" });
