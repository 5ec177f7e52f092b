package input

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"

	"github.com/rowlens/rowlens/internal/unpack"
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

func TestLiveEndsWithItsContext(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	l := NewLive(ctx, r)
	go func() { _, _ = w.Write([]byte("abc")) }()
	b := make([]byte, 8)
	if n, err := l.Read(b); string(b[:n]) != "abc" || err != nil {
		t.Fatalf("%q, %v", b[:n], err)
	}
	if !l.Paused() {
		t.Error("an input from which nothing comes does not pause")
	}
	cancel()
	if _, err := l.Read(b); err != context.Canceled {
		t.Error(err)
	}
}

func TestAnEndedInputDoesNotPause(t *testing.T) {
	l := NewLive(context.Background(), strings.NewReader("abc"))
	if got, err := io.ReadAll(l); string(got) != "abc" || err != nil || l.PausedFor(time.Millisecond) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAheadIsGivenAgain(t *testing.T) {
	text := strings.Repeat("0123456789", 100)
	var seen bytes.Buffer
	a := &Ahead{Live: strings.NewReader(text), Seen: &seen, Most: 300}
	if got, err := io.ReadAll(a); len(got) != 300 || err != nil || seen.Len() != 300 {
		t.Errorf("%d bytes, %d kept, %v", len(got), seen.Len(), err)
	}
	if got, _ := io.ReadAll(&unpack.Prefixed{Head: seen.Bytes(), Rest: a.Live}); string(got) != text {
		t.Errorf("%d bytes in all", len(got))
	}
}
