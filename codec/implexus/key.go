package implexus

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Kind is the kind of a key.
type Kind uint8

// The kinds of keys, with the text of each key.
const (
	EntityKey       Kind = iota // entity: path
	PropertiesKey               // props: path
	ChildrenKey                 // children: path
	ConfigKey                   // config: path
	CatalogueConfig             // catcfg: path
	TypeIndex                   // typeidx: label
	CategoryMembers             // cat: path :members
	CatalogueGroup              // catl: path :group: value
	CatalogueKeys               // catl: path :keys
	Trigram                     // idx: path :tri: gram
	Bigram                      // idx: path :bi: gram
	Unigram                     // idx: path :uni: gram
	ContentKey                  // idx: path :doc: document path
)

// shape says how a kind of key is written: prefix, path, marker, rest.
type shape struct {
	name   string // in JSON
	prefix string
	marker string
	rest   string // JSON member for the text after path and marker, or empty
	field  *span.Field
	gram   int // code points of a gram
}

var shapes = [...]shape{
	EntityKey:       {name: "entity", prefix: "entity:"},
	PropertiesKey:   {name: "props", prefix: "props:"},
	ChildrenKey:     {name: "children", prefix: "children:"},
	ConfigKey:       {name: "config", prefix: "config:"},
	CatalogueConfig: {name: "catcfg", prefix: "catcfg:"},
	TypeIndex:       {name: "typeidx", prefix: "typeidx:", rest: "label", field: &fLabel},
	CategoryMembers: {name: "cat-members", prefix: "cat:", marker: ":members"},
	CatalogueGroup:  {name: "catl-group", prefix: "catl:", marker: ":group:", rest: "value", field: &fGroup},
	CatalogueKeys:   {name: "catl-keys", prefix: "catl:", marker: ":keys"},
	Trigram:         {name: "idx-tri", prefix: "idx:", marker: ":tri:", rest: "gram", field: &fGram, gram: 3},
	Bigram:          {name: "idx-bi", prefix: "idx:", marker: ":bi:", rest: "gram", field: &fGram, gram: 2},
	Unigram:         {name: "idx-uni", prefix: "idx:", marker: ":uni:", rest: "gram", field: &fGram, gram: 1},
	ContentKey:      {name: "idx-doc", prefix: "idx:", marker: ":doc:", rest: "doc", field: &fDoc},
}

// String returns the kind's name in JSON.
func (k Kind) String() string { return shapes[k].name }

// KeyNotes are the oddities in a reading of a key.
type KeyNotes uint8

// The notes of a reading.
const (
	IrregularPath    KeyNotes = 1 << iota // unless the path is "/": no leading "/", a trailing one, or two in a row
	IrregularDocPath                      // the same for the document's path
	IrregularGram                         // not 3, 2 or 1 code points
	ByteGram                              // that number of bytes instead of code points
	EmptyLabel
)

var noteNames = [...]string{"irregular-path", "irregular-doc-path", "irregular-gram", "byte-gram", "empty-label"}

// Key is one reading of a key. The texts alias the input.
type Key struct {
	Kind  Kind
	Path  []byte // empty for a type index
	Rest  []byte // label, value, gram or document path; empty for kinds without a rest
	Notes KeyNotes
}

// KeyReading is a key with all its readings, best first: those with the fewest notes, then those
// with the leftmost marker, with :keys after every :group:.
//
//	+----------+------+--------+------+-----+
//	| prefix:  | path | marker | rest | 00? |
//	+----------+------+--------+------+-----+
//
// Nothing is escaped, so a path or value that contains a colon may give several readings, each of
// which forms exactly this key. Order: bytewise, as LMDB keeps keys. Errors: invalid-utf8,
// unknown-prefix, bad-key-shape. Spec: docs/formats/implexus.md#keys.
// Errors: invalid-utf8, unknown-prefix, bad-key-shape.
// Spec: docs/formats/implexus.md#keys.
type KeyReading struct {
	Text          []byte // the key without a terminator
	Candidates    []Key
	NulTerminated bool // one U+0000 at the very end, which is dropped
	EmbeddedNul   bool // any other U+0000
	OverLimit     bool // longer than LMDB allows by default
}

// LMDBKeyMax is the size of the longest key that LMDB stores by default.
const LMDBKeyMax = 511

// DecodeKey reads a key. It aliases src and reuses k's memory.
func DecodeKey(src []byte, k *KeyReading) error {
	r := wire.NewReader(src, nil)
	k.decode(&r)
	return r.Finish()
}

func (k *KeyReading) decode(r *wire.Reader) {
	b := r.Ahead()
	*k = KeyReading{Text: b, Candidates: k.Candidates[:0], OverLimit: len(b) > LMDBKeyMax}
	if bad := badtext.Index(b); bad >= 0 {
		r.FailOwn(wire.BadText, "invalid-utf8", &fKey, bad, "valid UTF-8", "")
		return
	}
	if nul := bytes.IndexByte(b, 0); nul >= 0 {
		k.NulTerminated = nul == len(b)-1
		k.EmbeddedNul = !k.NulTerminated
	}
	if k.NulTerminated {
		k.Text = b[:len(b)-1]
	}
	size := k.find()
	if size == 0 {
		r.FailOwn(wire.BadHeader, "unknown-prefix", &fPrefix, 0, "one of the nine prefixes and a colon", "")
		return
	}
	if len(k.Candidates) == 0 {
		r.FailOwn(wire.BadValue, "bad-key-shape", &fPath, size, "a key that has the form of its prefix", "")
		return
	}
	slices.SortStableFunc(k.Candidates, func(a, b Key) int { return a.Notes.count() - b.Notes.count() })
	k.record(r)
}

// count returns the number of notes.
func (n KeyNotes) count() int {
	c := 0
	for ; n != 0; n &= n - 1 {
		c++
	}
	return c
}

// record consumes the key in the pieces of its best reading.
func (k *KeyReading) record(r *wire.Reader) {
	best := &k.Candidates[0]
	s := &shapes[best.Kind]
	leaf := func(f *span.Field, n int) {
		o := r.Offset()
		text := r.Take(f, n, "")
		if n > 0 {
			r.Leaf(f, o, span.TextValue(text))
		}
	}
	leaf(&fPrefix, len(s.prefix))
	leaf(&fPath, len(best.Path))
	leaf(&fMarker, len(s.marker))
	if s.rest != "" {
		leaf(s.field, len(best.Rest))
	}
	if k.NulTerminated {
		r.Doubt() // writers do not write one
		leaf(&fNul, 1)
	}
	if m := r.Group(); m.Recorded() {
		m.Note(k.remark())
	}
}

// remark describes, for the tree, what is odd about the key.
func (k *KeyReading) remark() string {
	text := ""
	add := func(s string) {
		if text != "" {
			text += ", "
		}
		text += s
	}
	k.eachNote(add)
	k.Candidates[0].Notes.each(add)
	if n := len(k.Candidates); n > 1 {
		add(strconv.Itoa(n) + " readings form this key; this is the most regular one")
	}
	return text
}

func (k *KeyReading) eachNote(do func(name string)) {
	for _, n := range [...]struct {
		is   bool
		name string
	}{{k.NulTerminated, "nul-terminated"}, {k.EmbeddedNul, "embedded-nul"}, {k.OverLimit, "over-lmdb-key-limit"}} {
		if n.is {
			do(n.name)
		}
	}
}

func (n KeyNotes) each(do func(name string)) {
	for i, name := range noteNames {
		if n&(1<<i) != 0 {
			do(name)
		}
	}
}

// prefixes lists the kinds whose key is only a prefix and the rest.
var prefixes = [...]Kind{EntityKey, PropertiesKey, ChildrenKey, ConfigKey, CatalogueConfig, TypeIndex}

// prefixMax is the size of the longest prefix, with its colon.
const prefixMax = len("children:")

// find finds all readings, in the order of their markers. It returns the size of the prefix, or 0
// for an unknown prefix.
func (k *KeyReading) find() int {
	colon := bytes.IndexByte(k.Text[:min(len(k.Text), prefixMax)], ':')
	if colon < 0 {
		return 0
	}
	prefix, rest := string(k.Text[:colon+1]), k.Text[colon+1:]
	for _, kind := range prefixes {
		if shapes[kind].prefix != prefix {
			continue
		}
		c := Key{Kind: kind, Path: rest}
		if kind == TypeIndex {
			c = Key{Kind: kind, Rest: rest}
		}
		if kind == TypeIndex && len(rest) == 0 {
			c.Notes = EmptyLabel
		} else if kind != TypeIndex && !regular(rest) {
			c.Notes = IrregularPath
		}
		k.Candidates = append(k.Candidates, c)
		return colon + 1
	}
	switch prefix {
	case "cat:":
		if path, ok := bytes.CutSuffix(rest, []byte(shapes[CategoryMembers].marker)); ok {
			f := k.finder(rest)
			f.add(CategoryMembers, len(path))
		}
	case "catl:":
		f := k.finder(rest)
		f.catalogue()
	case "idx:":
		f := k.finder(rest)
		f.index()
	default:
		return 0
	}
	return colon + 1
}

// finder adds readings of the text after a prefix. It keeps the places of the first and last "//",
// so that checking the paths of all readings takes linear time in total.
type finder struct {
	k           *KeyReading
	text        []byte
	first, last int // of "//", or -1
}

func (k *KeyReading) finder(text []byte) finder {
	double := []byte("//")
	return finder{k, text, bytes.Index(text, double), bytes.LastIndex(text, double)}
}

func (f *finder) catalogue() {
	marker := []byte(shapes[CatalogueGroup].marker)
	for at := 0; ; at++ {
		i := bytes.Index(f.text[at:], marker)
		if i < 0 {
			break
		}
		at += i
		f.add(CatalogueGroup, at)
	}
	if path, ok := bytes.CutSuffix(f.text, []byte(shapes[CatalogueKeys].marker)); ok {
		f.add(CatalogueKeys, len(path))
	}
}

func (f *finder) index() {
	for at, c := range f.text {
		if c != ':' {
			continue
		}
		for kind := Trigram; kind <= ContentKey; kind++ {
			if bytes.HasPrefix(f.text[at:], []byte(shapes[kind].marker)) {
				f.add(kind, at)
			}
		}
	}
}

// add adds the reading whose marker is at offset at.
func (f *finder) add(kind Kind, at int) {
	s := &shapes[kind]
	after := at + len(s.marker)
	c := Key{Kind: kind, Path: f.text[:at], Rest: f.text[after:]}
	if !ends(c.Path) || f.first >= 0 && f.first+2 <= at {
		c.Notes |= IrregularPath
	}
	switch {
	case kind == ContentKey && (!ends(c.Rest) || f.last >= after):
		c.Notes |= IrregularDocPath
	case s.gram > 0:
		c.Notes |= gramNote(c.Rest, s.gram)
	}
	f.k.Candidates = append(f.k.Candidates, c)
}

// ends reports whether a path is "/", or begins with "/" and does not end with it.
func ends(path []byte) bool {
	n := len(path)
	return n > 0 && path[0] == '/' && (n == 1 || path[n-1] != '/')
}

// regular reports whether a path begins and ends as it should and has no two "/" in a row.
func regular(path []byte) bool { return ends(path) && !bytes.Contains(path, []byte("//")) }

// gramNote returns what is odd about a gram of want code points.
func gramNote(gram []byte, want int) KeyNotes {
	const bytesPerRune = 4
	switch {
	case len(gram) <= bytesPerRune*want && utf8.RuneCount(gram) == want:
		return 0
	case len(gram) == want:
		return ByteGram
	}
	return IrregularGram
}
