import { toJSON } from "./fields.js";
import { started } from "./started.js";
import { tagOf } from "./types.js";

/** Tables, models or names that give stored codes their names and types. The decoder keeps them until close. */
export class Schema {
  #calls;

  /**
   * @param {string} format
   * @param {object|string} of the schema, or its JSON text; rl_schema_open in rowlens.h lists the forms
   * @param {{uses?: Schema[], decoder?: import("./rowlens.js").Rowlens}} options
   */
  constructor(format, of, { uses = [], decoder = started() } = {}) {
    this.#calls = decoder.calls;
    this.format = format;
    const text = adding(typeof of === "string" ? of : toJSON(of), uses);
    this.handle = this.#calls.run("rl_schema_open", [format, text], (...n) => n);
  }

  /** Releases the schema. */
  close() {
    if (this.handle) this.#calls.checked(this.#calls.exports.rl_schema_close(this.handle));
    this.handle = 0;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}

/** The handle for a call: 0 without a schema; a closed schema is refused. */
export function handleOf(schema) {
  if (!schema) return 0;
  if (schema.handle === undefined) throw new TypeError(`schema: expected a Schema, as new Schema(format, of) makes it, found ${tagOf(schema)}`);
  if (!schema.handle) throw new Error(`the schema of ${schema.format} is closed`);
  return schema.handle;
}

function adding(json, uses) {
  const text = json.trim();
  if (!uses.length || !text.endsWith("}")) return json; // the library reports what is wrong
  const head = text.slice(0, -1).trimEnd();
  return `${head}${head.endsWith("{") ? "" : ","}"uses":[${uses.map(handleOf)}]}`;
}
