package rocksdb

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// checks are the rows that follow from the records so far.
type checks struct {
	*table
	index  map[string]want
	unique map[string]want
	tokens map[string]bool // reference and record of encrypted unique values
}

// want is a row that there should be.
type want struct {
	record   []byte
	min, max hlc.Version
}

// record checks the rows of a record that exists, and notes which index and unique
// rows it should have.
func (c *checks) record(x *Record) {
	created, ok := c.get(Table, x.Key)
	if row, _ := c.get(Keys, x.Key); !ok || !bytes.Equal(created, row) {
		c.find(format.Error, MissingTableRow, Table, x.Key, x.Key, row, created, "the creation of the record should be in the table too")
	}
	key := append(bytes.Clone(x.Key), tagLastUpdate)
	row, ok := c.get(Table, key)
	last := hlc.Version(0)
	switch {
	case !ok || len(row) != versionLen:
		c.find(format.Error, MissingTableRow, Table, key, x.Key, nil, row, "the record has no last update")
		last = cell.Newest
	default:
		if last = version(row); last < x.last {
			c.find(format.Error, WrongVersion, Table, key, x.Key, hlc.Append(nil, x.last), row, "a row of the record is newer than its last update")
		}
	}
	if stone, ok := c.get(ReplicationTombstone, x.Key); ok {
		c.find(format.Error, TombstoneOfLiving, ReplicationTombstone, x.Key, x.Key, nil, stone, "the record exists, but says that it was deleted for good")
	}
	if _, filled := c.get(Model, []byte{ModelHistoryFilled.item()}); filled && last != cell.Newest {
		key := append(hlc.AppendInverted(nil, last), x.Key...)
		if _, ok := c.get(UpdateHistory, key); !ok {
			c.find(format.Error, MissingUpdate, UpdateHistory, key, x.Key, nil, nil, "the last update is not in the update history")
		}
	}
	if x.deleted {
		return
	}
	rec, err := x.At(cell.Newest)
	if err != nil {
		c.find(format.Error, UndecodableRow, Table, x.Key, x.Key, nil, nil, err.Error())
		return
	}
	c.uniques(x, last)
	c.indexes(x, rec, last)
}

// uniques notes the unique rows of a record: one for each value of a unique property.
func (c *checks) uniques(x *Record, last hlc.Version) {
	var p maryk.Path
	for _, s := range x.latest {
		if maryk.DecodePath(s.Qualifier, c.model.Def, maryk.PathOptions{}, &p) != nil {
			continue
		}
		d := p.Def()
		if d == nil || !d.Unique || len(s.Data) == 0 || s.Data[0] == 0 || p.Last().Kind != maryk.StepProperty {
			continue
		}
		if s.Data[0] != 1 { // encrypted: the token needs a key that is not here
			c.tokens[string(s.Qualifier)+string(x.Key)] = true
			continue
		}
		key := string(s.Qualifier) + string(s.Data)
		c.unique[key] = want{x.Key, s.Version, last}
		row, ok := c.get(Unique, []byte(key))
		c.check(MissingUniqueRow, Unique, []byte(key), row, ok, c.unique[key], x.Key)
	}
}

// check reports a row that is missing, is another record's, or has a version that
// cannot be.
func (c *checks) check(missing string, f FamilyType, key, row []byte, ok bool, w want, owner []byte) {
	switch {
	case !ok:
		c.find(format.Error, missing, f, key, w.record, nil, nil, "the values of the record need this row")
	case len(row) < versionLen || f == Unique && !bytes.Equal(row[versionLen:], owner):
		c.find(format.Error, missing, f, key, w.record, owner, row, "the row is of another record")
	case version(row) < w.min || version(row) > w.max:
		c.find(format.Error, WrongVersion, f, key, w.record, nil, row, "the row is older than the value, or newer than the last update")
	}
}

// indexes notes the index rows of a record.
func (c *checks) indexes(x *Record, rec *cell.Record, last hlc.Version) {
	v := rec.Value()
	for _, index := range c.model.Def.Indexes {
		if index.Reference == nil {
			continue
		}
		_, entries, err := index.Entries(&v, x.Key)
		if err != nil {
			c.find(format.Warning, UndecodableRow, Table, x.Key, x.Key, nil, nil, "the entries of index "+index.String()+" cannot be computed: "+err.Error())
			continue
		}
		for _, e := range entries {
			var key []byte
			if c.v.schema.IndexFormat != cell.IndexFormat1 {
				key = maryk.AppendVarint(key, uint64(len(index.Reference)))
			}
			key = append(append(key, index.Reference...), e...)
			if _, twice := c.index[string(key)]; twice {
				continue
			}
			w := want{x.Key, x.first, last}
			c.index[string(key)] = w
			row, ok := c.get(Index, key)
			c.check(MissingIndexRow, Index, key, row, ok, w, nil)
		}
	}
}

// extra reports index and unique rows that no record gives.
func (c *checks) extra() {
	c.each(Index, func(key, val []byte) {
		if _, ok := c.index[string(key)]; !ok {
			c.find(format.Error, ExtraIndexRow, Index, key, nil, nil, val, "no record that exists has these values")
		}
	})
	c.each(Unique, func(key, val []byte) {
		if _, ok := c.unique[string(key)]; ok || len(key) > 0 && key[0] == 0 {
			return // a marker begins with 00
		}
		if n := cell.UniqueLen(key); len(val) > versionLen && c.tokens[string(key[:n])+string(val[versionLen:])] {
			delete(c.tokens, string(key[:n])+string(val[versionLen:]))
			return
		}
		c.find(format.Error, ExtraUniqueRow, Unique, key, nil, nil, val, "no record that exists has this value, and none can take it")
	})
	for id := range c.tokens {
		n := cell.UniqueLen([]byte(id))
		c.find(format.Error, MissingUniqueRow, Unique, []byte(id[:n]), []byte(id[n:]), nil, nil, "the record has an encrypted unique value, but no row holds its key")
	}
}
