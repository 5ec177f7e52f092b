package implexus

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Why rows may decide a finding, as long as only their keys are known. See explain.
const (
	whyParent     = "the parent exists"
	whyGroups     = "the configuration says what the groups are"
	whyGroup      = "the group is stored"
	whyConfig     = "the configuration says what belongs here"
	whyEntity     = "the entity exists"
	whyProperties = "the document has these properties"
)

// Limits of what explain repeats of a row, which is shown beside it.
const (
	explainedPaths = 4
	explainedText  = 60 // bytes
)

// explain replaces the reasons of a finding by what their rows say: which documents the
// configuration takes, the type of an entity, and the properties that the configuration asks for.
// Where an expression is outside the subset that is evaluated here, nothing is said of properties.
func explain(f *format.Finding) {
	kind := rowKindOf(f.Parts)
	var paths [][]string // of the configuration, which precedes the documents
	for i := range f.Because {
		b := &f.Because[i]
		val := partOf(b.Parts, store.Value)
		switch b.Why {
		case whyConfig, whyGroups:
			var c Config
			if DecodeConfig(val, &c) != nil {
				b.Why = "the configuration does not decode"
				continue
			}
			if c.Label.Null || c.Expression.Null {
				continue
			}
			b.Why = explainConfig(kind, &c)
			if e, ok := ParseExpression(string(c.Expression.Bytes)); ok {
				paths = e.root.paths(nil)
			}
		case whyGroup:
			b.Why = explainGroup(val)
		case whyEntity:
			var e Entity
			if DecodeEntity(val, &e) != nil {
				b.Why = "the entity does not decode"
			} else if kind != ChildrenKey && !e.Label.Null {
				b.Why = "its type is " + shortened(string(e.Label.Bytes))
			}
		case whyProperties:
			var v Value
			if DecodeValue(val, &v, Options{}) != nil {
				b.Why = "its properties do not decode"
			} else if len(paths) > 0 {
				b.Why = v.explain(paths)
			}
		}
	}
}

// explainConfig returns what a configuration says of the row of a finding, by the kind of its key.
func explainConfig(kind Kind, c *Config) string {
	label, expression := shortened(string(c.Label.Bytes)), shortened(string(c.Expression.Bytes))
	switch kind {
	case CategoryMembers:
		return "the category takes " + label + " documents with " + expression
	case CatalogueGroup, CatalogueKeys:
		return "the catalogue groups " + label + " documents by " + expression
	}
	return "the index holds " + expression + " of " + label + " documents"
}

// explainGroup returns which documents a group of a catalogue has.
func explainGroup(val []byte) string {
	var set StringSet
	if DecodeStringSet(val, &set) != nil {
		return "the group does not decode"
	}
	if len(set.Items) == 0 {
		return "the group is empty"
	}
	var said []string
	for _, it := range set.Items[:min(len(set.Items), explainedPaths)] {
		said = append(said, shortened(string(it)))
	}
	if rest := len(set.Items) - len(said); rest > 0 {
		said = append(said, strconv.Itoa(rest)+" more")
	}
	return "the group has " + strings.Join(said, ", ")
}

// paths appends the property paths in an expression to list, each once.
func (n *node) paths(list [][]string) [][]string {
	known := func(p []string) bool { return slices.Equal(p, n.path) }
	if n.op == opProperty && !slices.ContainsFunc(list, known) {
		list = append(list, n.path)
	}
	for _, kid := range n.kids {
		list = kid.paths(list)
	}
	return list
}

// explain returns what the properties at some paths are.
func (v *Value) explain(paths [][]string) string {
	var said []string
	for _, p := range paths[:min(len(paths), explainedPaths)] {
		name := strings.Join(p, ".")
		if i := v.lookUp(p); i < 0 {
			said = append(said, "it has no "+name)
		} else {
			said = append(said, "its "+name+" is "+v.Elements[i].brief())
		}
	}
	return strings.Join(said, ", ")
}

// brief returns a value for a sentence: scalars as an expression has them, others by their type.
func (e *Element) brief() string {
	switch e.Type {
	case Bool:
		return strconv.FormatBool(e.Num == 1)
	case Int64:
		return strconv.FormatInt(int64(e.Num), 10)
	case Uint64:
		return strconv.FormatUint(e.Num, 10)
	case Double:
		return strconv.FormatFloat(math.Float64frombits(e.Num), 'g', -1, 64)
	case String:
		return string(value.AppendQuoted(nil, shortened(string(e.Bytes))))
	case Null:
		return "null"
	}
	return "of type " + e.Type.String()
}

// shortened returns what an explanation says of a text.
func shortened(text string) string { return format.CutTo(text, explainedText) }

// rowKindOf returns the kind of a row's key, by its likeliest reading.
func rowKindOf(parts []store.Part) Kind {
	var k KeyReading
	if DecodeKey(partOf(parts, store.Key), &k) != nil || len(k.Candidates) == 0 {
		return 0
	}
	return k.Candidates[0].Kind
}

func partOf(parts []store.Part, name string) []byte {
	e := store.Entry{Parts: parts}
	b, _ := e.Part(name)
	return b
}
