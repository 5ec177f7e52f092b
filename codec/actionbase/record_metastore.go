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
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := format.NewParts(in, t, formatID, "metastore-row")
	k, hasK := p.Text(partK, &fMetaKey)
	if hasK {
		row, err := metaRow(k, in.Lenient)
		if p.Keep(partK, err); err == nil {
			m.stateKey.Read(p.OpenDerived("row key", row), names)
			p.Close()
		}
	}
	v, hasV := p.Text(partV, &fMetaVal)
	if hasV {
		cell, err := decodeBase64(v, 0)
		if p.Keep(partV, err); err == nil {
			m.stateValue.Read(p.OpenDerived("state value", cell), names)
			p.Close()
		}
	}
	if err := p.Done(partK, partV); err != nil || w == nil {
		return err
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

// metaRow returns the row key of a state, which column k holds as two texts. Only a lenient reader
// accepts upper-case hex digits, which no writer produces.
func metaRow(text []byte, lenient bool) ([]byte, error) {
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		if _, err := decodeBase64(text, 0); err != nil {
			return nil, err // not this kind of text at all
		}
		return nil, &wire.Error{Code: wire.Missing, Offset: len(text), Field: fMetaKey.Name,
			Expected: "a colon between row prefix and target", Found: "end of input"}
	}
	row, err := decodeBase64(text[:colon], 0)
	if err != nil {
		return nil, err
	}
	target, ok := value.DecodeHex(string(text[colon+1:]))
	if !ok {
		return nil, &wire.Error{Code: wire.BadText, Offset: colon + 1, Field: fTarget.Name,
			Expected: "an even number of hex digits", Found: "something else"}
	}
	if upper := bytes.IndexAny(text[colon:], "ABCDEF"); upper >= 0 && !lenient {
		return nil, &wire.Error{Code: wire.NonCanonical, Offset: colon + upper, Field: fTarget.Name,
			Expected: "lower-case hex digits", Found: "an upper-case one"}
	}
	return append(row, target...), nil
}

func encodeMetastore(in *format.Input, fields value.Value, dst *store.Entry) error {
	sql := &format.Input{Only: in.Only, Unlimited: true} // the 5120-byte limit does not apply to SQL text
	e := newEncoder(sql, dst, fields,
		"table", "tableCode", "source", "target", "active", "version", "createdAt", "deletedAt", "properties")
	e.Part(partK, func() ([]byte, error) {
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
	e.Part(partV, func() ([]byte, error) {
		var s EdgeStateValue
		if err := s.parse(fields); err != nil {
			return nil, err
		}
		cell, err := AppendEdgeStateValue(nil, &s)
		return base64.RawURLEncoding.AppendEncode(nil, cell), err
	})
	return e.Err()
}
