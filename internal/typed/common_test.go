package typed

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

const golden = "../../golden"

func isStored(list []format.Record, name string) bool {
	for i := range list {
		if list[i].Name == name {
			return true
		}
	}
	return false
}

var schemas = map[[2]string]*Schema{}

func schemaOf(t testing.TB, formatID, record string) *Schema {
	t.Helper()
	s := schemas[[2]string{formatID, record}]
	if s == nil {
		kinds, err := Kinds(formatID, record)
		if err != nil {
			t.Fatal(err)
		}
		s = NewSchema(kinds)
		schemas[[2]string{formatID, record}] = s
	}
	return s
}

func eachVector(t *testing.T, do func(v value.Value)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(golden, "vectors", "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(unpacked)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			v, err := value.Parse(lines.Bytes())
			if err != nil {
				t.Fatal(name, err)
			}
			do(v)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(name, err)
		}
		f.Close()
	}
}
