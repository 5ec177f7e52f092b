package marykfixture

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// CoreVectors is the path, below golden, of the vectors of the format maryk-core.
const CoreVectors = "vectors/maryk-core.jsonl.gz"

// Linked returns the schema with all models of the vectors.
func Linked(t testing.TB) *maryk.Schema {
	t.Helper()
	list, err := golden.Vectors(CoreVectors)
	if err != nil {
		t.Fatal(err)
	}
	var all []*maryk.Stored
	for i := range list {
		if list[i].Record != "schema" {
			continue
		}
		parts := list[i].Parts()
		model, _ := value.DecodeHex(parts["model"])
		deps, _ := value.DecodeHex(parts["dependents"])
		if parts["dependents"] == "" {
			deps = nil
		}
		d, err := maryk.ReadStored(model, deps)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	s, err := maryk.NewSchema(all...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
