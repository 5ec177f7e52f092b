package hbase

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// What a finding can be about.
const (
	UndecodableRow    = "undecodable-row"      // cells of a record that cannot be read
	WrongVersion      = "wrong-version"        // a version that is not the cell's timestamp
	MissingLastUpdate = "missing-last-update"  // no last update, or cells that are newer
	MissingIndexRow   = "missing-index-cell"   // a record's values have no index cell
	ExtraIndexRow     = "extra-index-cell"     // an index cell that no record's values give
	MissingUniqueRow  = "missing-unique-cell"  // a unique value that others could take
	ExtraUniqueRow    = "extra-unique-cell"    // a value that nobody has and nobody can take
	NullLeftInIndex   = "index-cell-of-a-null" // upstream's defect: setting an indexed property to null leaves its index cell
	UnknownModel      = "unknown-model"        // cells of tables that the schema lacks; not verified
)

// verifier keeps the newest cell of each place, by table.
type verifier struct {
	schema  *cell.Schema
	tables  map[uint32]*table
	unknown int
	list    []format.Finding
}

// place is where a cell stands.
type place struct{ row, family, qualifier string }

type newest struct {
	at    hlc.Version
	value []byte
}

// table is the cells of one model.
type table struct {
	v       *verifier
	model   *cell.Model
	cells   map[place]newest
	markers map[place]hlc.Version // DeleteFamily, by row and family
}

// NewVerifier returns a verifier of the tables of the models. It checks what holds
// now: a scan of the newest cells is enough.
func NewVerifier(s *cell.Schema) format.Verifier {
	return &verifier{schema: s, tables: map[uint32]*table{}}
}

func newVerifier(sc format.Schema, _ format.Zones) (format.Verifier, error) {
	s, ok := sc.(*cell.Schema)
	if !ok {
		return nil, format.Refuse("", "expected the models of the tables")
	}
	return NewVerifier(s), nil
}

// Add implements format.Verifier.
func (v *verifier) Add(e *store.Entry) {
	m, _ := modelOf(&format.Input{Schema: v.schema, Entry: *e})
	at, err := strconv.ParseUint(e.Timestamp, 10, 64)
	if m == nil || m.Def == nil || err != nil {
		v.unknown++
		return
	}
	t := v.tables[m.Number]
	if t == nil {
		t = &table{v: v, model: m, cells: map[place]newest{}, markers: map[place]hlc.Version{}}
		v.tables[m.Number] = t
	}
	row, _ := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	p := place{row: string(row), family: string(family)}
	if e.Deleted != "" {
		t.markers[p] = max(t.markers[p], hlc.Version(at))
		return
	}
	qualifier, _ := e.Part(store.Qualifier)
	p.qualifier = string(qualifier)
	if old, ok := t.cells[p]; !ok || hlc.Version(at) > old.at {
		val, _ := e.Part(store.Value)
		t.cells[p] = newest{hlc.Version(at), append([]byte{}, val...)}
	}
}

// Findings implements format.Verifier.
func (v *verifier) Findings() []format.Finding {
	v.list = nil
	for _, number := range slices.Sorted(maps.Keys(v.tables)) {
		v.tables[number].verify()
	}
	if v.unknown > 0 {
		v.list = append(v.list, format.Finding{Severity: format.Info, Code: UnknownModel, Stored: strconv.Itoa(v.unknown) + " cells", Why: "their table's model is not known, or they have no timestamp, so they were not verified"})
	}
	return v.list
}

// get returns the cell at a place that no marker hides.
func (t *table) get(p place) (newest, bool) {
	c, ok := t.cells[p]
	if hidden, marked := t.markers[place{row: p.row, family: p.family}]; marked && c.at <= hidden {
		return newest{}, false
	}
	return c, ok
}

func (t *table) find(severity format.Severity, code string, p place, record string, expected, found []byte, why string) {
	f := format.Finding{Severity: severity, Code: code, Why: why, Parts: []store.Part{
		{Name: store.Row, Bytes: []byte(p.row)}, {Name: store.Family, Bytes: []byte(p.family)}, {Name: store.Qualifier, Bytes: []byte(p.qualifier)}}}
	if record != "" {
		f.Item = t.model.Name + " " + string(value.AppendHex(nil, []byte(record)))
	}
	f.Expected, f.Stored = string(value.AppendHex(nil, expected)), string(value.AppendHex(nil, found))
	t.v.list = append(t.v.list, f)
}

func byPlace(a, b place) int {
	return cmp.Or(cmp.Compare(a.family, b.family), cmp.Compare(a.row, b.row), cmp.Compare(a.qualifier, b.qualifier))
}

// verify checks the cells of one model.
func (t *table) verify() {
	places := slices.SortedFunc(maps.Keys(t.cells), byPlace)
	records := map[string][]cell.Stored{}
	for _, p := range places {
		if c, ok := t.get(p); ok && p.family == familyData {
			records[p.row] = append(records[p.row], cell.Stored{Qualifier: []byte(p.qualifier), Data: c.value, Version: c.at})
		}
	}
	w := checks{table: t, wanted: map[place]bool{}, alive: map[string]bool{}}
	for _, key := range slices.Sorted(maps.Keys(records)) {
		w.record(key, records[key])
	}
	for _, p := range places {
		if c, ok := t.get(p); ok {
			w.extra(p, c)
		}
	}
}

// extra reports an index or unique cell that no record gives.
func (w *checks) extra(p place, c newest) {
	if w.wanted[p] || p.family == familyData || len(c.value) == 1 && c.value[0] == 0 {
		return
	}
	switch {
	case p.family == familyUnique:
		w.find(format.Error, ExtraUniqueRow, p, string(c.value), []byte{0}, c.value, "no record that exists has this value, and none can take it")
	case w.alive[p.qualifier]:
		w.find(format.Error, NullLeftInIndex, p, p.qualifier, []byte{0}, c.value,
			"the record has other values: upstream leaves the cell when an indexed property is set to null")
	default:
		w.find(format.Error, ExtraIndexRow, p, p.qualifier, []byte{0}, c.value, "no record that exists has these values")
	}
}

// at is where the index cell of an entry stands.
func indexPlace(reference, entry []byte, key string) place {
	return place{row: string(bytes.Clone(entry)), family: string(AppendIndexFamily(nil, reference)), qualifier: key}
}
