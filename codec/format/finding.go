package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Verifier checks that the rows of a table agree with each other: it recomputes
// what follows from the rows that hold the data. Entries may come in any order.
type Verifier interface {
	Add(e *store.Entry)
	// Findings returns what is wrong with the entries added so far, in a fixed order.
	Findings() []Finding
}

// Repairer is a Verifier that can also repair what it finds.
type Repairer interface {
	Verifier
	// Changes returns the rows to write and, with Deleted set, to delete so that derived rows
	// agree with the rows that hold the data, in a fixed order. The latter never change. If they
	// are added to a verifier after all others, no finding remains that Changes can repair.
	Changes() []store.Entry
}

// Severity is how certain it is that a finding is damage.
type Severity uint8

// The severities.
const (
	Info    Severity = iota // worth knowing; occurs in sound tables too
	Warning                 // damage, unless something explains it
	Error                   // damage
)

var severityNames = [...]string{"info", "warning", "error"}

// String returns "error", "warning" or "info".
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "unknown"
}

// Finding is one thing that is wrong with a table, or worth knowing about it.
type Finding struct {
	Severity Severity
	Code     string
	Defect   string       // name of the writer's known defect that explains it; empty if none does
	Parts    []store.Part // of the cell that is wrong or missing; empty if it is about many
	Item     string       // the edge or definition, in words
	Expected string       // bytes as hex, numbers as decimal text
	Stored   string       // the same
	Why      string       // one sentence
}

// Write writes the finding as an object: {"severity","code","defect","parts","item",
// "expected","stored","why"}, with the middle ones only where they apply.
func (f *Finding) Write(w *value.Writer) {
	w.Object()
	w.Key("severity")
	w.String(f.Severity.String())
	w.Key("code")
	w.String(f.Code)
	if f.Defect != "" {
		w.Key("defect")
		w.String(f.Defect)
	}
	if len(f.Parts) > 0 {
		w.Key("parts")
		w.Object()
		for _, p := range f.Parts {
			w.AnyKey(p.Name)
			w.Hex(p.Bytes)
		}
		w.EndObject()
	}
	for _, m := range [...]struct{ key, text string }{{"item", f.Item}, {"expected", f.Expected}, {"stored", f.Stored}} {
		if m.text != "" {
			w.Key(m.key)
			w.String(m.text)
		}
	}
	w.Key("why")
	w.String(f.Why)
	w.EndObject()
}
