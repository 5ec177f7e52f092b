package core_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// written are the records whose fields are everything that a writer needs.
var written = map[string]bool{
	"varint": true, "varint-extra": true, "storage-value": true, "transport-value": true, "hlc": true, "key-part": true,
	"model-definition": true,
}

// What decodes strictly is written back to the same bytes, even if the bytes were damaged.
func TestWhatDecodesStrictlyIsWrittenBack(t *testing.T) {
	vectors.Each(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		if !written[c.Record] {
			return
		}
		var memory any
		check := func(in *format.Input) {
			var w value.Writer
			in.Memory = memory
			err := p.Record.Decode(in, nil, &w)
			if memory = in.Memory; err != nil {
				return
			}
			fields, err := value.Parse(w.Buf)
			if err != nil {
				t.Fatalf("%s: %s: %v", c.ID, w.Buf, err)
			}
			only := format.Input{Given: in.Given, Schemas: in.Schemas, Memory: memory, Only: []string{}}
			for _, part := range in.Entry.Parts {
				only.Only = append(only.Only, part.Name)
			}
			var out store.Entry
			if err := p.Record.Encode(&only, fields, &out); err != nil {
				t.Fatalf("%s: %s cannot be written: %v", c.ID, w.Buf, err)
			}
			for _, part := range in.Entry.Parts {
				if b, _ := out.Part(part.Name); !bytes.Equal(b, part.Bytes) {
					t.Fatalf("%s: %x is written back as %x, other from byte %d\n%s", c.ID, part.Bytes, b, firstDifference(b, part.Bytes), w.Buf)
				}
			}
		}
		in := c.Input
		in.Lenient, in.Prefix = false, false
		check(&in)
		in.Entry.Parts = append([]store.Part(nil), in.Entry.Parts...)
		if in.Entry.Parts[0].Name == "name" { // the model has name and version too
			in.Entry.Parts = in.Entry.Parts[2:]
		}
		last := len(c.ID) % len(in.Entry.Parts)
		b := append([]byte(nil), in.Entry.Parts[last].Bytes...)
		in.Entry.Parts[last].Bytes = b
		for _, at := range places(len(b), len(c.ID)) {
			for _, x := range []byte{0x01, 0x02, 0x80} {
				b[at] ^= x
				check(&in)
				b[at] ^= x
			}
		}
	})
}

func firstDifference(a, b []byte) int {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return len(a)
}
