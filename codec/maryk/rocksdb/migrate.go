package rocksdb

import (
	"bytes"
	"cmp"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

var migrations = []format.Migration{
	{
		Name: "index-format-2",
		Doc: "Index keys of releases up to 0.10 get the length of the index reference in front, as since 0.11, and historic rows of a soft " +
			"delete say so. Then MARYK_META.yml needs the line indexKeyFormatVersion: 2. Rows of an index that the model no longer has are deleted.",
		New: func(s format.Schema) (format.Migrator, error) {
			sc, err := cell.SchemaOf(s, "database")
			if err != nil {
				return nil, err
			}
			return &indexMigrator{schema: sc, deletes: map[string]bool{}}, nil
		},
	},
	{
		Name: "family-numbering-new",
		Doc: "Column families numbered from 0, as in releases up to 0.5, are renamed to those that begin with 1: every row is put into " +
			"the one and deleted from the other, the last family first, since the numbers overlap.",
		New: func(s format.Schema) (format.Migrator, error) {
			sc, err := cell.SchemaOf(s, "database, or --family-numbering")
			return &familyMigrator{schema: sc}, err
		},
	},
}

// moved is a row to move.
type moved struct {
	family   Family
	key, val []byte
}

func (r *moved) entry(f Family, key, val []byte, deleted bool) (store.Entry, error) {
	name, err := AppendFamily(nil, f)
	e := store.Entry{Source: store.Source{CF: string(value.AppendHex(nil, name))}}
	e.Add(store.Key, key)
	if deleted {
		e.Deleted = "delete"
	} else {
		e.Add(store.Value, val)
	}
	return e, err
}

// move yields the row in its new place, unless key is nil, and its deletion in the old one.
func (r *moved) move(record string, f Family, key, val []byte, yield func(string, *store.Entry) error) error {
	if key != nil {
		e, err := r.entry(f, key, val, false)
		if err == nil {
			err = yield(record, &e)
		}
		if err != nil || f == r.family && bytes.Equal(key, r.key) {
			return err
		}
	}
	e, err := r.entry(r.family, r.key, nil, true)
	if err != nil {
		return err
	}
	return yield(record, &e)
}

// placed returns the key and family of a row; without a key, the row concerns no migration, or the error says why nobody knows.
func placed(e *store.Entry, old bool) (key []byte, f Family, err error) {
	key, isPair := e.Part(store.Key)
	if !isPair || e.Deleted != "" {
		return nil, f, nil
	}
	name, ok := familyName(e)
	if !ok {
		return nil, f, format.Refuse("cf", "expected a row that says its column family")
	}
	if f, err = DecodeFamily(name, old); err != nil {
		return nil, f, nil // RocksDB's own family
	}
	return key, f, nil
}

// indexMigrator collects index rows and the soft deletes in their history.
type indexMigrator struct {
	schema  *cell.Schema
	rows    []moved
	deletes map[string]bool // model, key and inverted version
}

// Add implements format.Migrator.
func (x *indexMigrator) Add(e *store.Entry) (taken bool, err error) {
	key, f, err := placed(e, x.schema.Old)
	if key == nil {
		return false, err
	}
	val, _ := e.Part(store.Value)
	m := x.schema.Model(f.Model)
	switch f.Type {
	case HistoricTable:
		if m != nil && m.KeySize >= 0 && len(key) == m.KeySize+1+versionLen && key[m.KeySize] == tagSoftDelete && len(val) == 1 && val[0] == 1 {
			x.deletes[deletionID(f.Model, key[:m.KeySize], key[m.KeySize+1:])] = true
		}
		return false, nil
	case Index, HistoricIndex:
	default:
		return false, nil
	}
	if m == nil || m.Def == nil || m.KeySize < 0 {
		return false, format.Refuse("cf", "expected the definition of the model, which says where the reference of an index ends")
	}
	if is := m.IndexFormatOf(key); is == cell.IndexFormat2 && !(x.schema.Stated && x.schema.IndexFormat == cell.IndexFormat1) {
		return false, nil
	}
	x.rows = append(x.rows, moved{f, bytes.Clone(key), bytes.Clone(val)})
	return true, nil
}

func deletionID(model uint32, key, version []byte) string {
	return string(maryk.AppendVarint(nil, uint64(model))) + string(key) + string(version)
}

// Rows implements format.Migrator.
func (x *indexMigrator) Rows(yield func(record string, e *store.Entry) error) error {
	for i := range x.rows {
		r := &x.rows[i]
		m := x.schema.Model(r.family.Model)
		record := "index"
		var key []byte
		if index := m.IndexPrefix(r.key); index != nil {
			key = append(maryk.AppendVarint(nil, uint64(len(index.Reference))), r.key...)
		}
		if r.family.Type == HistoricIndex {
			record = "historic-index"
			if at := len(r.key) - versionLen; at >= m.KeySize && len(r.val) == 1 &&
				x.deletes[deletionID(m.Number, r.key[at-m.KeySize:at], r.key[at:])] {
				r.val = []byte{1}
			}
		}
		if err := r.move(record, r.family, key, r.val, yield); err != nil {
			return err
		}
	}
	return nil
}

// familyMigrator collects all rows of families in the old numbering.
type familyMigrator struct {
	schema *cell.Schema
	rows   []moved
}

// Add implements format.Migrator.
func (x *familyMigrator) Add(e *store.Entry) (taken bool, err error) {
	key, f, err := placed(e, true)
	if key == nil {
		return false, err
	}
	if !x.schema.Old {
		return false, format.Refuse("cf", "the families are numbered as since 0.6; --family-numbering old says otherwise")
	}
	val, _ := e.Part(store.Value)
	x.rows = append(x.rows, moved{f, bytes.Clone(key), bytes.Clone(val)})
	return true, nil
}

// Rows implements format.Migrator.
func (x *familyMigrator) Rows(yield func(record string, e *store.Entry) error) error {
	sorting.Stable(x.rows, func(a, b moved) int { return cmp.Compare(b.family.Type, a.family.Type) })
	for i := range x.rows {
		r := &x.rows[i]
		f := r.family
		f.Old = false
		if err := r.move(x.record(r), f, r.key, r.val, yield); err != nil {
			return err
		}
	}
	return nil
}

// record returns the record kind of a row, or "" if only the length of the model's keys would tell.
func (x *familyMigrator) record(r *moved) string {
	switch t := r.family.Type; t {
	case Model:
		if len(r.key) == 1 && int(r.key[0]) < len(itemNames) {
			return "model-" + itemNames[r.key[0]]
		}
	case Table, HistoricTable:
		m := x.schema.Model(r.family.Model)
		if m == nil || m.KeySize < 0 || len(r.key) < m.KeySize {
			return ""
		}
		rest := r.key[m.KeySize:]
		if t == HistoricTable && len(rest) >= versionLen {
			rest = rest[:len(rest)-versionLen]
		}
		family := "table-"
		if t == HistoricTable {
			family = "historic-"
		}
		return family + whats[tableKind(t, rest)]
	case Unique:
		if len(r.key) > 0 && r.key[0] == 0 {
			return "unique-marker"
		}
		return t.String()
	default:
		return t.String()
	}
	return ""
}
