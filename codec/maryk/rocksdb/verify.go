package rocksdb

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// What a finding can be about.
const (
	RowsWithoutKey     = "table-rows-without-keys-row"  // upstream's hard delete of a key of only ff bytes leaves them
	MissingTableRow    = "missing-table-row"            // no creation or last update
	WrongVersion       = "wrong-version"                // a version that the other rows contradict
	UndecodableRow     = "undecodable-row"              // a row of a record that cannot be read
	MissingIndexRow    = "missing-index-row"            // a record's values have no index row
	ExtraIndexRow      = "extra-index-row"              // an index row that no record's values give
	MissingUniqueRow   = "missing-unique-row"           // a unique value that others could take
	ExtraUniqueRow     = "extra-unique-row"             // a value that nobody has and nobody can take
	HistoryDiffers     = "historic-row-differs"         // the newest historic row is not what the latest row says
	MissingHistory     = "missing-historic-row"         // a latest row without its historic one
	StaleHistoricIndex = "historic-index-row-left"      // upstream's hard delete leaves a row of a deleted record
	MissingUpdate      = "missing-update-history-row"   // the last update of a record is not in the update history
	TombstoneOfLiving  = "tombstone-of-existing-record" // a record that is there was deleted for good
	UnknownModel       = "unknown-model"                // rows of models that the schema lacks; not verified
)

// verifier keeps all rows, by model and family.
type verifier struct {
	schema  *cell.Schema
	tables  map[uint32]*table
	unknown int
	list    []format.Finding
}

// table is the rows of one model.
type table struct {
	v     *verifier
	model *cell.Model
	rows  [families]map[string]kept
}

type kept struct {
	value   []byte
	deleted bool
}

// NewVerifier returns a verifier of the database that the schema describes.
func NewVerifier(s *cell.Schema) format.Verifier {
	return &verifier{schema: s, tables: map[uint32]*table{}}
}

func newVerifier(sc format.Schema, _ format.Zones) (format.Verifier, error) {
	s, ok := sc.(*cell.Schema)
	if !ok {
		return nil, format.Refuse("", "expected the models of the database")
	}
	return NewVerifier(s), nil
}

// Add implements format.Verifier. Of several rows with one key the first counts:
// RocksDB's tools print the newest one first.
func (v *verifier) Add(e *store.Entry) {
	name, ok := familyName(e)
	if !ok {
		return
	}
	f, err := DecodeFamily(name, v.schema.Old)
	if err != nil {
		return // also RocksDB's own family "default"
	}
	m := v.schema.Model(f.Model)
	if m == nil || m.Def == nil || m.KeySize < 0 {
		v.unknown++
		return
	}
	t := v.tables[f.Model]
	if t == nil {
		t = &table{v: v, model: m}
		v.tables[f.Model] = t
	}
	key, _ := e.Part(store.Key)
	if t.rows[f.Type] == nil {
		t.rows[f.Type] = map[string]kept{}
	}
	if _, again := t.rows[f.Type][string(key)]; !again {
		val, _ := e.Part(store.Value)
		t.rows[f.Type][string(key)] = kept{append([]byte{}, val...), e.Deleted != ""}
	}
}

// Findings implements format.Verifier.
func (v *verifier) Findings() []format.Finding {
	v.list = nil
	for _, number := range slices.Sorted(maps.Keys(v.tables)) {
		v.tables[number].verify()
	}
	if v.unknown > 0 {
		v.list = append(v.list, format.Finding{Severity: format.Info, Code: UnknownModel, Stored: itoa(v.unknown) + " rows", Why: "their models are not known, so they were not verified"})
	}
	slices.SortStableFunc(v.list, func(a, b format.Finding) int {
		return cmp.Or(bytes.Compare(part(a, partFamily), part(b, partFamily)), bytes.Compare(part(a, store.Key), part(b, store.Key)), cmp.Compare(a.Code, b.Code))
	})
	return v.list
}

func part(f format.Finding, name string) []byte {
	e := store.Entry{Parts: f.Parts}
	b, _ := e.Part(name)
	return b
}

// get returns a row that is there.
func (t *table) get(f FamilyType, key []byte) ([]byte, bool) {
	s, ok := t.rows[f][string(key)]
	return s.value, ok && !s.deleted
}

// each yields the rows of a family in bytewise order.
func (t *table) each(f FamilyType, yield func(key, val []byte)) {
	for _, key := range slices.Sorted(maps.Keys(t.rows[f])) {
		if s := t.rows[f][key]; !s.deleted {
			yield([]byte(key), s.value)
		}
	}
}

// find reports a finding about a row; the item is the record.
func (t *table) find(severity format.Severity, code string, f FamilyType, key, record []byte, expected, found []byte, why string) {
	name, _ := AppendFamily(nil, Family{Type: f, Model: t.model.Number, Old: t.v.schema.Old})
	x := format.Finding{Severity: severity, Code: code, Why: why, Parts: []store.Part{{Name: partFamily, Bytes: name}, {Name: store.Key, Bytes: bytes.Clone(key)}}}
	if record != nil {
		x.Item = t.model.Name + " " + string(value.AppendHex(nil, record))
	}
	x.Expected, x.Stored = string(value.AppendHex(nil, expected)), string(value.AppendHex(nil, found))
	t.v.list = append(t.v.list, x)
}

// historic reports whether the model's rows have a history.
func (t *table) historic() bool { return len(t.rows[HistoricTable]) > 0 }

// verify checks the rows of one model.
func (t *table) verify() {
	c := checks{table: t, index: map[string]want{}, unique: map[string]want{}, tokens: map[string]bool{}}
	records := map[string]*Record{}
	collect := func(f FamilyType) {
		t.each(f, func(key, val []byte) {
			if len(key) < t.model.KeySize {
				t.find(format.Error, UndecodableRow, f, key, nil, nil, val, "the key is shorter than the key of a record")
				return
			}
			id := string(key[:t.model.KeySize])
			if records[id] == nil {
				records[id] = NewRecord(t.model, []byte(id))
			}
			if err := records[id].Add(Family{Type: f, Model: t.model.Number}, key, val); err != nil {
				t.find(format.Error, UndecodableRow, f, key, []byte(id), nil, val, err.Error())
			}
		})
	}
	collect(Keys)
	collect(Table)
	for _, id := range slices.Sorted(maps.Keys(records)) {
		if x := records[id]; x.exists {
			c.record(x)
		} else {
			t.find(format.Error, RowsWithoutKey, Table, []byte(id), []byte(id), nil, nil,
				"there are values of a record that does not exist: upstream's hard delete leaves them when the key is only ff bytes")
		}
	}
	c.extra()
	if t.historic() {
		c.history()
		c.historicIndex()
	}
}
