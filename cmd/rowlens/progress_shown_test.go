package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// watched runs a command as on a terminal that shows progress at once. It returns the texts that
// appear there, one per line. The command writes to a file.
func watched(t *testing.T, stdin string, args ...string) []string {
	t.Helper()
	dir := t.TempDir()
	said, err := os.Create(filepath.Join(dir, "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	in, err := os.Open(stdin)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	stdout := os.Stdout
	if os.Stdout, err = os.Create(filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	defer func() {
		os.Stdout.Close()
		os.Stdout = stdout
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &call{ctx: ctx, cancel: cancel, name: "rowlens", in: in, out: bufio.NewWriter(io.Discard), err: said, errTerminal: true,
		status: status{pace: 50 * time.Microsecond}}
	if code := c.report(c.dispatch(args)); code != exitOK && code != exitFailed {
		t.Fatalf("%q: exit code %d: %s", args, code, readFile(t, said.Name()))
	}
	return strings.Split(readFile(t, said.Name()), clearLine)
}

// For everything that takes long, a terminal shows how far it has got: for reading, the
// percentage and the remaining time, even if the input is read twice or is standard input.
func TestEveryCommandShowsHowFarItIs(t *testing.T) {
	repeatedTo := func(size int, name, text string) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(strings.Repeat(text, 1+size/len(text))), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	repeated := func(name, text string) string { return repeatedTo(8<<20, name, text) }
	// Words are hashed so fast that, for 8 MB, a busy machine may not get round to showing anything.
	words := repeatedTo(100<<20, "words", "a word\nanother\n")
	scan, model := repeated("scan.txt", readFile(t, golden(scanFile))), golden(modelFile)
	rows := repeated("rows.jsonl", readFile(t, maryk("rocksdb", "latest.rows.jsonl")))
	records := repeated("records.jsonl", rowlens(t, "", "decode", "--model", model, golden(scanFile)).want(t, 0).out)
	request := repeated("requests", `{"id":"1","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c8000018f3c9be200"}}`+"\n")
	keys := repeated("keys", "2c8000018f3c9be200\n")
	if err := os.Truncate(keys, 19*1000); err != nil {
		t.Fatal(err)
	}
	const reading = `\d+ MB at \d+ MB/s, \d+ %, \d+ s left$`
	for _, c := range []struct {
		stdin string
		args  []string
		shown []string
	}{
		{os.DevNull, []string{"decode", "--model", model, scan}, []string{`^\d+ rows, ` + reading}},
		{os.DevNull, []string{"decode", "--model", model, "--sample", "3", scan}, []string{`^\d+ rows, ` + reading}},
		{scan, []string{"decode", "--model", model, "-"}, []string{`^\d+ rows, ` + reading}},
		{os.DevNull, []string{"decode", rows}, []string{`^looking for models: ` + reading, `^\d+ rows, ` + reading}},
		{rows, []string{"decode", "-"}, []string{`^looking for models: ` + reading, `^\d+ rows, ` + reading}},
		{os.DevNull, []string{"verify", rows}, []string{`^looking for models: ` + reading, `^` + reading, `^checking \d+ rows, \d+ s$`}},
		{os.DevNull, []string{"assemble", "--json", rows}, []string{`^looking for models: ` + reading, `^` + reading}},
		{os.DevNull, []string{"encode", "--model", model, records}, []string{`^` + reading}},
		{os.DevNull, []string{"model", rows}, []string{`^` + reading}},
		{os.DevNull, []string{"hash", "--format", "actionbase", "--find", "5", "--words", words}, []string{`^` + reading}},
		{request, []string{"batch"}, []string{`^` + reading}},
		{os.DevNull, []string{"order", "-f", keys}, []string{`^identifying and sorting keys: \d+, \d+/s, \d+ %, \d+ s left$`}},
		{os.DevNull, []string{"inspect", "-f", scan}, []string{`^explaining the input, 0 s$`}},
	} {
		texts := watched(t, c.stdin, c.args...)
		for _, want := range c.shown {
			pattern, found := regexp.MustCompile(want), false
			for _, text := range texts {
				found = found || pattern.MatchString(text)
			}
			if !found {
				t.Errorf("%q shows nothing like %s: %d texts, the last %q", c.args, want, len(texts), short(texts[len(texts)-1]))
			}
		}
		if last := texts[len(texts)-1]; regexp.MustCompile(reading).MatchString(last) {
			t.Errorf("%q leaves %q on the terminal", c.args, last)
		}
	}
	if texts := watched(t, os.DevNull, "decode", "-q", "--model", model, scan); len(texts) != 1 {
		t.Errorf("--quiet shows %q", texts)
	}
}

// A compressed file, or one in UTF-16, has fewer or more bytes than are read: no percentage is made up.
func TestTheShareOfAPackedFileIsNotKnown(t *testing.T) {
	c := &call{}
	for head, want := range map[string]int64{
		"\x1F\x8B\x08\x00": -1, "\x28\xB5\x2F\xFD": -1, "\xFF\xFEa\x00": -1, "\xFE\xFF\x00a": -1, "ROW": 3, "": 0,
	} {
		if got := c.sizeOf(writeFile(t, head)); got != want {
			t.Errorf("%q: %d, want %d", head, got, want)
		}
	}
	if got := c.sizeOf(filepath.Dir(writeFile(t, "ROW"))); got != 3 {
		t.Errorf("a folder with a file: %d", got)
	}
}

// A message replaces the progress.
func TestNotesAreNotMixedIntoTheProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "terminal")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := &call{name: "rowlens", err: f, errTerminal: true, status: status{pace: time.Millisecond}}
	stop := c.working(&work{what: "checking"}, false)
	for !strings.Contains(readFile(t, file), "checking") {
		time.Sleep(time.Millisecond)
	}
	c.note("note")
	stop()
	stop()
	c.note("end")
	if text := readFile(t, file); !strings.Contains(text, clearLine+"rowlens: note\n") || !strings.HasSuffix(text, "rowlens: end\n") ||
		strings.Contains(text, "srowlens") {
		t.Errorf("%q", text)
	}
}

func TestWorkTellsShareAndTimeLeft(t *testing.T) {
	w := work{what: "sorting keys", all: 2000}
	for done, want := range map[int64]string{0: "sorting keys, 5 s", 500: "sorting keys: 500, 100/s, 25 %, 15 s left"} {
		w.done.Store(done)
		if got := w.line(5 * time.Second); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	w.all = 0
	w.done.Store(500)
	if got := w.line(5 * time.Second); got != "sorting keys: 500, 100/s" {
		t.Errorf("%q", got)
	}
}
