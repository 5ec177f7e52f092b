package rocksdb

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/wire"
)

// entityColumn is a column of a wide-column entity: its value, or the index of the blob with the value.
type entityColumn struct {
	file.Column
	blob bool
}

// readEntity reads an entity and appends its columns:
//
//	version 1: 1, n, n * (name, size of the value), values
//	version 2: 2, n, sizes of the three parts, n types, n sizes of names, n sizes of values, names, values
//
// All numbers except the types are varint32. The group is left open for Finish to close. memory is for the sizes.
func readEntity(r *wire.Reader, columns []entityColumn, memory *[]int64) []entityColumn {
	r.Begin(fEntity)
	version := r.Uvarint(fEntityVersion, 32)
	n := r.Uvarint(fColumnCount, 32)
	if r.OK() && version != 1 && version != 2 {
		r.FailAt(wire.BadValue, fEntityVersion, 0, "version 1 or 2", strconv.FormatUint(version, 10))
	}
	if r.OK() && n > uint64(r.Left()) {
		r.FailFound(wire.BadValue, fColumnCount, "no more columns than bytes", strconv.FormatUint(n, 10))
	}
	if !r.OK() {
		return columns
	}
	if version == 2 {
		return readEntity2(r, columns, int(n), memory)
	}
	first := len(columns)
	*memory = slices.Grow((*memory)[:0], int(n))
	sizes := (*memory)[:n]
	for i := range sizes {
		name := slice(r, fColumnName)
		sizes[i] = int64(r.Uvarint(fColumnSize, 32))
		columns = append(columns, entityColumn{Column: file.Column{Name: name}})
	}
	for i, size := range sizes {
		columns[first+i].Value = r.Long(fColumnValue, size)
	}
	return columns
}

func readEntity2(r *wire.Reader, columns []entityColumn, n int, memory *[]int64) []entityColumn {
	first := len(columns)
	for range 3 {
		r.Uvarint(fColumnSize, 32)
	}
	for range n {
		kind := r.Uint8(fColumnType)
		if r.OK() && kind != typePut && kind != typeBlobIndex {
			r.FailAt(wire.BadValue, fColumnType, r.Offset()-1, "type 1 or 17", strconv.Itoa(int(kind)))
		}
		columns = append(columns, entityColumn{blob: kind == typeBlobIndex})
	}
	*memory = slices.Grow((*memory)[:0], 2*n)
	sizes := (*memory)[:2*n]
	for i := range sizes {
		sizes[i] = int64(r.Uvarint(fColumnSize, 32))
	}
	for i := range n {
		columns[first+i].Name = r.Long(fColumnName, sizes[i])
	}
	for i := range n {
		columns[first+i].Value = r.Long(fColumnValue, sizes[n+i])
	}
	return columns
}
