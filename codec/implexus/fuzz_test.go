package implexus_test

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/formattest"
)

// FuzzRow decodes any bytes as key and value of a row, and as an element on its own. Every byte has
// its place in the tree, and a value that decodes is written again the same.
func FuzzRow(f *testing.F) {
	list, err := formattest.Vectors(vectorFile)
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(list); i += 7 {
		e := &list[i].Input.Entry
		key, _ := e.Part(store.Key)
		b, _ := e.Part(store.Value)
		f.Add(key, b)
	}
	for _, b := range hostile() {
		if len(b) < 1<<10 {
			f.Add(b, b)
		}
	}
	row, element := formattest.NewProbe(&implexus.Format, "row"), formattest.NewProbe(&implexus.Format, "element")
	f.Fuzz(func(t *testing.T, key, b []byte) {
		for _, lenient := range []bool{false, true} {
			in := format.Input{Lenient: lenient}
			in.Entry.Add(store.Key, key)
			in.Entry.Add(store.Value, b)
			if err := row.Decode(&in); err != nil {
				t.Fatal(err)
			}
			in.Entry = store.Entry{Parts: []store.Part{{Name: store.Value, Bytes: b}}}
			if err := element.Decode(&in); err != nil {
				t.Fatal(err)
			}
			if err := element.Canonical(&in); err != nil {
				t.Fatal(err)
			}
		}
		same(t, b)
	})
}

// same checks, for every kind of value, that what decodes is written as it was.
func same(t *testing.T, b []byte) {
	t.Helper()
	var v implexus.Value
	var e implexus.Entity
	var c implexus.Config
	var x implexus.Content
	var s implexus.StringSet
	for name, again := range map[string]func() ([]byte, error, error){
		"element": func() ([]byte, error, error) {
			bad := implexus.DecodeValue(b, &v, implexus.Options{})
			if bad != nil {
				return nil, bad, nil
			}
			out, err := implexus.AppendValue(nil, &v, implexus.Options{})
			return out, nil, err
		},
		"entity": func() ([]byte, error, error) {
			bad := implexus.DecodeEntity(b, &e)
			out, err := implexus.AppendEntity(nil, &e)
			return out, bad, err
		},
		"configuration": func() ([]byte, error, error) {
			bad := implexus.DecodeConfig(b, &c)
			out, err := implexus.AppendConfig(nil, &c)
			return out, bad, err
		},
		"content": func() ([]byte, error, error) {
			bad := implexus.DecodeContent(b, &x)
			out, err := implexus.AppendContent(nil, &x)
			return out, bad, err
		},
		"set": func() ([]byte, error, error) {
			bad := implexus.DecodeStringSet(b, &s)
			out, err := implexus.AppendStringSet(nil, &s)
			return out, bad, err
		},
	} {
		if out, bad, err := again(); bad == nil && (err != nil || !bytes.Equal(out, b)) {
			t.Fatalf("%s %x is written as %x, %v", name, b, out, err)
		}
	}
}
