package anonymise_test

import (
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/anonymise"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// typed are rows of one value of OrderedBytes each.
func typed(t *testing.T, record, kind string, list []string) (rows []anonymise.Row) {
	t.Helper()
	f := codec.Find("hbase-orderedbytes")
	r := f.Record(record)
	for _, text := range list {
		var w value.Writer
		w.Object()
		w.Member("order").String("asc")
		w.Key("value")
		w.Object()
		w.Member("type").String(kind)
		w.Member("value").String(text)
		w.EndObject()
		w.EndObject()
		fields, err := value.Parse(w.Buf)
		if err != nil {
			t.Fatal(err)
		}
		var in format.Input
		if err := r.Encode(&in, fields, &in.Entry); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, anonymise.Row{Format: f, Record: r, Input: in})
	}
	return rows
}

func bytesOf(e *store.Entry) string { return hex.EncodeToString(e.Parts[0].Bytes) }

// If all values of a shape occur, each still becomes a different value.
func TestCrowdedShapes(t *testing.T) {
	var digits, letters, runes []string
	for i := range 1000 {
		digits = append(digits, strconv.Itoa(i + 1000)[1:])
		runes = append(runes, string(rune(0x100+i)))
	}
	for i := range 26 {
		letters = append(letters, string(rune('a'+i)))
	}
	for _, list := range [][]string{digits, letters, runes} {
		rows := typed(t, "string", "string", list)
		seen := map[string]bool{}
		for i, m := range anonymise.Rows(rows, anonymise.Options{}).Rows {
			if m.Err == nil && bytesOf(&m.Entry) == bytesOf(&rows[i].Input.Entry) {
				t.Errorf("%q stays", list[i])
			}
			if m.Err == nil {
				seen[bytesOf(&m.Entry)] = true
			}
		}
		if len(seen) != len(list) {
			t.Errorf("%q and others become %d values of %d", list[0], len(seen), len(list))
		}
	}
}

// A row that cannot be read is left out with the reason.
func TestDamagedRowsAreLeftOut(t *testing.T) {
	rows := typed(t, "string", "string", []string{"some text", "other"})
	part := &rows[0].Input.Entry.Parts[0]
	part.Bytes = part.Bytes[:len(part.Bytes)-1]
	made := anonymise.Rows(rows, anonymise.Options{}).Rows
	if made[0].Err == nil || len(made[0].Entry.Parts) > 0 || made[1].Err != nil {
		t.Errorf("%+v", made)
	}
}

// A number stays equal to itself in every type, and small ones stay in their type however many there are.
func TestNumbersFitTheirTypes(t *testing.T) {
	var small, large []string
	for i := range 127 {
		small = append(small, strconv.Itoa(i+1))
	}
	for i := range 1000 {
		large = append(large, strconv.FormatInt(1<<50+7*int64(i), 10))
	}
	rows := append(typed(t, "int64", "int64", large), typed(t, "int8", "int8", small)...)
	rows = append(rows, typed(t, "int64", "int64", small)...)
	to, seen := map[string]string{}, map[string]bool{}
	result := anonymise.Rows(rows, anonymise.Options{})
	for i, m := range result.Rows {
		if m.Err != nil {
			t.Fatalf("row %d: %v", i, m.Err)
		}
	}
	for _, c := range result.Changes {
		if old, twice := to[c.From]; twice && old != c.To {
			t.Errorf("%s becomes %s and %s", c.From, old, c.To)
		}
		to[c.From] = c.To
	}
	for from, is := range to {
		if seen[is] || from == is {
			t.Errorf("%s becomes %s, as another does, or stays", from, is)
		}
		seen[is] = true
	}
}

// Texts of which every word of few letters contains the beginning of another text still become different ones.
func TestTextsThatLookLikeTheirReplacement(t *testing.T) {
	var list []string
	for i := range 26 {
		for k := 3; k < 40; k++ {
			list = append(list, strings.Repeat(string(rune('a'+i)), k))
		}
	}
	for i, m := range anonymise.Rows(typed(t, "string", "string", list), anonymise.Options{}).Rows {
		if m.Err != nil {
			t.Fatalf("%s: %v", list[i], m.Err)
		}
	}
}
