package verify

import (
	"slices"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// roundsMax is how often the remaining findings are repaired again: a row that is put may need
// others, such as its history.
const roundsMax = 8

// Repair returns the rows to write and to delete so that the rows agree, as far as the rows that
// hold the data determine that: one line of JSON for each, their number, and the findings that
// remain. The lines have the form of `rowlens decode` without fields; read after the rows
// themselves, they give the repaired database. Accepted findings are not repaired. The changes
// count as rows from then on.
func (v *Checker) Repair() (lines []byte, changes int, left []format.Finding) {
	written := map[string]bool{}
	for range roundsMax {
		from := changes
		for _, c := range v.mends() {
			line := string(v.appendChange(nil, &c))
			if written[line] {
				continue
			}
			written[line] = true
			lines = append(lines, line...)
			changes++
			c.row.Source.File, c.row.Source.Line = repairFile, changes
			v.forget()
			v.give(&c.row)
		}
		if changes == from {
			break
		}
	}
	return lines, changes, v.Findings()
}

// repairFile is the file name given to changes; no real file has it.
const repairFile = "\x00repair"

// change is a row to write or to delete.
type change struct {
	format *format.Format
	row    store.Entry
	there  store.Entry // the row that is deleted; without parts if there is none
}

// mends returns the changes that repair what was found.
func (v *Checker) mends() (list []change) {
	if !v.mending {
		v.mending = true
		v.forget()
	}
	v.each(func(f *format.Finding, _ *check, accepted bool) bool {
		for i := range f.Mend {
			if !accepted {
				list = append(list, change{v.formatOf(f), f.Mend[i], v.there[i]})
			}
		}
		return true
	})
	return list
}

// formatOf returns the format whose verifier made a finding.
func (v *Checker) formatOf(f *format.Finding) *format.Format {
	e := store.Entry{Parts: f.Parts}
	at := slices.IndexFunc(v.checks, func(k check) bool { return k.took > 0 && k.takes(&e) })
	if at < 0 {
		at = slices.IndexFunc(v.checks, func(k check) bool { return k.took > 0 })
	}
	return v.checks[max(at, 0)].format
}

// appendChange appends a change as a record, and a line feed.
func (v *Checker) appendChange(dst []byte, c *change) []byte {
	w := value.Writer{Buf: dst}
	answer.WriteRow(&w, c.format.ID, v.recordOf(c), &c.row)
	return append(w.Buf, '\n')
}

// recordOf returns the record kind of a row; for a deletion, that of the row it deletes.
func (v *Checker) recordOf(c *change) string {
	e := c.row
	if len(c.there.Parts) > 0 {
		e = c.there
	}
	parsed, _ := identify.Candidates(identify.Query{Entry: &e, Format: c.format.ID, Schemas: v.schemas, Zones: v.zones})
	if len(parsed) == 0 {
		return ""
	}
	return parsed[0].Record.Name
}
