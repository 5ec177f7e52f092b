package rocksdb

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// joiner assembles records from their rows.
type joiner struct {
	cell.Joiner
	updates map[uint32]bool // models whose update history is complete
}

func newJoiner(sc format.Schema) (format.Joiner, error) {
	s, err := cell.SchemaOf(sc, "database")
	if err != nil {
		return nil, err
	}
	return &joiner{cell.Joiner{Schema: s}, map[uint32]bool{}}, nil
}

// Place implements shuffle.Check: each record is a group. In it the rows of the Keys, Table and Historic Table
// families are sorted by family and key, and so are tombstones, which are the only trace of records that were
// hard-deleted.
func (j *joiner) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	key, isPair := e.Part(store.Key)
	if j.Refused = nil; !isPair {
		return format.Foreign
	}
	name, ok := familyName(e)
	if !ok {
		return j.refuse("cf", "expected a row that says its column family")
	}
	f, err := DecodeFamily(name, j.Schema.Old)
	if err != nil {
		return format.Foreign // RocksDB's own family "default"
	}
	m := j.Schema.Model(f.Model)
	switch f.Type {
	case Model:
		if m != nil && len(key) == 1 && key[0] == ModelHistoryFilled.item() && e.Deleted == "" {
			j.updates[f.Model] = true
		}
		return format.Foreign
	case Keys, Table, HistoricTable, ReplicationTombstone:
	default:
		return format.Foreign
	}
	if m == nil || m.KeySize < 0 {
		return j.refuse("cf", "expected the definition of model "+strconv.FormatUint(uint64(f.Model), 10))
	}
	if len(key) < m.KeySize {
		return j.refuse("key", "expected the key of a record, "+itoa(m.KeySize)+" bytes, found "+itoa(len(key)))
	}
	id := cell.RecordID{Model: m.Number, Key: key[:m.KeySize]}
	p.Group = id.AppendGroup(p.Group)
	p.Order = append(append(p.Order, byte(f.Type)), key...)
	return format.Checked
}

func (j *joiner) refuse(part, why string) format.Taking {
	j.Refused = format.Refuse(part, why)
	return format.Foreign
}

// Check implements shuffle.Check: it yields the object of a record. Of several rows with the same key the first
// wins, because RocksDB's tools print the newest one first. A record whose rows were all deleted has no object.
func (j *joiner) Check(g *shuffle.Group) {
	id := cell.ReadGroup(g.Key)
	m := j.Schema.Model(id.Model)
	rec := NewRecord(m, bytes.Clone(id.Key))
	rec.Opener, rec.updates = j.Schema.Opener, j.updates[m.Number]
	var bad error
	var last []byte
	entries := 0
	for r := g.Next(); r != nil; r = g.Next() {
		again := last != nil && bytes.Equal(last, r.Order)
		if last = append(last[:0], r.Order...); again || r.Entry.Deleted != "" {
			continue
		}
		entries++
		own := r.Entry.Clone()
		key, _ := own.Part(store.Key)
		val, _ := own.Part(store.Value)
		if err := rec.Add(Family{Type: FamilyType(last[0]), Model: m.Number}, key, val); err != nil && bad == nil {
			bad = err
		}
	}
	if entries == 0 {
		return
	}
	var o format.Object
	if bad != nil {
		o = cell.BrokenObject(m, rec.Key, bad)
	} else {
		o = cell.Object(rec, m, cell.RocksDB, rec.Key, j.At, j.History, rec.writeStored)
	}
	o.Entries, o.Note = entries, cell.SealedNote(rec.NotOpened)
	j.Yield(g, &o)
}
