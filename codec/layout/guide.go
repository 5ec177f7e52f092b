package layout

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// guide tells a form which layouts exist, if several have names, and which items a key of the
// chosen layout may have.
func guide(in *format.Input, _ string, fields value.Value) []format.Hint {
	s, err := known(in)
	if err != nil {
		return nil
	}
	var hints []format.Hint
	if len(s.list) > 1 {
		hints = append(hints, format.Hint{Path: "layout", Choices: s.names})
	}
	l, err := s.named(fields)
	if err != nil {
		return hints
	}
	for _, name := range l.names() {
		hints = append(hints, format.Hint{Path: name, New: `""`})
	}
	return hints
}
