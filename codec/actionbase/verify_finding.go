package actionbase

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Severity is how sure it is that a finding is damage.
type Severity uint8

// The severities.
const (
	Info    Severity = iota // worth knowing; a sound table has it too
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

// What a finding can be about. The first six are damage to what readers rely on.
const (
	MissingIndexRow    = "missing-index-row"    // an active edge has no row in an index and direction
	OrphanIndexRow     = "orphan-index-row"     // an index row that no active edge has
	IndexValueMismatch = "index-value-mismatch" // an index row with another version or other properties than the state
	MissingStateRow    = "missing-state-row"    // index rows that agree with each other, of an edge without a state
	WrongCount         = "wrong-count"          // a count that is not the number of active edges
	WrongSalt          = "wrong-salt"           // a row that no reader finds under its salt

	WrongGroup         = "wrong-group"          // a group cell that is not the sum over active edges
	MissingGroupCell   = "missing-group-cell"   // no group cell; a time to live may have removed it
	MissingCacheCell   = "missing-cache-cell"   // no cache cell; newer writers prune caches
	OrphanCacheCell    = "orphan-cache-cell"    // a cache cell that no active edge has
	CacheValueMismatch = "cache-value-mismatch" // a cache cell with another version or other properties than the state

	UndecodableRow  = "undecodable-row"       // bytes that are no row of Actionbase
	UnderivableEdge = "underivable-edge"      // an active state from which upstream could not have made rows
	UnknownTable    = "unknown-table"         // rows of tables that the schema lacks; not verified
	UnknownIndex    = "unknown-index"         // the same of an index
	UnknownGroup    = "unknown-group"         // the same of a group
	UnknownCache    = "unknown-cache"         // the same of a cache
	OtherGeneration = "second-generation-row" // rows whose source and target are the directed ends
)

// Finding is one thing that is wrong with a table, or worth knowing about it.
type Finding struct {
	Severity Severity
	Code     string
	Parts    []store.Part // of the cell that is wrong or missing; empty if it is about many
	Item     string       // the edge or definition, in words
	Expected string       // bytes as hex, numbers as decimal text
	Stored   string       // the same
	Why      string       // one sentence
}

// Write writes the finding as an object: {"severity","code","parts","item",
// "expected","stored","why"}, those of the middle where they apply.
func (f *Finding) Write(w *value.Writer) {
	w.Object()
	w.Key("severity")
	w.String(f.Severity.String())
	w.Key("code")
	w.String(f.Code)
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

// sortFindings sorts by row, qualifier and code, so that two runs over one table
// say the same in the same order. What is about many rows comes last.
func sortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		if one := cmp.Compare(min(len(b.Parts), 1), min(len(a.Parts), 1)); one != 0 {
			return one
		}
		return cmp.Or(bytes.Compare(a.part(store.Row), b.part(store.Row)), bytes.Compare(a.part(store.Qualifier), b.part(store.Qualifier)),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.Item, b.Item))
	})
}

func (f *Finding) part(name string) []byte {
	e := store.Entry{Parts: f.Parts}
	b, _ := e.Part(name)
	return b
}

func hexText(b []byte) string { return string(value.AppendHex(nil, b)) }

// brief is a value in a few words: numbers as they are, text in quotes.
func (v *Value) brief() string {
	var w value.Writer
	switch v.Kind {
	case Byte, Short, Int, Long:
		return itoa(int64(v.Num))
	case String, JSON:
		w.Text(v.Text)
	default:
		v.write(&w)
	}
	return string(w.Buf)
}

// brief names the edge: table, source and target.
func (e *Edge) brief(s *Schema) string {
	return s.brief(e.Key.Table) + " " + e.Key.Source.brief() + " -> " + e.Key.Target.brief()
}

// brief is the name that goes with a code, or the code.
func (s *Schema) brief(code int32) string {
	if n := s.Name(code); n != "" {
		return n
	}
	return itoa(int64(code))
}
