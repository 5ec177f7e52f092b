package implexus

import (
	"bytes"
	"slices"
)

// index is what is known about one index while it is checked.
type index struct {
	path     string
	texts    map[string]string // document -> text from which its n-grams follow
	unjudged map[string]bool   // documents whose text is unknown
}

// indexes compares the rows of every path that is configured as an index or has
// index rows.
func (c *check) indexes() {
	paths := map[string]bool{}
	for kind := Trigram; kind <= ContentKey; kind++ {
		for path := range c.byPath[kind] {
			paths[path] = true
		}
	}
	for _, r := range c.configs(ConfigKey) {
		if path := string(r.key.Path); c.roleOf(path) == indexRole {
			paths[path] = true
		}
	}
	for _, path := range sortedKeys(paths) {
		x := index{path, map[string]string{}, map[string]bool{}}
		c.indexTexts(&x)
		c.indexGrams(&x)
	}
}

// indexTexts finds the texts of an index: those of the documents or, where the configuration
// leaves them open, those stored in the index itself.
func (c *check) indexTexts(x *index) {
	key := keyOf(ConfigKey, x.path, "")
	config, role := c.at(key), c.roleOf(x.path)
	switch {
	case config == nil || role == categoryRole:
		c.report(OrphanIndex, AppendKey(nil, &key), "")
	case config.failure == "" && role == indexRole:
		if e, ok := ParseExpression(string(config.value.config.Expression.Bytes)); ok {
			if names, isPath := e.Path(); isPath {
				c.indexContent(x, config.value.config.Label, names)
				return
			}
		}
		c.report(ExpressionNotEvaluated, config.stored, "")
	}
	for _, r := range c.byPath[ContentKey][x.path] {
		x.cached(string(r.key.Rest), r)
	}
}

// cached uses the text that the index has for a document.
func (x *index) cached(doc string, r *row) {
	switch {
	case r == nil || r.failure != "":
		x.unjudged[doc] = true
	case !r.value.content.Text.Null:
		x.texts[doc] = string(r.value.content.Text.Bytes)
	}
}

// indexContent compares the content rows of an index with its documents.
func (c *check) indexContent(x *index, label Text, names []string) {
	docs, unknown := c.labelled(label)
	belongs := map[string]bool{}
	for _, d := range unknown {
		x.unjudged[d.path], belongs[d.path] = true, true
	}
	for _, d := range docs {
		r := c.at(keyOf(ContentKey, x.path, d.path))
		switch {
		case d.props == nil:
			belongs[d.path] = true
			x.cached(d.path, r)
		case r != nil && r.failure != "":
			x.unjudged[d.path], belongs[d.path] = true, true
		default:
			if i := d.props.lookUp(names); i >= 0 && d.props.Elements[i].Type == String {
				belongs[d.path] = true
				c.compareContent(x, d.path, d.props.Elements[i].Bytes, r)
			}
		}
	}
	for _, r := range c.byPath[ContentKey][x.path] {
		if doc := string(r.key.Rest); r.failure != "" {
			x.unjudged[doc] = true
		} else if !belongs[doc] {
			c.report(StaleIndexRow, r.stored, "")
			c.changes = append(c.changes, Change{Row: Row{Key: r.stored}, Delete: true})
		}
	}
}

// compareContent compares the text of a document with that of the index.
func (c *check) compareContent(x *index, doc string, text []byte, r *row) {
	x.texts[doc] = string(text)
	key := keyOf(ContentKey, x.path, doc)
	want := Row{AppendKey(nil, &key), appendString(nil, text)}
	c.rebuild(key, want)
	switch {
	case r == nil:
		c.report(MissingContent, want.Key, doc)
	case r.value.content.Text.Null || !bytes.Equal(r.value.content.Text.Bytes, text):
		c.report(StaleContent, r.stored, doc)
		want.Key = r.stored
	default:
		return
	}
	c.changes = append(c.changes, Change{Row: want})
}

// indexGrams compares the trigram, bigram and unigram rows of an index. N-grams of unjudged
// documents may or may not be present.
func (c *check) indexGrams(x *index) {
	docs := map[string][]string{} // by trigram
	possible := map[string]bool{} // trigrams that are not stale, although not expected
	var list []string
	for _, doc := range sortedKeys(x.texts) {
		list = AppendTrigrams(list[:0], x.texts[doc], c.opt.Grams)
		for _, t := range list {
			docs[t] = append(docs[t], doc)
			possible[t] = true
		}
	}
	for _, r := range c.byPath[ContentKey][x.path] {
		if x.unjudged[string(r.key.Rest)] && r.failure == "" {
			for _, t := range AppendTrigrams(list[:0], string(r.value.content.Text.Bytes), c.opt.Grams) {
				possible[t] = true
			}
		}
	}
	for _, r := range c.byPath[Trigram][x.path] {
		if r.failure == "" && slices.ContainsFunc(r.value.set.Items, func(doc []byte) bool { return x.unjudged[string(doc)] }) {
			possible[string(r.key.Rest)] = true
		}
	}
	c.compareGrams(Trigram, x.path, docs, func(_, doc string) bool { return x.unjudged[doc] })
	g := gramsOf(sortedKeys(docs), c.opt.Grams)
	all := gramsOf(sortedKeys(possible), c.opt.Grams)
	c.compareGrams(Bigram, x.path, g.bi, func(bi, tri string) bool { return contains(all.bi[bi], tri) })
	c.compareGrams(Unigram, x.path, g.uni, func(uni, bi string) bool { return contains(all.uni[uni], bi) })
}

func contains(sorted []string, s string) bool {
	_, ok := slices.BinarySearch(sorted, s)
	return ok
}

// compareGrams compares the rows of one kind of n-gram; unjudged reports whether a gram's row may
// have a member without being judged.
func (c *check) compareGrams(kind Kind, path string, expected map[string][]string, unjudged func(gram, member string) bool) {
	for _, gram := range sortedKeys(expected) {
		c.compare(keyOf(kind, path, gram), expected[gram], func(m string) bool { return unjudged(gram, m) })
	}
	for _, r := range c.byPath[kind][path] {
		if gram := string(r.key.Rest); expected[gram] == nil {
			c.compare(*r.key, nil, func(m string) bool { return unjudged(gram, m) })
		}
	}
}
