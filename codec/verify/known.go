package verify

import (
	"bytes"
	"errors"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// mark is an accepted finding.
type mark struct {
	item    string // empty for any
	line    int    // of the list of known findings
	applies bool   // it accepts a finding
}

// errNotAFinding refuses a line of a list of known findings.
var errNotAFinding = errors.New(`expected a finding as --json writes it: {"code","parts"}`)

// Accept reads findings as Write writes them, one per line. If they are found again they are
// accepted, as often as they are listed. They are compared by code and parts, and by item if the
// line has one; the rest of a line does not matter. A line with a defect and no code accepts every
// finding that the writer's known defect explains.
func (v *Checker) Accept(text []byte) error {
	v.forget() // findings follow from those that are not accepted only
	if v.known == nil {
		v.known, v.defects = map[string][]mark{}, map[string]*mark{}
	}
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		one, err := value.Parse(line)
		if err != nil {
			return errors.New("line " + strconv.Itoa(n) + ": " + err.Error())
		}
		if !one.Member("totals").IsNull() {
			continue
		}
		code, ok := one.Member("code").Text()
		if defect, _ := one.Member("defect").Text(); !ok && defect != "" {
			v.defects[defect] = &mark{line: n}
			continue
		}
		if !ok || code == "" {
			return errors.New("line " + strconv.Itoa(n) + ": " + errNotAFinding.Error())
		}
		key := code
		parts := one.Member("parts")
		for i := range parts.Len() {
			text, _ := parts.At(i).Text()
			key += "\x00" + parts.Name(i) + "=" + text
		}
		item, _ := one.Member("item").Text()
		v.known[key] = append(v.known[key], mark{item: item, line: n})
	}
	return nil
}

// clearMarks forgets which known findings occurred.
func (v *Checker) clearMarks() {
	for _, marks := range v.known {
		for i := range marks {
			marks[i].applies = false
		}
	}
	for _, m := range v.defects {
		m.applies = false
	}
}

// accepts finds the mark that accepts a finding, and uses it up.
func (v *Checker) accepts(f *format.Finding) bool {
	if v.known == nil {
		return false
	}
	key := f.Code
	for _, p := range f.Parts {
		key += "\x00" + p.Name + "=" + string(value.AppendHex(nil, p.Bytes))
	}
	marks := v.known[key]
	for i := range marks {
		if m := &marks[i]; !m.applies && (m.item == "" || m.item == f.Item) {
			m.applies = true
			return true
		}
	}
	if m := v.defects[f.Defect]; m != nil {
		m.applies = true
		return true
	}
	return false
}

// Gone returns the line numbers of known findings that no longer occur, in order.
func (v *Checker) Gone() (lines []int) {
	if v.known == nil {
		return nil
	}
	v.sum()
	for _, marks := range v.known {
		for _, m := range marks {
			if !m.applies {
				lines = append(lines, m.line)
			}
		}
	}
	for _, m := range v.defects {
		if !m.applies {
			lines = append(lines, m.line)
		}
	}
	slices.Sort(lines)
	return lines
}
