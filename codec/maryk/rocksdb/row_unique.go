package rocksdb

import (
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/wire"
)

// uniqueKey reads the key of a unique row.
//
//	+-----------+---------------+--------------------+
//	| reference | data or token | inverted version 8 |
//	+-----------+---------------+--------------------+
//	data        01 and the value, as in the Table row
//	token       for a sensitive property; has no indicator
//	version     in Historic Unique
func (x *Row) uniqueKey(r *wire.Reader, c *context) {
	n := c.inFront(r)
	end := r.Offset() + n
	x.Reference = cell.ReadUnique(r, &fReference, c.def, &x.Path)
	if n = end - r.Offset(); r.OK() && n < 0 {
		r.FailFound(wire.Truncated, &fReference, "a reference in front of the version", "none")
		return
	}
	x.Stored = cell.ReadUniqueData(r, &fToken, n, cell.RocksDB, &x.Path, &x.Data)
	if c.historic {
		x.inverted(r)
	}
}

// uniqueValue reads the key of the record that has the value.
func (x *Row) uniqueValue(r *wire.Reader, c *context) {
	x.Released = false
	if !c.historic {
		x.version(r)
		x.record(r, c, true)
		return
	}
	if r.OK() && !r.More() {
		x.Released = true
		return
	}
	x.record(r, c, true)
}

// markerKey reads 00 and a reference: a row that lists a unique property.
func (x *Row) markerKey(r *wire.Reader, c *context) {
	tagByte(r, &fMarker, 0)
	x.Reference = cell.ReadUnique(r, &fReference, c.def, &x.Path)
}
