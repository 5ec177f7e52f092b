package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// readKey decodes the key of an entry into memory.
func readKey(in *format.Input, t *span.Tree, record string) (*memory, error) {
	m := begin(in, t, record)
	r, ok := m.parts.OpenFirst(store.Key, store.Bytes)
	if !ok {
		return m, m.parts.Missing(store.Key)
	}
	if record == rowRecord {
		r.Begin(&fRowKey)
	} else {
		r.Begin(&fKey)
	}
	m.key.decode(r)
	m.parts.Close()
	return m, m.parts.Err()
}

func decodeKeyRecord(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, err := readKey(in, t, "key")
	if err == nil && w != nil {
		m.key.write(w)
	}
	return err
}

func encodeKeyRecord(in *format.Input, fields value.Value, dst *store.Entry) error {
	var k Key
	if err := k.parse(fields); err != nil {
		return err
	}
	key := AppendKey(nil, &k)
	if err := refuseTerminated("", key); err != nil {
		return err
	}
	dst.Add(in.OnlyPart(store.Key), key)
	return nil
}

// refuseTerminated refuses a key that is read without its last character.
func refuseTerminated(field string, key []byte) error {
	if len(key) > 0 && bytes.IndexByte(key, 0) == len(key)-1 {
		return format.Refuse(field, "a key that ends with U+0000, which readers take for a terminator")
	}
	return nil
}

// deriveResolve reads a key with the help of known entity paths.
func deriveResolve(in *format.Input, w *value.Writer) error {
	m, err := readKey(in, nil, "key-resolve")
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
	// A path is looked up only if it can be among the known ones.
	longest := 0
	for p := range paths {
		longest = max(longest, len(p))
	}
	chosen := m.key.Resolve(func(path []byte) bool { return len(path) <= longest && paths[string(path)] })
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
	format.WriteSorted(w, keys)
	return nil
}
