import { fieldsJSON } from "./fields.js";
import { checkOptions } from "./options.js";
import { started } from "./started.js";
import { tagOf } from "./types.js";

const OPTIONS = ["uses", "decoder"];

/** Tables, models or names that give stored codes their names and types. The decoder keeps them until close. */
export class Schema {
  #calls;

  /**
   * @param {string} format
   * @param {object|string} of the schema, or its JSON text; rl_schema_open in rowlens.h lists the forms
   * @param {{uses?: Schema[], decoder?: import("./rowlens.js").Rowlens}} options
   */
  constructor(format, of, options = {}) {
    const { uses = [], decoder = started() } = checkOptions(options, OPTIONS);
    if (!Array.isArray(uses)) throw new TypeError(`uses: expected a list of schemas, found ${tagOf(uses)}`);
    this.#calls = decoder.calls;
    this.format = format;
    const text = adding(typeof of === "string" ? of : fieldsJSON(of, "a schema"), uses.map((one) => handleOf(one, this.#calls)));
    this.handle = this.#calls.run("rl_schema_open", [format, text], (...n) => n);
  }

  /** The handle for a call of a decoder, in which the handle of another decoder stands for another schema, or for none. */
  static handle(schema, calls) {
    if (typeof schema !== "object" || !(#calls in schema)) throw new TypeError(`schema: expected a Schema, as new Schema(format, of) makes it, found ${tagOf(schema)}`);
    if (!schema.handle) throw new Error(`the schema of ${schema.format} is closed`);
    if (schema.#calls !== calls) throw new TypeError(`the schema of ${schema.format} belongs to another decoder: open it with the option decoder of those who use it`);
    return schema.handle;
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

/** The handle for a call: 0 without a schema; a closed schema is refused. @param {import("./calls.js").Calls} calls of the decoder */
export const handleOf = (schema, calls) => (schema === undefined || schema === null ? 0 : Schema.handle(schema, calls));

/** A schema for a call that opens it itself, as JSON has it. Throws for what is no field. */
export const plainSchema = (schema) => (schema === undefined || schema === null ? schema : JSON.parse(fieldsJSON(schema, "a schema")));

function adding(json, handles) {
  const text = json.trim();
  if (!handles.length || !text.endsWith("}")) return json; // the library reports what is wrong
  const head = text.slice(0, -1).trimEnd();
  return `${head}${head.endsWith("{") ? "" : ","}"uses":[${handles}]}`;
}
