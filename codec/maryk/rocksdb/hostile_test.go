package rocksdb_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

const many = 1 << 17

func fill(b ...byte) string { return strings.Repeat(string(b), many/len(b)) }

const (
	ware    = "\x00\x00\x00\x00\x00\x01\x7f\xff\xff\xff" // key of a record
	version = "\x1a\x1f\xc6\x76\x6e\x90\x00\x00"
)

// hostile are rows on which a careless reader spends much time or memory.
var hostile = []struct{ name, record, cf, key, value string }{
	{"a family without end", "keys", "\x02" + fill(0x80), ware, version},
	{"embeds without end", "table-value", "\x03\x01", ware + "\x7e" + fill(0x1e), version + "\x04\x01"},
	{"unknown embeds without end", "table-value", "\x03\x01", ware + fill(0x0e), version + "\x04\x01"},
	{"maps of maps", "table-value", "\x03\x01", ware + "\x0c" + fill(0, 4), version + "\x00"},
	{"types of types", "table-value", "\x03\x01", ware + "\x81\x01" + fill(0x1d, 0x81, 0x01), version + "\x00"},
	{"an item of four gigabytes", "table-value", "\x03\x01", ware + "\x63\xff\xff\xff\xff\x0f" + fill('a'), version + "\x01"},
	{"a size without end", "table-value", "\x03\x01", ware + "\x5a", version + fill(0x80)},
	{"a type without end", "table-value", "\x03\x01", ware + "\x81\x01", version + fill(0x82)},
	{"a long text", "table-value", "\x03\x01", ware + "\x21", version + "\x01" + fill(0xff)},
	{"a historic long text", "historic-value", "\x06\x01", ware + "\x21" + version, "\x01" + fill(0xff)},
	{"an envelope without end", "table-value", "\x03\x03", "\x00\x00\x00\x00\x00\x00\x00\x01\x19", version + "MKE2MKEK\x02\xff" + fill('k')},
	{"an envelope that is all nonce", "table-value", "\x03\x03", "\x00\x00\x00\x00\x00\x00\x00\x01\x19", version + "MKE1\x01" + fill(1)},
	{"an index reference of four gigabytes", "index", "\x04\x01", "\xff\xff\xff\xff\x0f" + fill(0), version},
	{"lengths without end", "index", "\x04\x01", "\x0b\x04\x02\x0b\x41\x02\x0a\x11\x02\x0a\x31" + fill(0x80), version},
	{"lengths of nothing", "index", "\x04\x01", "\x02\x0a\x31" + fill(0), version},
	{"lengths of almost all", "historic-index", "\x07\x01", "\x02\x0a\x31" + fill(0xfd, 0xff, 0x07), ""},
	{"a unique value of embeds", "unique", "\x05\x01", fill(0x0e), version + ware},
	{"a long unique value", "unique", "\x05\x01", "\x21\x01" + fill(0xff), version + ware},
	{"a long migration log", "model-migration-log", "\x01\x01", "\x05", fill(0xff)},
	{"a definition of groups", "model-definition", "\x01\x01", "\x02", fill(0x1b)},
	{"a definition of lengths", "model-definition", "\x01\x01", "\x02", "\x0a" + fill(0xff)},
	{"dependents of nothing", "model-dependents", "\x01\x01", "\x03", fill(0x0a, 0x02, 0x22, 0x00)},
}

// A row has two nodes for each byte, and JSON that repeats its bytes in hex and as text; a
// definition becomes a model.
var cost = formattest.Cost{PerByte: 300, Base: 1 << 20}

func TestHostileRowsTakeLittleTimeAndMemory(t *testing.T) {
	s := models(t, "keepall")
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			for _, schema := range []format.Schema{s, nil} {
				for _, lenient := range []bool{false, true} {
					in := format.Input{Schema: schema, Lenient: lenient}
					for _, p := range [...][2]string{{"cf", c.cf}, {"key", c.key}, {"value", c.value}} {
						in.Entry.Add(p[0], []byte(p[1]))
					}
					cost.Check(t, rocksdb.Format.Record(c.record), &in)
				}
			}
		})
	}
}

// Keys of any length are compared and sorted in little time.
func TestLongKeysAreSortedQuickly(t *testing.T) {
	var keys [][]byte
	for i := range 200 {
		keys = append(keys, append(bytes.Repeat([]byte{0xff}, many), byte(i)))
	}
	formattest.InTime(t, func() { rocksdb.SortKeys(keys, true, 10) })
	for i := 1; i < len(keys); i++ {
		if rocksdb.CompareVersioned(keys[i-1], keys[i], 10) > 0 {
			t.Fatalf("key %d is after key %d", i-1, i)
		}
	}
}

// The cost of a record's history is the sum of its rows and its output, not their product.
func TestTheHistoryOfManyRowsIsWrittenInOnePass(t *testing.T) {
	m := models(t, "keepall").Model(1)
	x := rocksdb.NewRecord(m, marykfixture.Unhex(t, "0000000000017fffffff"))
	if err := x.Add(rocksdb.Family{Type: rocksdb.Keys, Model: 1}, x.Key, hlc.Append(nil, 1)); err != nil {
		t.Fatal(err)
	}
	const versions = 1 << 15
	for i := range versions {
		key := hlc.AppendInverted(append(bytes.Clone(x.Key), 0x29), hlc.Version(i+1))
		if err := x.Add(rocksdb.Family{Type: rocksdb.HistoricTable, Model: 1}, key, []byte{1, byte(i >> 8), byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	formattest.InTime(t, func() {
		var w value.Writer
		err := x.History(func(_ hlc.Version, write func(*value.Writer)) bool {
			w.Reset()
			write(&w)
			count++
			return true
		})
		if err != nil {
			t.Error(err)
		}
	})
	if count != versions {
		t.Errorf("the history has %d versions, want %d", count, versions)
	}
}
