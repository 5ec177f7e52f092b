package hbase_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

const many = 1 << 17

func fill(b ...byte) string { return strings.Repeat(string(b), many/len(b)) }

// hostile are cells on which a careless reader spends much time or memory.
var hostile = []struct{ name, record, row, family, qualifier, value string }{
	{"embeds without end", "data-value", "", "d", "\x7e" + fill(0x1e), "\x04\x01"},
	{"unknown embeds without end", "data-value", "", "d", fill(0x0e), "\x04\x01"},
	{"maps of maps", "data-value", "", "d", "\xac\x01" + fill(0, 4), "\x00"},
	{"types of types", "data-value", "", "d", "\x81\x01" + fill(0x1d, 0x81, 0x01), "\x00"},
	{"an item of four gigabytes", "data-value", "", "d", "\x63\xff\xff\xff\xff\x0f" + fill('a'), "\x01"},
	{"a number without end", "data-value", "", "d", fill(0x80), "\x00"},
	{"a size without end", "data-value", "", "d", "\x5a", "\x01" + fill(0x80)},
	{"a type without end", "data-value", "", "d", "\x81\x01", fill(0x82)},
	{"a long text", "data-value", "", "d", "\x21", "\x01" + fill(0xff)},
	{"a long row", "data-created", fill(0xff), "d", "\x00\x00", "\x00\x00\x00\x00\x00\x00\x00\x01"},
	{"a long family", "index", "\x00\x01", "i" + fill('A'), "", "\x01"},
	{"line ends in a family", "index", "\x00\x01", "i" + fill('A', '\n'), "", "\x01"},
	{"lengths without end", "index", fill(0x80), "iBAILQQIKEQIKMQ", "", "\x01"},
	{"lengths of nothing", "index", fill(0x00), "iBAILQQIKEQIKMQ", "", "\x01"},
	{"lengths of almost all", "index", fill(0xfd, 0xff, 0x07), "iBAILQQIKEQIKMQ", "", "\x01"},
	{"a unique value of embeds", "unique", fill(0x0e), "u", "\x01a", "\x00"},
	{"a long unique value", "unique", "\x21", "u", "\x01" + fill(0xff), "\x00"},
	{"a long hard delete", "delete-marker", fill(0x00), "d", "", ""},
}

// A cell has two nodes for each byte, and JSON that repeats its bytes in hex and as text.
var cost = formattest.Cost{PerByte: 100, Base: 1 << 20}

func TestHostileCellsTakeLittleTimeAndMemory(t *testing.T) {
	s := models(t, "keepall")
	for _, c := range hostile {
		t.Run(c.name, func(t *testing.T) {
			for _, schema := range []format.Schema{s, nil} {
				for _, lenient := range []bool{false, true} {
					in := format.Input{Schema: schema, Lenient: lenient}
					in.Entry.Source.Table = "rlkeepall:Ware"
					for _, p := range [...][2]string{{store.Row, c.row}, {store.Family, c.family}, {store.Qualifier, c.qualifier},
						{store.Value, c.value}} {
						in.Entry.Add(p[0], []byte(p[1]))
					}
					cost.Check(t, hbase.Format.Record(c.record), &in)
				}
			}
		})
	}
}

func TestHostileDescriptorsTakeLittleTimeAndMemory(t *testing.T) {
	property := marykfixture.Property(1, "x", marykfixture.TypeString)
	for name, b := range map[string][]byte{
		"properties without end": bytes.Repeat(property, many/len(property)),
		"reserved numbers":       append(property, marykfixture.Meta("M", marykfixture.Field(5, bytes.Repeat([]byte{1}, many)))...),
		"groups in groups":       bytes.Repeat([]byte{0x1b}, many),
		"a length without end":   append([]byte{0x0a}, bytes.Repeat([]byte{0xff}, many)...),
		"dependents":             bytes.Repeat(marykfixture.Dependent(4, marykfixture.Text(1, "E")), many/8),
	} {
		for key, record := range [...]string{"table-meta-name", "table-meta-version", "table-meta-definition", "table-meta-dependents"} {
			in := format.Input{}
			in.Entry.Add("descriptorKey", []byte{byte(key)})
			in.Entry.Add(store.Value, b)
			t.Run(name+" as "+record, func(t *testing.T) {
				formattest.Cost{PerByte: 300, Base: 4 << 20}.Check(t, hbase.Format.Record(record), &in)
			})
		}
	}
}

// The cost of a record's history is the sum of its cells and its output, not their product.
func TestTheHistoryOfManyCellsIsWrittenInOnePass(t *testing.T) {
	m := models(t, "keepall").Model(1)
	x := hbase.NewRecord(m, make([]byte, m.KeySize))
	const versions = 1 << 15
	for i := range versions {
		at := hlc.Append(nil, hlc.Version(i+1))
		for qualifier, val := range map[string][]byte{"\x00\x00": at, "\x00\x01": at, "\x29": {1, byte(i >> 8), byte(i)}} {
			_, e := put("", hlc.Version(i+1), x.Key, []byte("d"), []byte(qualifier), val)
			if err := x.Add(&e); err != nil {
				t.Fatal(err)
			}
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
