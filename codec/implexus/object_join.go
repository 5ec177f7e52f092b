package implexus

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// joiner assembles objects. It needs the memory for one of them as JSON, and for one row.
type joiner struct {
	opt     Options
	stored  bool // there is a row that is not a deletion
	why     error
	reading KeyReading
	set     StringSet
	v       Value
	yield   func(format.Object) bool
	passing
}

func newJoiner(s format.Schema) (format.Joiner, error) {
	return &joiner{opt: schemaOf(s).VerifyOptions.Values}, nil
}

// The rounds in which objects are joined. The first three choose between several readings of a key, as a Verifier
// does.
const (
	joinReading  = iota // keys with several readings; they ask which paths are entities
	joinPath            // entities; they answer
	joinAnswered        // keys that asked
	joinSets            // sets of documents; they tell the documents that they are listed
	joinObject          // everything under a path, sorted by path; then labels
	joinAll
)

// groupLabel is the first byte of a label's group in the round of objects; it sorts after paths.
const groupLabel = groupPath + 1

// sections are the kinds of rows in the order in which an object has them. What lists the object comes
// after them.
var sections = [...]Kind{EntityKey, PropertiesKey, ChildrenKey, ConfigKey, CategoryMembers, CatalogueConfig, CatalogueKeys,
	CatalogueGroup, Trigram, Bigram, Unigram, ContentKey, TypeIndex}

// sectionOf maps a kind to its section.
var sectionOf = func() (of [ContentKey + 1]byte) {
	for i, kind := range sections {
		of[kind] = byte(i)
	}
	return of
}()

// sectionListed is the first of the sections for what lists a document: types, categories, catalogues and
// indexes.
const sectionListed = byte(len(sections))

// listing returns the section of a set that lists documents.
func listing(kind Kind) (section byte, lists bool) {
	switch kind {
	case TypeIndex:
		return sectionListed, true
	case CategoryMembers:
		return sectionListed + 1, true
	case CatalogueGroup:
		return sectionListed + 2, true
	case Trigram:
		return sectionListed + 3, true
	}
	return 0, false
}

// Rounds implements shuffle.Check.
func (j *joiner) Rounds() int { return joinAll }

// AppendOrder implements shuffle.Check; a joiner has no findings.
func (j *joiner) AppendOrder(dst []byte, _ *Finding) []byte { return dst }

// Why implements format.Joiner.
func (j *joiner) Why() error { return j.why }

// Place implements shuffle.Check. Rows of column families, and keys that do not begin like one of Implexus, belong to
// others.
func (j *joiner) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	j.why = nil
	key, ok := e.Part(store.Key)
	val, hasValue := e.Part(store.Value)
	if !ok || e.Source.CF != "" || !ours(key) || !hasValue && e.Deleted == "" {
		return format.Foreign
	}
	k := &j.reading
	if j.why = j.usable(k, key, val, e.Deleted == ""); j.why != nil {
		return format.Foreign
	}
	j.stored = j.stored || e.Deleted == ""
	best := &k.Candidates[0]
	_, lists := listing(best.Kind)
	switch {
	case len(k.Candidates) > 1:
		p.Round, p.Group, p.Order = joinReading, append(append(p.Group, groupText), key...), append(append(p.Order, orderRow), key...)
	case best.Kind == EntityKey:
		p.Round, p.Group, p.Order = joinPath, append(append(p.Group, groupPath), best.Path...), append(append(p.Order, orderRow), key...)
	case lists:
		p.Round, p.Group, p.Order = joinSets, append(append(p.Group, byte(best.Kind)), key...), append(append(p.Order, orderRow), key...)
	default:
		placeObject(p, best, key)
	}
	return format.Checked
}

// usable returns why the row is part of no object.
func (j *joiner) usable(k *KeyReading, key, val []byte, stored bool) error {
	if err := DecodeKey(key, k); err != nil {
		return format.Locate(err, formatID, rowRecord, store.Key)
	}
	if k.NulTerminated {
		return format.Refuse("key", "ends with U+0000, which objects do not write")
	}
	if stored {
		if err := j.fits(k, val); err != nil {
			return format.Locate(err, formatID, rowRecord, store.Value)
		}
	}
	return nil
}

// placeObject places a row with its object.
func placeObject(p *shuffle.Place, k *Key, key []byte) {
	first, group := byte(groupPath), k.Path
	switch k.Kind {
	case TypeIndex:
		first, group = groupLabel, k.Rest
	case ContentKey:
		group = k.Rest
	}
	p.Round, p.Group = joinObject, append(append(p.Group[:0], first), group...)
	p.Order = append(append(p.Order[:0], sectionOf[k.Kind]), key...)
}

// ours reports whether a key begins with one of the prefixes.
func ours(key []byte) bool {
	for i := range shapes {
		if bytes.HasPrefix(key, []byte(shapes[i].prefix)) {
			return true
		}
	}
	return false
}

// fits returns why the value fits no reading of the key. The values of one key's readings are texts
// or sets.
func (j *joiner) fits(k *KeyReading, val []byte) (first error) {
	tried := [2]bool{}
	for i := range k.Candidates {
		t := &tried[0]
		if k.Candidates[i].Kind == ContentKey {
			t = &tried[1]
		}
		if *t {
			continue
		}
		*t = true
		err := j.decode(k.Candidates[i].Kind, val, new(rowValue))
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// decode reads a value into the joiner's memory.
func (j *joiner) decode(kind Kind, val []byte, to *rowValue) error {
	r := wire.NewReader(val, nil)
	to.decode(kind, newDecoder(&r, &j.v, j.opt), &j.set)
	return r.Finish()
}

// Begin implements format.Joiner.
func (j *joiner) Begin(m format.Moment, yield func(o format.Object) bool) error {
	if m.At != "" && j.stored {
		return errors.New("rows of Implexus are kept in one version")
	}
	j.yield = yield
	return nil
}

// Check implements shuffle.Check.
func (j *joiner) Check(g *shuffle.Group) {
	switch j.group = g; g.Round {
	case joinReading:
		for _, r := range j.rows(noMessage) {
			j.askPaths(r, joinPath, joinAnswered)
		}
	case joinPath:
		j.joinPath()
	case joinAnswered:
		j.joinAnswered()
	case joinSets:
		for _, r := range j.rows(noMessage) {
			j.tellListed(r)
			j.sendToObject(r)
		}
	default:
		j.joinObject()
	}
}

// joinPath sends the entity of a path to its object, and answers those who ask whether there is
// one.
func (j *joiner) joinPath() {
	var asking [][]byte
	path := bytes.Clone(j.group.Key[1:])
	for _, r := range j.rows(func(order, _ []byte) { asking = append(asking, bytes.Clone(order[1:])) }) {
		j.answerPaths(asking, path, joinAnswered)
		j.sendToObject(r)
	}
}

// joinAnswered chooses the reading of a key and sends its row on.
func (j *joiner) joinAnswered() {
	entities := map[string]bool{}
	for _, r := range j.rows(func(order, _ []byte) { entities[string(order[1:])] = true }) {
		r.key = r.reading.Resolve(func(path []byte) bool { return entities[string(path)] })
		if _, lists := listing(r.key.Kind); lists {
			j.sendRow(joinSets, byte(r.key.Kind), r)
		} else {
			j.sendToObject(r)
		}
	}
}

// tellListed tells the members of a set of documents that it lists them.
func (j *joiner) tellListed(r *row) {
	section, _ := listing(r.key.Kind)
	var x rowValue
	if j.decode(r.key.Kind, r.content, &x) != nil {
		return
	}
	about := r.key.Path
	if r.key.Kind == TypeIndex {
		about = r.key.Rest
	}
	j.payload = append(shuffle.AppendField(j.payload[:0], about), r.key.Rest...)
	for _, document := range j.set.Items {
		j.group.Send(j.to(joinObject, groupPath, document, section, r.stored), j.payload)
	}
}

// sendToObject sends a row to its object.
func (j *joiner) sendToObject(r *row) {
	placeObject(&j.place, r.key, r.stored)
	j.group.Send(&j.place, r.content)
}

// joinObject yields the object of a path or label.
func (j *joiner) joinObject() {
	w := objectWriter{joiner: j, name: bytes.Clone(j.group.Key[1:]), label: j.group.Key[0] == groupLabel, code: -1}
	w.begin()
	var key, content []byte // of a row; of several with the same key the last counts
	held := false
	put := func() {
		if held {
			w.row(sections[key[0]], key[1:], content)
		}
		held = false
	}
	for r := j.group.Next(); r != nil; r = j.group.Next() {
		if !bytes.Equal(r.Order, key) {
			put()
		}
		if r.Order[0] >= sectionListed {
			w.listed(r.Order[0]-sectionListed, r.Message)
			continue
		}
		val := r.Message
		if held = true; r.Entry != nil {
			val, _ = r.Entry.Part(store.Value)
			held = r.Entry.Deleted == ""
		}
		key, content = append(key[:0], r.Order...), append(content[:0], val...)
	}
	put()
	if w.rows > 0 && !j.yield(w.end()) {
		j.group.End()
	}
}
