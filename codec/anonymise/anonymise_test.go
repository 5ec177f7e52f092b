package anonymise_test

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"
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

// Values of one shape keep their order, and all of them change.
func TestOrderIsKept(t *testing.T) {
	var texts, numbers []string
	for i := range 400 {
		texts = append(texts, "user-"+strconv.Itoa(1000+7*i))
		numbers = append(numbers, strconv.Itoa(1<<20+i*i))
	}
	for _, rows := range [][]anonymise.Row{typed(t, "string", "string", texts), typed(t, "int64", "int64", numbers)} {
		for seed := range uint64(5) {
			made := anonymise.Rows(rows, seed).Rows
			for i := range made {
				if made[i].Err != nil {
					t.Fatal(made[i].Err)
				}
				if bytesOf(&made[i].Entry) == bytesOf(&rows[i].Input.Entry) {
					t.Errorf("row %d is as it was: %s", i, bytesOf(&made[i].Entry))
				}
			}
			if !slices.IsSortedFunc(made, func(a, b anonymise.Made) int { return cmp.Compare(bytesOf(&a.Entry), bytesOf(&b.Entry)) }) {
				t.Errorf("seed %d: the rows are not in order any longer", seed)
			}
		}
	}
}

// If all values of a shape are taken, there is no room to keep the order, but each still becomes a different value.
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
		for i, m := range anonymise.Rows(rows, 3).Rows {
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
	made := anonymise.Rows(rows, 1).Rows
	if made[0].Err == nil || len(made[0].Entry.Parts) > 0 || made[1].Err != nil {
		t.Errorf("%+v", made)
	}
}
