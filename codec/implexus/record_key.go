package implexus

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// readKey decodes the key of an entry into the memory.
func readKey(in *format.Input, t *span.Tree, record string) (*KeyReading, error) {
	name, b, err := part(in, record, store.Key)
	if err != nil {
		return nil, err
	}
	m := memoryOf(in)
	r, k := m.open(in, t, name, b, Options{}).r, &m.key
	r.Begin(&fKey)
	k.decode(r)
	if err := r.Finish(); err != nil {
		return nil, format.Locate(err, formatID, record, name)
	}
	return k, nil
}

func decodeKeyRecord(in *format.Input, t *span.Tree, w *value.Writer) error {
	k, err := readKey(in, t, "key")
	if err == nil && w != nil {
		k.write(w)
	}
	return err
}

func encodeKeyRecord(in *format.Input, fields value.Value, dst *store.Entry) error {
	var k Key
	if err := k.parse(fields); err != nil {
		return err
	}
	name := store.Key
	if len(in.Only) == 1 {
		name = in.Only[0]
	}
	dst.Add(name, AppendKey(nil, &k))
	return nil
}

// deriveResolve reads a key with the help of known entity paths.
func deriveResolve(in *format.Input, w *value.Writer) error {
	k, err := readKey(in, nil, "key-resolve")
	if err != nil {
		return err
	}
	paths := map[string]bool{}
	for _, p := range in.Given.Member("known_paths").Items() {
		s, ok := p.Text()
		if !ok {
			return format.Refuse("known_paths", "expected a list of texts")
		}
		paths[s] = true
	}
	// A path of many readings is looked up only if it can be known at all.
	longest := 0
	for p := range paths {
		longest = max(longest, len(p))
	}
	chosen := k.Resolve(func(path []byte) bool { return len(path) <= longest && paths[string(path)] })
	w.Object()
	w.Key("chosen")
	w.Object()
	chosen.writeMembers(w)
	w.EndObject()
	w.EndObject()
	return nil
}

// deriveOrder sorts keys as LMDB keeps them.
func deriveOrder(in *format.Input, w *value.Writer) error {
	if what, _ := in.Given.Member("what").Text(); what != "lmdb-key" {
		return format.Refuse("what", `expected lmdb-key, found "`+what+`"`)
	}
	var keys [][]byte
	for _, it := range in.Given.Member("values").Items() {
		s, ok := it.Text()
		if !ok {
			return format.Refuse("values", "expected a list of texts")
		}
		keys = append(keys, []byte(s))
	}
	slices.SortStableFunc(keys, bytes.Compare)
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
