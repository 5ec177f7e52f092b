package hbase

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// objectChanges implements Objects.Changes. Cells are only put; records that are hard-deleted get
// markers.
func objectChanges(in *format.Input, _ string, from, to value.Value, yield func(record string, e *store.Entry) error) error {
	c, err := cell.NewChange(in.Given, from, to)
	if err != nil {
		return err
	}
	if c.After == nil {
		gone, _ := value.Parse([]byte(`{"exists":false}`))
		c.After = append(append(c.After, c.Before...), cell.StateAt(c.Version, gone))
	}
	members := []value.Member{{Name: "history", Value: value.OfList(c.After...)}}
	for _, name := range [...]string{"model", "name", "key", "table", "values"} {
		if v, given := c.Object.Get(name); given {
			members = append(members, value.Member{Name: name, Value: v})
		}
	}
	return objectRows(in, "", value.OfMembers(members...), func(record string, e *store.Entry) error {
		if at, _ := value.Of(e.Timestamp).Uint(); at < uint64(c.Version) {
			return nil
		}
		return yield(record, e)
	})
}

// objectScans implements Objects.Scans: it returns where one record is in each family.
func objectScans(in *format.Input, _ string, identity value.Value) (list []format.ObjectScan, err error) {
	m, key, err := cell.Identified(cell.SchemaIn(in), identity)
	if err != nil {
		return nil, err
	}
	implied, err := cell.Implications(m.Def, cell.HBase, identity)
	if err != nil {
		return nil, err
	}
	place := func(record, family string, row []byte, columns *format.Columns, notes ...string) {
		p := format.Plan{Part: store.Row, Place: format.Place{Family: []byte(family)}, Columns: columns, Notes: notes}
		cell.Point(&p, row)
		list = append(list, format.ObjectScan{Record: record, Plan: p})
	}
	var notes []string
	if _, given := identity.Get("values"); !given {
		notes = append(notes, cell.FollowsFromValues)
	}
	place("data-value", familyData, key, nil, notes...)
	for i := range implied {
		x := &implied[i]
		if x.Index == nil {
			place("unique", familyUnique, x.Reference, &format.Columns{Start: x.Bytes, Stop: append(bytes.Clone(x.Bytes), 0)})
			continue
		}
		place("index", string(AppendIndexFamily(nil, x.Reference)), x.Bytes, &format.Columns{Start: key, Stop: order.After(key)})
	}
	return list, nil
}
