package cell

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// About is what a finding of a verifier is about, beside its code and reason.
type About struct {
	Model    string
	Record   []byte // key of the record, empty when there is none
	Index    string // of an index row
	Expected []byte
	Stored   []byte
	Defect   string // the known defect of upstream that explains it, if one does
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
