package hbase_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The published document of the storage structure, pattern by pattern: cells built as it says, of the model Simple
// { id: UInt32, name: String, unique } with an index over name, and what is read.
func TestThePublishedStructureIsRead(t *testing.T) {
	const definition = "0a12080112026964220a6a0808011001180020070a13080212046e616d652209820106080110001801121c0a0653696d706c" +
		"65120800010100000100001a031201012203120102"
	models, err := value.Parse([]byte(`{"models":{"1":{"model":"` + definition + `"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := cell.ParseSchema(models)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "golden", "documents", "maryk-hbase.txt"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t") // pattern, family, row, qualifier, value, record, fields
		if len(f) != 7 {
			t.Fatalf("%q", line)
		}
		e := store.Entry{Timestamp: "1620482295781654528"}
		e.Add(store.Row, marykfixture.Unhex(t, f[2]))
		e.Add(store.Family, []byte(f[1]))
		e.Add(store.Qualifier, marykfixture.Unhex(t, f[3]))
		e.Add(store.Value, marykfixture.Unhex(t, f[4]))
		in := format.Input{Entry: e, Schema: schema, Given: value.OfMembers()}
		var w value.Writer
		if err := hbase.Format.Record(f[5]).Decode(&in, nil, &w); err != nil {
			t.Errorf("%s: %v", f[0], err)
		} else if got := string(w.Buf); got != f[6] {
			t.Errorf("%s: %s, want %s", f[0], got, f[6])
		}
		count++
	}
	if count < 10 {
		t.Errorf("only %d rows", count)
	}
}
