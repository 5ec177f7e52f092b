package rocksdb

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The codes of findings, in addition to those of package cell for both stores.
const (
	RowsWithoutKey     = "table-rows-without-keys-row"  // rows of a record that does not exist
	MissingTableRow    = "missing-table-row"            // no creation or last update
	MissingIndexRow    = "missing-index-row"            // a record's values have no index row
	ExtraIndexRow      = "extra-index-row"              // an index row that no record's values imply
	MissingUniqueRow   = "missing-unique-row"           // a unique value that others could take
	ExtraUniqueRow     = "extra-unique-row"             // a value that nobody has and nobody can take
	HistoryDiffers     = "historic-row-differs"         // the newest historic row differs from the latest row, or records a change wrongly
	MissingHistory     = "missing-historic-row"         // a latest row, or a change, without its historic row
	ExtraHistory       = "extra-historic-row"           // a historic index or unique row that the record's history contradicts
	StaleHistoricIndex = "historic-index-row-left"      // of a record that was deleted for good
	MissingUpdate      = "missing-update-history-row"   // a version of a record is not in the update history
	ExtraUpdate        = "extra-update-history-row"     // a change that the record does not have
	TombstoneOfLiving  = "tombstone-of-existing-record" // a record that exists was deleted for good
	MissingTombstone   = "missing-tombstone"            // a hard delete that only the update history has
	AssumedFormat      = "index-format-assumed"         // nothing says the format of the index keys
	PartialModel       = "partial-model"                // one or two of a model's name, version and definition
	ModelNameDiffers   = "model-name-differs"           // the stored name is not the given one, or that of the meta file
	EncryptedUnique    = "encrypted-not-recomputed"     // tokens of unique values need a key that is not in the dump
)

// Known defects of upstream that explain a finding.
const (
	// of a record whose key is only ff bytes, everything but the Keys row stays
	DefectHardDeleteFF  = "hard-delete-of-ff-key"
	DefectHistoricIndex = "hard-delete-leaves-historic-index"     // of a record that had left an index before
	DefectReplacedItems = "replaced-collection-leaves-index-rows" // of the removed items, when a whole set or map is replaced
	// an add of a soft-deleted record through replication has no historic soft delete
	DefectReplicatedState = "replicated-add-without-history"
)

// verifier keeps all rows, by model and family.
type verifier struct{ cell.Verifier[*table] }

// table is the rows of one model.
type table struct {
	v           *verifier
	model       *cell.Model
	rows        [families]rows
	indexFormat int
}

// NewVerifier returns a verifier of the database that the schema describes.
func NewVerifier(s *cell.Schema) format.Verifier {
	return &verifier{cell.Verifier[*table]{Schema: s}}
}

func newVerifier(sc format.Schema, _ format.Zones) (format.Verifier, error) {
	s, err := cell.SchemaOf(sc, "database")
	if err != nil {
		return nil, err
	}
	return NewVerifier(s), nil
}

// Add implements format.Verifier. Of several rows with one key that of the last file
// counts, and in it the first.
func (v *verifier) Add(e *store.Entry) format.Taking {
	name, ok := familyName(e)
	if !ok {
		return format.Unplaced
	}
	f, err := DecodeFamily(name, v.Schema.Old)
	if err != nil {
		return format.Foreign // also RocksDB's own family "default"
	}
	m := v.Schema.Model(f.Model)
	if m == nil || m.Def == nil || m.KeySize < 0 {
		v.Unknown++
		return format.Unmodeled
	}
	t := v.Table(m, func() *table { return &table{v: v, model: m} })
	key, _ := e.Part(store.Key)
	val, _ := e.Part(store.Value)
	x := kept{key: v.Bytes.Copy(key), val: v.Bytes.Copy(val), head: len(key), deleted: e.Deleted != "", file: v.File(e)}
	if f.Type.Historic() && len(key) >= versionLen && (f.Type != HistoricTable || len(key) > m.KeySize+versionLen) {
		x.head -= versionLen
	}
	t.rows[f.Type] = append(t.rows[f.Type], x)
	return format.Checked
}

// Findings implements format.Verifier.
func (v *verifier) Findings() []format.Finding {
	list := v.Verify("rows", "their models are not known, so they were not verified")
	sorting.Stable(list, func(a, b format.Finding) int {
		return cmp.Or(bytes.Compare(part(a, partFamily), part(b, partFamily)), bytes.Compare(part(a, store.Key), part(b, store.Key)),
			cmp.Compare(a.Code, b.Code))
	})
	return list
}

func part(f format.Finding, name string) []byte {
	e := store.Entry{Parts: f.Parts}
	b, _ := e.Part(name)
	return b
}

// about is the subject of a finding; code and reason are separate.
type about struct {
	family   FamilyType
	key      []byte // nil: about all rows of the family
	record   []byte // key of the record, or nil
	index    string // of an index row
	expected []byte
	stored   []byte
	defect   string

	mend   mending
	right  []byte // the whole value that the row should have, when mend is put
	noMend string // why nothing mends it
	since  *kept  // the Table row that decides it
}

// mending is what is done to the row that a finding is about.
type mending uint8

const (
	leave mending = iota
	put
	drop
)

func (t *table) find(severity format.Severity, code string, a about, why string) {
	name, _ := AppendFamily(nil, Family{Type: a.family, Model: t.model.Number, Old: t.v.Schema.Old})
	parts := []store.Part{{Name: partFamily, Bytes: name}}
	if a.key != nil {
		parts = append(parts, store.Part{Name: store.Key, Bytes: bytes.Clone(a.key)})
	}
	about := cell.About{Model: t.model.Name, Record: a.record, Index: a.index, Expected: a.expected, Stored: a.stored, Defect: a.defect}
	about.Source.CF, about.NoMend = string(value.AppendHex(nil, name)), a.noMend
	change := store.Entry{Parts: parts[1:], Source: about.Source}
	switch a.mend {
	case put:
		about.Right, about.Has = a.right, true
		change.Parts = format.WithValue(parts[1:], a.right)
		about.Mend = []store.Entry{change}
	case drop:
		change.Deleted = "delete"
		about.Mend = []store.Entry{change}
	}
	about.Because = t.because(&a)
	t.v.List = append(t.v.List, about.Finding(severity, code, why, parts...))
}

// because are the rows that decide a finding: the one of which it is known, and the Keys
// row of the record.
func (t *table) because(a *about) (list []format.Reason) {
	add := func(f FamilyType, r *kept, why string) {
		name, _ := AppendFamily(nil, Family{Type: f, Model: t.model.Number, Old: t.v.Schema.Old})
		list = append(list, format.Reason{Why: why, Source: store.Source{CF: string(value.AppendHex(nil, name))},
			Parts: []store.Part{{Name: store.Key, Bytes: r.key}, {Name: store.Value, Bytes: r.val}}})
	}
	if a.since != nil {
		add(Table, a.since, "the record has this value")
	}
	if len(a.record) == 0 {
		return list
	}
	if r := t.rows[Keys].find(a.record, nil); r != nil {
		add(Keys, r, "the record exists")
	}
	state := t.rows[Table].find(append(bytes.Clone(a.record), tagSoftDelete), nil)
	if state != nil && !state.bad && state.val[versionLen] == 1 {
		add(Table, state, "the record is soft-deleted")
	}
	return list
}

// Verify implements cell.Table.
func (t *table) Verify() {
	for f := range t.rows {
		t.rows[f] = t.rows[f].sorted()
	}
	t.formatOfIndexes()
	t.readable()
	t.modelRows()
	if n := len(t.rows[Table]) + len(t.rows[HistoricTable]); n > 0 && len(t.rows[Keys]) == 0 {
		t.find(format.Error, RowsWithoutKey, about{family: Keys, noMend: "the dump does not say which records there are"},
			itoa(n)+" rows of records, but the dump has no row of the Keys family: it was not given, or all of it is lost; nothing else of this model was checked")
		return
	}
	c := newChecks(t)
	for _, id := range t.records() {
		c.record(id)
	}
	c.left()
}

// records are the keys of all records with rows.
func (t *table) records() [][]byte {
	var list [][]byte
	size := t.model.KeySize
	for _, f := range [...]FamilyType{Keys, Table, HistoricTable} {
		for i := range t.rows[f] {
			key := t.rows[f][i].key
			if len(key) < size || len(list) > 0 && bytes.Equal(list[len(list)-1], key[:size]) {
				continue
			}
			list = append(list, key[:size])
		}
	}
	sorting.Func(list, bytes.Compare)
	return slices.CompactFunc(list, bytes.Equal)
}
