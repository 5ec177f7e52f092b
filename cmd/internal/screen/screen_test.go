package screen

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func TestCutKeepsWhatFits(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"abc", 0, "abc"}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"日本語", 6, "日本語"}, {"日本語", 5, "日本…"},
		{"日本語", 4, "日…"}, {"e\u0301a", 2, "e\u0301a"}, {"", 1, ""},
	} {
		got := Cut(c.text, c.width)
		if got != c.want || c.width > 0 && Columns(got) > c.width {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestVisibleEscapesWhatActs(t *testing.T) {
	for in, want := range map[string]string{
		`plain "text" \ here`: `plain "text" \ here`,
		"\x1b[31m":            `\u001b[31m`,
		"a\r\nb":              `a\r\nb`,
		"\u202e\"é\"":         `\u202e"é"`,
		"\xff":                `\ufffd`,
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}

// tree explains the first sample of the first format that has one.
func tree(t *testing.T) *span.Tree {
	t.Helper()
	b, _ := value.DecodeHex("95ca62432c80000000000003ea2ba95c6311297c29822b69b733c7d37ffffe70c06312ff34615c6222631b6300")
	var out span.Tree
	r := codec.Find("actionbase").Record("edge-index")
	in := format.Input{Entry: store.Entry{Parts: []store.Part{{Name: store.Row, Bytes: b}}}}
	if err := identify.Explain(r, &in, &out, nil); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestATreeShowsEveryByteOnceInEveryWidth(t *testing.T) {
	source := tree(t).Sources[0].Bytes
	for _, width := range []int{0, 40, 79, 80, 200} {
		s := Screen{Width: width}
		s.Tree(tree(t))
		var shown []byte
		for i, line := range strings.Split(strings.TrimSuffix(string(s.Buf), "\n"), "\n") {
			if width >= 60 && Columns(line) > width {
				t.Errorf("width %d: a line of %d columns: %s", width, Columns(line), line)
			}
			if strings.ContainsAny(line, "\x1b\r") {
				t.Errorf("raw control bytes without colour: %q", line)
			}
			if i == 0 {
				continue
			}
			hex, _ := value.DecodeHex(strings.ReplaceAll(line[7:7+3*lineBytes-1], " ", ""))
			shown = append(shown, hex...)
		}
		if string(shown) != string(source) {
			t.Errorf("width %d: the bytes are %x, want %x", width, shown, source)
		}
	}
}

func TestColourAddsNothingButColour(t *testing.T) {
	plain, coloured := Screen{Width: 100}, Screen{Width: 100, Colour: true}
	plain.Tree(tree(t))
	coloured.Tree(tree(t))
	text := string(coloured.Buf)
	for {
		before, rest, ok := strings.Cut(text, "\x1b[")
		if !ok {
			break
		}
		_, rest, _ = strings.Cut(rest, "m")
		text = before + rest
	}
	if text != string(plain.Buf) {
		t.Errorf("without colours it is\n%s\nwant\n%s", text, plain.Buf)
	}
}

func TestATableIsCutAtTheEdge(t *testing.T) {
	table := Table{Head: []string{"n", "name"}, Rows: [][]string{{"1", "a\x1b"}, {"200", strings.Repeat("long ", 20)}, {"3"}},
		Right: map[int]bool{0: true}}
	s := Screen{Width: 30}
	s.Table(&table, " ")
	want := "   n  name\n   1  a\\u001b\n 200  " + strings.Repeat("long ", 4) + "lon…\n   3\n"
	if got := string(s.Buf); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}
