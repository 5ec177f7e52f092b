//go:build wasip1

package main

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// searchedBytes is how much a search for models may read. The models of a database are at its beginning.
const searchedBytes = 8 << 20

// modelSearch is what a search for models found in a text.
type modelSearch struct {
	read  int // bytes of the text
	known []schema.Usable
	notes []string
}

// searchText reads the text until it is certain that no more models will come. It gives no rows.
func (b *bulk) searchText() (more bool) {
	finder := schema.NewFinder(b.pin.Format)
	if b.scanner, b.err = dump.Open(b, b.opt); finder == nil || b.err != nil {
		return false
	}
	placed := false
	for others := 0; b.search.read < searchedBytes && (placed || others < schema.OthersMax); {
		e, err := b.scanner.Next()
		if errors.As(err, new(*dump.Error)) {
			continue // a damaged row is not part of a model
		}
		if err != nil {
			break
		}
		if finder.Add(e) == format.Elsewhere {
			others++
		} else {
			placed = true
		}
	}
	b.search.known, b.search.notes = finder.Usable("dump", func(*format.Format) string { return "" })
	return false
}

// addInside adds models that a search found, for formats that have none.
func (b *bulk) addInside(found value.Value) error {
	if found.Kind != value.Object {
		return nil
	}
	for i := range found.Len() {
		set, err := schema.Parse(found.At(i), found.Name(i))
		if err != nil {
			return err
		}
		for f, s := range set {
			if b.schemas == nil {
				b.schemas = format.SchemaSet{}
			}
			if b.schemas[f] == nil {
				b.schemas[f] = s
			}
		}
	}
	return nil
}
