package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/shuffle"
)

// What a document tells about the text that an index should have of it.
const (
	textUnknown = iota // the label of the document is unknown
	textCached         // the properties are unknown
	textIs             // followed by the text
)

// tellIndex tells an index the text of a document.
func (c *check) tellIndex(d *document, x *knownConfig, unknown bool) {
	b := shuffle.AppendField(shuffle.AppendField(append(c.payload[:0], textUnknown), []byte(x.path)), d.path)
	switch {
	case unknown:
	case d.props == nil:
		b[0] = textCached
	default:
		i := d.props.lookUp(x.names)
		if i < 0 || d.props.Elements[i].Type != String {
			return
		}
		b[0] = textIs
		b = append(b, d.props.Elements[i].Bytes...)
	}
	c.payload = b
	k := Key{Kind: ContentKey, Path: []byte(x.path), Rest: d.path}
	c.group.Send(c.to(roundContent, byte(ContentKey), AppendKey(nil, &k), orderMessage, nil), b)
}

// checkContent compares the text that an index has of a document with the document's, and tells
// n-grams which documents they have.
func (c *check) checkContent() {
	var said []byte
	var r *row
	for _, x := range c.rows(func(_, payload []byte) { said = append(said[:0], payload...) }) {
		c.decode(x)
		r = x
	}
	if r != nil {
		c.orphan(r)
	}
	if said == nil {
		c.checkUntold(r)
		return
	}
	path, rest := shuffle.ReadField(said[1:])
	doc, text := shuffle.ReadField(rest)
	k := Key{Kind: ContentKey, Path: path, Rest: doc}
	switch {
	case r != nil && r.failure != "" || said[0] == textUnknown:
		c.textUnknown(&k, r)
	case said[0] == textCached && r == nil:
		c.textUnknown(&k, r)
	case said[0] == textCached:
		c.cached(&k, r)
	default:
		c.compareContent(&k, text, r)
		c.tellGrams(&k, string(text), false)
	}
}

// checkUntold checks a text that no document says anything about.
func (c *check) checkUntold(r *row) {
	switch {
	case r == nil:
	case r.failure != "":
		c.textUnknown(r.key, r)
	case c.known.index(r.key.Path) == nil:
		c.cached(r.key, r)
	default:
		c.report(StaleIndexRow, *r.key, r.stored, "")
		c.removed = [][]byte{r.key.Rest}
		c.changes(Change{Row: Row{Key: r.stored}, Delete: true})
		for i := range c.others {
			c.others[i]++
		}
	}
}

// textUnknown says that n-grams may have the document: those of the stored text, if there is one,
// and others.
func (c *check) textUnknown(k *Key, r *row) {
	c.cannotJudge(Trigram, k.Path, k.Rest)
	if r != nil && r.failure == "" {
		c.tellGrams(k, string(r.value.content.Text.Bytes), true)
	}
}

// cached takes the text in the index as the document's.
func (c *check) cached(k *Key, r *row) {
	if !r.value.content.Text.Null {
		c.tellGrams(k, string(r.value.content.Text.Bytes), false)
	}
}

// compareContent compares the text of a document with that in the index.
func (c *check) compareContent(k *Key, text []byte, r *row) {
	want := Row{AppendKey(nil, k), appendString(nil, text)}
	if c.rebuild != nil {
		c.rebuild(*k, want)
	}
	switch {
	case r == nil:
		c.report(MissingContent, *k, want.Key, string(k.Rest))
	case r.value.content.Text.Null || !bytes.Equal(r.value.content.Text.Bytes, text):
		c.report(StaleContent, *k, r.stored, string(k.Rest))
		want.Key = r.stored
	default:
		return
	}
	c.changes(Change{Row: want})
}

// tellGrams tells trigrams that they have the document, or may have it.
func (c *check) tellGrams(k *Key, text string, doubtful bool) {
	for tri, mask := range trigramsOf(text) {
		m := membership{expected: mask, allowed: mask, possible: mask}
		if doubtful {
			m.expected, m.allowed = 0, allGrams
		}
		c.expect(Key{Kind: Trigram, Path: k.Path, Rest: []byte(tri)}, k.Rest, m)
	}
}

// orphan notes that an index has the row, if nothing says that it is an index.
func (c *check) orphan(r *row) {
	if c.known.lacksIndex(r.key.Path) {
		c.group.Send(c.to(roundNote, groupOrphans, r.key.Path, orderMessage, nil), nil)
	}
}

// checkOrphanIndex reports an index without a configuration.
func (c *check) checkOrphanIndex() {
	k := Key{Kind: ConfigKey, Path: bytes.Clone(c.group.Key[1:])}
	c.report(OrphanIndex, k, AppendKey(nil, &k), "")
}
