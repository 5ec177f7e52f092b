package hbase_test

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// entryOf returns a cell given in hex; its family is text.
func entryOf(t testing.TB, row, family, qualifier, val string) (e store.Entry) {
	e.Add("row", marykfixture.Unhex(t, row))
	e.Add("family", []byte(family))
	e.Add("qualifier", marykfixture.Unhex(t, qualifier))
	e.Add("value", marykfixture.Unhex(t, val))
	return e
}

const ware = "0000000000017fffffff"

func TestCellsThatNobodyWrites(t *testing.T) {
	s := models(t, "latest")
	for _, c := range []struct {
		record, row, family, qualifier, value string
		code                                  wire.Code
		part                                  string
		offset                                int
	}{
		{"data-created", ware, "u", "0000", "1a1fc66331500000", wire.BadValue, "family", 0},
		{"data-created", ware, "d", "0001", "1a1fc66331500000", wire.BadValue, "qualifier", 0},
		{"data-created", ware, "d", "0000", "1a1fc663315000", wire.Truncated, "value", 0},
		{"data-value", ware + "00", "d", "09", "0100000000", wire.Trailing, "row", 10},
		{"data-value", ware, "d", "", "0100000000", wire.BadValue, "qualifier", 0},
		{"data-value", ware, "d", "00", "0100000000", wire.BadValue, "qualifier", 0},
		{"data-value", ware, "d", "5a", "03", wire.BadType, "value", 0},
		{"data-value", ware, "d", "5a", "0101ff", wire.Trailing, "value", 2},
		{"data-value", ware, "d", "09", "4d4b453101", wire.BadType, "value", 0},
		{"data-soft-delete", ware, "d", "00", "02", wire.BadValue, "value", 0},
		{"data-soft-delete", ware, "d", "00", "00", wire.BadValue, "value", 0},
		{"index", "0000000004", "iCjE", "00", "01", wire.Truncated, "qualifier", 0},
		{"index", "0000000005", "iCjE", ware, "01", wire.BadValue, "row", 5},
		{"index", "0000000004", "iC=", ware, "01", wire.BadText, "family", 1},
		{"index", "0000000004", "i", ware, "01", wire.BadValue, "family", 0},
		{"unique", "31", "u", "0101", ware, wire.BadValue, "row", 0},
		{"unique", "21", "u", "0161", "01", wire.Truncated, "value", 0},
	} {
		in := format.Input{Schema: s, Given: value.OfMembers(value.Member{Name: "model", Value: value.OfInt(1)}),
			Entry: entryOf(t, c.row, c.family, c.qualifier, c.value)}
		err := hbase.Format.Record(c.record).Decode(&in, nil, nil)
		var e *wire.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Part != c.part || e.Offset != c.offset {
			t.Errorf("%s %s %s %s: %v", c.record, c.row, c.qualifier, c.value, err)
		}
	}
}

// Release 0.7 cannot restore a record: only a lenient reader accepts the cell that would say so,
// and nothing writes it.
func TestASoftDeleteIsNeverTakenBack(t *testing.T) {
	kind := hbase.Format.Record("data-soft-delete")
	in := format.Input{Entry: entryOf(t, ware, "d", "00", "00")}
	err := kind.Decode(&in, nil, nil)
	var e *wire.Error
	if !errors.As(err, &e) || e.Code != wire.BadValue || e.Field != "deleted" || e.Offset != 0 ||
		e.Expected != "01: nothing writes that a record is not deleted" || e.Found != "0x00" {
		t.Errorf("strict: %v", err)
	}
	in.Lenient = true
	var w value.Writer
	if err := kind.Decode(&in, nil, &w); err != nil {
		t.Fatal(err)
	}
	want := `{"what":"soft-delete","record":"` + ware + `","deleted":false}`
	if string(w.Buf) != want {
		t.Errorf("lenient: %s, expected %s", w.Buf, want)
	}
	if d := identify.Examine(&hbase.Format, kind, &in); d.Lenient == nil {
		t.Error("a lenient reading is not told from a strict one")
	}
	fields, err := value.Parse(w.Buf)
	if err != nil {
		t.Fatal(err)
	}
	var refusal *format.Refusal
	if err := kind.Encode(&format.Input{}, fields, new(store.Entry)); !errors.As(err, &refusal) || refusal.Field != "deleted" {
		t.Errorf("written: %v", err)
	}
}

// An index or unique cell is not written if the model says that nothing reads it.
func TestCellsThatNothingReadsAreRefused(t *testing.T) {
	for record, text := range map[string]string{
		"index":  `{"index":"0a21","indexName":"name","valueAndLengths":"212e","record":"` + ware + `","set":true}`,
		"unique": `{"reference":"41","storedValue":"0100","record":"` + ware + `"}`,
	} {
		fields, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Schema: models(t, "latest"), Given: value.OfMembers(value.Member{Name: "model", Value: value.OfInt(1)})}
		var refusal *format.Refusal
		if err := hbase.Format.Record(record).Encode(&in, fields, new(store.Entry)); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", record, err)
		}
	}
}

func TestDecodingACellAllocatesNothing(t *testing.T) {
	s := models(t, "latest")
	for _, c := range []struct{ record, row, family, qualifier, value string }{
		{"data-created", ware, "d", "0000", "1a1fc66331500000"},
		{"data-value", ware, "d", "09", "0100000000"},
		{"data-value", ware, "d", "5a", "0101"},
		{"index", "0000000004", "iCjE", ware, "01"},
		{"unique", "21", "u", "01016f6e652334", ware},
	} {
		in := format.Input{Schema: s, Given: value.OfMembers(value.Member{Name: "model", Value: value.OfInt(1)}),
			Entry: entryOf(t, c.row, c.family, c.qualifier, c.value)}
		r := hbase.Format.Record(c.record)
		if err := r.Decode(&in, nil, nil); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { _ = r.Decode(&in, nil, nil) }); n > 0 {
			t.Errorf("%s %s: %v allocations", c.record, c.qualifier, n)
		}
	}
}

// Two models with keys of equal length leave a cell without a model; its table decides.
func TestTheTableSaysTheModel(t *testing.T) {
	all, err := value.Parse([]byte(`{"1":{"name":"A","keySize":2},"2":{"name":"B","keySize":2},"3":{"name":"C","keySize":3}}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := hbase.Format.ParseSchema(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row, table string
		ok         bool
	}{{"0102", "", true}, {"0102", "ns:A", true}, {"0102", "ns:C", false}, {"010203", "", true}, {"01020304", "", true},
		{"01020304", "B", false}} {
		e := entryOf(t, c.row, "d", "0000", "1a1fc66331500000")
		e.Source.Table = c.table
		err := hbase.Format.Record("data-created").Decode(&format.Input{Schema: s, Entry: e}, nil, nil)
		if (err == nil) != c.ok {
			t.Errorf("%s in %q: %v", c.row, c.table, err)
		}
	}
}

func TestPrefixes(t *testing.T) {
	s := models(t, "latest")
	in := format.Input{Schema: s, Given: value.OfMembers(value.Member{Name: "model", Value: value.OfInt(1)})}
	for _, c := range []struct {
		record, fields, want string
		ok                   bool
	}{
		{"data-value", `{}`, "", true},
		{"data-value", `{"record":"0000"}`, "0000", true},
		{"data-value", `{"record":"` + ware + `00"}`, "", false},
		{"unique", `{"property":"name"}`, "21", true},
		{"unique", `{"reference":"21"}`, "21", true},
		{"unique", `{"property":"none"}`, "", false},
		{"index", `{"valueAndLengths":"73"}`, "73", true},
		{"index", `{"valueAndLengths":"7"}`, "", false},
	} {
		fields, err := value.Parse([]byte(c.fields))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := hbase.Format.Record(c.record).Scan.Plan(&in, &format.Query{Fields: fields})
		part, got := plan.Part, plan.Prefix
		if (err == nil) != c.ok || c.ok && (part != store.Row || string(got) != string(marykfixture.Unhex(t, c.want))) {
			t.Errorf("%s %s: %x, %v", c.record, c.fields, got, err)
		}
	}
}

// Markers of hard deletes are recognized by the type of the cell, wherever they are and whatever
// else the dump has.
func TestMarkersNeedNoPinnedFormat(t *testing.T) {
	var b stream.Decoder
	markers := 0
	for _, c := range cells(t, "keepall") {
		e := c.entry(t)
		marker := e.Deleted != ""
		for _, bulk := range []*stream.Decoder{{}, &b} { // alone, and among the others
			var w value.Writer
			f, r, err := bulk.Decode(&e, &w)
			if err != nil {
				t.Fatalf("%v: %v", e, err)
			}
			if (f.ID == "maryk-hbase" && r.Name == "delete-marker") != marker {
				t.Errorf("%v is %s %s", e, f.ID, r.Name)
			}
		}
		if marker {
			markers++
		}
		if b.Learn(&e) {
			b = *b.Fork()
		}
	}
	if markers == 0 {
		t.Error("no markers")
	}
	for _, c := range []struct {
		family, qualifier, deleted string
		ok                         bool
	}{
		{"d", "", "DeleteFamily", true},
		{"iCjE", "", "DeleteFamily", true},
		{"d", "", "", true}, // nothing says what it is, and every other cell has a qualifier
		{"d", "0001", "", false},
		{"d", "", "DeleteColumn", false},
		{"f", "", "DeleteFamily", false},
		{"i=", "", "DeleteFamily", false},
	} {
		in := format.Input{Entry: entryOf(t, ware, c.family, c.qualifier, "")}
		in.Entry.Deleted = c.deleted
		if err := hbase.Format.Record("delete-marker").Decode(&in, nil, nil); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
