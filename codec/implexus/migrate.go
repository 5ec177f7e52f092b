package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

var migrations = []format.Migration{{
	Name: "sequence",
	Doc:  "Entity and configuration values of the layouts array, mixed and raw are written in the layout sequence; keys and all other rows stay.",
	New: func(s format.Schema) (format.Migrator, error) {
		return &layoutMigrator{opt: schemaOf(s).Values, rows: map[string][]byte{}}, nil
	},
}}

// layoutMigrator keeps the rows that change. Of several rows with the same key the last counts.
type layoutMigrator struct {
	opt  Options
	rows map[string][]byte // new value by stored key
	key  KeyReading
	v    Value
}

// Add implements format.Migrator.
func (m *layoutMigrator) Add(e *store.Entry) (taken bool, err error) {
	key, ok := e.Part(store.Key)
	val, hasValue := e.Part(store.Value)
	if !ok || e.Source.CF != "" || !ours(key) {
		return false, nil
	}
	if err := DecodeKey(key, &m.key); err != nil {
		return false, format.Locate(err, formatID, rowRecord, store.Key)
	}
	var row rowValue
	switch kind := m.key.Candidates[0].Kind; kind { // keys of these kinds have only one reading
	case EntityKey, ConfigKey, CatalogueConfig:
		delete(m.rows, string(key))
		if e.Deleted != "" || !hasValue {
			return true, nil
		}
		m.v.Elements, m.v.Keys = m.v.Elements[:0], AnyKeys
		r := wire.NewReader(val, nil)
		row.decode(kind, newDecoder(&r, &m.v, m.opt), nil)
		if err := r.Finish(); err != nil {
			return false, format.Locate(err, formatID, rowRecord, store.Value)
		}
	default:
		return true, nil
	}
	layout := &row.config.Layout
	if row.member == "entity" {
		layout = &row.entity.Layout
	}
	if *layout == Sequence {
		return true, nil
	}
	*layout = Sequence
	if row.member == "entity" {
		val, err = AppendEntity(nil, &row.entity)
	} else {
		val, err = AppendConfig(nil, &row.config)
	}
	m.rows[string(key)] = val
	return true, err
}

// Rows implements format.Migrator: the rows to put, in the order of their keys.
func (m *layoutMigrator) Rows(yield func(record string, e *store.Entry) error) error {
	for _, key := range sortedKeys(m.rows) {
		e := store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: []byte(key)}, {Name: store.Value, Bytes: m.rows[key]}}}
		if err := yield(rowRecord, &e); err != nil {
			return err
		}
	}
	return nil
}
