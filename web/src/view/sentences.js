// Findings as sentences, in the words of people.

const SENTENCES = {
  "wrong-salt": "Salt does not match", "wrong-count": "Count is wrong", "wrong-group": "Group is wrong", "wrong-version": "Version is wrong",
  "missing-state-row": "State row is missing", "missing-index-row": "Index row is missing", "missing-cache-cell": "Cache cell is missing",
  "missing-group-cell": "Group cell is missing", "missing-index-cell": "Index cell is missing", "missing-unique-cell": "Unique cell is missing",
  "missing-unique-row": "Unique row is missing", "missing-historic-row": "Historic row is missing", "missing-historic-cell": "Historic cell is missing",
  "missing-table-row": "Table row is missing", "missing-update-history-row": "Row of the update history is missing", "missing-last-update": "Last update is missing",
  "missing-member": "Member is missing", "missing-child": "Child is missing", "missing-content": "Text of the index is missing", "missing-index": "Index is missing",
  "missing-vertex": "Vertex is missing", "missing-endpoint": "End of the edge is missing", "missing-tombstone": "Tombstone is missing", "missing-delete-marker": "Deletion is missing",
  "stale-member": "Member does not belong here", "stale-content": "Index has another text", "stale-index-row": "Index row does not belong here", "stale-index": "Index does not belong here",
  "orphan-index-row": "Nothing has this index row", "orphan-index": "No configuration has this index", "orphan-cache-cell": "No row has this cache cell",
  "orphan-property": "Property without its vertex or edge", "orphan-endpoint": "End without its edge",
  "extra-index-row": "Index row without a row", "extra-unique-row": "Unique row without a row", "extra-historic-row": "Historic row without a row", "extra-index-cell": "Index cell without a row",
  "extra-unique-cell": "Unique cell without a row", "extra-historic-cell": "Historic cell without a row", "extra-update-history-row": "Update history without a row",
  "index-value-mismatch": "Index row has other values", "cache-value-mismatch": "Cache has other values", "label-mismatch": "Labels differ",
  "historic-row-differs": "Historic row differs", "historic-cell-differs": "Historic cell differs", "historic-index-row-left": "Historic index row is left over",
  "undecodable-row": "Row does not decode", "undecodable-key": "Key of another program", "undecodable-value": "Value does not decode", "undecodable-entity": "Entity does not decode",
  "duplicate-member": "Member stands twice", "duplicate-key": "Key stands twice", "dangling-child": "Child does not exist", "empty-row": "Row is empty", "empty-label": "Label is empty",
  "document-not-evaluated": "Document could not be judged", "document-without-props": "Document without properties", "expression-not-evaluated": "Expression is not evaluated",
  "history-not-verified": "History is not checked", "unknown-table": "No schema has this table", "unknown-index": "No schema has this index", "unknown-group": "No schema has this group",
  "unknown-cache": "No schema has this cache", "unknown-model": "No model has this number", "tombstone-of-existing-record": "Tombstone of a record that exists",
  "table-rows-without-keys-row": "Rows without their key",
};

/** What is wrong, in a sentence. */
export function sentenceOf({ code }) {
  const words = SENTENCES[code] ?? code.replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}
