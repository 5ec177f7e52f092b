package golden_test

import (
	"testing"

	"github.com/rowlens/rowlens/golden"
)

func TestEveryKnownDifferenceIsACheck(t *testing.T) {
	known, err := golden.KnownDifferences()
	if err != nil {
		t.Fatal(err)
	}
	list, err := golden.Vectors("vectors/actionbase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		for _, op := range list[i].Ops {
			delete(known, list[i].ID+"/"+op)
		}
	}
	for id := range known {
		t.Errorf("known-differences.json has %s, which is no check", id)
	}
}

// knownMost is how many differences there may be. It may be lowered but never raised: a difference is a defect.
const knownMost = 0

func TestKnownDifferencesOnlyShrink(t *testing.T) {
	known, err := golden.KnownDifferences()
	if err != nil {
		t.Fatal(err)
	}
	if len(known) != knownMost {
		t.Errorf("known-differences.json has %d differences, and %d before: mend what is new, and lower knownMost after what was mended", len(known), knownMost)
	}
	for id, why := range known {
		if len(why) < 20 {
			t.Errorf("%s is known, and the reason is %q", id, why)
		}
	}
}

func TestCasesAreReadAsTheyAreWritten(t *testing.T) {
	want := golden.Case{
		What: "a row", From: "hand", Lenient: true,
		Parts: []golden.Part{{Name: "row", Bytes: []byte{1, 0xff}}, {Name: "value", Bytes: nil}},
	}
	got, err := golden.ParseCase(want.Text())
	if err != nil || string(got.Text()) != string(want.Text()) || got.What != want.What || !got.Lenient || len(got.Parts) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := golden.ParseCase([]byte("row 0g")); err == nil {
		t.Error("wrong hex was read")
	}
}
