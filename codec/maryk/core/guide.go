package core

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// The members of models whose value is one of a few words, with these words.
var (
	parts = wordsOf(maryk.PartUUIDv4, maryk.PartNormalizeV2)
	ofKey = []string{
		maryk.PartUUIDv4.String(), maryk.PartUUIDv7.String(), maryk.PartRef.String(), maryk.PartReversed.String(), maryk.PartGeoHash.String(),
	}
	modelKinds = wordsOf(maryk.RootModel, maryk.ValueModel)
	typeWords  = wordsOf(maryk.Boolean, maryk.Decimal)
	numbers    = wordsOf(maryk.SInt8, maryk.Float64)
	precisions = []string{maryk.Seconds.String(), maryk.Millis.String(), maryk.Nanos.String()}
	splits     = []string{"Whitespace", "WordBoundary"}
)

// wordsOf returns the words for the numbers from first to last.
func wordsOf[T interface {
	~uint8
	String() string
}](first, last T) (words []string) {
	for x := first; x <= last; x++ {
		words = append(words, x.String())
	}
	return words
}

// guide gives a form the words that members of models, keys and indexes may have.
func guide(_ *format.Input, _ string, fields value.Value) []format.Hint {
	g := guided{seen: map[string]bool{}}
	g.members(fields, "", "", 0)
	return g.hints
}

// guided collects the hints for fields; all items of a list share one.
type guided struct {
	hints []format.Hint
	seen  map[string]bool
}

// deepest limits how deep members with hints nest; indexes in models nest at most 16 deep.
const deepest = 40

// members looks through the content of a member. name is the member's name; items of a list have the
// name of the list.
func (g *guided) members(v value.Value, at, name string, depth int) {
	if depth > deepest {
		return
	}
	if v.Kind == value.Array {
		for _, item := range v.Items() {
			g.members(item, at+"[]", name, depth+1)
		}
		return
	}
	if v.Kind != value.Object {
		return
	}
	for i := range v.Len() {
		here := strings.TrimPrefix(at+"."+v.Name(i), ".")
		if words := wordsFor(v, name, v.Name(i), at); words != nil && !g.seen[here] {
			g.seen[here] = true
			g.hints = append(g.hints, format.Hint{Path: here, Choices: words})
		}
		g.members(v.At(i), here, v.Name(i), depth+1)
	}
}

// wordsFor returns the words that a member of an object may have, or nil if any value is possible. The object is itself
// the member called name of another one, at the place at.
func wordsFor(v value.Value, name, member, at string) []string {
	switch {
	case member == "part" && name == "parts" && strings.HasPrefix(at, "model.key."):
		return ofKey
	case member == "part" && name == "key":
		return append(ofKey[:len(ofKey):len(ofKey)], maryk.PartMultiple.String())
	case member == "part":
		return parts
	case member == "on" && v.Member("part").Kind == value.String:
		return splits
	case member == "kind" && name == "model":
		return modelKinds
	case !strings.HasSuffix(name, "efinition"):
		return nil
	}
	switch member {
	case "type":
		return typeWords
	case "numberType", "keyNumberType":
		return numbers
	case "precision":
		return precisions
	}
	return nil
}
