package implexus

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Every row is part of exactly one object, so that objects turn into rows again one by one: what a path has is one
// object, with the texts that indexes have of it, and a label with its documents is one. A set of documents
// belongs to the category, catalogue, index or label whose set it is; a document only says which list it.

// The kinds of objects.
const (
	documentObject  = "document"
	containerObject = "container"
	categoryObject  = "category"
	catalogueObject = "catalogue"
	indexObject     = "index"
	entityObject    = "entity"
	typeObject      = "type"
)

var pathIdentity = []format.ScanField{{Name: "path", Doc: "path of the entity", Need: true}}

// exampleEntity begins the examples of objects.
const exampleEntity = `"entity":{"type_code":"`

var objects = format.Objects{
	Kinds: []format.ObjectKind{
		{Name: documentObject, Identity: pathIdentity,
			Doc: "A path with properties: its entity, props and children rows and, of each index, its text. Listed is what lists it: that is in " +
				"the rows of other objects, and only told.",
			Example: `{"path":"/users/john",` + exampleEntity + `1","type_label":{"type":"string","value":"User"},"layout":"sequence"},` +
				`"properties":{"type":"dictionary","value":[["age",{"type":"int64","value":"30"}]]}}`},
		{Name: containerObject, Identity: pathIdentity, Doc: "A path with children: its entity and children rows.",
			Example: `{"path":"/users",` + exampleEntity + `4","type_label":{"type":"null"},"layout":"sequence"},"children":["john"]}`},
		{Name: categoryObject, Identity: pathIdentity, Doc: "A path with a configuration and the documents that meet it.",
			Example: `{"path":"/categories/all",` + exampleEntity + `2","type_label":{"type":"null"},"layout":"sequence"},` +
				`"config":{"type_label":{"type":"string","value":"User"},"expression":{"type":"string","value":"true"},"layout":"sequence"},` +
				`"members":["/users/john"]}`},
		{Name: catalogueObject, Identity: pathIdentity, Doc: "A path with the configuration of a catalogue, its keys and their groups.",
			Example: `{"path":"/catalogues/role","catcfg":{"type_label":{"type":"string","value":"User"},"expression":{"type":"string","value":"role"},` +
				`"layout":"sequence"},"keys":["admin"],"groups":[{"value":"admin","members":["/users/john"]}]}`},
		{Name: indexObject, Identity: pathIdentity, Doc: "A path with the configuration of an index and its n-grams. The texts are parts of their documents.",
			Example: `{"path":"/indices/name",` + exampleEntity + `5","type_label":{"type":"null"},"layout":"sequence"},` +
				`"trigrams":[{"gram":"joh","members":["/users/john"]}],"bigrams":[{"gram":"jo","members":["joh"]}],` +
				`"unigrams":[{"gram":"j","members":["jo"]}]}`},
		{Name: entityObject, Identity: pathIdentity, Doc: "A path with nothing that says what it is but, if at all, the type code of its entity row.",
			Example: `{"path":"/",` + exampleEntity + `0","type_label":{"type":"null"},"layout":"sequence"}}`},
		{Name: typeObject, Identity: []format.ScanField{{Name: "label", Doc: "the type label", Need: true}},
			Doc: "The documents of a type label.", Example: `{"label":"User","documents":["/users/john"]}`},
	},
	NewJoiner: newJoiner, Rows: objectRows, Changes: objectChanges, Scans: objectScans,
}

// joiner assembles objects. It keeps rows as a Verifier does.
type joiner struct {
	rows *Verifier
	set  StringSet
	v    Value
}

func newJoiner(s format.Schema) (format.Joiner, error) {
	return &joiner{rows: NewVerifier(schemaOf(s).VerifyOptions)}, nil
}

// Add implements format.Joiner. Rows of column families, and keys that do not begin like one of Implexus, are others'.
func (j *joiner) Add(e *store.Entry) (part bool, err error) {
	key, ok := e.Part(store.Key)
	val, hasValue := e.Part(store.Value)
	if !ok || e.Source.CF != "" || !ours(key) || !hasValue && e.Deleted == "" {
		return false, nil
	}
	var k KeyReading
	if err := DecodeKey(key, &k); err != nil {
		return false, format.Locate(err, formatID, rowRecord, store.Key)
	}
	if k.NulTerminated {
		return false, format.Refuse("key", "ends with U+0000, with which no object writes it")
	}
	if e.Deleted == "" {
		if err := j.fits(&k, val); err != nil {
			return false, format.Locate(err, formatID, rowRecord, store.Value)
		}
	}
	j.rows.Add(e)
	return true, nil
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

// fits returns why the value is that of no reading of the key: those of one key are texts or sets.
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
		j.v.Elements, j.v.Keys = j.v.Elements[:0], AnyKeys
		r := wire.NewReader(val, nil)
		var row rowValue
		row.decode(k.Candidates[i].Kind, newDecoder(&r, &j.v, j.rows.opt.Values), &j.set)
		err := r.Finish()
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// Objects implements format.Joiner: what paths have, in the order of the paths, then labels.
func (j *joiner) Objects(m format.Moment, yield func(o format.Object) bool) error {
	if m.At != "" && len(j.rows.entries) > 0 {
		return errors.New("rows of Implexus are kept in one version")
	}
	a := assembly{check: j.rows.read(j.rows.opt), contents: map[string][]*row{}, listed: map[string]*listed{}}
	for _, path := range a.paths() {
		if !yield(a.object(path)) {
			return nil
		}
	}
	for _, r := range a.rows {
		if r.key.Kind == TypeIndex && !yield(a.labelObject(r)) {
			return nil
		}
	}
	return nil
}

func (a *assembly) labelObject(r *row) format.Object {
	var w value.Writer
	w.Object()
	w.Member("label").Text(r.key.Rest)
	w.Key("documents")
	r.value.set.writeItems(&w)
	w.EndObject()
	return format.Object{Kind: typeObject, Entries: 1, Fields: w.Buf}
}
