package rocksdb

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// memo is the stored definition of a model with a UUID as key.
const memo = "0a1408011205666972737422098201060801100018000a13080212046c617374220982010608001000180012220a044d656d6f120800010100000100001a020a00220c220a0a031201020a03120101"

func bytesOf(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func pair(t *testing.T, cf, key, val string) *store.Entry {
	t.Helper()
	e := new(store.Entry)
	e.Add(store.Key, bytesOf(t, key))
	e.Add(store.Value, bytesOf(t, val))
	e.Source.CF = cf
	return e
}

func TestTheFinderTellsNumberings(t *testing.T) {
	for _, c := range []struct {
		what  string
		rows  [][2]string // family and key of rows with the definition
		want  []string    // numbers of the models that are found
		isOld bool
	}{
		{"new", [][2]string{{"0101", "02"}, {"01c801", "02"}, {"0301", "02"}}, []string{"1", "200"}, false},
		{"old", [][2]string{{"0003", "02"}, {"0101", "02"}}, []string{"3"}, true}, // 01 has keys there
		{"none", [][2]string{{"0201", "02"}, {"64656661756c74", "00"}, {"0101", "07"}}, nil, false},
	} {
		var f finder
		for _, r := range c.rows {
			if f.Add(pair(t, r[0], r[1], memo)) == format.Elsewhere {
				t.Errorf("%s: %v says no family", c.what, r)
			}
		}
		v, problems, ok := f.Models()
		if len(problems) > 0 || ok != (c.want != nil) {
			t.Errorf("%s: %v, %v", c.what, ok, problems)
		}
		if v.Member("models").Len() != len(c.want) {
			t.Errorf("%s: found %d models, want %v", c.what, v.Member("models").Len(), c.want)
		}
		if !ok {
			continue
		}
		sc, err := cell.ParseSchema(v)
		if err != nil {
			t.Fatal(err)
		}
		if s := sc.(*cell.Schema); s.Old != c.isOld || len(s.Models) != len(c.want) {
			t.Errorf("%s: old is %v, %d models", c.what, s.Old, len(s.Models))
		}
	}
}

func TestDamagedModelsAreLeftOut(t *testing.T) {
	var f finder
	f.Add(pair(t, "0101", "02", memo))
	f.Add(pair(t, "0102", "02", "0a1408"))
	f.Add(pair(t, "0103", "00", "4d656d6f")) // only a name
	gone := pair(t, "0104", "02", memo)
	gone.Deleted = "Deletion"
	f.Add(gone)
	if f.Add(&store.Entry{}) != format.Elsewhere {
		t.Error("a row of no family says where it is")
	}
	v, problems, ok := f.Models()
	if !ok || len(problems) != 1 || !strings.Contains(problems[0].Error(), "model 2") || v.Member("models").Len() != 1 {
		t.Errorf("%v, %v, %d models", ok, problems, v.Member("models").Len())
	}
}

func schemaWith(t *testing.T, text string) format.Schema {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := cell.ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFamiliesHaveNames(t *testing.T) {
	two := schemaWith(t, `{"1":{"name":"Ware","keySize":10},"200":{"name":"Memo","keySize":16}}`)
	one := schemaWith(t, `{"models":{"3":{"name":"Vault","keySize":8}},"familyNumbering":"old"}`)
	for _, c := range []struct {
		s          format.Schema
		name, want string // hex, or the text of the refusal
	}{
		{nil, "table/1", "0301"}, {nil, "historic-index/200", "07c801"}, {two, "keys/Memo", "02c801"}, {one, "table", "0203"},
		{one, "model/Vault", "0003"},
		{two, "table", "after the slash"}, {two, "table/Tools", "after the slash"}, {nil, "tables/1", "TYPE/MODEL"},
		{one, "replication-tombstone", "no such family"},
	} {
		got, err := parseFamily(c.s, c.name)
		text := hex.EncodeToString(got)
		if err != nil {
			text = err.Error()
		}
		if text != c.want && (err == nil || !strings.Contains(text, c.want)) {
			t.Errorf("%s is %s, want %s", c.name, text, c.want)
		}
	}
}

func TestTheJoinerRefusesWhatItCannotPlace(t *testing.T) {
	if _, err := newJoiner(nil); err == nil {
		t.Error("a joiner without models")
	}
	joiner, err := newJoiner(schemaWith(t, `{"1":{"model":"`+memo+`"},"2":{"name":"unknown"}}`))
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	const key = "00112233445566778899aabbccddeeff"
	for _, c := range []struct{ cf, key, val, says string }{
		{"0201", key, "1a1fc677cc400000", ""},
		{"0301", key + "09", "1a1fc677cc4000000161", ""},
		{"64656661756c74", "00", "", ""},
		{"0401", "00", "", ""},
		{"", key, "", "column family"},
		{"0302", key, "", "model 2"},
		{"0301", "0011", "", "16 bytes"},
	} {
		switch _, err := j.Add(pair(t, c.cf, c.key, c.val)); {
		case c.says == "" && err != nil, c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s %s: %v, want %q", c.cf, c.key, err, c.says)
		}
	}
	if _, err := j.Add(&store.Entry{}); err != nil {
		t.Error(err)
	}
	n := 0
	err = j.Each(format.Moment{}, func(o format.Object) bool {
		n++
		if o.Err != nil || o.Entries != 2 || !strings.Contains(string(o.Fields), `"values":{"first":"a"}`) {
			t.Errorf("%d rows, %v: %s", o.Entries, o.Err, o.Fields)
		}
		return true
	})
	if err != nil || n != 1 {
		t.Errorf("%d objects, %v", n, err)
	}
	if err := j.Each(format.Moment{At: "soon"}, nil); err == nil {
		t.Error("a moment that is no version")
	}
}

// A row that is not as upstream writes it spoils only its own record.
func TestABrokenRowSpoilsOneRecord(t *testing.T) {
	joiner, err := newJoiner(schemaWith(t, `{"1":{"model":"`+memo+`"}}`))
	if err != nil {
		t.Fatal(err)
	}
	j := shuffle.NewObjects(joiner, nil)
	for _, key := range []string{strings.Repeat("00", 16), strings.Repeat("ff", 16)} {
		for _, row := range [][3]string{{"0201", "", "1a1fc677cc400000"}, {"0301", "09", "1a1fc677cc4000000161"}} {
			if _, err := j.Add(pair(t, row[0], key+row[1], row[2])); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := j.Add(pair(t, "0301", strings.Repeat("00", 16)+"11", "1a1f")); err != nil {
		t.Fatal(err)
	}
	var failed, whole int
	if err := j.Each(format.Moment{}, func(o format.Object) bool {
		if o.Err != nil {
			failed++
		} else {
			whole++
		}
		if !strings.HasPrefix(string(o.Fields), `{"model":1,"name":"Memo","key":"`) {
			t.Errorf("%s", o.Fields)
		}
		return true
	}); err != nil || failed != 1 || whole != 1 {
		t.Errorf("%d failed, %d whole, %v", failed, whole, err)
	}
}
