package rocksdb

import (
	"cmp"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// The parts of derivations.
const (
	partKeys       = "keys"
	partIndexValue = "indexValue"
)

// deriveRecord joins the rows of one record. given.at is a version; given.history asks for all
// versions, oldest first.
func deriveRecord(in *format.Input, w *value.Writer) error {
	s := cell.SchemaIn(in)
	number, err := cell.ParseNumber(in.Given.Member("model"), "model")
	if err != nil {
		return err
	}
	m := s.Model(number)
	if err := m.Defined(); err != nil {
		return err
	}
	key, ok := in.Given.Member("key").Hex()
	if !ok {
		return format.Refuse("key", "expected the record's key as hex digits")
	}
	x := NewRecord(m, key)
	x.Opener = s.Opener
	for i := range in.Entry.Rows {
		e := &in.Entry.Rows[i]
		name, _ := e.Part(partFamily)
		f, err := DecodeFamily(name, s.Old)
		if err != nil {
			return err
		}
		k, _ := e.Part(store.Key)
		v, _ := e.Part(store.Value)
		if err := x.Add(f, k, v); err != nil {
			return err
		}
	}
	return cell.WriteAnswer(in, w, x)
}

// deriveBoundary finds the parts of an index entry that a key follows.
func deriveBoundary(in *format.Input, w *value.Writer) error {
	parts, ok := in.Given.Member("partCount").Int()
	if !ok || parts < 1 {
		return format.Refuse("partCount", "expected a number from 1 on")
	}
	size, ok := in.Given.Member("keySize").Int()
	b, given := in.Entry.Part(partIndexValue)
	if !ok || size < 0 || !given || size > int64(len(b)) || parts > int64(len(b)) {
		return format.Refuse("keySize", "expected a key that fits after the parts of indexValue")
	}
	found, ok := maryk.SplitEntry(nil, b[:len(b)-int(size)], int(parts))
	if !ok {
		return format.Refuse("indexValue", "no lengths at the end add up to the bytes in front of them")
	}
	w.Object()
	w.Key("decoded")
	w.Array()
	for _, e := range found {
		w.Object()
		w.Key("at")
		w.Int(int64(e.Offset))
		w.Key("size")
		w.Int(int64(e.Len))
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// comparing reads the comparator that given names, and the key size that it needs: given.keySize,
// or that of the model.
func comparing(in *format.Input) (versioned bool, keySize int, err error) {
	switch name, _ := in.Given.Member("comparator").Text(); name {
	case BytewiseComparator:
		return false, 0, nil
	case VersionedComparator:
	default:
		return false, 0, format.Refuse("comparator", "expected "+BytewiseComparator+" or "+VersionedComparator)
	}
	if g, given := in.Given.Get("keySize"); given {
		n, ok := g.Int()
		if !ok || n < 0 || n > 1<<16 {
			return false, 0, format.Refuse("keySize", "expected a number of bytes")
		}
		return true, int(n), nil
	}
	number, err := cell.ParseNumber(in.Given.Member("model"), "model")
	if err != nil {
		return false, 0, err
	}
	m := cell.SchemaIn(in).Model(number)
	if m == nil || m.KeySize < 0 {
		return false, 0, format.Refuse("keySize", "expected the length of the model's keys")
	}
	return true, m.KeySize, nil
}

func keysOf(in *format.Input) [][]byte {
	var keys [][]byte
	for i := range in.Entry.Parts {
		if in.Entry.Parts[i].Name == partKeys {
			keys = append(keys, in.Entry.Parts[i].Bytes)
		}
	}
	return keys
}

// deriveOrder sorts keys as a column family does.
func deriveOrder(in *format.Input, w *value.Writer) error {
	versioned, keySize, err := comparing(in)
	if err != nil {
		return err
	}
	keys := keysOf(in)
	SortKeys(keys, versioned, keySize)
	w.Object()
	w.Key("sorted")
	w.Array()
	for _, k := range keys {
		w.Hex(k)
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// deriveCompare compares three keys, each with the others.
func deriveCompare(in *format.Input, w *value.Writer) error {
	versioned, keySize, err := comparing(in)
	if err != nil {
		return err
	}
	keys := keysOf(in)
	const wanted = 3
	if len(keys) != wanted {
		return format.Refuse("keys", "expected three keys")
	}
	w.Object()
	w.Key("compare")
	w.Array()
	for _, pair := range [...][2]int{{0, 1}, {1, 2}, {0, 2}} {
		a, b := keys[pair[0]], keys[pair[1]]
		if versioned {
			w.Int(int64(CompareVersioned(a, b, keySize)))
		} else {
			w.Int(int64(cmp.Compare(string(a), string(b))))
		}
	}
	w.EndArray()
	w.EndObject()
	return nil
}
