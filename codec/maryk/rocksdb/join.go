package rocksdb

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
)

// joiner keeps the rows that make up records, by record.
type joiner struct {
	cell.Joiner[joined]
	updates map[uint32]bool // models whose update history is complete
}

// joined is a record with its rows, in the order in which they came.
type joined struct {
	model *cell.Model
	key   string
	rows  []joinedRow
}

type joinedRow struct {
	family  FamilyType
	key     string
	value   []byte
	deleted bool
}

func newJoiner(sc format.Schema) (format.Joiner, error) {
	s, err := cell.SchemaOf(sc, "database")
	if err != nil {
		return nil, err
	}
	return &joiner{cell.Joiner[joined]{Schema: s}, map[uint32]bool{}}, nil
}

// Add implements format.Joiner. Rows of the Keys, Table and Historic Table families are copied,
// and so are tombstones: the only trace of records deleted for good.
func (j *joiner) Add(e *store.Entry) (part bool, err error) {
	key, isPair := e.Part(store.Key)
	if !isPair {
		return false, nil
	}
	name, ok := familyName(e)
	if !ok {
		return false, format.Refuse("cf", "expected a row that says its column family")
	}
	f, err := DecodeFamily(name, j.Schema.Old)
	if err != nil {
		return false, nil // RocksDB's own family "default"
	}
	switch f.Type {
	case Model:
		if len(key) == 1 && key[0] == ModelHistoryFilled.item() && e.Deleted == "" {
			j.updates[f.Model] = true
		}
		return false, nil
	case Keys, Table, HistoricTable, ReplicationTombstone:
	default:
		return false, nil
	}
	m := j.Schema.Model(f.Model)
	if m == nil || m.KeySize < 0 {
		return false, format.Refuse("cf", "expected the definition of model "+strconv.FormatUint(uint64(f.Model), 10))
	}
	if len(key) < m.KeySize {
		return false, format.Refuse("key", "expected the key of a record, "+itoa(m.KeySize)+" bytes, found "+itoa(len(key)))
	}
	val, _ := e.Part(store.Value)
	record := string(key[:m.KeySize])
	id := cell.RecordID{Model: m.Number, Key: record}
	x := j.Record(id, func() *joined { return &joined{model: m, key: record} })
	x.rows = append(x.rows, joinedRow{f.Type, string(key), append([]byte{}, val...), e.Deleted != ""})
	return true, nil
}

// Objects implements format.Joiner: records by model and key.
func (j *joiner) Objects(m format.Moment, yield func(format.Object) bool) error {
	return j.Join(m, yield, func(x *joined, at hlc.Version) (format.Object, bool) {
		return x.object(j.Schema.Opener, at, m.History, j.updates[x.model.Number])
	})
}

// object assembles a record. Of several rows with one key the first wins: RocksDB's tools print
// the newest one first. A record all of whose rows were deleted has no object.
func (x *joined) object(opener format.Opener, at hlc.Version, history, updates bool) (o format.Object, any bool) {
	sorting.Stable(x.rows, func(a, b joinedRow) int {
		return cmp.Or(cmp.Compare(a.family, b.family), strings.Compare(a.key, b.key))
	})
	rec := NewRecord(x.model, []byte(x.key))
	rec.Opener, rec.updates = opener, updates
	var bad error
	entries := 0
	for i := range x.rows {
		r := &x.rows[i]
		if i > 0 && r.family == x.rows[i-1].family && r.key == x.rows[i-1].key || r.deleted {
			continue
		}
		entries++
		if err := rec.Add(Family{Type: r.family, Model: x.model.Number}, []byte(r.key), r.value); err != nil && bad == nil {
			bad = err
		}
	}
	if bad != nil {
		o = cell.BrokenObject(x.model, rec.Key, bad)
	} else {
		o = cell.Object(rec, x.model, cell.RocksDB, rec.Key, at, history, rec.writeStored)
	}
	o.Entries, o.Note = entries, cell.SealedNote(rec.NotOpened)
	return o, entries > 0
}
