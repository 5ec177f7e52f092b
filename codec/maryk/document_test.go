package maryk_test

import (
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The examples of docs/formats/maryk-core.md.
func TestExamplesOfTheDocumentAreExecuted(t *testing.T) {
	number := func(n maryk.NumberType) *maryk.Definition {
		return &maryk.Definition{Type: maryk.Number, Number: n}
	}
	s := marykfixture.Linked(t)
	for _, c := range []struct {
		text, bytes string
		def         *maryk.Definition
	}{
		{"true", "01", &maryk.Definition{Type: maryk.Boolean}},
		{"4", "80000004", number(maryk.SInt32)},
		{"-1", "7fffffff", number(maryk.SInt32)},
		{"53", "00000035", number(maryk.UInt32)},
		{"1", "3f800001", number(maryk.Float32)},
		{"-1", "c0800000", number(maryk.Float32)},
		{"-Infinity", "80800000", number(maryk.Float32)},
		{"-0.0", "00000000", number(maryk.Float32)},
		{"100", "e4", &maryk.Definition{Type: maryk.Decimal, ByteSize: 1}},
		{"-128", "00", &maryk.Definition{Type: maryk.Decimal, ByteSize: 1}},
		{"2020-03-30", "800047af", &maryk.Definition{Type: maryk.Date}},
		{"12:13:14", "00abda", &maryk.Definition{Type: maryk.Time, Precision: maryk.Seconds}},
		{"2018-05-02T10:11:12.123", "8000005ae98ec0807b", &maryk.Definition{Type: maryk.DateTime, Precision: maryk.Millis}},
		{"[45.1234568,-122.9876543]", "9ae54b0836b192c1", &maryk.Definition{Type: maryk.GeoPoint}},
	} {
		v, err := maryk.ParseValue(c.text, c.def)
		if err != nil {
			t.Fatal(err)
		}
		b, err := maryk.AppendValue(nil, c.def, &v)
		if err != nil || hex.EncodeToString(b) != c.bytes {
			t.Errorf("%s is %x, want %s, %v", c.text, b, c.bytes, err)
		}
		var got maryk.Value
		if err := maryk.DecodeValue(b, c.def, &got); err != nil || string(got.AppendText(nil)) != c.text {
			t.Errorf("%s is %s, want %s, %v", c.bytes, got.AppendText(nil), c.text, err)
		}
	}
	if b, err := maryk.ParseUUID(nil, "12345678-9abc-4def-8123-456789abcdef"); err != nil ||
		hex.EncodeToString(b) != "923456789abc4def0123456789abcdef" {
		t.Errorf("%x, %v", b, err)
	}
	var k maryk.Key
	if err := maryk.DecodeKey(marykfixture.Unhex(t, "7fffffa516713f7f840001"), s.Model("Log"), &k); err != nil ||
		string(k.Parts[0].Value.AppendText(nil)) != "2018-05-02T10:11:12.123" {
		t.Errorf("%v", err)
	}
	p, err := maryk.ParsePath("address.next.far", s.Model("Zoo"))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := maryk.AppendTransportPath(nil, &p); err != nil || hex.EncodeToString(b) != "0d05c801" {
		t.Errorf("%x, %v", b, err)
	}
	x := s.Model("Zoo").IndexByReference(marykfixture.Unhex(t, "04020a29020b31020a19"))
	var e maryk.IndexEntry
	if err := maryk.DecodeIndexEntry(marykfixture.Unhex(t, "00017fffb86d610104020102"), x, 2, &e); err != nil ||
		string(e.Values[1].Value.AppendText(nil)) != "2020-03-01" {
		t.Errorf("%v", err)
	}
}
