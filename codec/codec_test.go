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
		for i := range f.Records {
			if f.Record(f.Records[i].Name) != &f.Records[i] {
				t.Errorf("%s %s is not found, or is there twice", f.ID, f.Records[i].Name)
			}
		}
	}
	if codec.Find("") != nil {
		t.Error("there is a format without a name")
	}
}
