package rocksdb

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"sort"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// Record is all rows of one record, from any of its families, in any order.
type Record struct {
	Model *cell.Model
	Key   []byte

	// Opener decrypts values; if it is nil, they stay encrypted. After the record was written,
	// NotOpened says why a value was not decrypted.
	Opener    format.Opener
	NotOpened string

	exists   bool
	first    hlc.Version // version in the Keys row
	last     hlc.Version // newest version of the Table rows
	deleted  bool
	restored hlc.Version // version of the Table's soft-delete row
	updated  hlc.Version // version in the last update row

	tombstone hlc.Version // version of a hard delete; 0 for none
	updates   bool        // the database has an update history

	latest   []cell.Stored // of Table
	historic []cell.Stored // of Historic Table
	deletes  []deletion    // of Historic Table
}

type deletion struct {
	version hlc.Version
	deleted bool
}

// NewRecord returns a record of a model with the key, and without any rows yet.
func NewRecord(m *cell.Model, key []byte) *Record { return &Record{Model: m, Key: key} }

// Add adds a row. It ignores rows of other records, and of families that do not hold the record's
// values. Rows that upstream would not write are an error and count as absent, as they do for
// upstream.
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
	case ReplicationTombstone:
		if len(rest) == 0 && len(val) == versionLen {
			x.tombstone = version(val)
		}
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
		x.updated = v
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
		return format.Refuse("key", "expected a reference and an inverted version after the record's key")
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

// Versions returns the versions at which the record changed, oldest first: those of all its
// Historic Table rows. A database without history has only the versions of its latest rows.
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

// Deleted reports whether the record was soft-deleted at a version. If a historic row is missing (a
// replicated add does not write it), the latest row counts.
func (x *Record) Deleted(at hlc.Version) bool {
	x.sortDeletes()
	return x.deletedAt(at)
}

func (x *Record) sortDeletes() {
	sorting.Stable(x.deletes, func(a, b deletion) int { return cmp.Compare(a.version, b.version) })
}

// deletedAt is Deleted for historic rows sorted by version.
func (x *Record) deletedAt(at hlc.Version) bool {
	n := sort.Search(len(x.deletes), func(i int) bool { return x.deletes[i].version > at })
	latest := x.restored != 0 && x.restored <= at
	if n > 0 && (!latest || x.restored < x.deletes[n-1].version) {
		return x.deletes[n-1].deleted
	}
	return latest && x.deleted
}

// place returns where the record's encrypted values are stored.
func (x *Record) place() cell.Place {
	return cell.Place{Opener: x.Opener, Model: x.Model.Number, Key: x.Key}
}

// replay returns a replay of the latest rows or, if asked for and there are any, of the historic ones.
func (x *Record) replay(historic bool) *cell.Replay {
	rows := x.latest
	if historic = historic && len(x.historic) > 0; historic {
		rows = x.historic
	}
	p := cell.NewReplay(x.Model.Def, cell.RocksDB, x.place(), rows)
	p.Record.Historic = historic
	return p
}

// At makes the record as it was at a version, from its historic rows. For cell.Newest, or in a
// database without history, it uses the latest rows.
func (x *Record) At(at hlc.Version) (*cell.Record, error) {
	if err := x.Model.Defined(); err != nil {
		return nil, err
	}
	p := x.replay(at != cell.Newest)
	return p.Record, p.To(at)
}

// Write writes the record as it was at a version, with the members exists, firstVersion,
// lastVersion, isDeleted and values. For a record that does not exist it writes only exists.
func (x *Record) Write(w *value.Writer, at hlc.Version) error {
	if !x.exists || x.first > at {
		cell.WriteAbsent(w)
		return nil
	}
	rec, err := x.At(at)
	if err != nil {
		return err
	}
	s := cell.State{First: x.first, Last: x.last, Deleted: x.deleted}
	if at != cell.Newest {
		s.Last, s.Deleted = x.first, x.Deleted(at)
		for _, v := range x.Versions() {
			if v <= at {
				s.Last = max(s.Last, v)
			}
		}
	}
	x.NotOpened = rec.NotOpened
	s.Write(w, rec)
	return nil
}

// History implements cell.Joined.
func (x *Record) History(yield func(hlc.Version, func(*value.Writer)) bool) error {
	versions := x.Versions()
	if !x.exists {
		for _, v := range versions {
			if !yield(v, cell.WriteAbsent) {
				break
			}
		}
		return nil
	}
	if err := x.Model.Defined(); err != nil {
		return err
	}
	p := x.replay(true)
	x.sortDeletes()
	s := cell.State{First: x.first}
	for _, v := range versions {
		if err := p.To(v); err != nil {
			return err
		}
		s.Last, s.Deleted = max(v, x.first), x.deletedAt(v)
		x.NotOpened = p.Record.NotOpened
		write := func(w *value.Writer) { s.Write(w, p.Record) }
		if v < x.first {
			write = cell.WriteAbsent
		}
		if !yield(v, write) {
			break
		}
	}
	return nil
}
