package implexus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

const many = 1 << 16

func repeat(s string, n int) []byte { return []byte(strings.Repeat(s, n)) }

// hostile are inputs on which a careless reader spends much time or memory.
func hostile() map[string][]byte {
	return map[string][]byte{
		"a count of everything":        []byte("\x07\x7f\xff\xff\xff\xff\xff\xff\xff\x00"),
		"a negative count":             []byte("\x08\x80\x00\x00\x00\x00\x00\x00\x00\x00"),
		"a length of everything":       []byte("\x05\x7f\xff\xff\xff\xff\xff\xff\xff\x00"),
		"arrays in arrays":             repeat("\x07\x00\x00\x00\x00\x00\x00\x00\x01", many/8),
		"dictionaries in dictionaries": repeat("\x08\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00", many/16),
		"very many nulls":              append([]byte("\x07\x00\x00\x00\x00\x00\x01\x00\x00"), make([]byte, many)...),
		"very many different keys":     manyKeys(),
		"text that is not UTF-8":       append([]byte("\x05\x00\x00\x00\x00\x00\x01\x00\x00"), bytes.Repeat([]byte{0xff}, many)...),
		"a key of markers":             append([]byte("catl:/c"), repeat(":group:", many/7)...),
		"a key of index markers":       append([]byte("idx:/i"), repeat(":bi", many/3)...),
		"a key of slashes":             append([]byte("idx:/i:doc:"), repeat("//:doc:", many/7)...),
		"nothing":                      nil,
	}
}

// manyKeys returns a dictionary of two-byte keys, all different.
func manyKeys() []byte {
	b := []byte("\x08\x00\x00\x00\x00\x00\x00\x40\x00")
	for i := range 1 << 14 {
		b = append(b, "\x00\x00\x00\x00\x00\x00\x00\x02"...)
		b = append(b, byte(i>>7), byte(i&0x7f), 0)
	}
	return b
}

func TestHostileInputTakesLittleTimeAndMemory(t *testing.T) {
	for name, b := range hostile() {
		t.Run(name, func(t *testing.T) {
			for i := range implexus.Format.Records {
				if r := &implexus.Format.Records[i]; r.Decode != nil {
					var in format.Input
					in.Entry.Add(r.Parts[0], b)
					cost.Check(t, r, &in)
				}
			}
		})
	}
}

// The JSON of a null takes 15 bytes, an element in memory 80; both are copied
// as they grow. A key is listed with up to 128 kB of its readings.
var cost = formattest.Cost{PerByte: 1000, Base: 8 << 20}

func TestHostileRowsAreVerifiedInTime(t *testing.T) {
	v := implexus.NewVerifier(implexus.VerifyOptions{})
	for _, b := range hostile() {
		for _, prefix := range []string{"", "props:/a", "idx:/i:doc:/a", "typeidx:a", "entity:/a"} {
			e := new(store.Entry)
			e.Add(store.Key, append([]byte(prefix), b[:min(len(b), 1<<12)]...))
			e.Add(store.Value, b)
			v.Add(e)
			e = new(store.Entry)
			e.Add(store.Key, []byte(prefix))
			e.Add(store.Value, b)
			v.Add(e)
		}
	}
	formattest.InTime(t, func() {
		if len(v.Findings()) == 0 {
			t.Error("nothing is wrong")
		}
	})
}
