package cell

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// About is the subject of a verifier's finding; code and reason are separate.
type About struct {
	Model    string
	Record   []byte // key of the record, or empty
	Index    string // of an index row
	Expected []byte
	Stored   []byte
	Defect   string // the known upstream defect that explains it, if any
}

// Finding returns the finding about one row or cell with these parts.
func (a *About) Finding(severity format.Severity, code, why string, parts ...store.Part) format.Finding {
	f := format.Finding{Severity: severity, Code: code, Defect: a.Defect, Why: why, Item: a.Model, Parts: parts}
	if len(a.Record) > 0 {
		f.Item += " " + string(value.AppendHex(nil, a.Record))
	}
	if a.Index != "" {
		f.Item += ", index " + a.Index
	}
	if a.Defect != "" {
		f.Why = "known upstream defect " + a.Defect + ": " + why
	}
	f.Expected, f.Stored = string(value.AppendHex(nil, a.Expected)), string(value.AppendHex(nil, a.Stored))
	return f
}
