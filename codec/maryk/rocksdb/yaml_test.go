package rocksdb_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// outline has the lines of a model in YAML, without indentation, made from the JSON that upstream
// itself wrote for it.
type outline []string

// typed adds a pair of a type and its content: a text, a list of pairs, or members.
func (o *outline) typed(before string, pair value.Value) {
	kind, _ := pair.At(0).Text()
	content := pair.At(1)
	text, isText := content.Text()
	if isText && content.Kind == value.String {
		text = " " + text
	} else {
		text = ""
	}
	*o = append(*o, before+" !"+kind+text)
	switch {
	case content.Kind != value.Array:
	case content.Len() > 0 && content.At(0).Kind == value.String: // one part, not a list
		o.typed("-", content)
	default:
		for i := range content.Len() {
			o.typed("-", content.At(i))
		}
	}
	o.members(content)
}

func (o *outline) members(v value.Value) {
	if v.Kind != value.Object {
		return
	}
	for i := range v.Len() {
		name, m := v.Name(i), v.At(i)
		switch name {
		case "key", "keyDefinition", "valueDefinition":
			o.typed(name+":", m)
		case "indexes":
			*o = append(*o, "indexes:")
			for k := range m.Len() {
				o.typed("-", m.At(k))
			}
		case "properties":
			o.numbered(m)
		case "cases":
			*o = append(*o, "cases:")
			o.numbered(m)
			for k := range m.Len() {
				if text, ok := m.At(k).Text(); ok {
					*o = append(*o, m.Name(k)+": "+text)
				}
			}
		case "enum", "typeEnum":
			*o = append(*o, name+":")
			o.members(m)
		default:
			var w value.Writer
			w.Value(m)
			*o = append(*o, name+": "+strings.Trim(string(w.Buf), `"`))
		}
	}
}

// numbered adds properties and types: each with its number, name and definition.
func (o *outline) numbered(list value.Value) {
	for i := range list.Len() {
		p := list.At(i)
		if name, ok := p.Member("name").Text(); ok {
			n, _ := p.Member("index").Uint()
			*o = append(*o, "? "+value.OfInt(int64(n)).Raw()+": "+name)
			o.typed(":", p.Member("definition"))
		}
	}
}

// The YAML has the same content as upstream's JSON of the same models, in the same order. An index
// without a known form is a comment.
func TestYAMLIsWhatUpstreamHasInJSON(t *testing.T) {
	for db := range databases {
		models, err := value.Parse(bytes.Join(marykfixture.RocksDB.Lines(t, db+".models.json"), []byte("\n")))
		if err != nil || models.Len() != 3 {
			t.Fatalf("%d models, %v", models.Len(), err)
		}
		for i := range models.Len() {
			number := models.Name(i)
			text, err := cell.AppendYAML(nil, value.OfMembers(value.Member{Name: number, Value: models.At(i)}))
			if err != nil {
				t.Fatal(err)
			}
			root, _, _ := strings.Cut(string(text), "---\n")
			want := outline{"# model " + number}
			want.members(models.At(i).Member("definition"))
			got := strings.Split(strings.TrimSuffix(root, "\n"), "\n")
			for n := range got {
				got[n] = strings.TrimLeft(got[n], " ")
			}
			if a, b := strings.Join(got, "\n"), strings.Join(known(want), "\n"); a != b {
				t.Errorf("model %s is\n%s\nwant\n%s", number, a, b)
			}
		}
	}
}

// known replaces the index whose form in YAML is not known by its comment.
func known(lines outline) outline {
	var out outline
	for i := 0; i < len(lines); i++ {
		if lines[i] == "- !Multiple" && i+2 < len(lines) && strings.HasPrefix(lines[i+1], "- !NormalizeV2") {
			out = append(out, "# an index that is not written: Multiple(NormalizeV2(name), stock)")
			i += 3
			continue
		}
		out = append(out, lines[i])
	}
	return out
}
