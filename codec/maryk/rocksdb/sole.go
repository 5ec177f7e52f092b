package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// severalKinds reports whether only the length of the model's keys can tell the kind of a row in Table or
// Historic Table: the last bytes of its key may be part of the record's key, a tag, or a reference.
func severalKinds(in *format.Input, family FamilyType) bool {
	key, hasKey := in.Entry.Part(store.Key)
	if !hasKey || family != Table && family != HistoricTable {
		return false
	}
	val, hasValue := in.Entry.Part(store.Value)
	if family == HistoricTable {
		// A value of 8 bytes is the version of a creation, or data.
		at := len(key) - versionLen - 1
		return at > 0 && (!hasValue || len(val) == versionLen || key[at] == tagSoftDelete && flag(val))
	}
	if !hasValue {
		return true
	}
	last := byte(0xff)
	if len(key) > 1 {
		last = key[len(key)-1]
	}
	// Without data the row is a creation or a last update; with 00 or 01 a value or a soft delete.
	return last == tagLastUpdate && len(val) == versionLen ||
		last == tagSoftDelete && len(val) > versionLen && flag(val[versionLen:])
}

// flag reports whether data may be that of a soft delete.
func flag(data []byte) bool { return len(data) == 1 && data[0] <= 1 }

// withoutKeySize refuses a row that may be of several kinds, without naming one of them. The error is at the row's end, since all
// of it was read.
func withoutKeySize(in *format.Input) error {
	e := in.Fault
	if e == nil {
		e = new(wire.Error)
	}
	*e = wire.Error{Code: wire.Missing, Own: format.NeedsModel, Format: formatID, Part: store.Key, Field: fRecord.Name,
		Expected: "the length of the model's keys (the model, or MARYK_META.yml), which says where the record's key ends", Found: "none"}
	for _, name := range [...]string{store.Key, store.Value} {
		if b, ok := in.Entry.Part(name); ok {
			e.Part, e.Offset = name, len(b)
		}
	}
	return e
}
