package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// scanned returns the rows of a real scan, the damaged ones among them.
func scanned(t *testing.T) []dump.Row {
	t.Helper()
	text, err := os.ReadFile("../../golden/actionbase/actionbase-hbase-shell-damaged.txt")
	if err != nil {
		t.Fatal(err)
	}
	cut := string(text) + " \\x00\\x01 column=f:e, timestamp=1, value=\\x00\n"
	parsed, err := dump.ParseText([]byte(cut), dump.Options{File: "scan.txt"})
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Rows
}

func TestWithoutAWriterADecoderSaysTheSame(t *testing.T) {
	rows := scanned(t)
	var with, without stream.Decoder
	with.Learn(&rows[0].Entry)
	without.Learn(&rows[0].Entry)
	failed := 0
	for i := range rows {
		var w value.Writer
		f, r, err := with.Decode(&rows[i].Entry, &w)
		g, s, other := without.Decode(&rows[i].Entry, nil)
		if f != g || r != s || (err == nil) != (other == nil) {
			t.Errorf("row %d: %v %v, without a writer %v %v", i, r, err, s, other)
		}
		if err != nil {
			failed++
		}
	}
	if failed == 0 || failed == len(rows) {
		t.Errorf("%d of %d rows failed", failed, len(rows))
	}
}

func TestRecordsOfOneRowDoNotDependOnTheRowBefore(t *testing.T) {
	rows := scanned(t)
	bulk := stream.Decoder{}
	bulk.Learn(&rows[0].Entry)
	for _, form := range []Form{JSON, CSV, CBOR} {
		one := Writer{Form: form, Decoder: &bulk}
		for i := range rows {
			row := stream.Row{Entry: &rows[i].Entry}
			fresh := Writer{Form: form, Decoder: bulk.Fork()}
			got, ok := one.Append(nil, &row)
			want, okToo := fresh.Append(nil, &row)
			if string(got) != string(want) || ok != okToo {
				t.Fatalf("form %d, row %d: %s, alone %s", form, i, got, want)
			}
		}
	}
}

func TestAFilterDropsRecords(t *testing.T) {
	rows := scanned(t)
	f, err := filter.Parse("record=edge-count count>=3")
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i := range rows {
		var w value.Writer
		_, r, err := (&stream.Decoder{}).Decode(&rows[i].Entry, &w)
		if fields, _ := value.Parse(w.Buf); err == nil && r.Name == "edge-count" {
			if n, _ := fields.Member("count").Int(); n >= 3 {
				want++
			}
		}
	}
	for _, form := range []Form{JSON, CSV, CBOR} {
		x := Writer{Form: form, Decoder: &stream.Decoder{}, Where: f}
		n := 0
		for i := range rows {
			out, ok := x.Append([]byte("kept"), &stream.Row{Entry: &rows[i].Entry})
			if !ok {
				t.Fatal("a row that was dropped is not a failure")
			}
			if len(out) > 4 {
				n++
			}
		}
		if n != want || n == 0 {
			t.Errorf("form %d: %d records, want %d", form, n, want)
		}
	}
}

func TestARowThatCannotBeReadKeepsItsPlace(t *testing.T) {
	x := Writer{Decoder: &stream.Decoder{}}
	e := store.Entry{Source: store.Source{File: "a", Line: 7}}
	out, ok := x.Append(nil, &stream.Row{Entry: &e, Bad: errors.New("line 7: expected a row")})
	want := `{"parts":{},"source":{"file":"a","line":7},"error":{"code":"bad-text","message":"line 7: expected a row"}}` + "\n"
	if string(out) != want || ok {
		t.Errorf("got %s", out)
	}
}

// TestRecordsOfOtherKindsAreLeftOut: what cannot be decoded stays, of whatever kind it is.
func TestRecordsOfOtherKindsAreLeftOut(t *testing.T) {
	rows := scanned(t)
	for _, form := range []Form{JSON, CSV, CBOR} {
		all := Writer{Form: form, Decoder: &stream.Decoder{}}
		only := Writer{Form: form, Decoder: &stream.Decoder{Only: "edge-index"}}
		want, others := 0, 0
		for i := range rows {
			row := stream.Row{Entry: &rows[i].Entry}
			plain, ok := all.Append(nil, &row)
			_, r, err := all.Decoder.Decode(row.Entry, nil)
			got, okToo := only.Append(nil, &row)
			switch {
			case err != nil:
				if len(got) == 0 || okToo {
					t.Errorf("row %d cannot be decoded and is left out", i)
				}
			case r.Name != "edge-index":
				if others++; len(got) > 0 || !okToo {
					t.Errorf("row %d, %s: %q", i, r.Name, got)
				}
			default:
				if want++; string(got) != string(plain) || ok != okToo {
					t.Errorf("row %d: %q, want %q", i, got, plain)
				}
			}
		}
		if want < 40 || others < 40 || only.Others != others {
			t.Errorf("%d rows of the kind, %d others, counted %d", want, others, only.Others)
		}
	}
}

// Rows of an input without lines have an offset in the place of the line.
func TestARowStandsAtALineOrAnOffset(t *testing.T) {
	for _, c := range []struct{ json, line, offset string }{
		{`"source":{"file":"a","line":7}`, "7", ""}, {`"source":{"file":"a","offset":0}`, "", "0"}, {`"source":{"file":"a","offset":4294967296}`, "", "4294967296"},
	} {
		e := store.Entry{Source: store.Source{File: "a", Line: 7}}
		if c.line == "" {
			offset, _ := strconv.ParseInt(c.offset, 10, 64)
			e.Source = store.Source{File: "a", Lineless: true, Offset: offset}
		}
		e.Add(store.Bytes, []byte{0x2c, 0x80, 0, 1, 0x8f, 0x3c, 0x9b, 0xe2, 0})
		x := Writer{Decoder: &stream.Decoder{}}
		if out, _ := x.Append(nil, &stream.Row{Entry: &e}); !strings.Contains(string(out), c.json) {
			t.Errorf("%s, want %s", out, c.json)
		}
		x.Form = CSV
		out, _ := x.Append([]byte(CSVHeader), &stream.Row{Entry: &e})
		rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		for i, name := range rows[0] {
			if want := map[string]string{"line": c.line, "offset": c.offset}; name == "line" || name == "offset" {
				if rows[1][i] != want[name] {
					t.Errorf("%s is %q, want %q", name, rows[1][i], want[name])
				}
			}
		}
	}
}

func TestADoubtCountsUnlessTheWriterIsLenient(t *testing.T) {
	e := store.Entry{}
	e.Add(store.Bytes, []byte{0x2c, 0x80, 0, 1, 0x8f, 0x3c, 0x9b, 0xe2, 0, 0xff, 0xee})
	for form, want := range map[Form]string{
		JSON: `,"lenient":{"part":"value","offset":9,"expected":"end of input","found":"2 more bytes"},"extra":2,"canonical":false}` + "\n",
		CSV: `,"{""lenient"":{""part"":""value"",""offset"":9,""expected"":""end of input"",""found"":""2 more bytes""},""extra"":2,""canonical"":false}",` +
			"\r\n",
		CBOR: "icanonical\xf4",
	} {
		for _, lenient := range []bool{false, true} {
			x := Writer{Form: form, Decoder: &stream.Decoder{}, Lenient: lenient}
			out, ok := x.Append(nil, &stream.Row{Entry: &e})
			if !strings.HasSuffix(string(out), want) || ok != lenient {
				t.Errorf("lenient %v: %v, %q", lenient, ok, out)
			}
		}
	}
}
