// Dumps of any size, made of the rows of a real scan.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const golden = (name) => new URL(`../../golden/actionbase/${name}`, import.meta.url);
const text = readFileSync(golden("actionbase-hbase-shell.txt"), "utf8");
const lines = text.split("\n").filter((l) => l.includes(" column="));

/** The dump with five faults that a verifier finds. */
export const damaged = readFileSync(golden("actionbase-hbase-shell-damaged.txt"), "utf8");

/**
 * Writes a scan with this many rows; every 1000th line is damaged, alternately so that its
 * bytes do not decode and so that its text cannot be read.
 * @returns {{path: string, name: string, failed: number, remove(): void}}
 */
export function makeDump(rows, { damage = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "rowlens-dump-"));
  const path = join(folder, "scan.txt");
  const file = openSync(path, "w");
  writeSync(file, "ROW  COLUMN+CELL\n");
  let failed = 0;
  for (let made = 0; made < rows;) {
    const some = [];
    for (; some.length < 5000 && made < rows; made++) {
      const line = lines[made % lines.length];
      if (!damage || made % 1000 !== 500) {
        some.push(line);
        continue;
      }
      failed++;
      // The key loses its end, or the line its column.
      some.push(failed % 2 ? line.replace(/^ (.{18})(.*?) column=/, " $1 column=") : line.replace(/ column=.*$/, " colum"));
    }
    writeSync(file, `${some.join("\n")}\n`);
  }
  closeSync(file);
  return { path, name: "scan.txt", folder, failed, remove: () => rmSync(folder, { recursive: true }) };
}
