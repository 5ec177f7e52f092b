package dump

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// Colours and no-break spaces are left out wherever a read ends, even if the sample has none.
func TestColoursBehindTheSample(t *testing.T) {
	var plain, coloured strings.Builder
	for i := range 3 * sampleSize / 20 {
		line := "0x" + strconv.Itoa(100000+i) + " : 0x6162\n"
		plain.WriteString(line)
		switch {
		case i > 5000 && i%7 == 0:
			line = strings.Replace(line, ":", "\x1b[1m:\x1b[0m", 1)
		case i%11 == 0:
			line = strings.Replace(line, " ", "\u00a0", 1)
		}
		coloured.WriteString(line)
	}
	want, _ := ParseText([]byte(plain.String()), Options{})
	s, err := Open(iotest.HalfReader(bytes.NewReader([]byte(coloured.String()))), Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for e, err := range s.All() {
		if err != nil || n >= len(want.Rows) || !sameEntry(*e, want.Rows[n].Entry) {
			t.Fatalf("row %d: %v %v", n, e, err)
		}
		n++
	}
	if n != len(want.Rows) {
		t.Errorf("%d rows, want %d", n, len(want.Rows))
	}
}

// The search never goes back, and never over a byte that it looks for.
func TestUnmarked(t *testing.T) {
	text := strings.Repeat("plain\n", 9) + "a\x1bb\n\x1b\nplain\n"
	l := lines{r: iotest.OneByteReader(strings.NewReader(text)), limit: defaultLimit, marks: marks{bytes: []byte{escape, 0xC2}}}
	for {
		line, err := l.next()
		if err != nil {
			return
		}
		if l.unmarked() != (bytes.IndexByte(line, escape) < 0) {
			t.Errorf("line %d %q", l.line, line)
		}
	}
}
