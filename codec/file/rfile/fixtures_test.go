package rfile

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

const fixtures = "rfile/all"

// fixture is a line of index.jsonl: a file, and the lines that Accumulo reads in it.
type fixture struct {
	File          string
	Raw           string
	VisibleAll    string `json:"visible-all"`
	VisiblePublic string `json:"visible-a-public"`
	LatestPublic  string `json:"latest-a-public"`
	Issue         string
	Issues        []struct {
		Issue  string
		Offset any
	}
	Lost [][2]int
}

func readFixtures(t testing.TB) (all []fixture, files file.Files) {
	t.Helper()
	files = storetest.Files(t, fixtures)
	for _, line := range storetest.Lines(t, fixtures, "index.jsonl") {
		var f fixture
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all, files
}

// want returns the lines of a file without the lost ones.
func want(t testing.TB, files file.Files, name string, lost [][2]int) []string {
	t.Helper()
	b, ok := files[name]
	if !ok {
		t.Fatalf("the fixtures have no %s", name)
	}
	var lines []string
	if len(b) > 0 {
		lines = strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	}
	for _, l := range slices.Backward(lost) {
		lines = slices.Delete(lines, l[0], l[0]+l[1])
	}
	return lines
}

func openFixture(t testing.TB, files file.Files, name string) file.Store {
	t.Helper()
	return storetest.Open(t, Kind, file.Files{path.Base(name): files[name]})
}

func TestFilesReadAsAccumuloReadsThem(t *testing.T) {
	all, files := readFixtures(t)
	labels := []string{"a", "b", "public", "secret", "x.y", "ä"}
	public := []string{"a", "public"}
	for _, f := range all {
		views := []struct {
			name, lines string
			query       file.Query
		}{
			{"raw", f.Raw, file.Query{Stored: true}},
			{"visible-all", f.VisibleAll, file.Query{Versions: 1 << 20, Labels: labels, HasLabels: true}},
			{"visible-a-public", f.VisiblePublic, file.Query{Versions: 1 << 20, Labels: public, HasLabels: true}},
			{"latest-a-public", f.LatestPublic, file.Query{Labels: public, HasLabels: true}},
		}
		for _, v := range views {
			if v.lines == "" {
				continue
			}
			t.Run(f.File+"/"+v.name, func(t *testing.T) {
				got, damage := storetest.Read(t, openFixture(t, files, f.File), v.query)
				storetest.Compare(t, got, want(t, files, v.lines, f.Lost))
				checkDamage(t, damage, f)
			})
		}
	}
}

// checkDamage fails unless the issues of a fixture, if any, and the reported damage match.
func checkDamage(t *testing.T, damage []file.Damage, f fixture) {
	t.Helper()
	if len(f.Issues) == 0 && len(damage) > 0 {
		t.Errorf("damage in a sound file: %+v", damage)
	}
	for _, issue := range f.Issues {
		if !slices.ContainsFunc(damage, func(d file.Damage) bool {
			at, placed := issue.Offset.(float64)
			return slices.Contains(strings.Split(issue.Issue, " or "), d.Code) && (!placed || int64(at) == d.Offset)
		}) {
			t.Errorf("no damage %s at %v: got %+v", issue.Issue, issue.Offset, damage)
		}
	}
}

func TestEncryptedFilesAreRefusedByName(t *testing.T) {
	all, files := readFixtures(t)
	refused := 0
	for _, f := range all {
		if f.Issue == "" {
			continue
		}
		refused++
		got, damage := storetest.Read(t, openFixture(t, files, f.File), file.Query{Stored: true})
		if len(got) > 0 || len(damage) != 1 || damage[0].Code != f.Issue || !strings.Contains(damage[0].Text, "AESCryptoService") {
			t.Errorf("%s: %d entries, damage %+v, want %s by the name of the service", f.File, len(got), damage, f.Issue)
		}
	}
	if refused == 0 {
		t.Error("no fixture is to be refused")
	}
}

func TestSalvageReadsWhatABrokenIndexBlockHides(t *testing.T) {
	_, files := readFixtures(t)
	got, _ := storetest.Read(t, openFixture(t, files, "damaged/levels-gz-index.rf"), file.Query{Stored: true, Salvage: true})
	storetest.Compare(t, got, want(t, files, "levels.raw.jsonl", [][2]int{{1000, 500}}))
}

func TestSampleEntriesAreNotMixedIn(t *testing.T) {
	_, files := readFixtures(t)
	for _, name := range []string{"sampled.rf", "sampled-gz.rf"} {
		b := slices.Clone(files[name])
		copy(b[len(b)-16:], make([]byte, 16)) // without its index, the samples follow the entries
		got, damage := storetest.Read(t, storetest.Open(t, Kind, file.Files{name: b}), file.Query{Stored: true})
		all := want(t, files, "sampled.raw.jsonl", nil)
		slices.Sort(got) // they are in file order: group by group
		slices.Sort(all)
		storetest.Compare(t, got, all)
		sample := 0
		for _, d := range damage[1:] {
			n, _ := strconv.Atoi(strings.Fields(d.Found)[0])
			if sample += n; d.Code != codeSample || !d.Remark {
				t.Errorf("%s: damage %+v, want remarks on samples only", name, d)
			}
		}
		if want := len(want(t, files, "sampled.sample.jsonl", nil)); damage[0].Code != "trailer" || sample != want {
			t.Errorf("%s: damage %s, %d entries of samples are left out, want %d", name, damage[0].Code, sample, want)
		}
	}
}

func TestRangesSeekToTheSameEntriesThatAFilterFinds(t *testing.T) {
	_, files := readFixtures(t)
	for _, name := range []string{"levels.rf", "groups-gz.rf", "accumulo15-levels-gz.rf", "codec-lzo.rf"} {
		s := openFixture(t, files, name)
		rows := rowsOf(t, s, file.Query{Stored: true})
		for i := 0; i < len(rows); i += 1 + len(rows)/40 {
			for j := i; j < len(rows); j += 1 + len(rows)/10 {
				q := file.Query{Stored: true, Start: []byte(rows[i]), Stop: []byte(rows[j])}
				var inside []string
				for _, r := range rows {
					if r >= rows[i] && r < rows[j] {
						inside = append(inside, r)
					}
				}
				storetest.Compare(t, rowsOf(t, s, q), inside)
			}
		}
	}
}

func rowsOf(t testing.TB, s file.Store, q file.Query) (rows []string) {
	t.Helper()
	c, err := s.Scan(file.All, q)
	if err != nil {
		t.Fatal(err)
	}
	var e file.Entry
	for c.Next(&e) {
		if r, ok := e.Part("row"); ok {
			rows = append(rows, string(r))
		}
	}
	return rows
}

func TestTablesSayWhatTheFilesSay(t *testing.T) {
	all, files := readFixtures(t)
	for _, f := range all {
		if len(f.Issues) > 0 || f.Raw == "" {
			continue
		}
		entries := int64(0)
		s := openFixture(t, files, f.File)
		for _, table := range s.Tables() {
			entries += table.Entries
		}
		if want := int64(len(want(t, files, f.Raw, f.Lost))); entries != want {
			t.Errorf("%s: the tables have %d entries, the file %d", f.File, entries, want)
		}
		rows := rowsOf(t, s, file.Query{Stored: true})
		for i := range rows {
			first, last := s.Tables()[0].First, s.Tables()[0].Last
			if len(s.Tables()) == 1 && (i == 0 && rows[i] != string(first) || i == len(rows)-1 && rows[i] != string(last)) {
				t.Errorf("%s: first and last row %x and %x are not those of the entries", f.File, first, last)
			}
		}
	}
}
