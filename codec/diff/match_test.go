package diff_test

import (
	"encoding/hex"
	"strings"
	"testing"

	_ "github.com/rowlens/rowlens/codec/all"
	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
)

// indexCell is an index cell of Actionbase: row key and value in hex.
func indexCell(t *testing.T, row, val string) *stream.Row {
	t.Helper()
	e := &store.Entry{}
	for _, p := range [...][2]string{{store.Row, row}, {store.Family, "66"}, {store.Qualifier, "65"}, {store.Value, val}} {
		b, err := hex.DecodeString(p[1])
		if err != nil {
			t.Fatal(err)
		}
		e.Add(p[0], b)
	}
	return &stream.Row{Entry: e}
}

// matched returns the changes between two documents, and the line with the totals.
func matched(t *testing.T, m diff.Match, old, new []*stream.Row) (changes []string, lines string) {
	t.Helper()
	d := diff.Documents{Comparer: diff.Comparer{Old: &stream.Summarizer{}, New: &stream.Summarizer{}}, Match: m}
	for side, rows := range [...][]*stream.Row{old, new} {
		for _, r := range rows {
			if err := d.Add(side, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, done, err := d.Append(nil, 100)
	if err != nil || !done {
		t.Fatal(done, err)
	}
	for line := range strings.Lines(string(text)) {
		if word, ok := strings.CutPrefix(line, `{"change":"`); ok {
			changes = append(changes, word[:strings.IndexByte(word, '"')])
		}
	}
	return changes, string(text)
}

func TestRowsMatchByKeyBySaltlessKeyOrByEntity(t *testing.T) {
	const (
		key    = "346974656d2032002ba95c6311297c29832b8d6cda4705d37ffffe70bd6207ff2c80000000000000"
		value  = "2c8000018f429df8012b333f93262c8000018f429df8002b2a94378e052bbbce6294313ffdffffffffffff"
		other  = "2c8000018f429df8022b333f93262c8000018f429df8002b2a94378e052bbbce6294313ffdffffffffffff"
		salt   = "64d95d7f"
		wrong  = "64d95d7e"
		first  = key + "4d"
		second = key + "4e"
	)
	one := func(row, val string) []*stream.Row { return []*stream.Row{indexCell(t, row, val)} }
	two := func(a, b string) []*stream.Row {
		return []*stream.Row{indexCell(t, a, value), indexCell(t, b, value)}
	}
	for _, c := range []struct {
		name     string
		match    diff.Match
		old, new []*stream.Row
		want     string
	}{
		{"another salt, by key", diff.ByKey, one(wrong+first, value), one(salt+first, value), "removed added"},
		{"another salt", diff.BySaltless, one(wrong+first, value), one(salt+first, value), "changed"},
		{"the same salt", diff.BySaltless, one(salt+first, value), one(salt+first, value), ""},
		{"both salts on one side", diff.BySaltless, two(salt+first, wrong+first), one(salt+first, value), "removed"},
		{"another target without a salt", diff.BySaltless, one(salt+first, value), one(salt+second, value), "removed added"},
		{"another target of the entity", diff.ByEntity, one(salt+first, value), one(salt+second, other), "changed"},
		{"several rows of the entity", diff.ByEntity, two(salt+first, salt+second), one(salt+second, value), "removed"},
		{"what no format reads", diff.ByEntity, one("00", value), one("00", other), "changed"},
	} {
		got, lines := matched(t, c.match, c.old, c.new)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s\n%s", c.name, got, c.want, lines)
		}
		said := `"row":["` + wrong + first + `","` + salt + first + `"]`
		if c.name == "another salt" && !strings.Contains(lines, said) {
			t.Errorf("the keys that differ are not said: %s", lines)
		}
	}
}

func TestMatchesHaveNames(t *testing.T) {
	for name, want := range map[string]diff.Match{
		"": diff.ByKey, "key": diff.ByKey, "key without salt": diff.BySaltless, "entity": diff.ByEntity,
	} {
		if got, err := diff.ParseMatch(name); err != nil || got != want {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	if _, err := diff.ParseMatch("salt"); err == nil {
		t.Error("an unknown name is taken")
	}
}
