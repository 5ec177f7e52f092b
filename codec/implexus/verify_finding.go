package implexus

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// The codes of findings.
const (
	UndecodableKey         = "undecodable-key"          // bytes that are not a key of Implexus
	UndecodableValue       = "undecodable-value"        // a value that is invalid for its key
	AmbiguousKey           = "ambiguous-key"            // several regular readings, and known paths do not decide
	PropsWithoutEntity     = "props-without-entity"     // a document without an entity row
	DocumentWithoutProps   = "document-without-props"   // an entity row of a document without properties
	TypeCodeMismatch       = "type-code-mismatch"       // a document whose entity row has another code than 1
	MissingChild           = "missing-child"            // a children row lacks an entity
	DanglingChild          = "dangling-child"           // a children row names a path that is not an entity
	DuplicateMember        = "duplicate-member"         // a set lists a member twice
	MissingIndexRow        = "missing-index-row"        // a whole row is missing
	MissingMember          = "missing-member"           // a row lacks a member
	StaleMember            = "stale-member"             // a row has a member that does not belong there
	StaleIndexRow          = "stale-index-row"          // a row that should have no members
	EmptyRow               = "empty-row"                // the same, and it has none
	MissingContent         = "missing-content"          // an index lacks the text of a document
	StaleContent           = "stale-content"            // an index has a different text than the document
	OrphanIndexRow         = "orphan-index-row"         // a row of a category or catalogue without a configuration
	OrphanIndex            = "orphan-index"             // rows of an index without a configuration
	ExpressionNotEvaluated = "expression-not-evaluated" // outside the subset
	DocumentNotEvaluated   = "document-not-evaluated"   // a document that could not be judged
)

// severities are those that differ from Error.
var severities = map[string]format.Severity{
	AmbiguousKey: format.Info, EmptyRow: format.Info, ExpressionNotEvaluated: format.Info, DocumentNotEvaluated: format.Info,
	DocumentWithoutProps: format.Warning, TypeCodeMismatch: format.Warning, DuplicateMember: format.Warning,
	OrphanIndexRow: format.Warning, OrphanIndex: format.Warning,
}

// sentences explain each code.
var sentences = map[string]string{
	UndecodableValue:       "the value is not what such a key has, so nothing is said about this row",
	AmbiguousKey:           "several regular paths form this key and no entity says which one it is",
	PropsWithoutEntity:     "the document has properties and no entity row",
	DocumentWithoutProps:   "the entity is a document by its code and has no properties",
	TypeCodeMismatch:       "the path has properties, so it is a document, but its entity row has another type code",
	MissingChild:           "the entity exists and its parent does not list it",
	DanglingChild:          "no entity of that name exists",
	DuplicateMember:        "the row lists the member more than once",
	MissingIndexRow:        "the documents and configurations say that this row exists",
	MissingMember:          "the member belongs in this row",
	StaleMember:            "the member does not belong in this row",
	StaleIndexRow:          "nothing belongs in this row",
	EmptyRow:               "the row is empty and nothing belongs in it; upstream may leave such rows",
	MissingContent:         "the document has a text that the index does not have",
	StaleContent:           "the document's text differs from the index's",
	OrphanIndexRow:         "no configuration has the path of this row",
	OrphanIndex:            "the index has rows and no configuration; its own texts were taken as correct",
	ExpressionNotEvaluated: "the expression is outside the subset that is evaluated here",
	DocumentNotEvaluated:   "the document could not be judged",
}

// reasonsNotToMend says, by code, why findings cannot be mended.
var reasonsNotToMend = map[string]string{
	UndecodableKey:         "the bytes do not say which row it was",
	UndecodableValue:       "the row holds data that nothing else says, or that its key alone does not tell",
	AmbiguousKey:           "nothing says which path the key belongs to",
	PropsWithoutEntity:     "an entity row holds data that nothing else says",
	DocumentWithoutProps:   "properties are data that nothing else says",
	TypeCodeMismatch:       "an entity row holds data: only its writer knows which of the two is right",
	EmptyRow:               "the row is harmless, and upstream leaves such rows",
	OrphanIndexRow:         "a configuration holds data that nothing else says; without it nothing says what belongs in the row",
	OrphanIndex:            "a configuration holds data that nothing else says",
	ExpressionNotEvaluated: "the expression is not evaluated here",
	DocumentNotEvaluated:   "the document could not be judged",
}

// inRow names the row in words.
func inRow(key []byte) string {
	if !utf8.Valid(key) {
		return "row " + string(value.AppendHex(nil, key)) + " (hex): "
	}
	return "row " + string(key) + ": "
}
