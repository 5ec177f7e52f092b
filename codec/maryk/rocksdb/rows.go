package rocksdb

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows of an object come family by family. All rows of one change are one transaction, so their order does not
// matter.

// writer collects the rows of one record.
type writer struct {
	model    *cell.Model
	old      bool
	prefixes map[*maryk.Index][]byte
	key      []byte
	keepAll  bool
	updates  bool // the database has an update history
	rows     []written
}

type written struct {
	record string
	family FamilyType
	key    []byte
	value  []byte
}

func (x *writer) put(record string, f FamilyType, key []byte, val ...[]byte) {
	x.rows = append(x.rows, written{record, f, key, bytes.Join(val, nil)})
}

// at returns a key of the record followed by rest.
func (x *writer) at(rest ...byte) []byte { return append(bytes.Clone(x.key), rest...) }

func u64(v hlc.Version) []byte { return binary.BigEndian.AppendUint64(nil, uint64(v)) }

// newWriter finds the model and the key of an object.
func newWriter(in *format.Input, object value.Value) (*writer, error) {
	s := cell.SchemaIn(in)
	m, key, err := cell.Identified(s, object)
	if err != nil {
		return nil, err
	}
	x := &writer{model: m, key: key, old: s.Old, prefixes: indexPrefixes(m.Def, s.IndexFormat)}
	for _, v := range [...]value.Value{in.Given, object} {
		b, _ := v.Member(memberKept).Bool()
		x.keepAll = x.keepAll || b
		b, _ = v.Member(memberUpdates).Bool()
		x.updates = x.updates || b
	}
	return x, nil
}

// indexPrefixes returns the bytes that the keys of index rows begin with.
func indexPrefixes(m *maryk.Model, indexFormat int) map[*maryk.Index][]byte {
	list := map[*maryk.Index][]byte{}
	for _, i := range m.Indexes {
		var b []byte
		if indexFormat != cell.IndexFormat1 {
			b = maryk.AppendVarint(nil, uint64(len(i.Reference)))
		}
		list[i] = append(b, i.Reference...)
	}
	return list
}

// objectRows implements Objects.Rows.
func objectRows(in *format.Input, _ string, object value.Value, yield func(record string, e *store.Entry) error) error {
	x, err := newWriter(in, object)
	if err != nil {
		return err
	}
	states, err := cell.States(object, in.Given)
	if err != nil {
		return err
	}
	if err := x.all(object, states); err != nil {
		return err
	}
	for i := range x.rows {
		if err := x.yield(&x.rows[i], false, yield); err != nil {
			return err
		}
	}
	return nil
}

func (x *writer) yield(r *written, deleted bool, yield func(record string, e *store.Entry) error) error {
	name, err := AppendFamily(nil, Family{Type: r.family, Model: x.model.Number, Old: x.old})
	if err != nil {
		return err
	}
	e := store.Entry{Source: store.Source{CF: string(value.AppendHex(nil, name))}}
	e.Add(store.Key, r.key)
	if deleted {
		e.Deleted = "delete"
	} else {
		e.Add(store.Value, r.value)
	}
	return yield(r.record, &e)
}

// all makes all rows of a record from its states.
func (x *writer) all(object value.Value, states []value.Value) error {
	list, err := cell.Rebuild(x.model.Def, cell.RocksDB, states)
	if err != nil {
		return err
	}
	var born, last hlc.Version
	exists := false
	for i := range list {
		w := &list[i]
		if w.Born {
			born = w.Version
		}
		if exists = w.Exists; exists {
			last = w.Version
		}
	}
	if v, given := object.Get("firstVersion"); given && !exists && v.IsNull() {
		return format.Refuse("firstVersion", "expected a version")
	}
	x.record(object, list, exists, born, last)
	if exists {
		if err := x.implied(list); err != nil {
			return err
		}
	}
	x.history(object, list)
	return nil
}

// history makes the rows of changes, and the tombstone.
func (x *writer) history(object value.Value, list []cell.Written) {
	v, deleted := object.Member(memberTombstone).Uint()
	if x.updates {
		for i := range list {
			x.put("update-history", UpdateHistory, append(hlc.AppendInverted(nil, list[i].Version), x.key...))
		}
		if n, ok := object.Member(memberLastUpdate).Uint(); ok {
			x.put("update-history", UpdateHistory, append(hlc.AppendInverted(nil, hlc.Version(n)), x.key...))
		}
		if deleted {
			x.put("update-history", UpdateHistory, append(hlc.AppendInverted(nil, hlc.Version(v)), x.key...), []byte{1})
		}
	}
	if deleted {
		x.put("replication-tombstone", ReplicationTombstone, x.at(), u64(hlc.Version(v)))
	}
}

// record makes the rows of the record itself: Keys, Table and Historic Table.
func (x *writer) record(object value.Value, list []cell.Written, exists bool, born, last hlc.Version) {
	if exists {
		x.put("keys", Keys, x.at(), u64(born))
		x.put("table-created", Table, x.at(), u64(born))
		if v, given := object.Get(memberLastUpdate); given {
			n, ok := v.Uint()
			if last = hlc.Version(n); ok {
				x.put("table-last-update", Table, x.at(tagLastUpdate), u64(last))
			}
		} else {
			if n, ok := object.Member("lastVersion").Uint(); ok {
				last = max(last, hlc.Version(n))
			}
			x.put("table-last-update", Table, x.at(tagLastUpdate), u64(last))
		}
	}
	var cells []cell.Stored
	for i := range list {
		cells = append(cells, list[i].Cells...)
	}
	table := latestOf(cells)
	corrected(table, object.Member(memberLatest))
	for _, q := range slices.Sorted(maps.Keys(table)) {
		c := table[q]
		x.put(x.kind("table-", q), Table, x.at(c.Qualifier...), u64(c.Version), c.Data)
	}
	if !x.keepAll {
		return
	}
	if exists {
		x.put("historic-created", HistoricTable, x.at(), u64(born))
	}
	for _, c := range cells {
		x.put(x.kind("historic-", string(c.Qualifier)), HistoricTable, hlc.AppendInverted(x.at(c.Qualifier...), c.Version), c.Data)
	}
}

func (x *writer) kind(family, qualifier string) string {
	if qualifier == cell.MetaSoftDelete {
		return family + "soft-delete"
	}
	return family + "value"
}

// corrected applies the rows of Table that differ from the history.
func corrected(table map[string]cell.Stored, latest value.Value) {
	for _, item := range latest.Items() {
		q, _ := item.Member("reference").Hex()
		data, ok := item.Member("data").Hex()
		v, _ := item.Member("version").Uint()
		if ok {
			table[string(q)] = cell.Stored{Qualifier: q, Data: data, Version: hlc.Version(v)}
		} else {
			delete(table, string(q))
		}
	}
}

// implied makes the rows of indexes and unique values, and their history.
func (x *writer) implied(list []cell.Written) error {
	implier := cell.NewImplier(x.model.Def, cell.RocksDB)
	changes, whole := implier.Changes(cell.Events(list), nil)
	if !whole {
		return format.Refuse("history", "has too many versions of too many values, or one that an index cannot hold")
	}
	sorting.Stable(changes, func(a, b cell.Change) int { return strings.Compare(a.Implied.ID(), b.Implied.ID()) })
	for i := range changes {
		c := &changes[i]
		if c.Implied.Encrypted {
			continue // its row has a token that only the writer can make
		}
		f, key, name := Index, append(append(bytes.Clone(x.prefixes[c.Implied.Index]), c.Implied.Bytes...), x.key...), "index"
		val := [][]byte{u64(c.Version)}
		if c.Implied.Index == nil {
			f, key, name = Unique, append(bytes.Clone(c.Implied.Reference), c.Implied.Bytes...), "unique"
			val = append(val, x.key)
		}
		lasts := i == len(changes)-1 || changes[i+1].Implied.ID() != c.Implied.ID()
		if c.On && lasts {
			x.put(name, f, key, val...)
		}
		if !x.keepAll {
			continue
		}
		var state []byte
		switch {
		case f == Unique:
			state = x.key
		case !c.On && c.Deleted:
			state = []byte{1}
		case !c.On:
			state = []byte{0}
		}
		x.put("historic-"+name, f+HistoricIndex-Index, hlc.AppendInverted(bytes.Clone(key), c.Version), state)
	}
	return nil
}
