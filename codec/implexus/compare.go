package implexus

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
)

// The rows that are derived from each kind of configuration, as kinds of keys.
var (
	memberRows = []string{"cat-members"}
	groupRows  = []string{"catl-group", "catl-keys"}
	gramRows   = []string{"idx-tri", "idx-bi", "idx-uni"}
	textRows   = []string{"idx-doc", "idx-tri", "idx-bi", "idx-uni"}
)

// compareSchemas says which rows have to be rebuilt when configurations change. No configuration makes data unreadable;
// the options for reading values do.
func compareSchemas(from, to format.Schema) (list []format.Difference, err error) {
	a, b := schemaOf(from), schemaOf(to)
	list = append(compareOptions(a, b), configurationKinds[0].compare(a.Configs, b.Configs)...)
	return append(list, configurationKinds[1].compare(a.Catalogues, b.Catalogues)...), nil
}

// configurationKinds are the two kinds of configurations.
var configurationKinds = [...]configured{
	{shapes[ConfigKey].prefix, configRows},
	{shapes[CatalogueConfig].prefix, func(Configuration) []string { return slices.Clone(groupRows) }},
}

// configRows returns the rows that are derived from a config row.
func configRows(c Configuration) []string {
	if c.Index {
		return slices.Clone(textRows)
	}
	return slices.Clone(memberRows)
}

func compareOptions(a, b *Schema) (list []format.Difference) {
	if a.Values.LittleDoubles != b.Values.LittleDoubles {
		list = append(list, format.Difference{Path: "double_order", From: byteOrder(a), To: byteOrder(b), Effect: format.Breaks,
			Why: "every double is read as another number, and the rows do not say which order they have"})
	}
	if x, y := a.Values.Keys, b.Values.Keys; x != y {
		d := format.Difference{Path: "key_encoding", From: x.String(), To: y.String(), Effect: format.Breaks,
			Why: "properties whose names are stored in the other way are refused"}
		if y == AnyKeys {
			d.Effect, d.Why = format.Compatible, "values say themselves how the names of properties are stored"
		}
		list = append(list, d)
	}
	if a.Grams != b.Grams {
		list = append(list, format.Difference{Path: "ngrams", From: a.Grams.String(), To: b.Grams.String(), Effect: format.Migrate,
			Why: "n-grams of the old kind do not find what the new one looks for", Rebuild: gramRows})
	}
	return list
}

func byteOrder(s *Schema) string {
	if s.Values.LittleDoubles {
		return "little"
	}
	return "big"
}

// configured compares the configurations in one prefix.
type configured struct {
	prefix string
	rows   func(Configuration) []string // derived from a configuration
}

func (k *configured) compare(a, b map[string]Configuration) (list []format.Difference) {
	paths := map[string]bool{}
	for path := range a {
		paths[path] = true
	}
	for path := range b {
		paths[path] = true
	}
	for _, path := range sortedKeys(paths) {
		x, had := a[path]
		y, has := b[path]
		d := format.Difference{Path: k.prefix + path, Effect: format.Migrate}
		if had {
			d.From, d.Rebuild = k.words(x), k.rows(x)
		}
		if has {
			d.To, d.Rebuild = k.words(y), k.rows(y)
		}
		switch {
		case d.From == d.To:
			continue
		case !had:
			d.Why = "the rows derived from it have to be rebuilt from all documents"
		case !has:
			d.Why = "the rows derived from it have to be deleted: nothing keeps them up to date"
		case x.Index != y.Index:
			d.Why, d.Rebuild = "a category becomes an index, or the other way round: the old rows go, others come", append(k.rows(x), k.rows(y)...)
		default:
			d.Why = "the rows derived from it list other documents, or group them in another way"
		}
		if has && !k.evaluated(y) {
			d.Why += "; the new expression is not evaluated here, so only its own program can rebuild them"
		}
		list = append(list, d)
	}
	return list
}

// evaluated reports whether the documents and the expression determine the rows.
func (k *configured) evaluated(c Configuration) bool {
	e, ok := ParseExpression(string(c.Expression.Bytes))
	if !ok || k.prefix == shapes[ConfigKey].prefix && !c.Index {
		return ok
	}
	_, isPath := e.Path()
	return isPath
}

// words returns a configuration as a difference shows it. Having no label means the same as having
// an empty one.
func (k *configured) words(c Configuration) string {
	text := "category of "
	switch {
	case c.Index:
		text = "index of "
	case k.prefix == shapes[CatalogueConfig].prefix:
		text = "catalogue of "
	}
	if len(c.Label.Bytes) == 0 {
		text += "all documents"
	} else {
		text += strconv.Quote(string(c.Label.Bytes))
	}
	if c.Expression.Null {
		return text + " without an expression"
	}
	return text + " by " + strconv.Quote(string(c.Expression.Bytes))
}
