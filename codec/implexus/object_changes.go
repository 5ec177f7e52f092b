package implexus

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// objectChanges yields the rows that change when an object becomes another. Its own rows come first; for a document, then
// those of the sets that list it, in the order type label, categories, catalogues, indexes, parent.
//
// A set is written as a whole, as upstream writes it, so it has to be known: "sets" in in.Given has the lists by key. With
// "others":"empty", all other sets are new. "lists" says which categories list the new document if their expressions are
// not evaluated. The configurations come from the schema, and the texts of indexes from the properties.
func objectChanges(in *format.Input, kind string, from, to value.Value, yield func(string, *store.Entry) error) error {
	w := changes{in: in, schema: schemaOf(in.Schema), yield: yield, sets: map[string]*changedSet{}}
	if err := w.known(); err != nil {
		return err
	}
	texts := kind != documentObject // a document's texts are derived from its properties
	was, err := w.own(kind, from, texts)
	if err != nil {
		return format.Within("from", err)
	}
	is, err := w.own(kind, to, texts)
	switch {
	case err != nil:
		return err
	case texts:
		return w.between(was, is)
	}
	if w.schema.Configs == nil || w.schema.Catalogues == nil {
		return format.Refuse("model", `expected the configurations of the database, {"config":{PATH:{"type_label","expression","index"}},`+
			`"catcfg":{…}}: they say which categories, catalogues and indexes list the document`)
	}
	before, err := w.view(was)
	if err != nil {
		return format.Within("from", err)
	}
	after, err := w.view(is)
	if err != nil {
		return err
	}
	if before.texts, err = w.texts(from, before.texts); err != nil {
		return format.Within("from", err)
	}
	if err := w.prepare(&before, &after); err != nil {
		return err
	}
	if err := w.between(was, is); err != nil {
		return err
	}
	return w.write(before.texts, after.texts)
}

// changes are rows to write on the way from one object to another.
type changes struct {
	in     *format.Input
	schema *Schema
	yield  func(string, *store.Entry) error

	sets    map[string]*changedSet
	touched []*changedSet // in the order in which they were requested
	lacking []string      // keys of unknown sets
	err     error         // the first set that is not a list
}

// own returns the rows of an object; a null object has no rows.
func (w *changes) own(kind string, object value.Value, texts bool) (rows []Row, err error) {
	if object.IsNull() {
		return nil, nil
	}
	if !texts {
		object = only(object, func(name string) bool { return name != "content" })
	}
	err = objectRows(w.in, kind, object, func(_ string, e *store.Entry) error {
		key, _ := e.Part(store.Key)
		val, _ := e.Part(store.Value)
		rows = append(rows, Row{key, val})
		return nil
	})
	return rows, err
}

// only returns an object with some of its members.
func only(object value.Value, keep func(name string) bool) value.Value {
	var members []value.Member
	for i := range object.Len() {
		if name := object.Name(i); keep(name) {
			members = append(members, value.Member{Name: name, Value: object.At(i)})
		}
	}
	return value.OfMembers(members...)
}

// texts returns the texts that indexes have of a document according to the object, plus those that
// they should have.
func (w *changes) texts(object value.Value, computed []Row) ([]Row, error) {
	rows, err := w.own(entityObject, only(object, func(name string) bool { return name == "path" || name == "content" }), true)
	if object.IsNull() {
		rows, err = nil, nil
	}
	for _, r := range computed {
		if at(rows, r.Key) < 0 && object.Member("content").IsNull() {
			rows = append(rows, r)
		}
	}
	return rows, err
}

// between puts the rows that differ, then deletes those that no longer exist.
func (w *changes) between(was, is []Row) error {
	for _, r := range is {
		if i := at(was, r.Key); i < 0 || !bytes.Equal(was[i].Value, r.Value) {
			if err := yieldRow(r.Key, r.Value, w.yield); err != nil {
				return err
			}
		}
	}
	for _, r := range was {
		if at(is, r.Key) < 0 {
			if err := yieldRow(r.Key, nil, w.yield); err != nil {
				return err
			}
		}
	}
	return nil
}

func at(rows []Row, key []byte) int {
	return slices.IndexFunc(rows, func(r Row) bool { return bytes.Equal(r.Key, key) })
}
