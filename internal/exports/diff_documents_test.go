package exports

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// diffCase is a line of golden/differences/cases.json. The command's output is in a file beside it.
type diffCase struct {
	Name, Old, New, Schema string
	Options                map[string]any
}

func diffCases(t *testing.T) (cases []diffCase) {
	t.Helper()
	if err := json.Unmarshal(goldenFile(t, "differences/cases.json"), &cases); err != nil || len(cases) < 5 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	return cases
}

func openDiff(t *testing.T, options map[string]any) int64 {
	t.Helper()
	text, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	var e Error
	handle := DiffOpen(text, &e)
	if handle <= 0 {
		t.Fatalf("%s: %d %+v", text, handle, e)
	}
	return handle
}

// feedSide passes the text of a side in pieces of a given size.
func feedSide(t *testing.T, handle int64, side uint32, text []byte, size int) {
	t.Helper()
	var e Error
	for at := 0; at < len(text); at += size {
		piece := append([]byte(nil), text[at:min(at+size, len(text))]...)
		if n := DiffFeed(handle, side, piece, &e); n != 0 {
			t.Fatalf("at %d: %d %+v", at, n, e)
		}
		clear(piece) // the caller's memory must not be kept
	}
	if n := DiffFeed(handle, side, nil, &e); n != 1 {
		t.Fatalf("at the end: %d %+v", n, e)
	}
}

// allLines makes all steps, and returns their output.
func allLines(t *testing.T, handle int64) string {
	t.Helper()
	var all strings.Builder
	var e Error
	for more := int64(1); more == 1; {
		if more = DiffStep(handle, &e); more < 0 {
			t.Fatalf("%d %+v", more, e)
		}
		n := DiffReport(handle, nil, &e)
		out := make([]byte, max(n, 0))
		if again := DiffReport(handle, out, &e); again != n || n < 0 {
			t.Fatalf("%d bytes, then %d", n, again)
		}
		all.Write(out)
	}
	return all.String()
}

func TestDifferencesOfDocumentsAreThoseOfTheCommand(t *testing.T) {
	for _, c := range diffCases(t) {
		options := map[string]any{}
		for name, v := range c.Options {
			options[name] = v
		}
		if c.Schema != "" {
			options["schema"] = json.RawMessage(goldenFile(t, c.Schema))
		}
		want := string(goldenFile(t, "differences/"+c.Name+".jsonl"))
		for _, size := range []int{61, 1 << 20} {
			handle := openDiff(t, options)
			feedSide(t, handle, NewSide, goldenFile(t, c.New), size)
			feedSide(t, handle, OldSide, goldenFile(t, c.Old), size)
			if got := allLines(t, handle); got != want {
				t.Errorf("%s, pieces of %d:\n%s\nwant\n%s", c.Name, size, got, want)
			}
			if n := DiffClose(handle); n != 0 {
				t.Errorf("%s: close returned %d", c.Name, n)
			}
		}
	}
}

type totals struct{ Added, Removed, Changed, Same, Unread int }

// totalsOf returns the totals in the last line.
func totalsOf(t *testing.T, lines string) totals {
	t.Helper()
	lines = strings.TrimSuffix(lines, "\n")
	var line struct{ Totals totals }
	if err := json.Unmarshal([]byte(lines[strings.LastIndexByte(lines, '\n')+1:]), &line); err != nil {
		t.Fatal(err, lines)
	}
	return line.Totals
}

func TestStatesOfAStoreAreCompared(t *testing.T) {
	store := map[string]any{"store": filepath.Join(goldenFolder, "store-files", "samples", "rocksdb")}
	before := map[string]any{"at": "50"}
	for name, v := range store {
		before[name] = v
	}
	handle := openDiff(t, map[string]any{"old": before, "new": store})
	want := totals{Added: 185, Removed: 27, Changed: 5, Same: 18} // as in the output of rowlens diff --at 50
	if got := totalsOf(t, allLines(t, handle)); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	handles := []int64{handle}
	for _, stored := range []bool{false, true} {
		handle := openDiff(t, map[string]any{"old": store, "new": store, "stored": stored})
		if got := totalsOf(t, allLines(t, handle)); got.Added+got.Removed+got.Changed != 0 || got.Same == 0 {
			t.Errorf("with itself: %+v", got)
		}
		handles = append(handles, handle)
	}
	for _, handle := range handles {
		if n := DiffClose(handle); n != 0 {
			t.Errorf("close: %d", n)
		}
	}
}

func TestComparisonsRefuseWhatTheyCannotDo(t *testing.T) {
	for text, want := range map[string]string{
		`{`: "not-json", `{"format":"nothing"}`: "unknown-format", `{"schema":77}`: "bad-handle",
		`{"limit":-1}`: "refused", `{"memory":"x"}`: "refused", `{"stored":true,"visible":true}`: "refused",
		`{"old":{"store":7}}`: "refused", `{"new":{"store":"no/such/folder"}}`: "refused", `{"old":{"store":"."}}`: "refused",
		`{"new":{"store":"..","at":7}}`: "refused",
		// Members that would be ignored: misspelt, for the other kind of rows, or of the comparison as a whole.
		`{"visable":true}`: "refused", `{"old":{"cv":"0301"}}`: "refused", `{"old":{"start":"00"}}`: "refused", `{"old":{"limit":5}}`: "refused",
		`{"old":{"store":"..","spelling":"hex"}}`: "refused", `{"old":{"store":"..","limit":5}}`: "refused", `{"old":{"store":"..","stored":true}}`: "refused",
	} {
		var e Error
		if n := DiffOpen([]byte(text), &e); n >= 0 || e.Code.String() != want || e.Message == "" {
			t.Errorf("%s: %d %+v, want %s", text, n, e, want)
		}
	}
	var e Error
	store := openDiff(t, map[string]any{"old": map[string]any{"store": filepath.Join(goldenFolder, "store-files", "samples", "lmdb")}})
	if n := DiffFeed(store, OldSide, []byte("00"), &e); n != int64(Unsupported) {
		t.Errorf("text for a store: %d", n)
	}
	if n := DiffFeed(store, 2, nil, &e); n != int64(BadOption) {
		t.Errorf("a third side: %d", n)
	}
	for more := int64(1); ; { // first the store is read, then there is no text yet
		if more = DiffStep(store, &e); more != 1 {
			if more != int64(Refused) || e.Message != "the text of the side new has not ended" {
				t.Errorf("%d %+v", more, e)
			}
			break
		}
	}
	if DiffClose(store) != 0 {
		t.Error("it was not open")
	}
	for _, handle := range []int64{store, 0, 1, 1 << 60, 1 << 61, 1<<63 - 1} {
		for _, code := range []int64{DiffFeed(handle, OldSide, nil, &e), DiffStep(handle, &e), DiffReport(handle, nil, &e), DiffClose(handle)} {
			if code != int64(BadHandle) {
				t.Errorf("handle %d: %d", handle, code)
			}
		}
	}
}

func TestAComparisonKeepsToItsMemory(t *testing.T) {
	leavesNoGoroutine(t)
	text := goldenFile(t, "actionbase/actionbase-hbase-shell.txt")
	handle := openDiff(t, map[string]any{"memory": 20_000})
	var e Error
	n := DiffFeed(handle, OldSide, text, &e)
	if n == 0 { // rows are not read before there is more text
		n = DiffFeed(handle, OldSide, nil, &e)
	}
	if n != int64(Refused) || !strings.Contains(e.Message, "memory") {
		t.Errorf("%d %+v", n, e)
	}
	if n := DiffFeed(handle, NewSide, nil, &e); n != 1 {
		t.Errorf("%d %+v", n, e)
	}
	if n := DiffStep(handle, &e); n != int64(Refused) || !strings.Contains(e.Message, "memory") {
		t.Errorf("half a document is compared: %d %+v", n, e)
	}
	DiffClose(handle)
	handle = openDiff(t, map[string]any{"memory": 1_000_000})
	feedSide(t, handle, OldSide, text, 1000)
	DiffClose(handle) // with one side unfinished
}
