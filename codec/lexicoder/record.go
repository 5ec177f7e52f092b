package lexicoder

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// formatID is the format's name in errors and JSON.
const formatID = "lexicoders"

// memory is reused from call to call, so that a stream of rows allocates little.
type memory struct {
	decoder decoder
	value   Value
	text    []byte // text of an expression
}

// run decodes a part into memory. A tree keeps the values, so if there is one, run allocates
// separate memory.
func run(in *format.Input, t *span.Tree, l *Lexicoder, record, part string, b []byte) (*Value, error) {
	m := format.MemoryOf[memory](in)
	if t != nil {
		m = new(memory)
	}
	d := &m.decoder
	d.tree, d.record, d.lenient = t, record, in.Lenient
	err := d.decode(l, b, &m.value, part)
	d.tree = nil
	return &m.value, err
}

// keyPart returns the part that holds an encoding.
func keyPart(e *store.Entry) (name string, b []byte, ok bool) {
	if len(e.Parts) == 1 { // almost always
		p := &e.Parts[0]
		switch p.Name {
		case store.Row, store.Qualifier, store.Value, store.Bytes:
			return p.Name, p.Bytes, true
		}
	}
	return e.First(store.Row, store.Qualifier, store.Value, store.Bytes)
}

// given returns the lexicoder that the caller names, or nil.
func given(in *format.Input) (*Lexicoder, error) {
	if v, ok := in.Given.Get("lexicoder"); ok {
		return Parse(v)
	}
	if s, ok := in.Schema.(*Schema); ok {
		return s.Lexicoder, nil
	}
	return nil, nil
}

// kindRecord is a record that is one encoding, either of the kind that it is named after, or of any
// kind.
type kindRecord struct {
	name  string
	kind  Kind
	named bool
}

func kindRecordOf(name string) kindRecord {
	k, named := kindOf(name)
	return kindRecord{name, k, named}
}

// expression returns the lexicoder of a record. A scalar needs no expression; a given one must be
// of the record's kind, if the record has one.
func (k *kindRecord) expression(in *format.Input) (*Lexicoder, error) {
	l, err := given(in)
	if err != nil {
		return nil, err
	}
	switch {
	case l == nil && k.named && k.kind < Reverse:
		return scalar(k.kind), nil
	case l == nil:
		return nil, refuse(`expected given.lexicoder, as "pair(string, long)" or {"pair":["string","long"]}`)
	case k.named && l.Kind != k.kind:
		return nil, refuse("expected a " + k.name + ", found " + cut(l.String()))
	}
	return l, nil
}

// decodeRecord returns the decoder of a record that is one encoding.
func decodeRecord(record string) func(in *format.Input, t *span.Tree, w *value.Writer) error {
	k := kindRecordOf(record)
	return func(in *format.Input, t *span.Tree, w *value.Writer) error {
		l, err := k.expression(in)
		if err != nil {
			return err
		}
		name, b, ok := keyPart(&in.Entry)
		if !ok {
			return format.Missing(formatID, record, store.Value)
		}
		v, err := run(in, t, l, record, name, b)
		if err != nil || w == nil {
			return err
		}
		w.Object()
		w.Key("value")
		l.write(w, v)
		w.EndObject()
		return nil
	}
}

// encodeRecord returns the encoder for what decodeRecord decodes.
func encodeRecord(record string) func(in *format.Input, fields value.Value, dst *store.Entry) error {
	k := kindRecordOf(record)
	return func(in *format.Input, fields value.Value, dst *store.Entry) error {
		l, err := k.expression(in)
		if err != nil {
			return err
		}
		return encodeAs(in, l, fields, dst)
	}
}

func encodeAs(in *format.Input, l *Lexicoder, fields value.Value, dst *store.Entry) error {
	var v Value
	if err := l.parse(fields.Member("value"), &v); err != nil {
		return err
	}
	b, err := l.Append(nil, &v)
	if err != nil {
		return err
	}
	dst.Add(in.OnlyPart(store.Value), b)
	return nil
}

// encodeBits returns the encoder of a double or float given by its IEEE bits.
func encodeBits(k Kind) func(in *format.Input, fields value.Value, dst *store.Entry) error {
	return func(_ *format.Input, fields value.Value, dst *store.Entry) error {
		l := scalar(k)
		var v Value
		if !l.parseBits(fields.Member("bits"), &v) {
			return format.Refuse("bits", "expected "+strconv.Itoa(widths[k])+" bytes as hex")
		}
		b, err := l.Append(nil, &v)
		if err != nil {
			return err
		}
		dst.Add(store.Value, b)
		return nil
	}
}

// deriveOrder encodes values and sorts the encodings as Accumulo does.
func deriveOrder(in *format.Input, w *value.Writer) error {
	any := kindRecord{name: "order"}
	l, err := any.expression(in)
	if err != nil {
		return err
	}
	list, err := format.List(in.Given, "values")
	if err != nil {
		return err
	}
	var all [][]byte
	for _, it := range list {
		var v Value
		if err := l.parse(it, &v); err != nil {
			return err
		}
		b, err := l.Append(nil, &v)
		if err != nil {
			return err
		}
		all = append(all, b)
	}
	format.WriteSorted(w, all)
	return nil
}
