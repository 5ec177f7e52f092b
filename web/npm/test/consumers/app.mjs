// What each consumer runs: one key, decoded and written again.
import { decode, fromHex, init, Kind, toHex } from "rowlens";

const ROW = "8a21aff9346974656d002bdafe659d297e2983";

export async function run(source) {
  await init(source);
  const { format, record, fields } = decode(fromHex(ROW));
  const again = new Kind(format, record).encodePart("row", fields);
  return JSON.stringify({ format, record, source: fields.directedSource.value, same: toHex(again) === ROW });
}

