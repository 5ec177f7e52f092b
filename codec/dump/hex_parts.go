package dump

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/store"
)

// hexCellLines is the form "hex-parts": the parts of one row per line, in hex, separated by tabs, in the order of their
// store. Their number says which parts they are, as in a table without a header.
//
//	6b00ff	                      key, value
//	7200	66	71	00            row, family, qualifier, value
//	7200	66	71	61	00        row, family, qualifier, visibility, value
//
// Exact.
type hexCellLines struct{}

var partsInOrder = map[int][]string{
	2: {store.Key, store.Value},
	4: {store.Row, store.Family, store.Qualifier, store.Value},
	5: {store.Row, store.Family, store.Qualifier, store.Visibility, store.Value},
}

func openHexParts(*Scanner, *sample) reader { return hexCellLines{} }

func (hexCellLines) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			continue
		}
		cells := bytes.Split(line, []byte{'\t'})
		names := partsInOrder[len(cells)]
		if names == nil || !hexCells(cells) {
			return s.lineError("2, 4 or 5 cells of hex digits with tabs between them", line)
		}
		s.entry.Source.Line = s.lines.line
		s.room(len(line))
		for i, cell := range cells {
			from := len(s.buf)
			s.buf, _ = appendHex(s.buf, cell)
			s.add(names[i], s.buf[from:])
		}
		return nil
	}
}

func hexCells(cells [][]byte) bool {
	return !slices.ContainsFunc(cells, func(cell []byte) bool { return len(cell)%2 != 0 || !hexOnly(cell) })
}

// fitHexParts requires that all lines have the same number of cells. If no cell has more than one
// byte, the tabs separate the bytes of one value.
func fitHexParts(s *sample) fit {
	width, long := 0, false
	if !s.every(func(line []byte) bool {
		cells := bytes.Split(line, []byte{'\t'})
		first := width == 0
		if first {
			width = len(cells)
		}
		long = long || slices.ContainsFunc(cells, func(cell []byte) bool { return len(cell) > 2 })
		return len(cells) == width && partsInOrder[width] != nil && len(cells[0]) > 0 && hexCells(cells)
	}) || !long {
		return no
	}
	return yes
}
