package cell

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// About is the subject of a verifier's finding, without its code and reason.
type About struct {
	Model    string
	Record   []byte // key of the record, or empty
	Index    string // for an index row
	Property string // for rows of many records
	Expected []byte
	Stored   []byte
	Defect   string // the known defect of upstream that explains it, if one does
	Mending
}

// Mending says how to mend a finding, and what decides it.
type Mending struct {
	Right   []byte // value that the row should have, if Has is set
	Has     bool
	Mend    []store.Entry
	NoMend  string
	Because []format.Reason
	Source  store.Source // table or column family
	At      string       // timestamp of the cell
}

// holdsData says why most findings cannot be mended.
const holdsData = "the rows hold data that nothing else says, or that other rows contradict"

// Finding returns the finding about one row or cell with these parts.
func (a *About) Finding(severity format.Severity, code, why string, parts ...store.Part) format.Finding {
	f := format.Finding{Severity: severity, Code: code, Defect: a.Defect, Why: why, Item: a.Model, Parts: parts}
	if len(a.Record) > 0 {
		f.Item += " " + string(value.AppendHex(nil, a.Record))
	}
	if a.Index != "" {
		f.Item += ", index " + a.Index
	}
	if a.Property != "" {
		f.Item += ", property " + a.Property
	}
	if a.Defect != "" {
		f.Why = "known upstream defect " + a.Defect + ": " + why
	}
	f.Mend, f.NoMend, f.Because, f.Source, f.Timestamp = a.Mend, a.NoMend, a.Because, a.Source, a.At
	if a.Has {
		f.Right = format.WithValue(parts, a.Right)
	}
	if len(f.Mend) == 0 && f.NoMend == "" {
		f.NoMend = holdsData
	}
	f.Expected, f.Stored = string(value.AppendHex(nil, a.Expected)), string(value.AppendHex(nil, a.Stored))
	return f
}
