package exports

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// statsCase is a line of golden/stats/cases.json. The command's output is in a file beside it.
type statsCase struct {
	Name, Input, Schema string
	Store               bool
	Options             map[string]any
}

var goldenFolder = filepath.Join("..", "..", "golden")

func goldenFile(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(goldenFolder, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func statsCases(t *testing.T) (cases []statsCase) {
	t.Helper()
	if err := json.Unmarshal(goldenFile(t, "stats/cases.json"), &cases); err != nil || len(cases) < 10 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	return cases
}

// open begins to count.
func (c *statsCase) open(t *testing.T) int64 {
	t.Helper()
	options := map[string]any{}
	for name, v := range c.Options {
		options[name] = v
	}
	if c.Store {
		options["store"] = filepath.Join(goldenFolder, filepath.FromSlash(c.Input))
	}
	if c.Schema != "" {
		options["schema"] = json.RawMessage(goldenFile(t, c.Schema))
	}
	return openStats(t, options)
}

func openStats(t *testing.T, options map[string]any) int64 {
	t.Helper()
	text, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	var e Error
	handle := StatsOpen(text, &e)
	if handle <= 0 {
		t.Fatalf("%s: %d %+v", text, handle, e)
	}
	return handle
}

func report(t *testing.T, handle int64) string {
	t.Helper()
	var e Error
	n := StatsReport(handle, nil, &e)
	if n < 0 {
		t.Fatalf("%d %+v", n, e)
	}
	out := make([]byte, n)
	if again := StatsReport(handle, out, &e); again != n {
		t.Fatalf("%d bytes, then %d", n, again)
	}
	return string(out)
}

// feedAll passes a text in pieces of a given size.
func feedAll(t *testing.T, handle int64, text []byte, size int) {
	t.Helper()
	var e Error
	for at := 0; at < len(text); at += size {
		piece := append([]byte(nil), text[at:min(at+size, len(text))]...)
		if n := StatsFeed(handle, piece, &e); n != 0 {
			t.Fatalf("at %d: %d %+v", at, n, e)
		}
		for i := range piece {
			piece[i] = 0xff // the caller's memory must not be kept
		}
		if at/size%16 == 0 {
			if got := report(t, handle); !strings.HasPrefix(got, `{"rows":`) {
				t.Fatal(got)
			}
		}
	}
	if n := StatsFeed(handle, nil, &e); n != 1 {
		t.Fatalf("at the end: %d %+v", n, e)
	}
}

func TestStatsAreThoseOfTheCommand(t *testing.T) {
	for _, c := range statsCases(t) {
		want := string(goldenFile(t, "stats/"+c.Name+".json"))
		if c.Store {
			handle := c.open(t)
			var e Error
			for more := int64(1); more == 1; {
				if more = StatsStep(handle, &e); more < 0 {
					t.Fatalf("%s: %+v", c.Name, e)
				}
			}
			if got := report(t, handle); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", c.Name, got, want)
			}
			if n := StatsClose(handle); n != 0 {
				t.Errorf("%s: close returned %d", c.Name, n)
			}
			continue
		}
		for _, size := range []int{61, 4096, 1 << 20} {
			handle := c.open(t)
			feedAll(t, handle, goldenFile(t, c.Input), size)
			if got := report(t, handle); got != want {
				t.Errorf("%s, pieces of %d:\n%s\nwant\n%s", c.Name, size, got, want)
			}
			if n := StatsClose(handle); n != 0 {
				t.Errorf("%s: close returned %d", c.Name, n)
			}
		}
	}
}

func TestStatsTakeTheHandleOfASchema(t *testing.T) {
	var e Error
	schema := SchemaOpen("actionbase", goldenFile(t, "actionbase/actionbase-hbase-shell.schema.json"), &e)
	handle := openStats(t, map[string]any{"schema": schema})
	feedAll(t, handle, goldenFile(t, "actionbase/actionbase-hbase-shell-damaged.txt"), 1000)
	if got, want := report(t, handle), string(goldenFile(t, "stats/actionbase.json")); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for format, want := range map[string]Code{"maryk-rocksdb": BadHandle, "implexus": BadHandle} {
		options := fmt.Sprintf(`{"format":%q,"schema":%d}`, format, schema)
		if n := StatsOpen([]byte(options), &e); n != int64(want) {
			t.Errorf("%s: %d %+v", options, n, e)
		}
	}
	both := openStats(t, map[string]any{"format": "actionbase", "schema": []int64{schema}})
	if n := StatsClose(both); n != 0 {
		t.Error(n)
	}
	if StatsClose(schema) != int64(BadHandle) || StatsClose(handle) != 0 || SchemaClose(schema) != 0 {
		t.Error("a handle is of one thing only")
	}
}

func TestStatsRefuseWhatTheyCannotDo(t *testing.T) {
	options := map[string]string{
		`{`: "not-json", `{"format":"nothing"}`: "unknown-format", `{"schema":77}`: "bad-handle", `{"schema":[1,2]}`: "bad-handle",
		`{"top":-1}`: "refused", `{"top":10001}`: "refused", `{"regions":0}`: "refused", `{"regions":1e9}`: "refused", `{"now":"x"}`: "refused",
		`{"splits":"00"}`: "refused", `{"splits":["x"]}`: "refused", `{"splits":["00"],"regions":2}`: "refused",
		`{"where":"source>"}`: "refused", `{"where":"record=nothing"}`: "refused",
		`{"store":7}`: "refused", `{"store":"no/such/folder"}`: "refused", `{"store":"."}`: "refused", `{"store":"..","table":7}`: "refused",
		// Members that would be ignored: misspelt, or for the other kind of rows.
		`{"wher":"record=x"}`: "refused", `{"start":"00"}`: "refused", `{"limit":5}`: "refused", `{"store":"..","cf":"0301"}`: "refused",
	}
	for text, want := range options {
		var e Error
		if n := StatsOpen([]byte(text), &e); n >= 0 || e.Code.String() != want || e.Message == "" {
			t.Errorf("%s: %d %+v, want %s", text, n, e, want)
		}
	}
	text, store := openStats(t, nil), openStats(t, map[string]any{"store": filepath.Join(goldenFolder, "store-files", "samples", "lmdb")})
	var e Error
	if n := StatsStep(text, &e); n != int64(Unsupported) {
		t.Errorf("step of text: %d", n)
	}
	if n := StatsFeed(store, []byte("00"), &e); n != int64(Unsupported) {
		t.Errorf("text for a store: %d", n)
	}
	if n := StatsFeed(text, nil, &e); n != 1 {
		t.Errorf("the end: %d %+v", n, e)
	}
	if n := StatsFeed(text, []byte("00"), &e); n != int64(Refused) || e.Message != "the text has ended" {
		t.Errorf("text after the end: %d %+v", n, e)
	}
	if got := report(t, text); !strings.HasPrefix(got, `{"rows":0,`) {
		t.Error(got)
	}
	unknown := openStats(t, map[string]any{"spelling": "nothing"})
	if n := StatsFeed(unknown, []byte("00\n"), &e); n != 0 && n != int64(Refused) {
		t.Errorf("an unknown spelling: %d", n)
	}
	if n := StatsFeed(unknown, nil, &e); n != int64(Refused) {
		t.Errorf("an unknown spelling at the end: %d %+v", n, e)
	}
	for _, handle := range []int64{text, store, unknown} {
		if n := StatsClose(handle); n != 0 {
			t.Errorf("close: %d", n)
		}
	}
	for _, handle := range []int64{text, store, 0, -1, 1, 1 << 61, 1 << 62, 1<<63 - 1} {
		codes := []int64{StatsFeed(handle, nil, &e), StatsStep(handle, &e), StatsReport(handle, nil, &e), StatsClose(handle)}
		for _, code := range codes {
			if code != int64(BadHandle) {
				t.Errorf("handle %d: %d", handle, codes)
			}
		}
	}
}

// As in the command, a member that no row has is a mistake, and nothing that was looked for in vain.
func TestStatsRefuseAMemberThatNoRowHas(t *testing.T) {
	var e Error
	text := goldenFile(t, "actionbase/actionbase-hbase-shell.txt")
	for where, want := range map[string]int64{"nope = 3": int64(Refused), "record = edge-count and nope = 3": int64(Refused), "count = 77": 1, "table = x": 1} {
		handle := openStats(t, map[string]any{"format": "actionbase", "where": where})
		if n := StatsFeed(handle, text, &e); n != 0 {
			t.Fatal(n, e)
		}
		if n := StatsFeed(handle, nil, &e); n != want || n < 0 && e.Message != `where: no row has a member "nope"` {
			t.Errorf("%s: %d %+v", where, n, e)
		}
		StatsClose(handle)
	}
	for _, c := range []struct {
		store, where string
		want         int64
	}{
		{"rfile", "nope = 3", int64(Refused)},
		{"rfile", "label = 77", 0},
		{"rocksdb", "nope = 3", int64(Refused)}, // whose models are in its rows
		{"rocksdb", "Vault = x", 0},             // a word of the models
	} {
		where, want := c.where, c.want
		handle := openStats(t, map[string]any{"store": filepath.Join(goldenFolder, "store-files", "samples", c.store), "where": where})
		n := int64(1)
		for n == 1 {
			n = StatsStep(handle, &e)
		}
		if n != want {
			t.Errorf("%s: %d %+v", where, n, e)
		}
		StatsClose(handle)
	}
}

func TestStatsThatAreClosedEarlyLeaveNothing(t *testing.T) {
	leavesNoGoroutine(t)
	text := goldenFile(t, "actionbase/actionbase-hbase-shell.txt")
	for range 20 {
		handle := openStats(t, nil)
		var e Error
		if n := StatsFeed(handle, text[:3000], &e); n != 0 {
			t.Fatalf("%d %+v", n, e)
		}
		StatsClose(handle)
	}
}

func TestAValueThatIsTooLongEndsItsText(t *testing.T) {
	handle := openStats(t, nil)
	zeros := make([]byte, 1<<20)
	var e Error
	for fed := 0; ; fed++ {
		n := StatsFeed(handle, zeros, &e)
		if n == 1 {
			break
		}
		if n != 0 || fed > 100 {
			t.Fatalf("after %d MiB: %d %+v", fed, n, e)
		}
	}
	if got := report(t, handle); !strings.Contains(got, `"bad-text":1`) {
		t.Error(got)
	}
	StatsClose(handle)
}

func TestStatsAreAskedByThreads(t *testing.T) {
	handle := openStats(t, nil)
	text := goldenFile(t, "actionbase/actionbase-hbase-shell.txt")
	var all sync.WaitGroup
	stop := make(chan bool)
	for range 3 {
		all.Go(func() {
			out := make([]byte, 1<<16)
			for {
				select {
				case <-stop:
					return
				default:
				}
				var e Error
				if n := StatsReport(handle, out, &e); n < 100 || !json.Valid(out[:n]) {
					t.Errorf("%d %+v", n, e)
					return
				}
			}
		})
	}
	feedAll(t, handle, text, 500)
	close(stop)
	all.Wait()
	if n := StatsClose(handle); n != 0 {
		t.Error(fmt.Sprint(n))
	}
}

func TestAStoreBehindALinkIsRead(t *testing.T) {
	store, err := filepath.Abs(filepath.Join(goldenFolder, "store-files", "samples", "lmdb"))
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "latest")
	if err := os.Symlink(store, link); err != nil {
		t.Fatal(err)
	}
	reports := map[string]bool{}
	for _, path := range []string{store, link} {
		handle := openStats(t, map[string]any{"store": path})
		var e Error
		for StatsStep(handle, &e) == 1 {
		}
		reports[report(t, handle)] = true
		StatsClose(handle)
	}
	if len(reports) != 1 {
		t.Errorf("%d different reports", len(reports))
	}
}
