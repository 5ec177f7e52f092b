package marykfixture

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/lint"
)

// Store is a folder of golden with the databases of one of Maryk's stores.
type Store string

// The stores that have databases in golden.
const (
	HBase   Store = "maryk-hbase"
	RocksDB Store = "maryk-rocksdb"
)

// Lines reads a file of the store.
func (s Store) Lines(t testing.TB, name string) [][]byte {
	t.Helper()
	root, err := lint.Root()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(root, "golden", string(s), name))
	if err != nil {
		t.Fatal(err)
	}
	var plain io.Reader = bytes.NewReader(b)
	if strings.HasSuffix(name, ".gz") {
		if plain, err = gzip.NewReader(plain); err != nil {
			t.Fatal(err)
		}
	}
	var list [][]byte
	scan := bufio.NewScanner(plain)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		list = append(list, bytes.Clone(scan.Bytes()))
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// Parsed reads the lines of one of the store's files as JSON.
func Parsed[T any](t testing.TB, s Store, name string) []T {
	t.Helper()
	var list []T
	for _, line := range s.Lines(t, name) {
		var x T
		if err := json.Unmarshal(line, &x); err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

// Models returns the models of one of the store's databases.
func (s Store) Models(t testing.TB, db string) *cell.Schema {
	t.Helper()
	v, err := value.Parse(bytes.Join(s.Lines(t, db+".models.json"), []byte("\n")))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := cell.ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	return schema.(*cell.Schema)
}

// Unhex decodes hex digits.
func Unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Logical is a line of a database's logical.jsonl: a record as Maryk's store returned it.
type Logical struct {
	Model        uint32
	Key          string
	Exists       bool
	FirstVersion string
	LastVersion  string
	IsDeleted    bool
	Values       map[string]any
}

// Written returns a record as it was at a version.
func Written(t testing.TB, x cell.Joined, at hlc.Version) Logical {
	t.Helper()
	var w value.Writer
	if err := x.Write(&w, at); err != nil {
		t.Fatal(err)
	}
	var got Logical
	if err := json.Unmarshal(w.Buf, &got); err != nil {
		t.Fatalf("%v in %s", err, w.Buf)
	}
	return got
}
