package implexus_test

import (
	"bytes"
	"encoding/hex"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/implexus"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// kindsOfKeys says, for each kind, what follows its prefix.
var kindsOfKeys = []struct {
	kind, prefix, marker, rest string
}{
	{"entity", "entity:", "", ""}, {"props", "props:", "", ""}, {"children", "children:", "", ""}, {"config", "config:", "", ""},
	{"catcfg", "catcfg:", "", ""}, {"typeidx", "typeidx:", "", "label"}, {"cat-members", "cat:", ":members", ""},
	{"catl-group", "catl:", ":group:", "value"}, {"catl-keys", "catl:", ":keys", ""}, {"idx-tri", "idx:", ":tri:", "gram"},
	{"idx-bi", "idx:", ":bi:", "gram"}, {"idx-uni", "idx:", ":uni:", "gram"}, {"idx-doc", "idx:", ":doc:", "doc"},
}

// The texts in keys, including those that make them ambiguous.
var (
	scanPaths = []string{"/", "/i", "/i2", "/I", "/É", "/i/x", "/i:tri:x", "/i:doc:/d", "/c", "/c:group:x", "/c:group:", "/c:m", "/c:members",
		"/a//b", "/i/", "5", "5.0", "2024-05-01", "", `/"q"\`, "/c:keys"}
	scanRests = []string{"", "abc", "a", "ab", "a:b", "x:uni:y", "/d", "/d:tri:abc", "x:keys", ":keys", "group:x", "30", "30.0", "5", "é", "日本語",
		"日", "a:group:b", "true", "\U0010ffff", "2024-05-01"}
)

// fixtureEntries returns the rows of a fixture.
func fixtureEntries(t *testing.T, name string) (list []store.Entry) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "implexus", name+".rows.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		v, err := value.Parse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		key, _ := v.Member("key").Hex()
		val, _ := v.Member("value").Hex()
		list = append(list, store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: key}, {Name: store.Value, Bytes: val}}})
	}
	return list
}

// scannedKeys returns the keys of the fixtures and all that the texts form, some with a terminator.
func scannedKeys(t *testing.T) (list []string) {
	for _, name := range []string{"good", "corrupt"} {
		for _, e := range fixtureEntries(t, name) {
			key, _ := e.Part(store.Key)
			list = append(list, string(key))
		}
	}
	for _, k := range kindsOfKeys {
		for _, path := range scanPaths {
			for _, rest := range scanRests {
				switch {
				case k.kind == "typeidx":
					path = ""
				case k.rest == "":
					rest = ""
				}
				key := k.prefix + path + k.marker + rest
				list = append(list, key, key+"\x00")
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// scanCase is a query and, in Go, what it means.
type scanCase struct {
	query format.Query
	kind  string
	meant func(k *implexus.Key) bool
}

// randomScan returns a query for keys of a kind: for all of them, for those of a path, or with
// bounds on the last text.
func randomScan(r *rand.Rand) scanCase {
	k := kindsOfKeys[r.Intn(len(kindsOfKeys))]
	members := []value.Member{{Name: "kind", Value: value.Of(k.kind)}}
	c := scanCase{kind: k.kind, meant: func(*implexus.Key) bool { return true }}
	also := func(more func(k *implexus.Key) bool) {
		before := c.meant
		c.meant = func(k *implexus.Key) bool { return before(k) && more(k) }
	}
	last, texts, of := "path", scanPaths, func(k *implexus.Key) string { return string(k.Path) }
	ops := []string{">", ">=", "<", "<=", "^="}
	switch path := scanPaths[r.Intn(len(scanPaths))]; {
	case k.kind == "typeidx":
		last, texts, of = "label", scanRests, func(k *implexus.Key) string { return string(k.Rest) }
	case k.marker == "":
	case r.Intn(4) == 0:
		ops = ops[4:]
	default:
		members = append(members, value.Member{Name: "path", Value: value.Of(path)})
		also(func(k *implexus.Key) bool { return string(k.Path) == path })
		last, texts, of = k.rest, scanRests, func(k *implexus.Key) string { return string(k.Rest) }
	}
	one := func() string {
		text := texts[r.Intn(len(texts))]
		return strings.ToValidUTF8(text[:r.Intn(len(text)+1)], "")
	}
	switch n := r.Intn(4); {
	case last == "" || n == 0:
	case n == 1 && len(ops) > 1:
		text := texts[r.Intn(len(texts))]
		members = append(members, value.Member{Name: last, Value: value.Of(text)})
		also(func(k *implexus.Key) bool { return of(k) == text })
	default:
		from := r.Intn(len(ops))
		for _, op := range []string{ops[from], ops[(from+2)%len(ops)]}[:min(n-1, len(ops))] {
			o, _ := format.ParseOp(op)
			text := one()
			c.query.Bounds = append(c.query.Bounds, format.Bound{Name: last, Op: o, Value: value.Of(text)})
			also(func(k *implexus.Key) bool { return holds(of(k), o, text) })
		}
	}
	c.query.Fields = value.OfMembers(members...)
	return c
}

func holds(text string, o format.Op, than string) bool {
	switch o {
	case format.Above:
		return text > than
	case format.From:
		return text >= than
	case format.Below:
		return text < than
	case format.To:
		return text <= than
	}
	return strings.HasPrefix(text, than)
}

// meantKeys returns the keys that a filter over all of them finds, judged by the best reading of
// each.
func meantKeys(list []string, c *scanCase) (meant []string) {
	var k implexus.KeyReading
	for _, key := range list {
		if implexus.DecodeKey([]byte(key), &k) == nil && k.Candidates[0].Kind.String() == c.kind && c.meant(&k.Candidates[0]) {
			meant = append(meant, key)
		}
	}
	return meant
}

// scanned returns the keys in the range whose rows Where accepts.
func scanned(t *testing.T, list []string, p *keys.Range) (found []string) {
	t.Helper()
	where, err := filter.Parse(p.Where)
	if err != nil {
		t.Fatalf("%s: %v", p.Where, err)
	}
	d := stream.Decoder{Format: "implexus", Record: "row"}
	var w value.Writer
	for _, key := range list {
		if key < string(p.Start) || p.Stop != nil && key >= string(p.Stop) {
			continue
		}
		e := store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: []byte(key)}}}
		if where == nil || where.Take(&stream.Row{Entry: &e}, &d, &w) {
			found = append(found, key)
		}
	}
	return found
}

// A scan finds exactly what a filter over all rows finds: by its range alone if it says nothing about other
// rows, otherwise with the filter that it gives.
func TestScansFindWhatAFilterFinds(t *testing.T) {
	list := scannedKeys(t)
	r := rand.New(rand.NewSource(formattest.Seed()))
	some, exact, refused := 0, 0, 0
	for range 800 {
		c := randomScan(r)
		meant := meantKeys(list, &c)
		p, err := keys.RangeOf(&implexus.Format, implexus.Format.Record("key"), new(format.Input), &c.query)
		if err != nil {
			if refused++; len(meant) > 0 || !strings.Contains(err.Error(), "no value is within these bounds") {
				t.Fatalf("%v %v: %v, and there are %q", c.query.Fields, c.query.Bounds, err, meant)
			}
			continue
		}
		if got := scanned(t, list, &p); !slices.Equal(got, meant) {
			t.Fatalf("%v %v: %q to %q where %s:\ngot  %q\nwant %q", c.query.Fields, c.query.Bounds, p.Start, p.Stop, p.Where, got, meant)
		}
		if (p.Where == "") != (len(p.Meets) == 0) {
			t.Errorf("%v: %q and %q", c.query.Fields, p.Where, p.Meets)
		}
		if len(meant) > 0 {
			some++
		}
		if p.Where == "" {
			exact++
		}
	}
	if some < 300 || exact < 100 {
		t.Errorf("%d scans found something, %d were exact, %d were of nothing", some, exact, refused)
	}
	t.Logf("%d keys; %d of 800 scans found something, %d were exact, %d were of nothing", len(list), some, exact, refused)
}

// The same keys in an LMDB that its own program wrote and dumped: the rows between the two lines that the form
// mdb names are those that the plan finds.
func TestScansOfARealLMDB(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		out, err := exec.Command(name, args...).Output()
		if err != nil {
			t.Fatalf("%s: %v; .ci/install installs it", name, err)
		}
		return string(out)
	}
	var load bytes.Buffer
	load.WriteString("VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n")
	list := scannedKeys(t)
	for i := range list { // any order
		load.WriteString(" " + hex.EncodeToString([]byte(list[i*7919%len(list)])) + "\n 00\n")
	}
	load.WriteString("DATA=END\n")
	cmd := exec.Command("mdb_load", dir)
	cmd.Stdin = &load
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("mdb_load: %v: %s", err, out)
	}
	var stored []string
	for line := range strings.Lines(run("mdb_dump", dir)) {
		if strings.HasPrefix(line, " ") {
			stored = append(stored, strings.TrimSpace(line))
		}
	}
	r := rand.New(rand.NewSource(formattest.Seed()))
	some := 0
	for range 100 {
		c := randomScan(r)
		p, err := keys.RangeOf(&implexus.Format, implexus.Format.Record("key"), new(format.Input), &c.query)
		if err != nil {
			continue
		}
		var got []string
		for i := 0; i < len(stored); i += 2 { // a key line, a value line
			if key := stored[i]; key >= hex.EncodeToString(p.Start) && (p.Stop == nil || key < hex.EncodeToString(p.Stop)) {
				b, _ := hex.DecodeString(key)
				got = append(got, string(b))
			}
		}
		if got, meant := scanned(t, got, &p), meantKeys(list, &c); !slices.Equal(got, meant) {
			t.Fatalf("%v %v:\ngot  %q\nwant %q", c.query.Fields, c.query.Bounds, got, meant)
		} else if len(meant) > 0 {
			some++
		}
	}
	if len(stored) != 2*len(list) || some < 20 {
		t.Errorf("%d lines of %d keys, %d scans found something", len(stored), len(list), some)
	}
}
