package rocksdb_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// scans returns the places of a database that scans by typed values look in: each index of each model,
// its history, the keys, and the unique values.
func scans(t testing.TB, db string) map[string]*marykfixture.Scan {
	schema := models(t, db)
	list := map[string]*marykfixture.Scan{}
	all := rows(t, db)
	for i := range all {
		r := &all[i]
		m := schema.Model(r.Model)
		e := store.Entry{Source: store.Source{CF: r.CF}}
		key := marykfixture.Unhex(t, r.Key)
		e.Add(store.Key, key)
		e.Add(store.Value, marykfixture.Unhex(t, r.Value))
		values, members, names := valuesOf(t, r, m)
		if values == nil {
			continue
		}
		id := r.CF
		for _, f := range members {
			text, _ := f.Value.Text()
			id += " " + text
		}
		x := list[id]
		if x == nil {
			x = &marykfixture.Scan{Format: &rocksdb.Format, Record: recordOf(r), Schema: schema, Names: names,
				Fields: append(members, value.Member{Name: "model", Value: value.OfInt(int64(r.Model))}), Compare: bytes.Compare}
			if family, _ := rocksdb.DecodeFamily(marykfixture.Unhex(t, r.CF), false); family.Type.Historic() {
				x.Compare = func(a, b []byte) int { return rocksdb.CompareVersioned(a, b, m.KeySize) }
			}
			list[id] = x
		}
		x.Rows = append(x.Rows, marykfixture.ScanRow{Seek: key, Entry: e, Values: values})
	}
	return list
}

// valuesOf returns the values of a row that a query may have, what else the row has, and the names of
// the values.
func valuesOf(t testing.TB, r *row, m *cell.Model) (values []maryk.Value, members []value.Member, names []string) {
	text := func(name string) string { s, _ := r.Fields[name].(string); return s }
	switch r.CFType {
	case "index", "historic-index":
		x := m.IndexOf(marykfixture.Unhex(t, text("index")))
		var e maryk.IndexEntry
		if err := maryk.DecodeIndexEntry(marykfixture.Unhex(t, text("valueAndLengths")), x, 0, &e); err != nil {
			t.Fatal(err)
		}
		for i := range e.Values {
			values = append(values, e.Values[i].Value.Clone())
		}
		names = cell.NewMembers(x.Values(), "valueAndLengths", "index", true).Names()
		members = []value.Member{{Name: "index", Value: value.Of(text("index"))}}
	case "keys":
		var k maryk.Key
		if err := maryk.DecodeKey(marykfixture.Unhex(t, text("record")), m.Def, &k); err != nil {
			t.Fatal(err)
		}
		for i := range k.Parts {
			values = append(values, k.Parts[i].Value.Clone())
		}
		names = cell.KeyMembers(m.Def, "record").Names()
	case "unique", "historic-unique":
		path, err := maryk.ParsePath(text("property"), m.Def)
		stored := marykfixture.Unhex(t, text("storedValue"))
		if err != nil || r.CFType == "unique" && r.Fields["record"] == nil || stored[0] != 1 {
			return nil, nil, nil // a token
		}
		v := new(maryk.Value)
		if err := maryk.DecodeValue(stored[1:], path.Def(), v); err != nil {
			return nil, nil, nil
		}
		members = []value.Member{{Name: "property", Value: value.Of(text("property"))}}
		return []maryk.Value{v.Clone()}, members, []string{"value"}
	}
	for i := 1; i < len(names); i += 2 { // those with an alias, with which no name of the scan itself collides
		names[i/2] = names[i]
	}
	return values, members, names[:len(names)/2]
}

// Scans by typed values and bounds find the rows that a comparison of all rows' values finds, in every
// index, unique property and key of the fixtures.
func TestScansByTypedValues(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	for db := range databases {
		asked, found, filtered := 0, 0, 0
		list := scans(t, db)
		for _, x := range list {
			a, b, c := x.Check(t, random, 120)
			asked, found, filtered = asked+a, found+b, filtered+c
		}
		t.Logf("%s: %d places, %d queries, %d found rows, %d with a filter", db, len(list), asked, found, filtered)
		if found < asked/4 || filtered == 0 {
			t.Errorf("%s: %d of %d queries found rows, %d had a filter", db, found, asked, filtered)
		}
	}
}
