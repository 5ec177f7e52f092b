package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Verifier checks that the rows of a table agree with each other: it recomputes derived rows from
// the rows that hold the data. Entries may come in any order.
type Verifier interface {
	// Add takes a row and says whether it is among those that are checked.
	Add(e *store.Entry) Taking
	// Findings returns what is wrong with the entries so far, in a fixed order.
	Findings() []Finding
}

// Taking says what a Verifier does with a row.
type Taking uint8

// The values of Taking.
const (
	Checked     Taking = iota
	Undecodable        // a row of the format that does not decode
	Unmodeled          // a row of a table or model that the schema lacks
	Unplaced           // a row whose column family or table is not known
	Foreign            // a row of another format
)

// Severity says how certain it is that a finding is damage.
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
	Severity  Severity
	Code      string
	Defect    string       // name of the writer's known defect that explains it; empty if none does
	Parts     []store.Part // of the cell that is wrong or missing; empty if it concerns several
	Timestamp string       // of the cell, where versions differ
	Item      string       // the edge or definition, in words
	Expected  string       // for people: bytes as hex, numbers as decimal text
	Stored    string       // the same
	Why       string       // one sentence

	// Right holds the parts of the row as it should be; empty if there should be no row, or if that is not known.
	Right []store.Part
	// Found holds the parts of the row as stored; package verify fills it.
	Found []store.Part
	// Source is where the row was read. A verifier sets its table or column family, package verify the rest.
	Source store.Source

	Because []Reason      // the rows that prove it
	Follows *Cause        // the finding without which there would not be this one; package verify fills it
	Mend    []store.Entry // the rows to write and, with Deleted set, to remove
	NoMend  string        // if Mend is empty, why nothing repairs it
}

// Reason is a row on which a finding is based.
type Reason struct {
	Why    string // one sentence
	Parts  []store.Part
	Source store.Source // as in Finding
	Sought bool         // it counts only if it is stored; package verify removes it if it is not
	Faulty bool         // there is a finding only because this row does not decode, or is not where it belongs
}

// Cause is a finding from which another follows.
type Cause struct {
	Number int // among the findings that are not accepted, from 1
	Code   string
	Parts  []store.Part // of its row, as stored
	Source store.Source
}

// Write writes the finding as an object
// {"severity","code","defect","parts","timestamp","source","item","expected",
// "stored","figures","why","because","follows"}. It always has severity, code and why; the others
// only if they apply.
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
	writeParts(w, "parts", f.Parts)
	if f.Timestamp != "" {
		w.Member("timestamp").String(f.Timestamp)
	}
	WriteSource(w, &f.Source)
	if f.Item != "" {
		w.Member("item").String(f.Item)
	}
	writeParts(w, "expected", f.Right)
	writeParts(w, "stored", f.Found)
	f.writeFigures(w)
	w.Key("why")
	w.String(f.Why)
	if len(f.Because) > 0 {
		w.Key("because")
		w.Array()
		for i := range f.Because {
			r := &f.Because[i]
			w.Object()
			w.Member("why").String(r.Why)
			writeParts(w, "parts", r.Parts)
			WriteSource(w, &r.Source)
			w.EndObject()
		}
		w.EndArray()
	}
	f.Follows.write(w)
	w.EndObject()
}

// write writes the member follows, {"finding","code","parts","source"}.
func (c *Cause) write(w *value.Writer) {
	if c == nil {
		return
	}
	w.Key("follows")
	w.Object()
	w.Member("finding").Int(int64(c.Number))
	w.Member("code").String(c.Code)
	writeParts(w, "parts", c.Parts)
	WriteSource(w, &c.Source)
	w.EndObject()
}

// writeFigures writes what people see of the stored and the expected row: the number of a counter,
// or the bytes that differ.
func (f *Finding) writeFigures(w *value.Writer) {
	if f.Expected == "" && f.Stored == "" {
		return
	}
	w.Key("figures")
	w.Object()
	for _, m := range [...]struct{ key, text string }{{"expected", f.Expected}, {"stored", f.Stored}} {
		if m.text != "" {
			w.Key(m.key)
			w.String(m.text)
		}
	}
	w.EndObject()
}

func writeParts(w *value.Writer, member string, parts []store.Part) {
	if len(parts) == 0 {
		return
	}
	w.Key(member)
	w.Object()
	for _, p := range parts {
		w.AnyKey(p.Name)
		w.Hex(p.Bytes)
	}
	w.EndObject()
}

// WriteSource writes the member source, {"file","line","table","cf"}, as far as it is known;
// "offset" replaces the line if the input has no lines.
func WriteSource(w *value.Writer, s *store.Source) {
	if *s == (store.Source{}) {
		return
	}
	w.Key("source")
	w.Object()
	if s.File != "" {
		w.Member("file").String(s.File)
	}
	if s.Line > 0 {
		w.Member("line").Int(int64(s.Line))
	}
	if s.Lineless {
		w.Member("offset").Int(s.Offset)
	}
	if s.Inside {
		writeInside(w, s)
	}
	if s.Table != "" {
		w.Member("table").String(s.Table)
	}
	if s.CF != "" {
		w.Member("cf").String(s.CF)
	}
	w.EndObject()
}

// writeInside writes where in a store's file an entry is.
func writeInside(w *value.Writer, s *store.Source) {
	w.Member("at").Int(int64(s.At))
	if s.Level >= 0 {
		w.Member("level").Int(int64(s.Level))
	}
	if s.Sequence > 0 {
		w.Member("sequence").Uint64(s.Sequence)
	}
	if s.Group != "" {
		w.Member("group").String(s.Group)
	}
}

// Keyed returns the parts without the value: those that identify the row.
func Keyed(parts []store.Part) []store.Part {
	list := make([]store.Part, 0, len(parts))
	for _, p := range parts {
		if p.Name != store.Value {
			list = append(list, p)
		}
	}
	return list
}

// WithValue returns the parts that identify the row, with val as the value.
func WithValue(parts []store.Part, val []byte) []store.Part {
	return append(Keyed(parts), store.Part{Name: store.Value, Bytes: val})
}
