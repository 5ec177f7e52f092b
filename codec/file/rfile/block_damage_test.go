package rfile

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Each kind of damage in a data block costs the rest of the block and nothing else.
func TestDamageInADataBlock(t *testing.T) {
	sound := func(r string) []byte { return []byte("\x00\x01" + r + "\x01f\x01q\x00\x05\x00\x00\x00\x01v") }
	for name, c := range map[string]struct {
		block []byte
		cells int
		code  string
		rows  string // that are still read
	}{
		"sound":           {slices.Concat(sound("a"), sound("b")), 2, "", "ab"},
		"same twice":      {slices.Concat(sound("a"), []byte("\x1f\x00\x00\x00\x00")), 2, "", "aa"},
		"rest":            {slices.Concat(sound("a"), sound("b")), 1, codeRest, "a"},
		"too many":        {slices.Concat(sound("a"), sound("b")), 3, codeShort, "ab"},
		"value beyond":    {slices.Concat(sound("a"), []byte("\x1f\x00\x00\x00\x09v")), 2, codeShort, "a"},
		"negative value":  {slices.Concat(sound("a"), []byte("\x1f\xff\xff\xff\xffv")), 2, codeShort, "a"},
		"negative length": {slices.Concat(sound("a"), []byte("\x1e\xffb\x00\x00\x00\x00")), 2, codeShort, "a"},
		"row beyond":      {slices.Concat(sound("a"), []byte("\x1e\x20b\x00\x00\x00\x00")), 2, codeShort, "a"},
		"same in first":   {append([]byte("\x01"), sound("a")[3:]...), 1, codeRelative, ""},
		"prefix in first": {append([]byte("\x80\x01\x00"), sound("a")[1:]...), 1, codeRelative, ""},
		"unknown flag":    {slices.Concat(sound("a"), []byte("\x5f\x00\x00\x00\x00")), 2, codeRelative, "a"},
		"unknown second":  {slices.Concat(sound("a"), []byte("\x9f\x20\x00\x00\x00\x00")), 2, codeRelative, "a"},
		"prefix too long": {slices.Concat(sound("a"), []byte("\x9e\x01\x02\x01b\x00\x00\x00\x00")), 2, codeRelative, "a"},
		"negative prefix": {slices.Concat(sound("a"), []byte("\x9e\x01\xff\x01b\x00\x00\x00\x00")), 2, codeRelative, "a"},
		"prefix":          {slices.Concat(sound("a"), []byte("\x9e\x01\x01\x01b\x00\x00\x00\x00")), 2, "", "aab"},
		"smaller row":     {slices.Concat(sound("b"), sound("a")), 2, codeOrder, "b"},
		"later time":      {slices.Concat(sound("a"), []byte("\x0f\x06\x00\x00\x00\x00")), 2, codeOrder, "a"},
		"deletion after":  {slices.Concat(sound("a"), []byte("\x3f\x00\x00\x00\x00")), 2, codeOrder, "a"},
		"upper case":      {sound("A"), 1, "", "A"},
	} {
		t.Run(name, func(t *testing.T) {
			m := maker{version: 8, codec: "gz", most: 2}
			b := m.file(
				madeGroup{name: "g", raw: c.block, cells: c.cells},
				madeGroup{entries: []madeEntry{cell("0", 5, false, ""), cell("z", 5, false, "")}},
			)
			s := storetest.Open(t, Kind, file.Files{"f.rf": b})
			_, damage := storetest.Read(t, s, file.Query{Stored: true})
			if rows := strings.Join(rowsOf(t, s, file.Query{Stored: true}), ""); rows != "0"+c.rows+"z" {
				t.Errorf("rows %q, want %q", rows, "0"+c.rows+"z")
			}
			switch {
			case c.code == "" && len(damage) > 0:
				t.Errorf("damage in a sound block: %+v", damage)
			case c.code != "" && (len(damage) != 1 || damage[0].Code != c.code || damage[0].Offset != 16):
				t.Errorf("damage %+v, want %s at 16", damage, c.code)
			}
			if n, _ := reported(damage); c.code != "" && c.code != codeRest && n != c.cells-len(c.rows) {
				t.Errorf("%d entries are reported as missing, want %d", n, c.cells-len(c.rows))
			}
		})
	}
}
