package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var models = format.Models{
	NewFinder:  func() format.Finder { return new(finder) },
	Read:       cell.ReadModel,
	Described:  described,
	AppendText: cell.AppendModels,
	AppendYAML: cell.AppendYAML,
	Write:      cell.WriteModels,
	Stored:     cell.StoredModels,
}

// finder collects the values of table descriptors, if a dump has them.
type finder struct{ cell.Finder }

// Add implements format.Finder. Tables never contain their descriptor, so a dump without one says
// nothing about models.
func (f *finder) Add(e *store.Entry) format.Found {
	key, ok := e.Part(partDescriptorKey)
	if !ok {
		return format.Elsewhere
	}
	b, given := e.Part(store.Value)
	if len(key) != 1 || key[0] >= cell.Items || !given {
		return format.Other
	}
	f.Finder.Add(e.Source.Table, int(key[0]), b)
	return format.ModelPart
}

// Models implements format.Finder. Tables have no numbers, so they are numbered here.
func (f *finder) Models() (models value.Value, problems []error, ok bool) {
	all, problems := f.Finder.Models(func(i int, _ string) (uint32, bool) { return uint32(i) + 1, true })
	return value.OfMembers(all...), problems, len(all) > 0
}

// described reads the models in the output of the shell's describe.
func described(text []byte) (value.Value, bool) {
	var f finder
	if !f.Finder.Described(text) {
		return value.Value{}, false
	}
	models, _, ok := f.Models()
	return models, ok
}
