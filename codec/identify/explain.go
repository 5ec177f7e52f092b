package identify

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Explain decodes in.Entry as one record kind into t; w may be nil. Parts that the decoder did not
// reach because of an earlier failure become undecoded as a whole, so that the tree covers every
// byte of the entry.
func Explain(r *format.Record, in *format.Input, t *span.Tree, w *value.Writer) error {
	t.Reset()
	err := r.Decode(in, t, w)
	for i := range in.Entry.Parts {
		if p := &in.Entry.Parts[i]; !hasPart(t, p.Name) {
			t.Part(p.Name, p.Bytes)
			t.Begin(span.Undecoded, 0)
			t.Group().Note = "not read"
			t.End(len(p.Bytes))
		}
	}
	return err
}

func hasPart(t *span.Tree, name string) bool {
	for i := range t.Sources {
		if t.Sources[i].Node < 0 && t.Sources[i].Name == name {
			return true
		}
	}
	return false
}
