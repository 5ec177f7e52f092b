package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Models is how a format handles the models that its databases carry. All functions represent
// models as the value that the format's ParseSchema accepts.
type Models struct {
	// Apart says that rows are decoded without the models: these are looked for only where they are asked for.
	Apart bool

	// NewFinder returns a Finder that collects the models among the rows of a database.
	NewFinder func() Finder

	// Read reads the stored parts of one model, the definition first, and gives the model the
	// number; nil if no bytes are a model on their own.
	Read func(number uint32, parts ...[]byte) (value.Value, error)

	// Described reads the models in a text that the store prints of its tables; nil for stores without such a text. Not ok if
	// it has none.
	Described func(text []byte) (models value.Value, ok bool)

	// AppendText appends all models as text for people.
	AppendText func(dst []byte, models value.Value) ([]byte, error)

	// AppendYAML appends all models in the YAML of the database's own program; nil if there is no
	// such form.
	AppendYAML func(dst []byte, models value.Value) ([]byte, error)

	// Write writes the models with everything stored of them, and its meaning next to it.
	Write func(w *value.Writer, models value.Value) error

	// Stored yields the parts of each model that Read accepts, encoded anew; none where Read is nil.
	Stored func(models value.Value, yield func(number uint32, name string, parts []store.Part)) error

	// IsFamily reports whether bytes may name a column family whose rows the format reads with the
	// schema; nil where Family is.
	IsFamily func(s Schema, name []byte) bool

	// Family reads the name of a column family as people write it; nil for stores whose dumps
	// name each row's family.
	Family func(s Schema, name string) ([]byte, error)

	// Families are the column families of the models that a schema has; nil where Family is.
	Families func(s Schema) []Family

	// Numberings are the ways in which databases number their column families, for the member
	// "familyNumbering" of models; nil if there is one.
	Numberings []string

	// MetaFile is the name of a text file about the models in a database's folder; empty if there
	// is none. WithMeta adds its content.
	MetaFile string
}

// WithMeta adds the text of a MetaFile to models, which may be null: then it is all that is
// known. ParseSchema accepts the result.
func WithMeta(models value.Value, meta string) value.Value {
	return With(models, "meta", value.Of(meta))
}

// With adds a member beside the models, which may be null, in place of one that is there.
// ParseSchema accepts the result if it knows the member.
func With(models value.Value, name string, v value.Value) value.Value {
	list := []value.Member{{Name: name, Value: v}}
	_, wrapped := models.Get("models")
	_, meta := models.Get("meta")
	switch {
	case models.Kind != value.Object:
	case wrapped || meta:
		for i := range models.Len() {
			if other := models.Name(i); other != name {
				list = append(list, value.Member{Name: other, Value: models.At(i)})
			}
		}
	default:
		list = append(list, value.Member{Name: "models", Value: models})
	}
	return value.OfMembers(list...)
}

// Found is a Finder's answer for an entry.
type Found uint8

// The answers.
const (
	Elsewhere Found = iota // the dump does not name the place of its rows: it has no models
	Other                  // it does, and this is not part of a model
	ModelPart              // a part of a model
)

// Finder collects the models that a database carries. Entries may come in any order,
// and are not kept.
type Finder interface {
	Add(e *store.Entry) Found
	// Models returns the models found; not ok if there was nothing usable. Problems are models
	// that are damaged and were omitted.
	Models() (models value.Value, problems []error, ok bool)
}

// PickModel returns models reduced to the one with the number.
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

// Family is a column family of a database.
type Family struct {
	Name  []byte
	Title string // "Ware table"
}
