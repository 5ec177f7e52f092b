package maryk_test

import (
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
)

func TestEmptyDependentsAreNone(t *testing.T) {
	b, err := hex.DecodeString(memo)
	if err != nil {
		t.Fatal(err)
	}
	for _, dependents := range [][]byte{nil, {}} {
		stored, err := maryk.ReadStored(b, dependents)
		if err != nil {
			t.Fatalf("%#v: %v", dependents, err)
		}
		if _, err := stored.Clone(); err != nil || len(stored.Dependents) != 0 {
			t.Errorf("%#v: %v, %d dependents", dependents, err, len(stored.Dependents))
		}
	}
}
