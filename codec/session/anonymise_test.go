package session_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// anonymised is the answer to anonymise.
type anonymised struct {
	Text                   string
	Rows, Cleared          int
	ChangeCount, LeftCount int
	Changes                []struct{ Field, From, To, Kept string }
	Left                   []struct{ Place, Why string }
	Error                  string
}

func anonymise(t *testing.T, members map[string]any) anonymised {
	t.Helper()
	members["op"] = "anonymise"
	line, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	var s session.Session
	var got anonymised
	if err := json.Unmarshal(s.Answer(nil, line), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func goldenFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../golden", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// dumps are scans of all stores, with how many rows pass and are left out, texts that must be gone, and one that stays.
var dumps = []struct {
	file, schema string
	rows, left   int
	gone         []string
	stays        string
}{
	{"actionbase/actionbase-hbase-shell.txt", "actionbase/actionbase-hbase-shell.schema.json", 106, 0, []string{"item", "friends", "ord-2"}, "f"},
	{"actionbase/actionbase-hbase-shell-damaged.txt", "actionbase/actionbase-hbase-shell.schema.json", 104, 0, []string{"item"}, "f"},
	{"accumulograph/accumulograph-shell.txt", "", 59, 4, []string{"marko", "café", "knows"}, "age"},
	{"implexus/good.dump.hex.txt", "", 116, 0, []string{"john", "products", "admin"}, "children:/"},
	{"maryk-hbase/latest.scan.txt", "maryk-hbase/latest.models.json", 272, 0, []string{"Main 0", "renamed"}, "d"},
	{"maryk-rocksdb/latest.rows.jsonl", "maryk-rocksdb/latest.models.json", 208, 0, []string{"Main 0", "born again"}, "Ware"},
}

func TestDumpsAreAnonymised(t *testing.T) {
	for _, d := range dumps {
		t.Run(d.file, func(t *testing.T) {
			members := map[string]any{"text": goldenFile(t, d.file)}
			if d.schema != "" {
				members["schema"] = map[string]string{"text": goldenFile(t, d.schema)}
			}
			got := anonymise(t, members)
			if got.Error != "" || got.Rows != d.rows || got.LeftCount != d.left {
				t.Fatalf("%q, %d rows and %d left out, expected %d and %d: %v", got.Error, got.Rows, got.LeftCount, d.rows, d.left, got.Left)
			}
			for _, text := range d.gone {
				if strings.Contains(got.Text, hex.EncodeToString([]byte(text))) {
					t.Errorf("%q is still there", text)
				}
			}
			if !strings.Contains(got.Text, hex.EncodeToString([]byte(d.stays))) {
				t.Errorf("%q is not there any longer", d.stays)
			}
			decodes(t, got, members["schema"])
			if d.file == "accumulograph/accumulograph-shell.txt" && !keeps(&got, "social_vertex") {
				t.Error("it is not said that the name of the table stays")
			}
		})
	}
}

// Ids are numbered and texts become letters, both in order of appearance.
func TestIDsAreNumbered(t *testing.T) {
	got := anonymise(t, map[string]any{"text": goldenFile(t, "actionbase/actionbase-hbase-shell-damaged.txt"), "row": 53,
		"schema": map[string]string{"text": goldenFile(t, "actionbase/actionbase-hbase-shell.schema.json")}})
	to := map[string]string{}
	for _, c := range got.Changes {
		to[c.From] = c.To + c.Kept
	}
	for from, want := range map[string]string{"1002": "1", "friends": "aaaaaaa", "item 2": "bbbbbb", "social.user_likes": "name"} {
		if to[from] != want {
			t.Errorf("%s becomes %q, expected %q: %v", from, to[from], want, got.Changes)
		}
	}
	if to["95ca6243"] != "check" {
		t.Error("it is not said that the salt is computed again")
	}
}

// Names and times stay unless they are to be replaced, and what is left decodes.
func TestNamesAndTimesAreReplacedIfChosen(t *testing.T) {
	for _, d := range dumps {
		members := map[string]any{"text": goldenFile(t, d.file), "names": true, "times": true}
		if d.schema != "" {
			members["schema"] = map[string]string{"text": goldenFile(t, d.schema)}
		}
		got := anonymise(t, members)
		if got.Rows < d.rows-d.left-1 {
			t.Errorf("%s: %d rows of %d: %v", d.file, got.Rows, d.rows, got.Left)
		}
		decodes(t, got, members["schema"])
		for _, c := range got.Changes {
			if c.Kept == "time" {
				t.Errorf("%s: the time %s of %s stays", d.file, c.From, c.Field)
			}
		}
	}
}

// keeps reports whether an answer lists a name as kept.
func keeps(got *anonymised, name string) bool {
	for _, c := range got.Changes {
		if c.From == name && c.Kept == "name" {
			return true
		}
	}
	return false
}

// decodes checks that the result decodes without doubts: each row is read again by itself.
func decodes(t *testing.T, got anonymised, schema any) {
	t.Helper()
	request, err := json.Marshal(map[string]any{"text": got.Text, "schema": schema})
	if err != nil {
		t.Fatal(err)
	}
	x := inspect(t, string(request))
	if x.RowCount != got.Rows {
		t.Errorf("%d rows are read again, of %d", x.RowCount, got.Rows)
	}
	for _, r := range x.Rows {
		if r.Error != nil {
			t.Errorf("line %d: %s", r.Line, r.Error.Message)
		}
	}
}

// The same value is replaced by the same one wherever it is, and the same rows give the same result.
func TestJoinsStay(t *testing.T) {
	dump := goldenFile(t, "implexus/good.dump.hex.txt")
	one, again := anonymise(t, map[string]any{"text": dump}), anonymise(t, map[string]any{"text": dump})
	if one.Text != again.Text {
		t.Error("the same rows become something else")
	}
	to := map[string]string{}
	for _, c := range one.Changes {
		if c.Field == "text" {
			to[c.From] = c.To
		}
	}
	if to["/users/john"] == "" || to["/users/john"] != "/"+to["users"]+"/"+to["john"] {
		t.Errorf("the path %q is not made of %q and %q", to["/users/john"], to["users"], to["john"])
	}
}

func TestOneRowIsAnonymised(t *testing.T) {
	got := anonymise(t, map[string]any{"text": fiveKeys, "row": 0})
	if got.Rows != 1 || len(got.Text) != 2*53 || strings.HasPrefix(fiveKeys, got.Text) {
		t.Errorf("%d rows, %q", got.Rows, got.Text)
	}
	found := slices.ContainsFunc(got.Changes, func(c struct{ Field, From, To, Kept string }) bool {
		return c.From == "friends" && len(c.To) == len(c.From) && c.To != c.From
	})
	if !found {
		t.Errorf("what became of friends is not said: %v", got.Changes)
	}
	parts := anonymise(t, map[string]any{"parts": map[string]string{"row": fiveKeys[:2*53]}, "timestamp": "1"})
	if parts.Rows != 1 || !strings.Contains(parts.Text, `"timestamp":"1"`) {
		t.Errorf("parts give %q", parts.Text)
	}
}

func TestWhatCannotBeAnonymisedIsRefused(t *testing.T) {
	for _, c := range []struct {
		members map[string]any
		why     string
	}{
		{map[string]any{}, "expected text, or parts as hex"},
		{map[string]any{"text": fiveKeys, "row": 9}, "there is no such row"},
	} {
		if got := anonymise(t, c.members); got.Error != c.why {
			t.Errorf("%v: %q, expected %q", c.members, got.Error, c.why)
		}
	}
	left := anonymise(t, map[string]any{"text": "{\"key\":\"ffff\",\"value\":\"ff\"}\n{\"key\":\"fefe\",\"value\":\"ff\"}"})
	if left.Rows != 0 || left.LeftCount != 2 || left.Text != "" || left.Left[1].Place != "line 2" {
		t.Errorf("bytes of no format: %+v", left)
	}
}
