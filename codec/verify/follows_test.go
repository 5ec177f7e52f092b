package verify

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// scanned returns a checker with the rows of a scan of Actionbase after damage changed them.
func scanned(t *testing.T, file string, damage func(e *store.Entry)) *Checker {
	t.Helper()
	read := func(name string) []byte {
		text, err := os.ReadFile("../../golden/actionbase/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	models, err := value.Parse(read("actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schema.Parse(models, "")
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(schemas, "", seoul{})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := dump.ParseText(read(file), dump.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range parsed.Rows {
		damage(&parsed.Rows[i].Entry)
		v.Add(&parsed.Rows[i].Entry)
	}
	return v
}

// following returns the findings that follow from another, as "code < code of the other", after
// checking that the number and the row are those of the other.
func following(t *testing.T, v *Checker) (list []string) {
	t.Helper()
	all := v.Findings()
	for i := range all {
		c := all[i].Follows
		if c == nil {
			continue
		}
		of := &all[c.Number-1]
		if of.Code != c.Code || of.Source != c.Source || !bytes.Equal(appendID(nil, of.Found), appendID(nil, c.Parts)) {
			t.Errorf("%s follows from %+v, which is %s of %+v", all[i].Code, c, of.Code, of.Source)
		}
		list = append(list, all[i].Code+" < "+c.Code)
	}
	return list
}

// isState reports whether a row is the state of the edge from 77 to "item 2".
func isState(e *store.Entry) bool {
	row, _ := e.Part(store.Row)
	return bytes.HasPrefix(row, []byte("\x38\x32\xf4\x79")) && bytes.HasSuffix(row, []byte("item 2\x00"))
}

func spoil(e *store.Entry, part string, at int) {
	for i := range e.Parts {
		if e.Parts[i].Name == part {
			e.Parts[i].Bytes = bytes.Clone(e.Parts[i].Bytes)
			e.Parts[i].Bytes[at] ^= 1
		}
	}
}

func TestAFindingNamesTheOneFromWhichItFollows(t *testing.T) {
	const sound, damaged = "actionbase-hbase-shell.txt", "actionbase-hbase-shell-damaged.txt"
	for name, c := range map[string]struct {
		file   string
		damage func(e *store.Entry)
		want   string
	}{
		"a row is missing where its salt should put it": {damaged, func(*store.Entry) {}, "missing-index-row < wrong-salt"},
		"a state row has a wrong salt": {sound, func(e *store.Entry) {
			if isState(e) {
				spoil(e, store.Row, 0)
			}
		}, "missing-state-row < wrong-salt"},
		"a count does not decode": {sound, func(e *store.Entry) {
			if row, _ := e.Part(store.Row); len(row) > 0 && bytes.HasPrefix(row, []byte("\x06\xff\xdc\x3e")) {
				e.Parts[len(e.Parts)-1].Bytes = []byte("x")
			}
		}, "wrong-count < undecodable-row"},
		"one state row does not decode, and the other rows about its item have wrong salts": {sound, func(e *store.Entry) {
			if isState(e) {
				e.Parts[len(e.Parts)-1].Bytes = []byte("x")
			} else if row, _ := e.Part(store.Row); bytes.Contains(row, []byte("item 2\x00")) {
				spoil(e, store.Row, 0)
			}
		}, "orphan-cache-cell < wrong-salt, orphan-cache-cell < wrong-salt, wrong-count < undecodable-row, orphan-cache-cell < undecodable-row"},
		"nothing is wrong": {sound, func(*store.Entry) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(following(t, scanned(t, c.file, c.damage)), ", "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestNothingFollowsFromAnAcceptedFinding(t *testing.T) {
	v := scanned(t, "actionbase-hbase-shell-damaged.txt", func(*store.Entry) {})
	all := v.Findings()
	var w value.Writer
	for i := range all {
		if c := all[i].Follows; c != nil {
			all[c.Number-1].Write(&w)
		}
	}
	if err := v.Accept(w.Buf); err != nil {
		t.Fatal(err)
	}
	if got := following(t, v); len(got) > 0 {
		t.Error(got)
	}
	for _, f := range v.Findings() {
		if f.Code == "wrong-salt" {
			t.Errorf("%s is found", f.Code)
		}
	}
}
