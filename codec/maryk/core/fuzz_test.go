package core_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// FuzzStored decodes any bytes as a stored model. Every byte has its place in the tree, and what a
// strict reader accepts is written back the same.
func FuzzStored(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := range list {
		if model, ok := list[i].Input.Entry.Part("model"); ok && len(model) < 1<<11 {
			deps, _ := list[i].Input.Entry.Part("dependents")
			f.Add(model, deps)
		}
	}
	p := formattest.NewProbe(&core.Format, "model-definition")
	f.Fuzz(func(t *testing.T, model, deps []byte) {
		for _, lenient := range []bool{false, true} {
			in := format.Input{Lenient: lenient}
			in.Entry.Add("model", model)
			if len(deps) > 0 {
				in.Entry.Add("dependents", deps)
			}
			if err := p.Decode(&in); err != nil {
				t.Fatal(err)
			}
			if p.Err != nil || lenient {
				continue
			}
			if len(deps) == 0 {
				deps = nil
			}
			d, err := maryk.ReadStored(model, deps)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := maryk.NewSchema(d); err != nil {
				t.Fatal(err)
			}
			if again, err := maryk.AppendModel(nil, d.Model); err != nil || !bytes.Equal(again, model) {
				t.Fatalf("%x is written back as %x, %v", model, again, err)
			}
		}
	})
}

// FuzzPath reads any bytes as a cell qualifier of a model that has every type. If read strictly,
// they are written back the same.
func FuzzPath(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := range list {
		if b, ok := list[i].Input.Entry.Part("storage"); ok {
			f.Add(b)
		}
	}
	known := schemas(f)
	s := marykfixture.Linked(f)
	p := formattest.NewProbe(&core.Format, "property-ref")
	models := []*maryk.Model{nil, s.Model("Zoo"), s.Model("ComplexModel"), s.Model("TestMarykModel")}
	f.Fuzz(func(t *testing.T, b []byte) {
		in := format.Input{Schemas: known, Given: modelGiven("Zoo")}
		in.Entry.Add("storage", b)
		in.Lenient = len(b)&1 == 1
		if err := p.Decode(&in); err != nil {
			t.Fatal(err)
		}
		for _, m := range models {
			marykfixture.QualifierIsWrittenBack(t, b, m)
		}
	})
}

// modelGiven returns a given value that names a model.
func modelGiven(name string) value.Value {
	return value.OfMembers(value.Member{Name: "model", Value: value.Of(name)})
}
