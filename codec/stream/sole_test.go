package stream_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// TestARowOfSeveralKindsIsRefusedWithoutTheModel: by the position alone, the end of its key is the record's, a
// tag, or a reference.
func TestARowOfSeveralKindsIsRefusedWithoutTheModel(t *testing.T) {
	const version = "1a1fc677cc400000"
	const inverted = "e5e03989716fffff"
	models, err := value.Parse([]byte(`{"1":{"name":"Ware","keySize":2}}`))
	if err != nil {
		t.Fatal(err)
	}
	known, err := schema.Parse(models, rocksdb.Format.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ cf, key, value, without, with string }{
		{"0301", "0102", version, "table-created", "table-created"},
		{"0301", "010208", version, "", "table-last-update"},
		{"0301", "0108", version, "", "table-created"},
		{"0301", "08", version, "table-created", ""},
		{"0301", "010200", version + "01", "", "table-soft-delete"},
		{"0301", "010221", version + "0161", "table-value", "table-value"},
		{"0301", "010208", version + "0161", "table-value", ""},
		{"0301", "0102a200", version + "00", "", "table-value"},
		{"0601", "0102", version, "historic-created", "historic-created"},
		{"0601", "010221" + inverted, "0161626364656667", "", "historic-value"},
		{"0601", "010221" + inverted, "016162", "historic-value", "historic-value"},
		{"0601", "010200" + inverted, "01", "", "historic-soft-delete"},
		{"0601", "010221" + inverted, "00", "historic-value", "historic-value"},
		{"0201", "010208", version, "keys", ""},
	} {
		for name, d := range map[string]*stream.Decoder{"without": {}, "with": {Schemas: known}, "pinned": {Format: rocksdb.Format.ID}} {
			want := c.without
			if name == "with" {
				want = c.with
			}
			e := formattest.Entry(t, "key="+c.key+",value="+c.value)
			e.Source.CF = c.cf
			var w value.Writer
			_, r, err := d.Decode(e, &w)
			got := ""
			if err == nil {
				got = r.Name
			}
			if got != want {
				t.Errorf("%s %s %s, %s a model: %q (%v), want %q", c.cf, c.key, c.value, name, got, err, want)
			}
			if name != "with" && d.NeedsModel != (want == "") {
				t.Errorf("%s %s %s: NeedsModel %t", c.cf, c.key, c.value, d.NeedsModel)
			}
		}
	}
	// A kind that the caller names is read as that.
	for _, kind := range []string{"table-created", "table-last-update"} {
		d := stream.Decoder{Format: rocksdb.Format.ID, Record: kind}
		e := formattest.Entry(t, "key=010208,value="+version)
		e.Source.CF = "0301"
		var w value.Writer
		if _, r, err := d.Decode(e, &w); err != nil || r.Name != kind {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
