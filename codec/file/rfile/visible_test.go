package rfile

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

func TestVisibilities(t *testing.T) {
	labels := map[string]bool{"a": true, "b": true, "x.y": true, "ä": true, `"\`: true}
	for expression, want := range map[string]bool{
		"a": true, "c": false, "a&b": true, "a&c": false, "c|b": true, "c|d": false, "a&b&c": false, "c|d|a": true,
		"(a)": true, "((a|c)&b)": true, "(a&c)|b": true, "c&(a|b)": false, "x.y": true, `"ä"`: true, `"\"\\"`: true, `"a"&"b"`: true,
		"a&b|a": false, "a|b&a": false, "a|": false, "&a": false, "()": false, "(a": false, "a)": false, "a b": false, "ä": false,
		`"a`: false, `""`: false, `"\a"`: false, "a&(b": false, "a||b": false, "a!": false, `a"b"`: false, "(a)(b)": false,
		strings.Repeat("(", 50) + "a" + strings.Repeat(")", 50):            true,
		strings.Repeat("(", 1<<20) + "a" + strings.Repeat(")", 1<<20):      false,
		strings.Repeat("a&", 1000) + "a":                                   true,
		strings.Repeat("a&", 1000) + "c":                                   false,
		strings.Repeat("(a|c)&", 100) + "b":                                true,
		strings.Repeat("(c|", 40) + "c" + strings.Repeat(")", 40) + "|a&b": false,
	} {
		if got := holds([]byte(expression), labels); got != want {
			t.Errorf("%.40s: %v, want %v", expression, got, want)
		}
	}
}

// one returns a file with one group of these entries.
func one(all ...madeEntry) []byte {
	m := maker{version: 8, codec: "gz", most: 2}
	return m.file(madeGroup{entries: all})
}

func cell(r string, time int64, deleted bool, value string) (e madeEntry) {
	e.part = [parts][]byte{[]byte(r), []byte("f"), []byte("q"), nil}
	e.time, e.deleted, e.value = time, deleted, []byte(value)
	return e
}

// Of equal entries, the one in the file with the larger number comes first. Deletions hide
// entries of other files.
func TestFilesOfATabletAreOneTable(t *testing.T) {
	files := file.Files{
		"t-000001/A00000zz.rf": one(cell("a", 5, false, "old"), cell("b", 5, false, "hidden"), cell("d", 9, false, "kept")),
		"t-000001/F0000100.rf": one(cell("a", 5, false, "new"), cell("b", 5, true, ""), cell("c", 5, false, "alone"), cell("d", 8, true, "")),
	}
	values := func(q file.Query) (list []string) {
		s := storetest.Open(t, Kind, files)
		c, err := s.Scan(file.All, q)
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		for c.Next(&e) {
			r, _ := e.Part("row")
			v, _ := e.Part("value")
			list = append(list, string(r)+"="+string(v)+e.Deleted+" "+e.Source.File)
		}
		return list
	}
	old, later := " t-000001/A00000zz.rf", " t-000001/F0000100.rf"
	if got, want := values(file.Query{Stored: true}), []string{
		"a=new" + later, "a=old" + old, "b=delete" + later, "b=hidden" + old, "c=alone" + later, "d=kept" + old, "d=delete" + later,
	}; !slices.Equal(got, want) {
		t.Errorf("stored: %q, want %q", got, want)
	}
	if got, want := values(file.Query{}), []string{"a=new" + later, "c=alone" + later, "d=kept" + old}; !slices.Equal(got, want) {
		t.Errorf("visible: %q, want %q", got, want)
	}
}

// Files with other names are separate tables.
func TestOtherFilesAreATableEach(t *testing.T) {
	files := file.Files{"people.rf": one(cell("a", 1, false, "1")), "places.rf": one(cell("a", 1, false, "2"))}
	var names []string
	for _, s := range storetest.Stores(t, Kind, files, file.Options{}) {
		for _, table := range s.Tables() {
			names = append(names, table.Name)
		}
	}
	if want := []string{"people", "places"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
