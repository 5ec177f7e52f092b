package rocksdb

import (
	"bytes"
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// Record is all rows of one record, from any of its families, in any order.
type Record struct {
	Model *cell.Model
	Key   []byte

	exists   bool
	first    hlc.Version // of the Keys row
	last     hlc.Version // the newest of the Table rows
	deleted  bool
	restored hlc.Version // version of the Table's soft-delete row

	latest   []cell.Stored // of Table
	historic []cell.Stored // of Historic Table
	deletes  []deletion    // of Historic Table
}

type deletion struct {
	version hlc.Version
	deleted bool
}

// NewRecord returns the record of a model with the key, without any rows yet.
func NewRecord(m *cell.Model, key []byte) *Record { return &Record{Model: m, Key: key} }

// Add adds a row; rows of other records and of families that do not say what the
// record's values are change nothing. Rows that are not as upstream writes them are
// an error, and count as absent, as for upstream.
func (x *Record) Add(family Family, key, val []byte) error {
	if x.Model != nil && family.Model != x.Model.Number || !bytes.HasPrefix(key, x.Key) {
		return nil
	}
	rest := key[len(x.Key):]
	switch family.Type {
	case Keys:
		if len(rest) == 0 && len(val) == versionLen {
			x.exists, x.first = true, version(val)
		}
	case Table:
		return x.addLatest(rest, val)
	case HistoricTable:
		return x.addHistoric(rest, val)
	}
	return nil
}

func version(b []byte) hlc.Version { return hlc.Version(binary.BigEndian.Uint64(b)) }

func (x *Record) addLatest(rest, val []byte) error {
	if len(val) < versionLen {
		return format.Refuse("value", "expected a version of 8 bytes")
	}
	v := version(val)
	if len(rest) == 1 && rest[0] == tagLastUpdate {
		return nil
	}
	x.last = max(x.last, v)
	switch {
	case len(rest) == 0:
	case len(rest) == 1 && rest[0] == tagSoftDelete:
		x.deleted = len(val) == versionLen+1 && val[versionLen] == 1
		x.restored = v
	default:
		x.latest = append(x.latest, cell.Stored{Qualifier: rest, Data: val[versionLen:], Version: v})
	}
	return nil
}

func (x *Record) addHistoric(rest, val []byte) error {
	if len(rest) == 0 {
		return nil // the creation, as in Keys
	}
	if len(rest) < versionLen+1 {
		return format.Refuse("key", "expected a reference and an inverted version behind the record's key")
	}
	at := len(rest) - versionLen
	v := ^version(rest[at:])
	if at == 1 && rest[0] == tagSoftDelete {
		x.deletes = append(x.deletes, deletion{v, len(val) == 1 && val[0] == 1})
		return nil
	}
	x.historic = append(x.historic, cell.Stored{Qualifier: rest[:at], Data: val, Version: v})
	return nil
}

// Exists reports whether the record has its row in Keys.
func (x *Record) Exists() bool { return x.exists }

// Versions returns the versions at which the record changed, the oldest first: those
// of all its Historic Table rows. A database without history has only what its latest
// rows say.
func (x *Record) Versions() []hlc.Version {
	all := append(append([]cell.Stored(nil), x.latest...), x.historic...)
	for _, d := range x.deletes {
		all = append(all, cell.Stored{Version: d.version})
	}
	if x.exists {
		all = append(all, cell.Stored{Version: x.first})
	}
	if x.restored != 0 {
		all = append(all, cell.Stored{Version: x.restored})
	}
	return cell.Versions(all)
}

// Deleted reports whether the record was soft-deleted at a version. Where a historic
// row is missing (a replicated add does not write it) the latest one counts.
func (x *Record) Deleted(at hlc.Version) bool {
	deleted, since, known := false, hlc.Version(0), false
	for _, d := range x.deletes {
		if d.version <= at && (!known || d.version >= since) {
			deleted, since, known = d.deleted, d.version, true
		}
	}
	if x.restored != 0 && x.restored <= at && (!known || x.restored >= since) {
		return x.deleted
	}
	return deleted
}

// At makes the record as it was at a version: of its historic rows, or of the latest
// ones for cell.Newest or a database without history.
func (x *Record) At(at hlc.Version) (*cell.Record, error) {
	rows := x.latest
	if at != cell.Newest && len(x.historic) > 0 {
		rows = x.historic
	}
	if x.Model == nil || x.Model.Def == nil {
		return nil, format.Refuse("model", "expected the definition of the model")
	}
	return cell.Assemble(x.Model.Def, cell.RocksDB, cell.At(rows, at))
}

// Write writes the record as it was at a version: exists, firstVersion, lastVersion,
// isDeleted, values. Nothing else is there of a record that does not exist.
func (x *Record) Write(w *value.Writer, at hlc.Version) error {
	exists := x.exists && x.first <= at
	w.Object()
	w.Key("exists")
	w.Bool(exists)
	if !exists {
		w.EndObject()
		return nil
	}
	rec, err := x.At(at)
	if err != nil {
		return err
	}
	last, deleted := x.last, x.deleted
	if at != cell.Newest {
		last, deleted = x.first, x.Deleted(at)
		for _, v := range x.Versions() {
			if v <= at {
				last = max(last, v)
			}
		}
	}
	w.Key("firstVersion")
	w.Uint64(uint64(x.first))
	w.Key("lastVersion")
	w.Uint64(uint64(last))
	w.Key("isDeleted")
	w.Bool(deleted)
	w.Key("values")
	rec.Write(w)
	w.EndObject()
	return nil
}
