package codec_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec"
)

func TestFormatsAreFoundByTheirIDs(t *testing.T) {
	for _, f := range codec.Formats() {
		if codec.Find(f.ID) != f || f.Record("") != nil {
			t.Errorf("%s is not found", f.ID)
		}
		for i := range f.Kinds() {
			r := f.Kind(i)
			if f.Record(r.Name) != r {
				t.Errorf("%s %s is not found, or is there twice", f.ID, r.Name)
			}
		}
		for i := range f.Operations {
			if r := &f.Operations[i]; r.Guess != nil || r.Match != nil || r.Weigh != nil {
				t.Errorf("%s %s is not stored, but would be found in bytes", f.ID, r.Name)
			}
		}
	}
	if codec.Find("") != nil {
		t.Error("there is a format without a name")
	}
}
