package rocksdb

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Commas between operands are said to be assumed if no file has the delimiter and some were shown.
func TestAssumedDelimitersAreSaid(t *testing.T) {
	const newer, older = "[Version]\n  rocksdb_version=10.10.1\n", "[Version]\n  rocksdb_version=6.10.0\n"
	const family = "[CFOptions \"default\"]\n  merge_operator="
	k := internalKey
	two, one := []pair{{k("a", 2, typeMerge), "y"}, {k("a", 1, typePut), "x"}}, []pair{{k("a", 2, typeMerge), "y"}}
	for _, c := range []struct {
		what, operator, options string
		entries                 []pair
		stored                  bool
		rows                    string
		assumed                 bool
	}{
		{"a base and an operand", "StringAppendOperator", "", two, false, "a=x,y", true},
		{"no operator", "", "", two, false, "a=x,y", true},
		{"one operand", "StringAppendOperator", "", one, false, "a=y", false},
		{"all that is stored", "StringAppendOperator", "", two, true, "a=y:merge a=x:put", false},
		{"an operator that is unknown", "OwnOperator", "", two, false, "a=x:put a=y:merge", false},
		{"numbers", "UInt64AddOperator", "", []pair{{k("a", 2, typeMerge), "1\x00\x00\x00\x00\x00\x00\x00"}, {k("a", 1, typePut), "1\x00\x00\x00\x00\x00\x00\x00"}},
			false, "a=b\x00\x00\x00\x00\x00\x00\x00", false},
		{"OPTIONS", "StringAppendOperator", newer + family + "{id=StringAppendOperator;delimiter=,;}\n", two, false, "a=x,y", false},
		{"OPTIONS with the name alone", "StringAppendOperator", newer + family + "StringAppendOperator\n", two, false, "a=xy", false},
		{"OPTIONS of a writer that has only names", "StringAppendOperator", older + family + "StringAppendOperator\n", two, false, "a=x,y", true},
	} {
		w := &tableWriter{version: 5, sum: sumCRC32C}
		w.add(c.entries...)
		if c.operator != "" {
			w.props = append(w.props, pair{"rocksdb.merge.operator", c.operator})
		}
		b := w.finish()
		files := file.Files(databaseOf(nil, newFileOf(0, 9, uint64(len(b)), k("a", 2, typeMerge), k("a", 1, typePut), 1, 2)))
		files["000009.sst"] = b
		if c.options != "" {
			files["OPTIONS-000007"] = []byte(c.options)
		}
		if rows, assumed := assuming(t, files, file.Query{Stored: c.stored}); rows != c.rows || assumed != c.assumed {
			t.Errorf("%s: %q, assumed: %t", c.what, rows, assumed)
		}
	}
}

// assuming describes the rows of a database, and whether anything was assumed for them.
func assuming(t *testing.T, files file.Files, q file.Query) (rows string, assumed bool) {
	t.Helper()
	s := storetest.Open(t, Kind, files)
	if s.(file.Assuming).Assumed() != "" {
		t.Error("something is assumed before anything is read")
	}
	c, err := s.Scan(file.All, q)
	if err != nil {
		t.Fatal(err)
	}
	var e file.Entry
	noted := ""
	for c.Next(&e) {
		if rows != "" {
			rows += " "
		}
		rows += words(s, &e)
		noted += e.Note
	}
	if said := s.(file.Assuming).Assumed(); noted != said {
		t.Errorf("the one row has the note %q, the store says %q", noted, said)
	}
	return rows, noted != ""
}
