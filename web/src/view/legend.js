// What the legends of the formats say of the members of a record.

/**
 * The members of which a legend says that they are about something.
 * @param {{name: string, about?: string}[]} fields of record kinds
 * @param {"table"|"part"|"entity"|"target"|"direction"|"time"|"property"} what
 */
export const membersAbout = (fields, what) => fields.flatMap(({ name, about }) => {
  // The name of a code, and the words of a reference, are in members of their own.
  if (about === what) return [name, name.replace(/Code$/, "")];
  return about === "reference" && what === "property" ? ["property"] : [];
});
