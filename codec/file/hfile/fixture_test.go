package hfile_test

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// fixture is one line of the fixtures' index.
type fixture struct {
	File, Expected, Issue  string
	Lost                   [][2]int
	Issues                 []issue
	Folder, Scan, Scan3    string
	Raw, AndWAL, WAL, From string
	Info                   struct{ EntryCount int64 }
}

type issue struct {
	Issue  string
	Offset any // a number, or "any"
}

// corpus returns all fixtures of HFiles, folders and logs.
func corpus(t testing.TB) file.Files {
	all := file.Files{}
	for _, name := range []string{"hfile/files", "hfile/damaged", "hfile/folders"} {
		for name, b := range storetest.Files(t, name) {
			all[name] = b
		}
	}
	return all
}

// index returns the fixtures for which pick is true.
func index(t testing.TB, all file.Files, pick func(c *fixture) bool) []fixture {
	var cases []fixture
	for _, line := range lines(all["index.jsonl"]) {
		var c fixture
		line = strings.ReplaceAll(line, `"and_wal"`, `"andWAL"`)
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		if pick(&c) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		t.Fatal("there are no such fixtures")
	}
	return cases
}

func lines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

// want returns what must be read of a fixture: the expected lines without the lost ones.
func (c *fixture) want(all file.Files) []string {
	var want []string
	for i, line := range lines(all[c.Expected]) {
		if !slices.ContainsFunc(c.Lost, func(l [2]int) bool { return i >= l[0] && i < l[0]+l[1] }) {
			want = append(want, line)
		}
	}
	return want
}

// only returns a folder with a single file.
func only(all file.Files, name string) file.Files { return file.Files{path.Base(name): all[name]} }

func TestFilesAreReadAsHBaseDoes(t *testing.T) {
	all := corpus(t)
	for _, c := range index(t, all, func(c *fixture) bool { return c.File != "" && c.Issue == "" }) {
		t.Run(c.File, func(t *testing.T) {
			s := storetest.Open(t, hfile.Kind, only(all, c.File))
			defer s.Close()
			got, damage := storetest.Read(t, s, file.Query{Stored: true})
			storetest.Compare(t, got, c.want(all))
			c.compare(t, damage)
			if n := s.Tables()[0].Entries; c.Info.EntryCount > 0 && n != c.Info.EntryCount {
				t.Errorf("the table has %d entries, want %d", n, c.Info.EntryCount)
			}
		})
	}
}

// compare fails if an expected issue is not reported, or if damage is reported and none is expected.
func (c *fixture) compare(t *testing.T, damage []file.Damage) {
	t.Helper()
	if len(c.Issues) == 0 && len(damage) > 0 {
		t.Errorf("a sound file has damage: %+v", damage)
	}
	for _, want := range c.Issues {
		words := strings.Split(want.Issue, " or ")
		offset, fixed := want.Offset.(float64)
		if !slices.ContainsFunc(damage, func(d file.Damage) bool {
			return slices.Contains(words, d.Code) && (!fixed || d.Offset == int64(offset))
		}) {
			t.Errorf("%s at %v is not in %+v", want.Issue, want.Offset, damage)
		}
	}
	for _, d := range damage {
		if d.Expected == "" || d.Found == "" || d.Text == "" || d.File == "" {
			t.Errorf("damage lacks words: %+v", d)
		}
	}
}

func TestWhatIsNotReadIsRefusedByName(t *testing.T) {
	all := corpus(t)
	for _, c := range index(t, all, func(c *fixture) bool { return c.File != "" && c.Issue != "" }) {
		s := storetest.Open(t, hfile.Kind, only(all, c.File))
		got, damage := storetest.Read(t, s, file.Query{})
		if len(got) > 0 || len(damage) != 1 || damage[0].Code != c.Issue {
			t.Errorf("%s: %d lines and %+v, want the damage %s alone", c.File, len(got), damage, c.Issue)
		}
	}
}

// disk is a host with folders, some of which the user gave.
type disk struct {
	file.Files
	given []string
}

func (d disk) List() ([]file.Info, error) {
	all, err := d.Files.List()
	return slices.DeleteFunc(all, func(i file.Info) bool {
		return !slices.ContainsFunc(d.given, func(g string) bool { return i.Name == g || strings.HasPrefix(i.Name, g+"/") })
	}), err
}

func (d disk) Path(name string) string { return "/backup/" + name }

func (d disk) OpenPath(path string) (file.File, error) {
	return d.Files.Open(strings.TrimPrefix(path, "/backup/"))
}

func TestFoldersAreReadAsAClientScans(t *testing.T) {
	all := corpus(t)
	for _, c := range index(t, all, func(c *fixture) bool { return c.Folder != "" }) {
		given := []string{c.Folder}
		if c.AndWAL != "" {
			given = append(given, c.AndWAL)
		}
		for _, view := range []struct {
			name, lines string
			query       file.Query
		}{
			{"scan", c.Scan, file.Query{}},
			{"scan3", c.Scan3, file.Query{Versions: 3}},
			{"raw", c.Raw, file.Query{Stored: true}},
		} {
			t.Run(strings.Join(given, "+")+" "+view.name, func(t *testing.T) {
				s := storetest.Open(t, hfile.Kind, disk{all, given})
				got, damage := storetest.Read(t, s, view.query)
				storetest.Compare(t, got, lines(all[view.lines]))
				if len(damage) > 0 {
					t.Errorf("a sound folder has damage: %+v", damage)
				}
			})
		}
	}
}

// logLine is a log entry in the form of the fixtures.
type logLine struct {
	Table, Sequence string
	Cells           []struct{ Row, Family, Qualifier, Timestamp, Type, Value string }
}

func TestLogsAreReadAsHBaseDoes(t *testing.T) {
	all := corpus(t)
	for _, c := range index(t, all, func(c *fixture) bool { return c.WAL != "" }) {
		var want []string
		for _, line := range c.want(all) {
			var e logLine
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			for _, x := range e.Cells {
				want = append(want, `{"row":"`+x.Row+`","family":"`+x.Family+`","qualifier":"`+x.Qualifier+`","timestamp":"`+x.Timestamp+
					`","type":"`+x.Type+`","value":"`+x.Value+`","tags":[],"seqid":"`+e.Sequence+`"}`)
			}
		}
		s := storetest.Open(t, hfile.Kind, only(all, c.WAL))
		got, damage := storetest.Read(t, s, file.Query{Stored: true})
		storetest.Compare(t, got, want)
		c.compare(t, damage)
		s.Close()
	}
}

func TestRealTablesOfMarykAreSound(t *testing.T) {
	set, err := file.Look(storetest.Files(t, "hfile/maryk"), []*file.Kind{hfile.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil || len(stores) != 22 {
		t.Fatalf("%d stores, want 22: %v", len(stores), err)
	}
	for _, s := range stores {
		got, damage := storetest.Read(t, s, file.Query{Stored: true})
		if n := s.Tables()[0].Entries; len(damage) > 0 || int64(len(got)) != n {
			t.Errorf("%s has %d cells and %+v, want %d", s.Path(), len(got), damage, n)
		}
	}
}
