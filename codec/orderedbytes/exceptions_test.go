package orderedbytes_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lenientNumeric returns the text of a numeric as a lenient reader reads it.
func lenientNumeric(t *testing.T, b []byte) string {
	t.Helper()
	in := format.Input{Lenient: true}
	in.Entry.Add("value", b)
	var w value.Writer
	if err := orderedbytes.Format.Record("numeric").Decode(&in, nil, &w); err != nil {
		t.Fatalf("%x: %v", b, err)
	}
	_, rest, _ := strings.Cut(string(w.Buf), `"value":"`)
	text, _, _ := strings.Cut(rest, `"`)
	return text
}

// The two places where the format itself does not keep the order of values.

func TestBlobVarKeepsNoOrderAcrossLengths(t *testing.T) {
	short := orderedbytes.Value{Type: orderedbytes.BlobVar, Bytes: []byte{0x01}}
	long := orderedbytes.Value{Type: orderedbytes.BlobVar, Bytes: []byte{0x00, 0x00}}
	for _, o := range orders {
		x, y := appended(t, &short, o), appended(t, &long, o)
		if before := bytes.Compare(x, y) < 0; before != (o == order.Asc) {
			t.Errorf("01 is %x and 0000 is %x: the order is right now; then the spec changed", x, y)
		}
	}
}

func TestNumbersRoundedUpToOneAreReadAsOne(t *testing.T) {
	for b, want := range map[string]string{
		"16ffc8": "1", "140037": "-1", "e90037": "1", "ebffc8": "-1",
		"1600000000000000000002": "1", "14fffffffffffffffffffd": "-1",
		"e9fffffffffffffffffffd": "1", "eb00000000000000000002": "-1",
	} {
		var v orderedbytes.OrderedValue
		if err := orderedbytes.DecodeValue(unhex(t, b), &v); err != nil || v.Value.Dec.String() != want {
			t.Errorf("%s is %s, %v; want %s", b, v.Value.Dec.String(), err, want)
		}
		if n := noted(t, b, false); n == nil || !strings.Contains(n.Note, "rounded up to 1") {
			t.Errorf("%s is not marked", b)
		}
	}
	one, _ := orderedbytes.ParseDecimal("0.99999999999999999999999999999999")
	if got := orderedbytes.AppendNumeric(nil, one, order.Asc); hex.EncodeToString(got) != "1802" {
		t.Errorf("rounded to 1 it is written as %x, want 1802: round first, then choose the exponent", got)
	}
	small, _ := orderedbytes.ParseDecimal("1E-300")
	if b := orderedbytes.AppendNumeric(nil, small, order.Asc); bytes.Compare(unhex(t, "1600000000000000000002"), b) >= 0 {
		t.Error("what 2.5.10 writes for 1 sorts behind 1E-300 now; then the spec changed")
	}
}

// noted returns the first node that is not canonical.
func noted(t *testing.T, b string, lenient bool) *span.Node {
	t.Helper()
	var tree span.Tree
	in := format.Input{Lenient: lenient}
	in.Entry.Add("row", unhex(t, b))
	if err := identify.Explain(orderedbytes.Format.Record("sequence"), &in, &tree, nil); err != nil {
		t.Fatal(err)
	}
	for i := range tree.Nodes {
		if tree.Nodes[i].Flags&span.NonCanonical != 0 {
			return &tree.Nodes[i]
		}
	}
	return nil
}

func TestFormsThatNoWriterMakes(t *testing.T) {
	for _, c := range []struct {
		b, lenient, why string
	}{
		{"18c8", "1E+2", "a centimal from 1 to 99"},
		{"180102", "0.01", "a centimal from 1 to 99"},
		{"1803" + "00", "1", "a centimal from 1 to 99"},
		{"1800", "0", "a centimal from 1 to 99"},
		{"18fe", "127", "a centimal from 1 to 99"},
		{"22f9000002", "1E+4574", ""}, // 2288 is the first number with this first byte
		{"22fa00000b02", "1E+20", "the shortest form"},
	} {
		var v orderedbytes.OrderedValue
		err := orderedbytes.DecodeValue(unhex(t, c.b), &v)
		if c.why == "" && err != nil || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: got %v, want %q", c.b, err, c.why)
		}
		if got := lenientNumeric(t, unhex(t, c.b)); got != c.lenient {
			t.Errorf("%s is leniently %s, want %s", c.b, got, c.lenient)
		}
	}
	for b, marked := range map[string]bool{"1702": true, "13fd": true, "307fc00001": false, "30ffc00001": true,
		"31fff8000000000000": false, "31ffffffffffffffff": true} {
		if n := noted(t, b, true); (n != nil) != marked {
			t.Errorf("%s: marked as not canonical: %v", b, n != nil)
		}
		var v orderedbytes.OrderedValue
		if err := orderedbytes.DecodeValue(unhex(t, b), &v); (err != nil) != marked {
			t.Errorf("%s: strictly %v", b, err)
		}
	}
}

// answered decodes one value and returns its fields, or the code of the refusal.
func answered(t *testing.T, record, b string, lenient bool) string {
	t.Helper()
	in := format.Input{Lenient: lenient}
	in.Entry.Add("value", unhex(t, b))
	var w value.Writer
	var bad *wire.Error
	if err := orderedbytes.Format.Record(record).Decode(&in, nil, &w); errors.As(err, &bad) {
		return bad.Code.String()
	}
	return string(w.Buf)
}

func TestALargeHeaderIsForLargeExponentsOnly(t *testing.T) {
	for b, lenient := range map[string]string{
		"220102": "1", "220002": "0.01", "220a02": "1E+18", "08fefd": "-1", "08f5fd": "-1E+18", "f70102": "-1", "ddfefd": "1",
		"1702": "0.01", "13fd": "-0.01", "e8fd": "0.01", "ec02": "-0.01",
	} {
		if got := answered(t, "numeric", b, false); got != "non-canonical" {
			t.Errorf("%s is strictly %s", b, got)
		}
		if got := lenientNumeric(t, unhex(t, b)); got != lenient {
			t.Errorf("%s is leniently %s, want %s", b, got, lenient)
		}
	}
	if got := answered(t, "numeric", "220b02", false); !strings.Contains(got, `"1E+20"`) {
		t.Errorf("1E+20 is %s", got)
	}
}

func TestNoDigitOfANumberIsDroppedUnsaid(t *testing.T) {
	const centimals = "0303030303030303030303030303030303030302" // 20 of them, with 39 digits
	for _, c := range []struct{ record, bytes string }{
		{"numeric", "18" + centimals}, {"numeric-long", "dedf"}, {"numeric-long", "16ff64"}, {"numeric-double", "14e8e9"},
		{"numeric-double", "18" + centimals[10:]},
	} {
		if got := answered(t, c.record, c.bytes, false); got != "non-canonical" {
			t.Errorf("%s %s is strictly %s", c.record, c.bytes, got)
		}
		if got := answered(t, c.record, c.bytes, true); !strings.Contains(got, `"value"`) {
			t.Errorf("%s %s is leniently %s", c.record, c.bytes, got)
		}
	}
	for _, b := range []string{"220c27c7c7c7c7c7c7c7a0", "220c28"} { // 2e23 as either JDK prints it
		if got := answered(t, "numeric-double", b, false); !strings.Contains(got, "2e+23") {
			t.Errorf("%s is %s", b, got)
		}
	}
}

func TestANaNThatHBaseDoesNotWriteIsRefusedOrKeepsItsBits(t *testing.T) {
	const odd = "31fff0000000000001"
	if got := answered(t, "float64", odd, false); got != "non-canonical" {
		t.Errorf("strictly %s", got)
	}
	if got := answered(t, "float64", odd, true); !strings.Contains(got, `"value":"NaN","bits":"7ff0000000000001"`) {
		t.Errorf("leniently %s", got)
	}
}

func TestValuesThatCannotBeWrittenAreRefused(t *testing.T) {
	text := func(s string) orderedbytes.Value {
		return orderedbytes.Value{Type: orderedbytes.Text, Bytes: []byte(s)}
	}
	blobCopy := func(s string) orderedbytes.Value {
		return orderedbytes.Value{Type: orderedbytes.BlobCopy, Bytes: []byte(s)}
	}
	for _, key := range [][]orderedbytes.OrderedValue{
		{{Value: text("a\x00")}}, {{Value: text("\xff")}}, {{Value: text("\xed\xa0\x80")}},
		{{Value: blobCopy("a\x00b"), Order: order.Desc}},
		{{Value: blobCopy("a")}, {Value: text("b")}},
		{{Value: blobCopy("a"), Order: order.Desc}, {Value: text("b")}}, // HBase reads 61 00 cb 9d 00 as one blob
		{{Value: orderedbytes.Value{Type: 99}}},
	} {
		if got, err := orderedbytes.AppendValues([]byte("before"), key); err == nil || string(got) != "before" {
			t.Errorf("%v is written as %x, %v", key, got, err)
		}
	}
}

// encoded returns the bytes that a record writes for fields, as hex, or the refusal.
func encoded(t *testing.T, record, fields string) string {
	t.Helper()
	v, err := value.Parse([]byte(fields))
	if err != nil {
		t.Fatal(err)
	}
	var in format.Input
	var e store.Entry
	if err := orderedbytes.Format.Record(record).Encode(&in, v, &e); err != nil {
		return err.Error()
	}
	return hex.EncodeToString(e.Parts[0].Bytes)
}

func TestFieldsThatWouldBeLostAreRefused(t *testing.T) {
	for _, c := range []struct{ record, fields, want string }{
		{"int8", `{"order":"asc","value":{"type":"int8","value":1,"order":"desc"}}`, "value.order: there is no such field"},
		{"int8", `{"order":"asc","value":{"type":"int8","value":1,"bits":"02"}}`, "value.bits: there is no such field"},
		{"null", `{"order":"asc","value":{"type":"null","values":1}}`, "value.values: there is no such field"},
		{"float32", `{"order":"asc","value":{"type":"float32","value":"NaN","bits":"7fc00000"}}`, "30ffc00000"},
		{"sequence", `{"values":[{"order":"asc","type":"int8","value":1,"valeu":2}]}`, "value.valeu: there is no such field"},
		{"numeric-long", `{"order":"asc","value":{"type":"decimal","value":"1.5"}}`, "expected a whole number of 64 bits, found 1.5"},
		{"numeric-long", `{"order":"asc","value":{"type":"double","value":1e300}}`, "expected a whole number of 64 bits, found 1E+300"},
		{"numeric-long", `{"order":"asc","value":{"type":"decimal","value":"10"}}`, "1814"},
		{"numeric-double", `{"order":"asc","value":{"type":"decimal","value":"0.12345678901234567891"}}`, "the digits that a JVM prints"},
		{"numeric-double", `{"order":"asc","value":{"type":"long","value":"9007199254740993"}}`, "the digits that a JVM prints"},
	} {
		if got := encoded(t, c.record, c.fields); !strings.Contains(got, c.want) {
			t.Errorf("%s %s is written as %s", c.record, c.fields, got)
		}
	}
}

// partsOf returns the parts that a key is written as, or the refusal.
func partsOf(t *testing.T, fields string, only ...string) string {
	t.Helper()
	v, err := value.Parse([]byte(fields))
	if err != nil {
		t.Fatal(err)
	}
	in := format.Input{Only: only}
	var e store.Entry
	if err := orderedbytes.Format.Record("sequence").Encode(&in, v, &e); err != nil {
		return err.Error()
	}
	list := make([]string, len(e.Parts))
	for i, p := range e.Parts {
		list[i] = p.Name + "=" + hex.EncodeToString(p.Bytes)
	}
	return strings.Join(list, " ")
}

// The key is written as the part in which a reader looks first, and no part is written twice or lost.
func TestAKeyKeepsItsPlaceAmongTheParts(t *testing.T) {
	with := func(parts string) string {
		return `{"values":[{"order":"asc","type":"int8","value":1}],"parts":` + parts + `}`
	}
	for _, c := range []struct {
		fields string
		only   []string
		want   string
	}{
		{with(`null`), nil, "value=2981"},
		{with(`null`), []string{"qualifier"}, "qualifier=2981"},
		{with(`{"family":"33","value":"11"}`), nil, "row=2981 family=33 value=11"},
		{with(`{"value":"11"}`), []string{"qualifier", "value"}, "qualifier=2981 value=11"},
		{with(`{"value":"11"}`), []string{"value"}, "value=11"},
		{with(`{"row":"00","value":"11"}`), nil, "parts.row: this part would be read as the key"},
		{with(`[]`), nil, "parts: expected an object of parts as hex, found a list"},
		{with(`"x"`), nil, "parts: expected an object of parts as hex, found a text"},
		{with(`{"value":5}`), nil, "parts.value: expected bytes as hex, found a number"},
	} {
		if got := partsOf(t, c.fields, c.only...); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.fields, c.only, got, c.want)
		}
	}
}
