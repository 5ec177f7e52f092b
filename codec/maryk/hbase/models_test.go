package hbase

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// memo is the stored definition of a model with a UUID as key.
const memo = "0a1408011205666972737422098201060801100018000a13080212046c617374220982010608001000180012220a044d656d6f120800010100000100001a020a00220c220a0a031201020a03120101"

func entry(t *testing.T, table string, parts ...string) *store.Entry {
	t.Helper()
	e := &store.Entry{Timestamp: "1882441387094310912"}
	e.Source.Table = table
	for i := 0; i < len(parts); i += 2 {
		b, err := hex.DecodeString(parts[i+1])
		if err != nil {
			t.Fatal(err)
		}
		e.Add(parts[i], b)
	}
	return e
}

func TestModelsAreFoundInDescriptors(t *testing.T) {
	var f finder
	for _, c := range []struct {
		e    *store.Entry
		want format.Found
	}{
		{entry(t, "x:Memo", partDescriptorKey, "02", store.Value, memo), format.ModelPart},
		{entry(t, "x:Other", partDescriptorKey, "02", store.Value, "0a1408"), format.ModelPart},
		{entry(t, "x:Memo", partDescriptorKey, "49535f4d455441", store.Value, "66616c7365"), format.Other},
		{entry(t, "x:Memo", store.Row, "00", store.Family, "64"), format.Elsewhere},
	} {
		if got := f.Add(c.e); got != c.want {
			t.Errorf("%v is %d, want %d", c.e.Parts, got, c.want)
		}
	}
	v, problems, ok := f.Models()
	if !ok || len(problems) != 1 {
		t.Fatalf("%v, %v", ok, problems)
	}
	sc, err := cell.ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	if m := sc.(*cell.Schema).Named("Memo"); m == nil || m.KeySize != 16 {
		t.Errorf("%+v", m)
	}
	join(t, sc)
}

// join puts a record of two cells together, and refuses others.
func join(t *testing.T, sc format.Schema) {
	t.Helper()
	joiner, err := newJoiner(sc)
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	const key = "00112233445566778899aabbccddeeff"
	for _, c := range []struct {
		e    *store.Entry
		says string
	}{
		{entry(t, "x:Memo", store.Row, key, store.Family, "64", store.Qualifier, "0000", store.Value, "1a1fc677cc400000"), ""},
		{entry(t, "x:Memo", store.Row, key, store.Family, "64", store.Qualifier, "09", store.Value, "0161"), ""},
		{entry(t, "x:Memo", store.Row, key, store.Family, "75", store.Qualifier, "09", store.Value, "0161"), ""},
		{entry(t, "", store.Key, key), ""},
	} {
		if _, err := j.Add(c.e); err != nil {
			t.Errorf("%v: %v", c.e.Parts, err)
		}
	}
	late := entry(t, "x:Memo", store.Row, key, store.Family, "64", store.Qualifier, "11", store.Value, "0162")
	late.Timestamp = "yesterday"
	if _, err := j.Add(late); err == nil {
		t.Error("a cell at no time")
	}
	for _, m := range []format.Moment{{}, {At: "1882441387094310912"}, {History: true}} {
		n := 0
		err := j.Each(m, func(o format.Object) bool {
			n++
			all := string(o.Fields)
			if m.History {
				o.History(func(version []byte) bool {
					all += string(version)
					return true
				})
			}
			if o.Err != nil || !strings.Contains(all, `"values":{"first":"a"}`) {
				t.Errorf("%+v: %v: %s", m, o.Err, all)
			}
			return true
		})
		if err != nil || n != 1 {
			t.Errorf("%+v: %d records, %v", m, n, err)
		}
	}
	if _, err := newJoiner(nil); err == nil {
		t.Error("a joiner without models")
	}
}
