package rocksdb_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// The fields of a row give its key, and the key begins with what the first of those fields give.
func TestPrefixesOfRealKeys(t *testing.T) {
	vectors.Each(t, func(t *testing.T, p *formattest.Probe, c *formattest.Case) {
		if p.Record.Scan == nil || p.Decode(&c.Input) != nil {
			return
		}
		fields, err := value.Parse(p.Fields)
		if err != nil {
			t.Fatal(err)
		}
		key, _ := c.Input.Entry.Part(store.Key)
		plan, err := p.Record.Scan.Plan(&c.Input, &format.Query{Fields: fields})
		part, got := plan.Part, plan.Prefix
		if err != nil || part != store.Key || !bytes.Equal(got, key) {
			t.Errorf("%s: %x, %v, want %x", c.ID, got, err, key)
		}
	})
}

func TestPrefixes(t *testing.T) {
	s := schemaWith(t, "familyNumbering", value.Of("new"))
	for _, c := range []struct{ record, fields, want string }{
		{"keys", `{"model":1}`, ""},
		{"keys", `{"model":1,"record":"0000"}`, "0000"},
		{"table-value", `{"model":1,"record":"0000000000017fffffff"}`, "0000000000017fffffff"},
		{"table-value", `{"model":1,"record":"0000000000017fffffff","property":"home.street"}`, "0000000000017fffffff7e09"},
		{"historic-value", `{"model":1,"record":"0000000000017fffffff","property":"name","version":"1882441382351601664"}`,
			"0000000000017fffffff21e5e039894e6fffff"},
		{"historic-soft-delete", `{"model":1,"record":"0000000000017fffffff"}`, "0000000000017fffffff00"},
		{"index", `{"model":1,"indexName":"name"}`, "020a21"},
		{"index", `{"model":1,"index":"0a21","valueAndLengths":"73"}`, "020a2173"},
		{"unique", `{"model":1,"property":"name"}`, "21"},
		{"update-history", `{"version":"1882441382351601664"}`, "e5e039894e6fffff"},
	} {
		fields, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := rocksdb.Format.Record(c.record).Scan.Plan(&format.Input{Schema: s}, &format.Query{Fields: fields})
		got := plan.Prefix
		if err != nil || hex.EncodeToString(got) != c.want {
			t.Errorf("%s %s: %x, %v, want %s", c.record, c.fields, got, err, c.want)
		}
	}
	for _, c := range []struct{ record, fields string }{
		{"table-value", `{"model":1,"property":"name"}`},
		{"table-value", `{"model":1,"record":"0000","property":"name"}`},
		{"table-value", `{"model":1,"record":"0000000000017fffffff","property":"none"}`},
		{"keys", `{"model":1,"record":"0000000000017fffffff00"}`},
		{"keys", `{"model":1,"record":"x"}`},
		{"index", `{"model":1,"indexName":"none"}`},
		{"historic-index", `{"model":1,"indexName":"name","version":"1"}`},
	} {
		fields, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := rocksdb.Format.Record(c.record).Scan.Plan(&format.Input{Schema: s}, &format.Query{Fields: fields})
		if err == nil {
			t.Errorf("%s %s gives %x", c.record, c.fields, plan.Prefix)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	s := schemaWith(b, "familyNumbering", value.Of("new"))
	in := format.Input{Schema: s, Entry: entryOf(b, "0301", "0000000000017fffffff21", "1a1fc676b5300000016f726967696e616c20616761696e")}
	r := rocksdb.Format.Record("table-value")
	b.Run("fast", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := r.Decode(&in, nil, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("fields", func(b *testing.B) {
		b.ReportAllocs()
		var w value.Writer
		for b.Loop() {
			w.Reset()
			if err := r.Decode(&in, nil, &w); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("annotated", func(b *testing.B) {
		b.ReportAllocs()
		p := formattest.NewProbe(&rocksdb.Format, r.Name)
		for b.Loop() {
			p.Tree.Reset()
			if err := r.Decode(&in, &p.Tree, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
