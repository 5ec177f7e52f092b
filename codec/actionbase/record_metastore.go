package actionbase

import (
	"bytes"
	"encoding/base64"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// A metastore row is a state row in a SQL table with two text columns:
//
//	k   base64url-nopad(prefix(source), type 29 7d) ":" hex(target)
//	v   base64url-nopad(state value)
//
// Spec: docs/formats/actionbase.md#metastore-row.
func decodeMetastore(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := memoryOf(in), schemaOf(in)
	k, hasK := in.Entry.Part(partK)
	v, hasV := in.Entry.Part(partV)
	if !hasK && !hasV {
		return (&parts{record: "metastore-row"}).done(partK, partV)
	}
	if hasK {
		if part, err := decodeMetaKey(in, t, k, &m.stateKey, names); err != nil {
			return format.Locate(err, formatID, "metastore-row", part)
		}
	}
	if hasV {
		whole(t, partV, v, &fMetaVal)
		b, err := decodeBase64(v, 0)
		if err != nil {
			return format.Locate(err, formatID, "metastore-row", partV)
		}
		derived(t, "state value", b)
		r := wire.NewReader(b, t)
		r.SetLenient(in.Lenient)
		m.stateValue.decode(&r, names)
		if err := r.Finish(); err != nil {
			return format.Locate(err, formatID, "metastore-row", "state value")
		}
	}
	if w == nil {
		return nil
	}
	w.Object()
	if hasK {
		m.stateKey.write(w, names)
	}
	if hasV {
		m.stateValue.write(w, names)
	}
	w.EndObject()
	return nil
}

// decodeMetaKey reads column k: the row key of a state, in two texts. It returns
// the part that an error is about.
func decodeMetaKey(in *format.Input, t *span.Tree, text []byte, k *EdgeStateKey, names *Schema) (string, error) {
	whole(t, partK, text, &fMetaKey)
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		if _, err := decodeBase64(text, 0); err != nil {
			return partK, err // no text of this kind at all
		}
		return partK, &wire.Error{Code: wire.Missing, Offset: len(text), Field: fMetaKey.Name, Expected: "a colon between row prefix and target", Found: "end of input"}
	}
	row, err := decodeBase64(text[:colon], 0)
	if err != nil {
		return partK, err
	}
	target, ok := value.DecodeHex(string(text[colon+1:]))
	if !ok {
		return partK, &wire.Error{Code: wire.BadText, Offset: colon + 1, Field: fTarget.Name, Expected: "an even number of hex digits", Found: "something else"}
	}
	row = append(row, target...)
	derived(t, "row key", row)
	r := wire.NewReader(row, t)
	r.SetLenient(in.Lenient)
	k.decode(&r, names)
	return "row key", r.Finish()
}

func encodeMetastore(in *format.Input, fields value.Value, dst *store.Entry) error {
	sql := &format.Input{Only: in.Only, Unlimited: true} // SQL text has no 5120-byte buffer
	e := newEncoder(sql, dst, fields,
		"table", "tableCode", "source", "target", "active", "version", "createdAt", "deletedAt", "properties")
	e.part(partK, func() ([]byte, error) {
		var k EdgeStateKey
		if err := k.parse(fields); err != nil {
			return nil, err
		}
		if k.Target.Kind == Null {
			return nil, refuse("target", "a row key needs a target that is not null")
		}
		prefix, err := AppendPrefix(nil, &k.Source, k.Table, EdgeState)
		if err != nil {
			return nil, err
		}
		target, err := AppendValue(nil, &k.Target, order.Asc)
		text := append(base64.RawURLEncoding.AppendEncode(nil, prefix), ':')
		return value.AppendHex(text, target), err
	})
	e.part(partV, func() ([]byte, error) {
		var s EdgeStateValue
		if err := s.parse(fields); err != nil {
			return nil, err
		}
		cell, err := AppendEdgeStateValue(nil, &s)
		return base64.RawURLEncoding.AppendEncode(nil, cell), err
	})
	return e.err
}
