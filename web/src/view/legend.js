// What the legends of the formats say about the members of a record.

/**
 * The members that a legend describes as being about something.
 * @param {{name: string, about?: string}[]} fields of record kinds
 * @param {"table"|"part"|"entity"|"target"|"direction"|"time"|"property"} what
 */
export const membersAbout = (fields, what) => fields.flatMap(({ name, about }) => {
  // The name for a code, and the words for a reference, are in separate members.
  if (about === what) return [name, name.replace(/Code$/, "")];
  return about === "reference" && what === "property" ? ["property"] : [];
});
