package dump

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

// golden reads a file that other programs left, see golden/dumps.
func golden(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// expected is one line of golden/dumps/expected.jsonl.
type expected struct {
	File, Format string
	Index        int
	Exact        bool
	Parts        map[string]string
	Default      map[string]string `json:"default_reading"`
	Meta         map[string]any
}

func expectedDumps(t testing.TB) (files []string, byFile map[string][]expected) {
	t.Helper()
	byFile = map[string][]expected{}
	for line := range bytes.Lines(golden(t, "dumps/expected.jsonl")) {
		var e expected
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if byFile[e.File] == nil {
			files = append(files, e.File)
		}
		byFile[e.File] = append(byFile[e.File], e)
	}
	return files, byFile
}

// hexParts shows an entry's parts as the expected files do.
func hexParts(e *store.Entry) map[string]string {
	m := map[string]string{}
	for _, p := range e.Parts {
		m[p.Name] = hex.EncodeToString(p.Bytes)
	}
	return m
}

func sameParts(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || w != v {
			return false
		}
	}
	return true
}

func TestGoldenDumpsAreDetectedAndRead(t *testing.T) {
	files, byFile := expectedDumps(t)
	if len(files) != 97 {
		t.Errorf("%d files", len(files))
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) { checkDump(t, golden(t, "dumps/"+file), byFile[file]) })
	}
}

func checkDump(t *testing.T, text []byte, want []expected) {
	res, err := ParseText(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Form.ID != want[0].Format {
		t.Errorf("detected %s, want %s", res.Form.ID, want[0].Format)
	}
	if len(res.Rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(res.Rows), len(want))
	}
	for i, row := range res.Rows {
		if row.Err != nil {
			t.Errorf("row %d: %v", i, row.Err)
			continue
		}
		w := want[i]
		parts := w.Parts
		if w.Default != nil {
			parts = w.Default
		}
		got := hexParts(&row.Entry)
		if w.Format == "pg-copy" { // COPY has no header, so the column has no name
			parts = renamed(parts, "v", store.Bytes)
		}
		lossy := !w.Exact && w.Default == nil && !sameParts(got, parts)
		if !lossy && !sameParts(got, parts) {
			t.Errorf("row %d: parts %v, want %v", i, got, parts)
		}
		// If the text does not show that nothing was lost, the entry is never exact.
		unsure := row.Detail.Note == noteRocksText || row.Detail.Note == noteEscape
		if row.Detail.Exact != w.Exact && !(w.Exact && unsure) {
			t.Errorf("row %d: exact %v (%s), want %v", i, row.Detail.Exact, row.Detail.Note, w.Exact)
		}
		checkMeta(t, i, row, w.Meta)
	}
}

func renamed(parts map[string]string, from, to string) map[string]string {
	if v, ok := parts[from]; ok {
		return map[string]string{to: v}
	}
	return parts
}

func checkMeta(t *testing.T, i int, row Row, meta map[string]any) {
	for name, want := range meta {
		got := any(nil)
		switch name {
		case "timestamp":
			got = row.Entry.Timestamp
		case "database":
			got = row.Entry.Source.Table
		case "seq":
			got = row.Detail.Seq
		case "type":
			if got = row.Entry.Deleted; row.Detail.Type != "" {
				got = row.Detail.Type
			} else if got == "" {
				got = "Put"
			}
		default: // a column that holds no bytes, or a remark of the sample maker
			continue
		}
		if got != want {
			t.Errorf("row %d: %s is %v, want %v", i, name, got, want)
		}
	}
}
