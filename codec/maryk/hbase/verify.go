package hbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The codes of findings, in addition to those in package cell for both stores.
const (
	WithoutCreation   = "cells-without-creation" // cells of a record that does not exist
	MissingLastUpdate = "missing-last-update"    // no last update, or cells that are newer
	MissingIndexRow   = "missing-index-cell"     // a record's values have no index cell
	ExtraIndexRow     = "extra-index-cell"       // an index cell that no record's values imply
	MissingUniqueRow  = "missing-unique-cell"    // a unique value that others could take
	ExtraUniqueRow    = "extra-unique-cell"      // a value that nobody has and nobody can take
	NullLeftInIndex   = "index-cell-of-a-null"   // an index cell of a property that was set to null
	MissingHistory    = "missing-historic-cell"  // an older version that the record's history requires
	HistoryDiffers    = "historic-cell-differs"  // an older version that the record's history contradicts
	ExtraHistory      = "extra-historic-cell"    // a version at which no record changed that way
	MissingMarker     = "missing-delete-marker"  // a hard delete missing from some families
)

// Known defects of upstream that explain a finding.
const (
	DefectNull     = "null-leaves-index-cell"           // setting an indexed property to null does not write the index's 00
	DefectTaken    = "null-leaves-unique-cell"          // nor does it free a unique value
	DefectFreed    = "deleted-record-frees-value"       // that another record took after its soft delete
	DefectUnmarked = "nested-collection-without-marker" // of a collection in a map that was changed by its reference
	DefectLatent   = "change-of-deleted-record"         // of a soft-deleted record sets index and unique cells
	DefectReplace  = "replace-without-last-update"      // on replacing a whole collection, embed or multi type
	DefectHidden   = "hard-delete-hides-cells"          // of other records, in index or unique rows whose key equals the deleted record's
	DefectOneByte  = "key-00-reads-as-released"         // a key that is one byte long looks like a released unique value
)

// The content of cells of indexes and unique values.
const (
	deleteCell = "\x00" // a released unique value, and an unset index entry
	setCell    = "\x01" // an index entry
)

// verifier checks the cells of tables by record.
type verifier struct {
	cell.Verifier
	models map[uint32]*known
	checks checks        // of the group being checked
	place  shuffle.Place // of the message being built
}

// NewVerifier returns a verifier of the models' tables. From a plain scan it checks the current
// state, from a raw scan of all versions also the history.
func NewVerifier(s *cell.Schema) format.Verifier {
	v := &verifier{Verifier: cell.Verifier{Schema: s}, models: map[uint32]*known{}}
	v.checks.v = v
	v.checks.in = format.Input{Schema: s}
	return v
}

func newVerifier(sc format.Schema, _ format.Zones) (format.Verifier, error) {
	s, err := cell.SchemaOf(sc, "tables")
	if err != nil {
		return nil, err
	}
	return NewVerifier(s), nil
}

// Add implements format.Verifier.
func (v *verifier) Add(e *store.Entry) format.Taking { return v.Added(v).Add(e, 0) }

// about is the subject of a finding, without its code and reason.
type about struct {
	place    place
	record   string // key of the record, or empty
	index    string
	expected []byte
	stored   []byte
	defect   string

	at     hlc.Version // version of the existing cell; 0 if there is none, or if it is the newest
	mend   mending
	right  hlc.Version // version at which the expected cell is put
	want   []byte      // value to put, if it differs from expected
	noMend string      // why it cannot be mended
	since  hlc.Version // version of the cells of the record that decide it
}

// mending says what to do with the cell that a finding is about.
type mending uint8

const (
	leave mending = iota
	put           // put the expected cell
	move          // put the expected cell and remove the existing one
	drop          // remove the cell
)

func (c *checks) find(severity format.Severity, code string, a about, why string) {
	if !c.mine {
		return
	}
	about := cell.About{Model: c.model.Name, Record: []byte(a.record), Index: a.index, Expected: a.expected, Stored: a.stored,
		Defect: a.defect}
	parts := []store.Part{{Name: store.Row, Bytes: []byte(a.place.row)}, {Name: store.Family, Bytes: []byte(a.place.family)},
		{Name: store.Qualifier, Bytes: []byte(a.place.qualifier)}}
	about.Source.Table, about.NoMend, about.Because = c.name, a.noMend, c.because(&a)
	if a.at > 0 {
		about.At = string(appendVersion(a.at))
	}
	if a.mend == move || a.mend == drop {
		about.Mend = append(about.Mend, store.Entry{Parts: parts, Timestamp: about.At, Deleted: "Delete", Source: about.Source})
	}
	if a.mend == move || a.mend == put {
		if about.Right, about.Has = a.want, true; a.want == nil {
			about.Right = a.expected
		}
		about.Mend = append(about.Mend, store.Entry{Parts: format.WithValue(parts, about.Right),
			Timestamp: string(appendVersion(a.right)), Source: about.Source})
	}
	f := about.Finding(severity, code, why, parts...)
	c.group.Report(&f)
}

// becauseMax limits how many of a record's cells are named as reasons for a finding.
const becauseMax = 32

// because returns the cells that decide a finding: those about the record's creation and deletion,
// and its cells of the version.
func (c *checks) because(a *about) (list []format.Reason) {
	if a.record == "" || len(c.own) == 0 || string(c.own[0].row) != a.record {
		return nil
	}
	for i := range c.own {
		k := &c.own[i]
		why := ""
		switch string(k.qualifier) {
		case metaCreated:
			why = "the record was created"
		case metaSoftDelete:
			why = "the record was soft-deleted or restored"
		case metaLastUpdate:
		default:
			if k.at == a.since {
				why = "the record has this value"
			}
		}
		if why != "" && len(list) < becauseMax && !k.bad {
			list = append(list, format.Reason{Why: why, Source: store.Source{Table: c.name}, Parts: []store.Part{
				{Name: store.Row, Bytes: k.row}, {Name: store.Family, Bytes: k.family}, {Name: store.Qualifier, Bytes: k.qualifier},
				{Name: store.Value, Bytes: k.val}}})
		}
	}
	return list
}

// newest returns the newest version of a cell, or nil if there is none or it is hidden.
func (c *checks) newest(p place) *kept {
	if list := c.cells.versions(p); len(list) > 0 && !list[0].hidden {
		return &list[0]
	}
	return nil
}

// readable decodes cells, and reports those that do not decode.
func (c *checks) readable(list cells) {
	c.in.Entry.Source.Table = c.model.Name
	for i := range list {
		k := &list[i]
		c.in.Entry.Parts = c.in.Entry.Parts[:0]
		for p, b := range [...][]byte{k.row, k.family, k.qualifier, k.val} {
			c.in.Entry.Add(cellParts[p], b)
		}
		kind := kindOf(k)
		read := decode("", kind)
		if err := read(&c.in, nil, nil); err != nil {
			k.bad, k.used = true, true
			a, why := about{place: k.place(), stored: k.val}, err.Error()
			if kind == Property && cell.Unmarked(&c.in, 2, len(k.qualifier), err, read) {
				a.defect, why = DefectUnmarked, cell.WhyUnmarked+why
				k.aside = !c.implier.Concerns(k.qualifier)
			}
			c.find(format.Error, cell.UndecodableRow, a, why)
		}
	}
}

func (c *kept) place() place { return place{string(c.row), string(c.family), string(c.qualifier)} }

// kindOf returns the kind of a cell, judged by its family and qualifier.
func kindOf(c *kept) Kind {
	switch {
	case string(c.family) == familyUnique:
		return UniqueCell
	case string(c.family) != familyData:
		return IndexCell
	}
	for kind, qualifier := range metas {
		if string(c.qualifier) == qualifier {
			return kind
		}
	}
	return Property
}
