// What each consumer runs: one key, decoded and written again.
import { decode, encodePart, fromHex, init, toHex } from "rowlens";

const ROW = "8a21aff9346974656d002bdafe659d297e2983";

export async function run(source) {
  await init(source);
  const { format, record, fields } = decode(fromHex(ROW), { format: "actionbase" });
  const again = encodePart(fields, { format, record, part: "row" });
  return JSON.stringify({ format, record, source: fields.directedSource.value, same: toHex(again) === ROW });
}

