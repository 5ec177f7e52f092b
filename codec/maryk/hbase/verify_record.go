package hbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// checks are the cells that follow from the records so far.
type checks struct {
	*table
	wanted map[place]bool
	alive  map[string]bool // records that exist and are not soft-deleted
}

// record checks the cells of a record, and notes which index and unique cells it
// should have.
func (w *checks) record(key string, cells []cell.Stored) {
	x := Record{Model: w.model, Key: []byte(key), cells: cells}
	s := x.state(cell.Newest)
	if !s.exists {
		return
	}
	for _, c := range cells {
		p := place{row: key, family: familyData, qualifier: string(c.Qualifier)}
		switch p.qualifier {
		case metaCreated, metaLastUpdate:
			if number(c.Data) != c.Version {
				w.find(format.Error, WrongVersion, p, key, hlc.Append(nil, c.Version), c.Data, "the version is not the cell's timestamp")
			}
		}
		if c.Version > s.last {
			w.find(format.Error, MissingLastUpdate, p, key, hlc.Append(nil, c.Version), hlc.Append(nil, s.last), "the cell is newer than the record's last update")
		}
	}
	if s.deleted {
		return
	}
	w.alive[key] = true
	rec, err := cell.Assemble(w.model.Def, cell.HBase, s.values)
	if err != nil {
		w.find(format.Error, UndecodableRow, place{row: key, family: familyData}, key, nil, nil, err.Error())
		return
	}
	w.uniques(key, s.values)
	w.indexes(key, rec)
}

func (w *checks) uniques(key string, values []cell.Stored) {
	var p maryk.Path
	for _, c := range values {
		if maryk.DecodePath(c.Qualifier, w.model.Def, maryk.PathOptions{}, &p) != nil {
			continue
		}
		d := p.Def()
		if d == nil || !d.Unique || len(c.Data) == 0 || c.Data[0] == 0 || p.Last().Kind != maryk.StepProperty {
			continue
		}
		at := place{row: string(c.Qualifier), family: familyUnique, qualifier: string(c.Data)}
		w.wanted[at] = true
		switch got, ok := w.get(at); {
		case !ok || !bytes.Equal(got.value, []byte(key)):
			w.find(format.Error, MissingUniqueRow, at, key, []byte(key), got.value, "the record has the value, but the cell does not say so")
		case got.at != c.Version:
			w.find(format.Error, WrongVersion, at, key, hlc.Append(nil, c.Version), hlc.Append(nil, got.at), "the value is of another version")
		}
	}
}

func (w *checks) indexes(key string, rec *cell.Record) {
	v := rec.Value()
	for _, index := range w.model.Def.Indexes {
		if index.Reference == nil {
			continue
		}
		_, entries, err := index.Entries(&v, nil)
		if err != nil {
			w.find(format.Warning, UndecodableRow, place{row: key, family: familyData}, key, nil, nil, "the entries of index "+index.String()+" cannot be computed: "+err.Error())
			continue
		}
		for _, e := range entries {
			at := indexPlace(index.Reference, e, key)
			if w.wanted[at] {
				continue
			}
			w.wanted[at] = true
			if got, ok := w.get(at); !ok || len(got.value) != 1 || got.value[0] != 1 {
				w.find(format.Error, MissingIndexRow, at, key, []byte{1}, got.value, "the values of the record need this cell")
			}
		}
	}
}
