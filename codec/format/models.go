package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Models is what a format does with models that its databases carry. All functions
// speak of models as the value that the format's ParseSchema takes.
type Models struct {
	// NewFinder returns what collects the models among the rows of a database.
	NewFinder func() Finder

	// Read takes stored parts of one model, the definition first, as they are, and
	// gives the model the number.
	Read func(number uint32, parts ...[]byte) (value.Value, error)

	// AppendText appends all models as text for people.
	AppendText func(dst []byte, models value.Value) ([]byte, error)

	// AppendYAML appends all models as the database's own program has them in YAML; nil
	// when it has no such form.
	AppendYAML func(dst []byte, models value.Value) ([]byte, error)

	// Write writes the models so that everything that is stored of them is there, and
	// what it means beside it.
	Write func(w *value.Writer, models value.Value) error

	// Stored yields the parts of each model that Read takes, written anew from what they
	// mean.
	Stored func(models value.Value, yield func(number uint32, name string, parts []store.Part)) error

	// Family reads the name of a column family as people say it; nil for stores whose
	// dumps say of each row which family it is of.
	Family func(s Schema, name string) ([]byte, error)

	// MetaFile is the name of a text file in a database's folder that tells something
	// of its models; empty when there is none. WithMeta adds what it says.
	MetaFile string
}

// WithMeta adds the text of a MetaFile to models, which may be null: then it is all
// that is known. The result is what ParseSchema takes.
func WithMeta(models value.Value, meta string) value.Value {
	list := []value.Member{{Name: "meta", Value: value.Of(meta)}}
	switch _, wrapped := models.Get("models"); {
	case models.Kind != value.Object:
	case wrapped:
		for i := range models.Len() {
			if name := models.Name(i); name != "meta" {
				list = append(list, value.Member{Name: name, Value: models.At(i)})
			}
		}
	default:
		list = append(list, value.Member{Name: "models", Value: models})
	}
	return value.OfMembers(list...)
}

// Found is what a Finder says of an entry.
type Found uint8

// The answers.
const (
	Elsewhere Found = iota // the dump does not say of its rows where they belong: it has no models
	Other                  // it says so, and this is no part of a model
	ModelPart              // a part of a model
)

// Finder collects the models that a database carries. Entries may come in any order,
// and are not kept.
type Finder interface {
	Add(e *store.Entry) Found
	// Models returns what was found; not ok when there was nothing that can be used.
	// Problems are models that are damaged and were left out.
	Models() (models value.Value, problems []error, ok bool)
}

// Joiner puts the objects of a database together. Entries may come in any order;
// what it needs of them it copies.
type Joiner interface {
	// Add takes a row. Rows that are no part of an object change nothing.
	Add(e *store.Entry) error
	// Objects yields all objects in a fixed order until yield returns false.
	Objects(m Moment, yield func(o Object) bool) error
}

// Moment is when objects are looked at: now, at a version, or always.
type Moment struct {
	At      string // a version as the format spells it; empty for now
	History bool   // the object at each of its versions
}

// Object is one object out of several rows.
type Object struct {
	Kind    string // kebab-case: "record"
	Entries int    // how many rows it is made of
	Fields  []byte // JSON
	Err     error  // why it cannot be put together; Fields then only say which it is
	Note    string // what is worth knowing of it: a sentence, empty for most

	// History yields the object at each of its versions, the oldest first, as JSON
	// objects with "version" and "record", until yield returns false: they belong into
	// Fields as the list "history". The bytes are valid until yield returns. Nil unless
	// the history was asked for.
	History func(yield func(version []byte) bool)
}

// PickModel returns models with only the one that has the number.
func PickModel(models value.Value, number string) value.Value {
	inner, wrapped := models.Get("models")
	if !wrapped {
		inner = models
	}
	one, _ := inner.Get(number)
	list := []value.Member{{Name: "models", Value: value.OfMembers(value.Member{Name: number, Value: one})}}
	for i := range models.Len() {
		if name := models.Name(i); wrapped && name != "models" && name != "meta" {
			list = append(list, value.Member{Name: name, Value: models.At(i)})
		}
	}
	return value.OfMembers(list...)
}
