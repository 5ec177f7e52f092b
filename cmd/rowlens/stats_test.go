package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tallied is what stats says about something, or what decode's records add up to.
type tallied struct{ Rows, KeyBytes, ValueBytes int64 }

// statsJSON is the part of the output of stats --json that is compared.
type statsJSON struct {
	Rows, Bytes, KeyBytes, ValueBytes, Damage, Doubtful int64
	Keys                                                struct {
		Distinct, RepeatedBytes int64
		Error                   float64
	}
	Records []struct {
		Format, Record string
		tallied
		Keys, Values sizesJSON
	}
	Tables []struct {
		Format, Table string
		tallied
		Parts []struct {
			Record, Name string
			tallied
		}
	}
	Entities struct {
		Distinct        int64
		ByRows, ByBytes []struct {
			Format, Table, Entity string
			tallied
		}
	}
	Salts struct {
		Buckets, Hottest []struct {
			Region int
			Start  string
			tallied
		}
	}
	Times struct {
		Series []struct {
			Format, Field                                   string
			Count, Outside, Future, Oldest, Newest, Highest int64
			Histogram                                       []barJSON
		}
	}
	Sizes       struct{ Keys, Values sizesJSON }
	Undecodable map[string]int64
	Doubts      map[string]int64
	Properties  []struct {
		Property string
		Types    []struct{ Type string }
	}
	Deletions []struct {
		Format, Deleted string
		Rows            int64
	}
	Store *struct {
		Freed           int64
		Stored, Visible struct{ Entries, KeyBytes, ValueBytes, Deletions int64 }
		Levels          []struct{ Level, Entries, Bytes int64 }
		Compression     []string
	}
}

type barJSON struct{ From, To, Rows int64 }

type sizesJSON struct {
	Min, P50, P95, Max int64
	Mean               float64
	Histogram          []barJSON
}

// keyParts are the parts of a key, in store order.
var keyParts = []string{"row", "family", "qualifier", "visibility", "key"}

// decoded is a record written by decode.
type decoded struct {
	Format, Record, Timestamp, Deleted string
	Parts                              map[string]string
	Source                             struct{ Table, CF string }
	Error                              *struct{ Code string }
	Lenient, Tie, Check, Canonical     any
	Extra                              int
}

// counts are figures that a test adds up itself.
type counts struct {
	all                 tallied
	records             map[string]tallied
	keys, values        []int64
	rowKeys             map[string]bool
	codes, doubts, gone map[string]int64
	stamps              []int64
	regions             [16]int64
	repeated            int64
	beforeSource        string
}

func countsOf(t *testing.T, text string) *counts {
	t.Helper()
	c := &counts{
		records: map[string]tallied{}, rowKeys: map[string]bool{},
		codes: map[string]int64{}, doubts: map[string]int64{}, gone: map[string]int64{},
	}
	before := []string{}
	for _, line := range lines(text) {
		var r decoded
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		one := tallied{Rows: 1, ValueBytes: int64(len(r.Parts["value"]) / 2)}
		var key []string
		for _, name := range keyParts {
			if part, ok := r.Parts[name]; ok {
				one.KeyBytes += int64(len(part) / 2)
				key = append(key, part)
			}
		}
		c.add(&r, one, key, before)
		before = key
		c.beforeSource = fmt.Sprint(r.Source)
	}
	return c
}

func (c *counts) add(r *decoded, one tallied, key, before []string) {
	c.all.add(one)
	c.keys, c.values = append(c.keys, one.KeyBytes), append(c.values, one.ValueBytes)
	source := fmt.Sprint(r.Source)
	c.rowKeys[source+r.Parts["row"]+r.Parts["key"]] = true
	for i := range min(len(key), len(before)) {
		if c.beforeSource != source {
			break
		}
		n := 0
		for n+2 <= min(len(key[i]), len(before[i])) && key[i][n:n+2] == before[i][n:n+2] {
			n += 2
		}
		c.repeated += int64(n / 2)
		if n < max(len(key[i]), len(before[i])) {
			break
		}
	}
	if b, err := hex.DecodeString(r.Parts["row"]); err == nil && r.Parts["row"] != "" {
		c.regions[b[0]>>4]++
	}
	if ms, err := strconv.ParseInt(r.Timestamp, 10, 64); err == nil {
		c.stamps = append(c.stamps, ms)
	}
	if r.Deleted != "" {
		c.gone[r.Deleted]++
	}
	if r.Error != nil {
		c.codes[r.Error.Code]++
		return
	}
	id := r.Format + "/" + r.Record
	kind := c.records[id]
	kind.add(one)
	c.records[id] = kind
	for name, has := range map[string]bool{
		"lenient": r.Lenient != nil, "extra": r.Extra > 0, "tie": r.Tie != nil, "check": r.Check != nil, "canonical": r.Canonical != nil,
	} {
		if has {
			c.doubts[name]++
		}
	}
}

func (t *tallied) add(o tallied) {
	t.Rows, t.KeyBytes, t.ValueBytes = t.Rows+o.Rows, t.KeyBytes+o.KeyBytes, t.ValueBytes+o.ValueBytes
}

// statsInputs are dumps and stores, with the flags for reading them.
var statsInputs = [][]string{
	{golden(scanFile), "--model", golden(modelFile)},
	{golden("actionbase-hbase-shell-damaged.txt")},
	{filepath.Join(goldenDir, "maryk-hbase", "latest.scan.txt"), "--model", filepath.Join(goldenDir, "maryk-hbase", "latest.models.json")},
	{filepath.Join(goldenDir, "maryk-rocksdb", "latest.rows.jsonl"), "--model", filepath.Join(goldenDir, "maryk-rocksdb", "latest.models.json")},
	{filepath.Join(goldenDir, "implexus", "corrupt.dump.hex.txt")},
	{filepath.Join(goldenDir, "accumulograph", "accumulograph-shell-st.txt")},
	{filepath.Join(goldenDir, "store-files", "samples", "rocksdb", "maryk")},
	{filepath.Join(goldenDir, "store-files", "samples", "rocksdb", "maryk"), "--stored"},
	{filepath.Join(goldenDir, "store-files", "samples", "lmdb", "implexus")},
	{filepath.Join(goldenDir, "store-files", "samples", "rfile", "social_vertex.rf")},
}

var goldenDir = filepath.Join("..", "..", "golden")

// The figures are what decode's records add up to.
func TestStatsAreWhatTheRecordsAddUpTo(t *testing.T) {
	for _, args := range statsInputs {
		want := countsOf(t, rowlens(t, "", append([]string{"decode", "--json"}, args...)...).out)
		got := statsOf(t, args...)
		name := strings.Join(args, " ")
		same := func(what string, got, want any) {
			t.Helper()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %s is %v, want %v", name, what, got, want)
			}
		}
		if len(want.keys) == 0 {
			t.Fatalf("%s has no rows", name)
		}
		same("all", tallied{got.Rows, got.KeyBytes, got.ValueBytes}, want.all)
		same("bytes", got.Bytes, want.all.KeyBytes+want.all.ValueBytes)
		same("row keys", got.Keys.Distinct, len(want.rowKeys))
		same("repeated bytes", got.Keys.RepeatedBytes, want.repeated)
		records, tables := map[string]tallied{}, tallied{}
		for _, r := range got.Records {
			records[r.Format+"/"+r.Record] = r.tallied
		}
		same("records", records, want.records)
		all := tallied{}
		for _, table := range got.Tables {
			tables.add(table.tallied)
			for _, p := range table.Parts {
				all.add(p.tallied)
			}
		}
		sum := tallied{}
		for _, r := range want.records {
			sum.add(r)
		}
		same("rows of all tables", tables, sum)
		same("rows of all parts of tables", all, sum)
		same("undecodable", got.Undecodable, want.codes)
		same("doubts", got.Doubts, want.doubts)
		gone := map[string]int64{}
		for _, d := range got.Deletions {
			if d.Format == "" {
				gone[d.Deleted] = d.Rows
			}
		}
		same("deletions", gone, want.gone)
		sameSizes(t, name+" keys", got.Sizes.Keys, want.keys)
		sameSizes(t, name+" values", got.Sizes.Values, want.values)
		sameStamps(t, name, got, want)
		for i, b := range got.Salts.Buckets {
			same(fmt.Sprintf("region %d", i), b.Rows, want.regions[i])
		}
		if want.regions != [16]int64{} && got.Salts.Hottest[0].Rows != slices.Max(want.regions[:]) {
			t.Errorf("%s: the hottest region has %d rows, want %d", name, got.Salts.Hottest[0].Rows, slices.Max(want.regions[:]))
		}
	}
}

func statsOf(t *testing.T, args ...string) *statsJSON {
	t.Helper()
	var got statsJSON
	out := rowlens(t, "", append([]string{"stats", "--json"}, args...)...).want(t, 0).out
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err, out)
	}
	return &got
}

func sameSizes(t *testing.T, name string, got sizesJSON, list []int64) {
	t.Helper()
	slices.Sort(list)
	sum := int64(0)
	for _, n := range list {
		sum += n
	}
	at := func(q int) int64 { return list[(len(list)*q+99)/100-1] }
	for _, q := range []struct {
		got, want int64
	}{{got.Min, list[0]}, {got.P50, at(50)}, {got.P95, at(95)}, {got.Max, list[len(list)-1]}} {
		if q.got < q.want || q.got > q.want+q.want/128 || q.want < 256 && q.got != q.want {
			t.Errorf("%s: %+v, want %d to %d", name, got, q.want, q.want+q.want/128)
		}
	}
	if mean := float64(sum) / float64(len(list)); got.Mean < mean-0.01 || got.Mean > mean+0.01 {
		t.Errorf("%s: mean %v, want %v", name, got.Mean, mean)
	}
	for _, b := range got.Histogram {
		n := int64(0)
		for _, v := range list {
			if v >= b.From && v <= b.To {
				n++
			}
		}
		if n != b.Rows {
			t.Errorf("%s: %d from %d to %d, want %d", name, b.Rows, b.From, b.To, n)
		}
	}
}

// sameStamps compares the store's own timestamps, which in Maryk on HBase are versions of its clock.
func sameStamps(t *testing.T, name string, got *statsJSON, want *counts) {
	t.Helper()
	n := int64(0)
	for _, s := range got.Times.Series {
		if s.Field != "" {
			continue
		}
		n += s.Count
		if s.Count != int64(len(want.stamps)) {
			continue // of several formats
		}
		oldest, newest := slices.Min(want.stamps), slices.Max(want.stamps)
		if strings.HasPrefix(s.Format, "maryk") {
			oldest, newest = oldest>>20, newest>>20
		}
		if s.Outside == 0 && (s.Oldest != oldest || s.Newest != newest) {
			t.Errorf("%s: timestamps from %d to %d, want %d to %d", name, s.Oldest, s.Newest, oldest, newest)
		}
	}
	if n != int64(len(want.stamps)) {
		t.Errorf("%s: %d timestamps, want %d", name, n, len(want.stamps))
	}
}

// For Actionbase, the tables, indexes and sources are those in the fields.
func TestStatsNameTablesIndexesAndSources(t *testing.T) {
	args := []string{golden(scanFile), "--model", golden(modelFile)}
	type row struct {
		Record string
		Parts  map[string]string
		Fields struct {
			Table, Index, Group, Cache string
			Source, DirectedSource     *struct{ Value any }
		}
	}
	tables, sources := map[string]tallied{}, map[string]tallied{}
	for _, line := range lines(rowlens(t, "", append([]string{"decode", "--json"}, args...)...).out) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		one := tallied{1, int64(len(r.Parts["row"]+r.Parts["family"]+r.Parts["qualifier"]) / 2), int64(len(r.Parts["value"]) / 2)}
		f := &r.Fields
		source := f.Source
		if source == nil {
			source = f.DirectedSource
		}
		of := func(m map[string]tallied, id string) { n := m[id]; n.add(one); m[id] = n }
		of(tables, f.Table+" "+r.Record+" "+f.Index+f.Group+f.Cache)
		of(sources, f.Table+" "+fmt.Sprint(source.Value))
	}
	got := statsOf(t, append(args, "--top", "1000")...)
	parts, biggest := map[string]tallied{}, map[string]tallied{}
	for _, table := range got.Tables {
		for _, p := range table.Parts {
			parts[table.Table+" "+p.Record+" "+p.Name] = p.tallied
		}
	}
	for _, e := range got.Entities.ByBytes {
		biggest[e.Table+" "+e.Entity] = e.tallied
	}
	if !maps.Equal(parts, tables) || len(tables) < 8 {
		t.Errorf("tables:\n%v\nwant\n%v", parts, tables)
	}
	if !maps.Equal(biggest, sources) || got.Entities.Distinct != int64(len(sources)) {
		t.Errorf("sources:\n%v\nwant\n%v", biggest, sources)
	}
}

// The names of column families are text where they can be; others are in hex.
func TestStatsNameColumnFamilies(t *testing.T) {
	rows := `{"key":"61","cf":"64656661756c74","value":"01"}` + "\n" + `{"key":"62","cf":"6600","value":"01"}` + "\n"
	want := []string{"6600 1 2", "default 1 2"}
	var got []string
	for _, line := range lines(rowlens(t, rows, "stats").want(t, 0).out) {
		if f := strings.Fields(line); len(f) == 3 && (f[0] == "6600" || strings.HasPrefix(f[0], "def") || strings.HasPrefix(f[0], "646")) {
			got = append(got, strings.Join(f, " "))
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("families %q, want %q", got, want)
	}
}

// A compaction frees what is stored and not visible.
func TestStatsOfAStoreSayWhatACompactionFrees(t *testing.T) {
	store := filepath.Join(goldenDir, "store-files", "samples", "rocksdb", "maryk")
	visible, stored := statsOf(t, store), statsOf(t, store, "--stored")
	for _, s := range []*statsJSON{visible, stored} {
		if s.Store.Visible.Entries != visible.Rows || s.Store.Stored.Entries != stored.Rows ||
			s.Store.Freed != stored.Bytes-visible.Bytes || s.Store.Freed <= 0 || s.Store.Stored.Deletions == 0 {
			t.Errorf("%+v, want %d rows of %d stored", s.Store, visible.Rows, stored.Rows)
		}
	}
	if dump := statsOf(t, golden(scanFile)); dump.Store != nil {
		t.Errorf("a dump has %+v", dump.Store)
	}
}

// The number of cores makes no difference.
func TestStatsDoNotDependOnTheNumberOfCores(t *testing.T) {
	big := strings.Repeat(readFile(t, golden("actionbase-hbase-shell-damaged.txt")), 40)
	file := filepath.Join(t.TempDir(), "scan.txt")
	if err := os.WriteFile(file, []byte(big), 0o600); err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, n := range []string{"1", "2", "7"} {
		cmd := unstarted("", "stats", "--json", "-q", "--model", golden(modelFile), file)
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+n)
		got := finish(t, cmd).want(t, 0).out
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s cores print\n%s\none prints\n%s", n, short(got), short(want))
		}
	}
}

// Formats declare what a row is of. For each format, the entities are those in the fields, in the tables named
// by the fields, the model or the dump.
func TestStatsKnowTheEntitiesOfEachFormat(t *testing.T) {
	maryk := filepath.Join(goldenDir, "maryk-rocksdb", "latest.")
	for _, c := range []struct {
		args  []string
		of    func(fields map[string]any) any
		table string // that has most rows
		types string // of a property, "name type"
		part  string // an index
	}{
		{
			[]string{maryk + "rows.jsonl", "--model", maryk + "models.json"},
			func(f map[string]any) any { return f["record"] }, "Ware", "stock int32", "stock",
		},
		{
			[]string{filepath.Join(goldenDir, "maryk-hbase", "latest.cells.jsonl"), "--model", filepath.Join(goldenDir, "maryk-hbase", "latest.models.json")},
			func(f map[string]any) any { return f["record"] }, "rllatest:Ware", "stock int32", "stock",
		},
		{
			[]string{filepath.Join(goldenDir, "accumulograph", "accumulograph-shell-st.txt")},
			func(f map[string]any) any { return f["id"] }, "social_vertex", "age integer", "people",
		},
	} {
		name := c.args[0]
		want := map[string]int64{}
		for _, line := range lines(rowlens(t, "", append([]string{"decode", "--json"}, c.args...)...).out) {
			var r struct{ Fields map[string]any }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if id := c.of(r.Fields); id != nil {
				want[fmt.Sprint(id)]++
			}
		}
		got := statsOf(t, append(c.args, "--top", "10000")...)
		entities := map[string]int64{}
		for _, e := range got.Entities.ByRows {
			entities[e.Entity] += e.Rows
		}
		if !maps.Equal(entities, want) || len(want) < 5 {
			t.Errorf("%s: entities\n%v\nwant\n%v", name, entities, want)
		}
		if got.Tables[0].Table != c.table {
			t.Errorf("%s: most rows are of %q, want %q", name, got.Tables[0].Table, c.table)
		}
		parts := []string{}
		for _, table := range got.Tables {
			for _, p := range table.Parts {
				parts = append(parts, p.Name)
			}
		}
		if !slices.Contains(parts, c.part) {
			t.Errorf("%s: the parts of tables %q lack %q", name, parts, c.part)
		}
		types := []string{}
		for _, p := range got.Properties {
			for _, x := range p.Types {
				types = append(types, p.Property+" "+x.Type)
			}
		}
		if !slices.Contains(types, c.types) {
			t.Errorf("%s: types %q lack %q", name, types, c.types)
		}
	}
}
