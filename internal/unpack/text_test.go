package unpack

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

func utf16Of(text string, order binary.AppendByteOrder) (b []byte) {
	for _, c := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, c)
	}
	return b
}

func TestUTF16BecomesUTF8HoweverItIsCut(t *testing.T) {
	text := "\uFEFFrow column=f:q, value=é\U0001F600\n" + strings.Repeat("plain text of dumps\n", 20_000)
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for name, r := range map[string]io.Reader{
			"at once": bytes.NewReader(utf16Of(text, order)), "by bytes": iotest.OneByteReader(bytes.NewReader(utf16Of(text, order))),
		} {
			turned, err := Text(r, func(s string) { t.Error(s) })
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(turned); err != nil || string(got) != text {
				t.Errorf("%s, %v: %.60q, %v", order, name, got, err)
			}
		}
	}
}

func TestUTF16WithoutAMarkIsSaidToBeGuessed(t *testing.T) {
	said := ""
	r, err := Text(bytes.NewReader(utf16Of("2c8000018f3c9be200\n", binary.LittleEndian)), func(s string) { said = s })
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(r); string(got) != "2c8000018f3c9be200\n" || said == "" {
		t.Errorf("%q, said %q", got, said)
	}
}

func TestBytesThatAreNoTextStayAsTheyAre(t *testing.T) {
	for _, text := range []string{"", "a", "\xFF", "\xFF\xFE", "\xFF\xFE\x0A", "\xFF\xFE\x00\x00abcd",
		"\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02",
		"\x1F", "\x28\xB5", "plain text which is no UTF-16"} {
		r, err := Text(strings.NewReader(text), func(s string) { t.Error(s) })
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != text || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
