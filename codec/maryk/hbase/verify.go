package hbase

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
)

// The codes of findings, in addition to those of package cell for both stores.
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
	DefectNull    = "null-leaves-index-cell"      // setting an indexed property to null does not write the index's 00
	DefectReplace = "replace-without-last-update" // of a whole collection, embed or multi type
	DefectHidden  = "hard-delete-hides-cells"     // of other records, in index or unique rows whose key equals the deleted record's
	DefectOneByte = "key-00-reads-as-released"    // a key that is one byte long looks like a released unique value
)

// What cells of indexes and unique values hold.
const (
	deleteCell = "\x00" // a released unique value, and an unset index entry
	setCell    = "\x01" // an index entry
)

// verifier keeps all cells, by table.
type verifier struct{ cell.Verifier[*table] }

// table is the cells of one model.
type table struct {
	v       *verifier
	model   *cell.Model
	cells   cells
	markers map[rowOf][]hlc.Version // DeleteFamily, newest first when sorted
	removed map[place][]removal
	name    string // of the table in the dump
}

// removal is a tombstone of one cell; Maryk writes none, a repair does.
type removal struct {
	at    hlc.Version
	exact bool // it hides one version; otherwise it hides the older ones too
}

// NewVerifier returns a verifier of the tables of the models. For a plain scan it checks the
// current state, for a raw scan of all versions also the history.
func NewVerifier(s *cell.Schema) format.Verifier {
	return &verifier{cell.Verifier[*table]{Schema: s}}
}

func newVerifier(sc format.Schema, _ format.Zones) (format.Verifier, error) {
	s, err := cell.SchemaOf(sc, "tables")
	if err != nil {
		return nil, err
	}
	return NewVerifier(s), nil
}

// Add implements format.Verifier.
func (v *verifier) Add(e *store.Entry) format.Taking {
	if _, ok := e.Part(partDescriptorKey); ok {
		return format.Checked
	}
	m, _ := modelOf(&format.Input{Schema: v.Schema, Entry: *e})
	at, err := strconv.ParseUint(e.Timestamp, 10, 64)
	if m == nil || m.Def == nil || err != nil {
		v.Unknown++
		if err == nil && e.Source.Table == "" {
			return format.Unplaced
		}
		return format.Unmodeled
	}
	t := v.Table(m, func() *table {
		return &table{v: v, model: m, name: e.Source.Table, markers: map[rowOf][]hlc.Version{}, removed: map[place][]removal{}}
	})
	c := kept{at: hlc.Version(at), file: v.File(e)}
	for name, to := range map[string]*[]byte{store.Row: &c.row, store.Family: &c.family, store.Qualifier: &c.qualifier, store.Value: &c.val} {
		b, _ := e.Part(name)
		*to = v.Bytes.Copy(b)
	}
	switch e.Deleted {
	case "":
		t.cells = append(t.cells, c)
	case deleteFamily:
		in := rowOf{string(c.row), string(c.family)}
		t.markers[in] = append(t.markers[in], c.at)
	case "Delete", "DeleteColumn":
		t.removed[c.place()] = append(t.removed[c.place()], removal{c.at, e.Deleted == "Delete"})
	default:
		v.Unknown++ // a marker that Maryk does not write
		return format.Unmodeled
	}
	return format.Checked
}

// Findings implements format.Verifier.
func (v *verifier) Findings() []format.Finding {
	return v.Verify("cells", "their table's model is not known, or they have no timestamp, or they are markers that Maryk does not write: they were not verified")
}

// about is the subject of a finding; code and reason are separate.
type about struct {
	place    place
	record   string // key of the record, or empty
	index    string
	expected []byte
	stored   []byte
	defect   string

	at     hlc.Version // of the cell that is there; 0 when there is none, or it is the newest
	mend   mending
	right  hlc.Version // at which the expected cell is put
	want   []byte      // its value, if that is not what is expected
	noMend string      // why nothing mends it
	since  hlc.Version // of the cells of the record that decide it
}

// mending is what is done to the cell that a finding is about.
type mending uint8

const (
	leave mending = iota
	put           // the expected cell
	move          // the same, and the cell that is there goes
	drop          // the cell goes
)

func (t *table) find(severity format.Severity, code string, a about, why string) {
	about := cell.About{Model: t.model.Name, Record: []byte(a.record), Index: a.index, Expected: a.expected, Stored: a.stored,
		Defect: a.defect}
	parts := []store.Part{{Name: store.Row, Bytes: []byte(a.place.row)}, {Name: store.Family, Bytes: []byte(a.place.family)},
		{Name: store.Qualifier, Bytes: []byte(a.place.qualifier)}}
	about.Source.Table, about.NoMend, about.Because = t.name, a.noMend, t.because(&a)
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
	t.v.List = append(t.v.List, about.Finding(severity, code, why, parts...))
}

// becauseMax is how many cells of a record are named that decide a finding.
const becauseMax = 32

// because are the cells that decide a finding: the creation of the record, and what it
// has of the version.
func (t *table) because(a *about) (list []format.Reason) {
	if a.record == "" {
		return nil
	}
	in := t.cells.inRow(familyData, []byte(a.record))
	for i := range in {
		k := &in[i]
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
			list = append(list, format.Reason{Why: why, Source: store.Source{Table: t.name}, Parts: []store.Part{
				{Name: store.Row, Bytes: k.row}, {Name: store.Family, Bytes: k.family}, {Name: store.Qualifier, Bytes: k.qualifier},
				{Name: store.Value, Bytes: k.val}}})
		}
	}
	return list
}

// hidden reports whether a hard delete hides a cell.
func (t *table) hidden(c *kept) bool {
	list := t.markers[rowOf{string(c.row), string(c.family)}]
	return len(list) > 0 && list[0] >= c.at
}

// gone reports whether a tombstone of its own hides a cell.
func (t *table) gone(k *kept) bool {
	return slices.ContainsFunc(t.removed[k.place()], func(r removal) bool { return k.at == r.at || k.at < r.at && !r.exact })
}

// newest returns the version of a cell that holds, nil when there is none.
func (t *table) newest(p place) *kept {
	if list := t.cells.versions(p); len(list) > 0 && !t.hidden(&list[0]) {
		return &list[0]
	}
	return nil
}

// Verify implements cell.Table.
func (t *table) Verify() {
	t.cells = t.cells.sorted()
	if len(t.removed) > 0 {
		t.cells = slices.DeleteFunc(t.cells, func(k kept) bool { return t.gone(&k) })
	}
	for in, list := range t.markers {
		sorting.Func(list, func(a, b hlc.Version) int { return cmp.Compare(b, a) })
		t.markers[in] = slices.Compact(list)
	}
	from := len(t.v.List)
	t.readable()
	c := newChecks(t)
	for _, key := range t.records() {
		c.record(key)
	}
	c.left()
	sorting.Stable(t.v.List[from:], func(a, b format.Finding) int {
		return cmp.Or(cmp.Compare(string(a.Parts[1].Bytes), string(b.Parts[1].Bytes)),
			cmp.Compare(string(a.Parts[0].Bytes), string(b.Parts[0].Bytes)),
			cmp.Compare(string(a.Parts[2].Bytes), string(b.Parts[2].Bytes)), cmp.Compare(a.Code, b.Code))
	})
}

// records are the keys of all records with cells or a hard delete.
func (t *table) records() []string {
	keys := map[string]bool{}
	for i := range t.cells {
		if string(t.cells[i].family) == familyData {
			keys[string(t.cells[i].row)] = true
		}
	}
	for in := range t.markers {
		keys[in.row] = true
	}
	return slices.Sorted(maps.Keys(keys))
}

// readable decodes all cells, and reports those that do not decode.
func (t *table) readable() {
	in := format.Input{Schema: t.v.Schema}
	in.Entry.Source.Table = t.model.Name
	in.Entry.Parts = make([]store.Part, len(cellParts))
	for i := range t.cells {
		c := &t.cells[i]
		for p, b := range [...][]byte{c.row, c.family, c.qualifier, c.val} {
			in.Entry.Parts[p] = store.Part{Name: cellParts[p], Bytes: b}
		}
		if err := decode("", kindOf(c))(&in, nil, nil); err != nil {
			c.bad, c.used = true, true
			t.find(format.Error, cell.UndecodableRow, about{place: c.place(), stored: c.val}, err.Error())
		}
	}
}

func (c *kept) place() place { return place{string(c.row), string(c.family), string(c.qualifier)} }

// kindOf is the kind of a cell by its family and qualifier.
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
