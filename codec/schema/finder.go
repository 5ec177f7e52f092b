package schema

import (
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// OthersMax is how many rows that are not part of a model, and whose families hold no models, are enough to conclude
// that the dump has no models.
const OthersMax = 64

// Finder collects the models that a database carries among its rows, for all formats whose databases do.
type Finder struct {
	formats []*format.Format
	finders []format.Finder
}

// NewFinder returns a Finder for all formats, or only for the one with the given id if it is not empty. It returns nil
// if none of them has models in its databases. Models that decoding does not need are left out; FindAll finds them too.
func NewFinder(id string) *Finder { return newFinder(withModels(id)) }

// FindAll returns a Finder for all models that a database carries.
func FindAll(id string) *Finder { return newFinder(append(withModels(id), models(id, true)...)) }

func newFinder(formats []*format.Format) *Finder {
	x := &Finder{formats: formats}
	for _, f := range x.formats {
		x.finders = append(x.finders, f.Models.NewFinder())
	}
	if len(x.finders) == 0 {
		return nil
	}
	return x
}

// withModels returns the formats whose databases carry models that their rows need, all or the one with the id.
func withModels(id string) []*format.Format { return models(id, false) }

func models(id string, apart bool) (list []*format.Format) {
	for _, f := range codec.Formats() {
		if f.Models != nil && f.Models.Apart == apart && (id == "" || id == f.ID) {
			list = append(list, f)
		}
	}
	return list
}

// Add takes a row, which it does not retain, and returns the best answer of the formats.
func (x *Finder) Add(e *store.Entry) (best format.Found) {
	for _, f := range x.finders {
		best = max(best, f.Add(e))
	}
	return best
}

// Found is what was found for one format.
type Found struct {
	Format   *format.Format
	Models   value.Value // null if nothing usable was found
	Problems []error     // models that are damaged and were omitted
}

// Found returns what was found, for each format that was tried.
func (x *Finder) Found() (list []Found) {
	for i, f := range x.finders {
		one := Found{Format: x.formats[i]}
		models, problems, ok := f.Models()
		if one.Problems = problems; ok {
			one.Models = models
		}
		list = append(list, one)
	}
	return list
}

// Usable is what was found for a format, parsed.
type Usable struct {
	Format *format.Format
	Text   value.Value // as the format's ParseSchema takes it
	Schema format.Schema
}

// Usable parses what was found, adding the text of each format's MetaFile if meta returns one. Notes say what was found
// but is not used. where is where it was found, "store" or "dump".
func (x *Finder) Usable(where string, meta func(*format.Format) string) (known []Usable, notes []string) {
	known = []Usable{}
	for _, found := range x.Found() {
		models := found.Models
		for _, p := range found.Problems {
			notes = append(notes, "in the "+where+": "+p.Error())
		}
		if meta := meta(found.Format); meta != "" {
			models = format.WithMeta(models, meta)
		}
		if models.IsNull() {
			continue
		}
		sc, err := found.Format.ParseSchema(models)
		if err != nil {
			notes = append(notes, "the models in the "+where+" are not used: "+err.Error())
			continue
		}
		known = append(known, Usable{found.Format, models, sc})
	}
	return known, notes
}
