package keys

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// SortedKey is a key with its position in the input and its reading.
type SortedKey struct {
	Input int // 1-based
	Entry store.Entry
	Best  *identify.Candidate // the best reading, or the nearest one; nil if there is none

	parsed, identified bool
}

// Identify sets the reading of a key, using a query that Pin returned. Sort does this for keys that have none.
func Identify(q identify.Query, k *SortedKey) {
	q.Entry = &k.Entry
	parsed, refused := identify.Candidates(q)
	switch {
	case len(parsed) > 0:
		k.Best = parsed[0]
	case len(refused) > 0:
		k.Best = refused[0]
	}
	k.parsed, k.identified = len(parsed) > 0, true
}

// Pin returns the query for identifying keys. If no format is pinned, it pins the only one whose stores have the column
// families of the keys, if there is one.
func Pin(q identify.Query, keys []SortedKey) identify.Query {
	if q.Format == "" {
		q.Format = placed(q.Schemas, keys)
	}
	return q
}

// Sort identifies keys and sorts them, stably, as their store does: the store of the pinned format, or else of the only
// one that has their column families, or else of the one that all readable keys have in common.
func Sort(q identify.Query, keys []SortedKey) Order {
	var f *format.Format
	q = Pin(q, keys)
	several := false
	for i := range keys {
		k := &keys[i]
		if !k.identified {
			Identify(q, k)
		}
		if k.parsed {
			several = several || f != nil && f != k.Best.Format
			f = k.Best.Format
		}
	}
	if q.Format != "" {
		f = codec.Find(q.Format)
	} else if several {
		f = nil
	}
	o := Order{Format: f, Schema: q.Schemas.For(f)}
	slices.SortStableFunc(keys, func(a, b SortedKey) int { return o.Compare(&a.Entry, &b.Entry) })
	return o
}

// placed returns the only format whose stores have the column families of the keys. It is empty if a key does not name
// its family, or if no format or more than one has them.
func placed(schemas format.SchemaSet, keys []SortedKey) (id string) {
	for _, f := range codec.Formats() {
		if f.Models == nil || f.Models.IsFamily == nil || len(keys) == 0 {
			continue
		}
		s := schemas.For(f)
		other := slices.ContainsFunc(keys, func(k SortedKey) bool {
			name, ok := value.DecodeHex(k.Entry.Source.CF)
			return !ok || len(name) == 0 || !f.Models.IsFamily(s, name)
		})
		switch {
		case other:
		case id != "":
			return ""
		default:
			id = f.ID
		}
	}
	return id
}

// Reason is a decision in words: why one key comes before the next.
type Reason struct {
	Decision
	Before, After string     // the bytes that decide, "0x2c" or "the end", or the timestamps
	Fields        [2]FieldAt // the field of each key that contains the byte
}

// FieldAt is the outermost field with a value that contains a byte.
type FieldAt struct {
	Name string // for people; empty if there is no field
	Text string // its value
	Node int    // in the tree of the key's reading, or -1

	node *span.Node
}

// Reason explains what puts a before b.
func (o Order) Reason(a, b *SortedKey) *Reason {
	r := &Reason{Decision: o.Decide(&a.Entry, &b.Entry)}
	r.Fields[0].Node, r.Fields[1].Node = -1, -1
	switch {
	case r.Offset >= 0:
		for i, k := range [...]*SortedKey{a, b} {
			if at := r.Parts[i]; at >= 0 {
				offset := r.Offset
				if end := r.Ends[i]; offset >= end && end < len(k.Entry.Parts[at].Bytes) {
					offset = end - 1 // what follows, such as a version, has not been compared yet
				}
				r.Fields[i] = owner(k.Best, k.Entry.Parts[at].Name, offset)
			}
		}
		r.Before, r.After = r.byteOf(0, a), r.byteOf(1, b)
	case r.Part == "timestamp":
		r.Before, r.After = a.Entry.Timestamp, b.Entry.Timestamp
	case r.Part == "type":
		r.Before, r.After = typeName(&a.Entry), typeName(&b.Entry)
	case r.Part == "table":
		r.Before, r.After = a.Entry.Source.Table, b.Entry.Source.Table
	case r.Part != "":
		r.Before, r.After = a.Entry.Source.CF, b.Entry.Source.CF
	}
	return r
}

func typeName(e *store.Entry) string {
	if e.Deleted == "" {
		return "Put"
	}
	return e.Deleted
}

func (r *Reason) byteOf(i int, k *SortedKey) string {
	if r.Parts[i] < 0 || r.Offset >= r.Ends[i] {
		return "the end"
	}
	at := k.Entry.Parts[r.Parts[i]].Bytes[r.Offset]
	return "0x" + string(value.AppendHex(nil, []byte{at}))
}

// owner returns the outermost field with a value that contains a byte.
func owner(c *identify.Candidate, part string, at int) FieldAt {
	none := FieldAt{Node: -1}
	if c == nil {
		return none
	}
	if c.Part != "" { // lone bytes
		part = c.Part
	}
	for i := range c.Tree.Nodes {
		n := &c.Tree.Nodes[i]
		s := &c.Tree.Sources[n.Src]
		if s.Node >= 0 || s.Name != part || n.Parent < 0 || at < int(n.Start) || at >= int(n.End) {
			continue
		}
		if n.Value.Kind == span.None && !c.Tree.IsLeaf(i) {
			continue
		}
		text := string(n.AppendText(nil))
		if n.Flags&span.Descending != 0 {
			text += " (descending)"
		}
		return FieldAt{n.Heading(), text, i, n}
	}
	return none
}

// Write writes a decision as members of an object: whether the keys are equal, part and offset, the
// bytes there, and the fields. The member words sums it up in one phrase.
func (r *Reason) Write(w *value.Writer) {
	w.Member("equal").Bool(r.Order == 0)
	if r.Order == 0 {
		return
	}
	w.Member("part").String(r.Part)
	if r.Offset >= 0 {
		w.Member("offset").Int(int64(r.Offset))
	}
	w.Member("before").String(r.Before)
	w.Member("after").String(r.After)
	w.Key("fields")
	w.Array()
	for i := range r.Fields {
		w.Object()
		w.Member("name").String(r.Fields[i].Name)
		w.Member("text").String(r.Fields[i].Text)
		w.Member("node").Int(int64(r.Fields[i].Node))
		w.EndObject()
	}
	w.EndArray()
	w.Member("words").String(r.Words())
}

// Write writes a key as members of an object; why says what puts it after the previous key, and is
// nil for the first one.
func (k *SortedKey) Write(w *value.Writer, position int, why *Reason) {
	w.Member("position").Int(int64(position))
	w.Member("input").Int(int64(k.Input))
	if k.Best != nil && k.Best.Err == nil {
		w.Member("format").String(k.Best.Format.ID)
		w.Member("record").String(k.Best.Record.Name)
	}
	answer.WriteParts(w, &k.Entry)
	if why != nil {
		why.Write(w)
	}
}

// Words describes in a phrase how the deciding values compare: "2024-05-02 14:00 before 2024-05-02
// 00:00 UTC, newest first". It is empty if no field contains the byte.
func (r *Reason) Words() string {
	a, b := &r.Fields[0], &r.Fields[1]
	switch {
	case r.Part == "timestamp":
		return r.timestamps()
	case r.Offset < 0 && r.Part != "":
		return r.Before + " before " + r.After
	case a.node == nil && b.node == nil:
		return ""
	case a.node == nil || b.node == nil || a.Name != b.Name:
		return described(a) + " before " + described(b)
	case a.node.Field.Role == span.RoleCheck:
		return "the " + a.Name + "s differ: " + strings.TrimPrefix(plainText(a), "0x") + " < " + strings.TrimPrefix(plainText(b), "0x")
	case a.node.Value.Kind == span.Hash || a.node.Value.Kind == span.Enum:
		return plainText(a) + " before " + plainText(b) + ", by code"
	}
	desc := a.node.Flags&span.Descending != 0
	if x, ok := a.node.Time(); ok {
		if y, ok := b.node.Time(); ok {
			return times(x, y, desc)
		}
	}
	switch {
	case desc:
		return plainText(a) + " before " + plainText(b) + ", descending"
	case a.node.Flags&span.Ascending != 0:
		return plainText(a) + " < " + plainText(b) + ", ascending"
	}
	return plainText(a) + " < " + plainText(b)
}

func (r *Reason) timestamps() string {
	a, errA := strconv.ParseInt(r.Before, 10, 64)
	b, errB := strconv.ParseInt(r.After, 10, 64)
	if errA != nil || errB != nil {
		return ""
	}
	return times(a, b, true)
}

// times formats two instants for comparison, without seconds if neither has any.
func times(a, b int64, newestFirst bool) string {
	x, y := string(span.AppendTime(nil, a)), string(span.AppendTime(nil, b))
	cut := len("Z")
	if a%60000 == 0 && b%60000 == 0 {
		cut = len(":00Z")
	}
	text := spaced(x[:len(x)-cut]) + " before " + spaced(y[:len(y)-cut]) + " UTC"
	if newestFirst {
		return text + ", newest first"
	}
	return text + ", oldest first"
}

// spaced replaces the T with a space.
func spaced(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == 'T' {
			b[i] = ' '
		}
	}
	return string(b)
}

func described(f *FieldAt) string {
	if f.node == nil {
		return "nothing"
	}
	if text := plainText(f); text != "" {
		return f.Name + " " + text
	}
	return f.Name
}

const phraseText = 80 // bytes of a value's text that a phrase has at most

// plainText returns what a phrase says of a value, which may be too long for one.
func plainText(f *FieldAt) string { return format.CutTo(string(f.node.AppendText(nil)), phraseText) }

// Write writes how keys were sorted.
func (o Order) Write(w *value.Writer, keys []SortedKey) {
	w.Object()
	if o.Format != nil {
		w.Member("format").String(o.Format.ID)
		w.Member("store").String(o.Format.Store)
		w.Member("families").Bool(o.Format.Comparator != nil)
	}
	title, note := "unsigned bytes", ""
	for i := range keys {
		if c := o.Comparator(&keys[i].Entry); c != nil {
			title, note = c.Title, c.Note
			break
		}
	}
	w.Member("title").String(title)
	if note != "" {
		w.Member("note").String(note)
	}
	w.EndObject()
}
