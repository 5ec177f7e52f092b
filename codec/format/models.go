package format

import (
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Models handles the models that a format's databases carry. All functions represent models as the
// value that the format's ParseSchema accepts.
type Models struct {
	// Apart means that rows are decoded without the models, which are read only on request.
	Apart bool

	// NewFinder returns a Finder that collects the models among the rows of a database.
	NewFinder func() Finder

	// Read reads the stored parts of one model, the definition first, and gives the model the
	// number. Nil if a model cannot be read from such parts alone.
	Read func(number uint32, parts ...[]byte) (value.Value, error)

	// Described reads the models in a text that the store prints about its tables, and reports whether there are any.
	// Nil for stores without such a text.
	Described func(text []byte) (models value.Value, ok bool)

	// AppendText appends all models as text for people.
	AppendText func(dst []byte, models value.Value) ([]byte, error)

	// AppendYAML appends all models in the YAML of the database's own program; nil if there is no such form.
	AppendYAML func(dst []byte, models value.Value) ([]byte, error)

	// Write writes the models with everything stored about them, and what it means.
	Write func(w *value.Writer, models value.Value) error

	// Stored encodes the models again and yields the parts of each, as Read accepts them. It yields
	// nothing if Read is nil.
	Stored func(models value.Value, yield func(number uint32, name string, parts []store.Part)) error

	// IsFamily reports whether bytes may name a column family whose rows the format reads with the
	// schema; nil if Family is.
	IsFamily func(s Schema, name []byte) bool

	// Family reads the name of a column family as people write it; nil for stores whose dumps name
	// the family of each row.
	Family func(s Schema, name string) ([]byte, error)

	// Families are the column families of the models in a schema; nil if Family is.
	Families func(s Schema) []Family

	// Numberings are the ways in which databases number their column families, for the member
	// "familyNumbering" of models; nil if there is only one.
	Numberings []string

	// MetaFile is the name of a text file about the models in a database's folder, which WithMeta
	// adds to models; empty if there is none.
	MetaFile string
}

// WithMeta adds the text of a MetaFile to models, which may be null if nothing else is known.
// ParseSchema accepts the result.
func WithMeta(models value.Value, meta string) value.Value {
	return With(models, "meta", value.Of(meta))
}

// With adds a member next to the models, which may be null, or replaces it. ParseSchema accepts the
// result if it knows the member.
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

// Found says what a Finder made of an entry.
type Found uint8

// The values of Found.
const (
	Elsewhere Found = iota // the dump does not name the place of its rows, so it has no models
	Other                  // the dump names places, but the entry is not part of a model
	ModelPart              // a part of a model
)

// Finder collects the models that a database carries. Entries may come in any order and are not kept.
type Finder interface {
	Add(e *store.Entry) Found
	// Models returns the models found, and false if there was nothing usable. Problems says which
	// models are damaged and were omitted.
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
