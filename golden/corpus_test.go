package golden_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/golden"
)

var update = flag.Bool("update", false, "renew the corpus and the manifest on purpose")

const corpus = "actionbase"

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: instead, run make golden", err)
	}
	return text
}

// agree compares a file of the corpus with the expected text or, with -update, writes it.
func agree(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := readFile(t, path); !bytes.Equal(got, want) {
		t.Errorf("%s differs; if that is meant, run make golden\nfile\n%s\nnow\n%s", path, got, want)
	}
}

// source provides the bytes that choices start from.
type source struct {
	vectors map[string]golden.Vector
	cells   []map[string]string
}

func newSource(t *testing.T) *source {
	t.Helper()
	s := &source{vectors: map[string]golden.Vector{}}
	list, err := golden.Vectors("vectors/actionbase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		s.vectors[v.ID] = v
	}
	for line := range bytes.Lines(readFile(t, "actionbase/actionbase-hbase-shell.expected.jsonl")) {
		var cell struct{ Row, Family, Qualifier, Value string }
		if err := json.Unmarshal(line, &cell); err != nil {
			t.Fatal(err)
		}
		s.cells = append(s.cells, map[string]string{"row": cell.Row, "family": cell.Family, "qualifier": cell.Qualifier, "value": cell.Value})
	}
	return s
}

// row makes the corpus case for a choice.
func (s *source) row(record string, c choice) (*golden.Case, error) {
	out := &golden.Case{What: c.what, From: "hand", Lenient: c.lenient}
	parts := map[string]string{}
	switch {
	case c.vector != "":
		v, ok := s.vectors["actionbase."+c.vector]
		if !ok {
			return nil, fmt.Errorf("there is no vector %s", c.vector)
		}
		out.From, parts = "vector "+v.ID, v.Parts()
	case c.cell > 0:
		out.From, parts = fmt.Sprintf("actionbase-hbase-shell.expected.jsonl line %d", c.cell), s.cells[c.cell-1]
	default:
		for _, part := range strings.Split(c.hex, ",") {
			name, text, _ := strings.Cut(part, "=")
			parts[name] = text
		}
	}
	for _, name := range codec.Find("actionbase").Record(record).Parts {
		text, ok := parts[name]
		if !ok || c.only != "" && c.only != name {
			continue
		}
		b, err := hex.DecodeString(text)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, golden.Part{Name: name, Bytes: b})
	}
	if len(out.Parts) == 0 {
		return nil, errors.New("no parts")
	}
	last := &out.Parts[len(out.Parts)-1]
	last.Bytes = last.Bytes[:len(last.Bytes)-c.cut]
	return out, nil
}

// schema returns the schema of the Actionbase dumps.
func schema(t *testing.T) format.Schema {
	t.Helper()
	v, err := value.Parse(readFile(t, "actionbase/actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	sc, err := codec.Find("actionbase").ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// explained is a case as decoded by the codec.
type explained struct {
	tree   span.Tree
	fields []byte
	err    *wire.Error
}

func explain(t *testing.T, sc format.Schema, record string, c *golden.Case) *explained {
	t.Helper()
	in := format.Input{Schema: sc, Lenient: c.Lenient}
	for _, p := range c.Parts {
		in.Entry.Add(p.Name, p.Bytes)
	}
	x := new(explained)
	var w value.Writer
	if err := identify.Explain(codec.Find("actionbase").Record(record), &in, &x.tree, &w); err != nil && !errors.As(err, &x.err) {
		t.Fatal(err)
	}
	x.fields = w.Buf
	if err := x.tree.Check(); err != nil {
		t.Error(err)
	}
	return x
}

// fieldsFile returns the content of .fields.json: the fields or the error, indented.
func (x *explained) fieldsFile(t *testing.T) []byte {
	t.Helper()
	text := x.fields
	if x.err != nil {
		w := value.Writer{}
		w.Object()
		w.Key("error")
		answer.WriteError(&w, x.err)
		w.EndObject()
		text = w.Buf
	}
	return indented(t, text)
}

func indented(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", " "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func (x *explained) treeJSON(record string) []byte {
	var w value.Writer
	x.tree.Write(&w, "actionbase", record)
	return w.Buf
}

func TestCorpusIsWhatItsChoicesSay(t *testing.T) {
	s := newSource(t)
	for record, list := range choices {
		for _, c := range list {
			row, err := s.row(record, c)
			if err != nil {
				t.Errorf("%s/%s: %v", record, c.name, err)
				continue
			}
			agree(t, filepath.Join(corpus, record, c.name+".hex"), row.Text())
		}
	}
}

// rows returns the paths of the corpus, without their extension.
func rows(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus, "*", "*.hex"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus, %v: instead, run make golden", err)
	}
	for i := range files {
		files[i] = strings.TrimSuffix(files[i], ".hex")
	}
	return files
}

func TestRowsOfTheCorpusDecodeAsTheyDid(t *testing.T) {
	sc := schema(t)
	for _, path := range rows(t) {
		record, name := filepath.Base(filepath.Dir(path)), filepath.Base(path)
		t.Run(record+"/"+name, func(t *testing.T) {
			c, err := golden.ParseCase(readFile(t, path+".hex"))
			if err != nil {
				t.Fatal(err)
			}
			x := explain(t, sc, record, c)
			agree(t, path+".tree.txt", x.tree.AppendDump(nil))
			agree(t, path+".fields.json", x.fieldsFile(t))
			if treesAsJSON[record+"/"+name] {
				agree(t, path+".tree.json", indented(t, x.treeJSON(record)))
			}
		})
	}
}

func TestCorpusHasNoOtherFiles(t *testing.T) {
	want := map[string]bool{}
	for record, list := range choices {
		for _, c := range list {
			base := record + "/" + c.name
			want[base+".hex"], want[base+".tree.txt"], want[base+".fields.json"] = true, true, true
			if treesAsJSON[base] {
				want[base+".tree.json"] = true
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(corpus, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		rel, _ := filepath.Rel(corpus, file)
		if !want[filepath.ToSlash(rel)] {
			t.Errorf("golden/%s belongs to no choice: instead, remove it", file)
		}
	}
}

func TestCorpusHasEveryKindOfRecordValueAndError(t *testing.T) {
	sc := schema(t)
	seen := map[string]bool{}
	for _, path := range rows(t) {
		c, err := golden.ParseCase(readFile(t, path+".hex"))
		if err != nil {
			t.Fatal(err)
		}
		x := explain(t, sc, filepath.Base(filepath.Dir(path)), c)
		if x.err != nil {
			seen[x.err.Code.String()] = true
		}
		for i := range x.tree.Nodes {
			n := &x.tree.Nodes[i]
			seen[n.Field.Role.String()], seen[n.Value.Kind.String()] = true, true
			seen["asc"] = seen["asc"] || n.Flags&span.Ascending != 0
			seen["desc"] = seen["desc"] || n.Flags&span.Descending != 0
			seen["non-canonical node"] = seen["non-canonical node"] || n.Flags&span.NonCanonical != 0
		}
	}
	for _, r := range codec.Find("actionbase").Records {
		if _, ok := choices[r.Name]; r.Decode != nil && !ok {
			t.Errorf("no row of %s", r.Name)
		}
	}
	want := strings.Fields("asc desc null bool int float32 float64 text json bytes hash enum " +
		"value group check identity target code sort version structure undecoded " +
		"truncated bad-header bad-type unterminated trailing bad-value bad-text bad-json null missing non-canonical")
	for _, w := range append(want, "non-canonical node") {
		if !seen[w] {
			t.Errorf("no row shows %s; there are %v", w, slices.Sorted(maps.Keys(seen)))
		}
	}
}
