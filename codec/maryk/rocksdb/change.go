package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// objectChanges implements Objects.Changes: it yields the rows that differ before and after the
// change.
func objectChanges(in *format.Input, _ string, from, to value.Value, yield func(record string, e *store.Entry) error) error {
	c, err := cell.NewChange(in.Given, from, to)
	if err != nil {
		return err
	}
	old, err := newWriter(in, c.Object)
	if err != nil {
		return err
	}
	for _, v := range [...]value.Value{from, to} { // either may have it
		b, _ := v.Member(memberKept).Bool()
		old.keepAll = old.keepAll || b
	}
	now := *old
	if len(c.Before) > 0 {
		if err := old.all(from, c.Before); err != nil {
			return err
		}
	}
	if c.After != nil {
		if err := now.all(value.OfMembers(), c.After); err != nil {
			return err
		}
	} else {
		if now.updates {
			for _, r := range old.rows { // the update history stays
				if r.family == UpdateHistory {
					now.rows = append(now.rows, r)
				}
			}
			now.put("update-history", UpdateHistory, append(hlc.AppendInverted(nil, c.Version), now.key...), []byte{1})
		}
		now.put("replication-tombstone", ReplicationTombstone, now.at(), u64(c.Version))
	}
	return differences(old, &now, yield)
}

func differences(old, now *writer, yield func(record string, e *store.Entry) error) error {
	was, is := old.byKey(), now.byKey()
	for i := range now.rows {
		r := &now.rows[i]
		if before := was[id(r)]; before != nil && bytes.Equal(before.value, r.value) {
			continue
		}
		if err := now.yield(r, false, yield); err != nil {
			return err
		}
	}
	for i := range old.rows {
		if r := &old.rows[i]; is[id(r)] == nil {
			if err := now.yield(r, true, yield); err != nil {
				return err
			}
		}
	}
	return nil
}

func id(r *written) string { return string([]byte{byte(r.family)}) + string(r.key) }

func (x *writer) byKey() map[string]*written {
	list := make(map[string]*written, len(x.rows))
	for i := range x.rows {
		list[id(&x.rows[i])] = &x.rows[i]
	}
	return list
}

// objectScans implements Objects.Scans: it returns where one record is in each family.
func objectScans(in *format.Input, _ string, identity value.Value) (list []format.ObjectScan, err error) {
	x, err := newWriter(in, identity)
	if err != nil {
		return nil, err
	}
	place := func(record string, f FamilyType, point bool, key []byte, notes ...string) {
		var name []byte
		if name, err = AppendFamily(nil, Family{Type: f, Model: x.model.Number, Old: x.old}); err != nil {
			return
		}
		p := format.Plan{Part: store.Key, Place: format.Place{Family: name}, Notes: notes}
		if p.Seek(key); point {
			cell.Point(&p, key)
		}
		if f.Historic() {
			p.Start, p.Stop = seekRow(f, p.Start, x.model.KeySize), seekRow(f, p.Stop, x.model.KeySize)
		}
		list = append(list, format.ObjectScan{Record: record, Plan: p})
	}
	implied, wrong := cell.Implications(x.model.Def, cell.RocksDB, identity)
	if wrong != nil {
		return nil, wrong
	}
	place("keys", Keys, true, x.key)
	var notes []string
	if _, given := identity.Get("values"); !given {
		notes = append(notes, cell.FollowsFromValues)
	}
	place("table-value", Table, false, x.key, notes...)
	place("historic-value", HistoricTable, false, x.key, "only databases with keepAllVersions have the family")
	for i := range implied {
		m := &implied[i]
		if m.Index == nil {
			place("unique", Unique, true, append(bytes.Clone(m.Reference), m.Bytes...))
			continue
		}
		place("index", Index, true, append(append(bytes.Clone(x.prefixes[m.Index]), m.Bytes...), x.key...))
	}
	if !x.old {
		place("replication-tombstone", ReplicationTombstone, true, x.key)
	}
	return list, err
}
