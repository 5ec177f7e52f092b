package main

import (
	"io"
	"slices"
	"strings"
	"testing"
)

func TestNearestCommand(t *testing.T) {
	for word, want := range map[string]string{
		"inspct": "inspect", "decoed": "decode", "formatss": "formats", "ver": "verify", "hesh": "hash", "xyz": "",
	} {
		got := meant(word, commandNames(newRoot(&call{})))
		if want != "" && !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestLinesOfAnyLength(t *testing.T) {
	const limit = 1 << 20
	long := strings.Repeat("x", limit)
	in := "a\n\r\nb\r\n" + long + "\n" + long + "y\r\n" + long + "yyyy\nlast"
	r := newLineReader(strings.NewReader(in), limit)
	var got []string
	for {
		line, err := r.next()
		if err == io.EOF {
			break
		}
		if err == errLongLine {
			got = append(got, "too long")
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(line))
	}
	want := []string{"a", "", "b", long, "too long", "too long", "last"}
	if !slices.Equal(got, want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
		for i := range got {
			t.Log(len(got[i]))
		}
	}
}
