package inspector

import "encoding/json"

// sentences are the texts of findings for people, by their codes.
var sentences = struct {
	Kinds     map[string]string `json:"kinds"`     // by the start of a code; # stands for its rest
	Sentences map[string]string `json:"sentences"` // for codes with their own sentence
}{
	map[string]string{
		"missing":     "# is missing",
		"wrong":       "# is wrong",
		"extra":       "# without a row",
		"unknown":     "No schema has this #",
		"undecodable": "# does not decode",
		"duplicate":   "# is listed twice",
		"empty":       "# is empty",
	},
	map[string]string{
		"wrong-salt":                   "Salt does not match",
		"missing-update-history-row":   "Row of the update history is missing",
		"missing-content":              "Text of the index is missing",
		"missing-endpoint":             "End of the edge is missing",
		"missing-delete-marker":        "Deletion is missing",
		"stale-member":                 "Member does not belong here",
		"stale-content":                "Index has a different text",
		"stale-index-row":              "Index row does not belong here",
		"stale-index":                  "Index does not belong here",
		"orphan-index-row":             "Index row belongs to nothing",
		"orphan-index":                 "Index without a configuration",
		"orphan-cache-cell":            "Cache cell belongs to nothing",
		"orphan-property":              "Property without its vertex or edge",
		"orphan-endpoint":              "End without its edge",
		"extra-update-history-row":     "Update history without a row",
		"index-value-mismatch":         "Index row has other values",
		"cache-value-mismatch":         "Cache has other values",
		"label-mismatch":               "Labels differ",
		"historic-index-row-left":      "Historic index row is left over",
		"undecodable-key":              "Key of another program",
		"dangling-child":               "Child does not exist",
		"document-not-evaluated":       "Document could not be judged",
		"document-without-props":       "Document without properties",
		"expression-not-evaluated":     "Expression is not evaluated",
		"history-not-verified":         "History is not checked",
		"unknown-model":                "No model has this number",
		"tombstone-of-existing-record": "Tombstone of a record that exists",
		"table-rows-without-keys-row":  "Rows without their key",
	},
}

// sentencesJSON returns the sentences for the script.
func sentencesJSON() string {
	text, err := json.Marshal(sentences)
	if err != nil {
		panic(err) // cannot happen with strings
	}
	return string(text)
}
