package cell

import (
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

func TestAFinderKeepsABoundedAmount(t *testing.T) {
	var f Finder
	big := make([]byte, foundMax/2)
	for range 4 {
		f.Add("a", ItemDefinition, big)
	}
	f.Add("b", ItemDefinition, nil)
	if len(f.found) != 1 {
		t.Errorf("%d models are kept of more than %d bytes", len(f.found), foundMax)
	}
}

func TestModelsAreReadOnlyWhenTheyAreWhole(t *testing.T) {
	for _, parts := range [][][]byte{nil, {{}}, {{0x0a, 0x14}}, {{}, {}, {}}} {
		if v, err := ReadModel(1, parts...); err == nil {
			t.Errorf("%x reads as a model of %d members", parts, v.Len())
		}
	}
}

func TestNamesAloneAreNoDefinitions(t *testing.T) {
	v, err := value.Parse([]byte(`{"1":{"name":"Ware","keySize":10}}`))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := AppendModels(nil, v); err == nil {
		t.Errorf("%s", text)
	}
	var w value.Writer
	if err := WriteModels(&w, v); err == nil {
		t.Errorf("%s", w.Buf)
	}
	if err := StoredModels(v, nil); err == nil {
		t.Error("something is stored")
	}
}
