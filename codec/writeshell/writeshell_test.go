package writeshell_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/writeshell"
)

// entry makes an entry of parts in turns of name and bytes; other names are the entry's own.
func entry(pairs ...string) *store.Entry {
	var e store.Entry
	for i := 0; i < len(pairs); i += 2 {
		switch name, text := pairs[i], pairs[i+1]; name {
		case "ts":
			e.Timestamp = text
		case "deleted":
			e.Deleted = text
		case "increment":
			e.Increment = text == "true"
		case "table":
			e.Source.Table = text
		case "cf":
			e.Source.CF = text
		default:
			e.Add(name, []byte(text))
		}
	}
	return &e
}

// cell is a cell of a table, and what else is given.
func cell(more ...string) *store.Entry {
	return entry(append([]string{"table", "t", "row", "r\x00#\"", "family", "f", "qualifier", "q\xff"}, more...)...)
}

func pair(more ...string) *store.Entry { return entry(append([]string{"key", "k\x00"}, more...)...) }

func TestEachKindOfRowHasItsCommand(t *testing.T) {
	const hb, hbf = `"t", "r\x00\x23\x22", "f:q\xFF"`, `"t", "r\x00\x23\x22", "f"`
	family := func(more ...string) *store.Entry {
		return entry(append([]string{"table", "t", "row", "r\x00#\"", "family", "f", "qualifier", ""}, more...)...)
	}
	for _, c := range []struct {
		form string
		e    *store.Entry
		want string
	}{
		{"hbase-shell", cell("value", "v", "ts", "17"), "put " + hb + `, "v", 17`},
		{"hbase-shell", cell("value", ""), "put " + hb + `, ""`},
		{"hbase-shell", cell("value", "", "table", "t/f"), "put " + hb + `, ""`},
		{"hbase-shell", cell(), "get " + hb},
		{"hbase-shell", cell("ts", "17", "deleted", "Delete"), "delete " + hb + ", 17"},
		{"hbase-shell", cell("ts", "17", "deleted", "DeleteColumn"), "deleteall " + hb + ", 17"},
		{"hbase-shell", cell("deleted", "delete"), "deleteall " + hb},
		{"hbase-shell", family("ts", "17", "deleted", "DeleteFamily"), "deleteall " + hbf + ", 17"},
		{"hbase-shell", family("ts", "17", "deleted", "DeleteFamilyVersion"), "delete " + hbf + ", 17"},
		{"hbase-shell", entry("row", "r", "deleted", "delete"), `deleteall "TABLE", "r"`},
		{"hbase-shell", entry("row", "r", "deleted", "delete", "ts", "5"), `deleteall "TABLE", "r", "", 5`},
		{"hbase-shell", cell("value", "\xff\xff\xff\xff\xff\xff\xff\xfe", "increment", "true", "ts", "5"), "incr " + hb + ", -2"},
		{"ldb", pair("value", "\xab", "cf", "0301"), `ldb --db=DIR --ignore_unknown_options --column_family=$'\x03\x01' --hex put 0x6B00 0xAB`},
		{"ldb", pair("value", ""), `ldb --db=DIR --hex put 0x6B00 0x`},
		{"ldb", pair("deleted", "Deletion", "cf", "names"), `ldb --db=DIR --ignore_unknown_options --column_family=names --hex delete 0x6B00`},
		{"ldb", pair("deleted", "delete"), `ldb --db=DIR --hex delete 0x6B00`},
		{"ldb", pair("deleted", "RangeDeletion", "value", "l"), `ldb --db=DIR --hex deleterange 0x6B00 0x6C`},
		{"accumulo", cell("visibility", "a&b", "value", `\!`, "ts", "9"),
			"table \"t\"\ninsert \"r\\x00#\\x22\" \"f\" \"q\\xFF\" \"\\\\\\x21\" -l \"a&b\" -ts 9"},
		{"accumulo", cell("deleted", "delete", "ts", "9"), "table \"t\"\ndelete \"r\\x00#\\x22\" \"f\" \"q\\xFF\" -ts 9"},
		{"accumulo", entry("row", "-r", "family", "", "qualifier", "", "value", "", "ts", "1"), `insert -ts 1 -- "-r" "" "" ""`},
		{"mdb", pair("value", "v"), "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n 6b00\n 76"},
		{"mdb", pair("value", "", "table", "t"), "VERSION=3\nformat=bytevalue\ndatabase=t\ntype=btree\nHEADER=END\n 6b00\n "},
	} {
		got, err := writeshell.New(c.form).Append(nil, c.e)
		if err != nil || string(got) != c.want+"\n" {
			t.Errorf("%s %+v\ngot  %s%v\nwant %s", c.form, *c.e, got, err, c.want)
		}
	}
}

func TestWhatAToolCannotBeToldIsRefused(t *testing.T) {
	for _, c := range []struct {
		form string
		e    *store.Entry
		why  string
	}{
		{"hbase-shell", pair("value", "v"), "key:"},
		{"hbase-shell", entry("row", "", "family", "f", "qualifier", "q", "value", "v"), "no empty row keys"},
		{"hbase-shell", entry("row", "r", "value", "v"), "no column family"},
		{"hbase-shell", entry("row", "r", "qualifier", "q"), "no column family"},
		{"hbase-shell", entry("row", "r", "family", "f", "qualifier", "a:b", "value", "v"),
			"drops what follows a colon in it (0x3a at offset 1)"},
		{"hbase-shell", entry("row", "r", "family", "f:g", "qualifier", "q", "value", "v"), "family:"},
		{"hbase-shell", cell("value", "v", "visibility", "secret"), "visibility:"},
		{"hbase-shell", cell("value", "v", "ts", "noon"), "timestamp:"},
		{"hbase-shell", cell("value", "v", "deleted", "Delete"), "value:"},
		{"hbase-shell", cell("deleted", "SingleDeletion"), "SingleDeletion"},
		{"hbase-shell", cell("deleted", "DeleteFamily"), "no qualifier"},
		{"hbase-shell", entry("row", "r", "deleted", "Delete"), "family and qualifier"},
		{"hbase-shell", cell("value", "v", "increment", "true"), "a value of 8 bytes"},
		{"accumulo", cell("value", "12345678", "increment", "true"), "increment:"},
		{"ldb", pair("value", "12345678", "increment", "true"), "increment:"},
		{"mdb", pair("value", "12345678", "increment", "true"), "increment:"},
		{"hbase-shell", entry("value", "v"), "no row key"},
		{"ldb", cell("value", "v"), "row:"},
		{"ldb", entry("value", "v"), "no key"},
		{"ldb", pair(), "no value"},
		{"ldb", pair("value", "v", "ts", "1"), "timestamp:"},
		{"ldb", pair("deleted", "SingleDeletion"), "SingleDeletion"},
		{"ldb", pair("deleted", "delete", "value", "v"), "value:"},
		{"ldb", pair("value", "v", "cf", "0300"), "zero byte"},
		{"mdb", pair("deleted", "delete"), "mdb_load cannot delete"},
		{"mdb", pair("value", "v", "cf", "0301"), "no column families"},
		{"mdb", entry("key", "", "value", "v"), "1 to 511"},
		{"mdb", entry("key", strings.Repeat("k", 512), "value", "v"), "found 512"},
		{"mdb", pair("value", "v", "table", "a\nb"), "line feed"},
		{"accumulo", entry("row", "r", "family", "f", "value", "v"), "qualifier"},
		{"accumulo", cell(), "no value"},
		{"accumulo", cell("deleted", "DeleteFamily"), "DeleteFamily"},
		{"accumulo", cell("deleted", "delete", "value", "v"), "value:"},
		{"accumulo", cell("value", "v", "ts", "noon"), "timestamp:"},
		{"accumulo", cell("value", "v", "visibility", `"a b"`), "takes quotes off"},
		{"accumulo", cell("value", "v", "visibility", "-a"), "for an option"},
	} {
		got, err := writeshell.New(c.form).Append(nil, c.e)
		if err == nil || len(got) > 0 || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %+v\ngot  %s%v\nwant %s", c.form, *c.e, got, err, c.why)
		}
	}
}

func TestRowsOfEachTableStandTogether(t *testing.T) {
	w := writeshell.New("mdb")
	var out []byte
	for _, table := range []string{"", "", "b"} {
		out, _ = w.Append(out, pair("value", "v", "table", table))
	}
	if got := string(w.End(out)); strings.Count(got, "HEADER=END\n") != 2 || strings.Count(got, "DATA=END\n") != 2 ||
		!strings.HasSuffix(got, "DATA=END\n") {
		t.Errorf("%s", got)
	}
	if got := string(writeshell.New("mdb").End(nil)); got != "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\nDATA=END\n" {
		t.Errorf("no row: %q", got)
	}
	a := writeshell.New("accumulo")
	out, _ = a.Append(nil, cell("value", "v"))
	if again, _ := a.Append(nil, cell("value", "v")); string(again) == string(out) || !strings.HasPrefix(string(again), "insert") {
		t.Errorf("the table is named again: %s", again)
	}
	if _, err := a.Append(nil, entry("row", "r", "family", "f", "qualifier", "q", "value", "v")); err == nil {
		t.Error("a row of no table is written into the table before it")
	}
	if names := writeshell.Names(); !slices.Equal(names, []string{"hbase-shell", "ldb", "mdb", "accumulo"}) || writeshell.New("sql") != nil {
		t.Error(names)
	}
}
