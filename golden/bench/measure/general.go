package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/lexicoder"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// generalCodec is one kind of value in a general encoding: our operations, and the
// samples as text, from which the peer makes its own values.
type generalCodec struct {
	name string // "hbase-orderedbytes/value-int64"
	*codecOps
	columns func(i int) []string
}

// generalCodecs returns everything that is measured against HBase and Accumulo.
func generalCodecs() ([]*generalCodec, error) {
	ordered := func(v func(i int) orderedbytes.Value) *codecOps {
		return orderedOps(0, func(i int) []orderedbytes.OrderedValue { return []orderedbytes.OrderedValue{{Value: v(i)}} })
	}
	list := []*generalCodec{
		{"hbase-orderedbytes/composite-key", orderedOps(hashLen, orderedKey(order.Asc)), keyColumns},
		{"hbase-orderedbytes/composite-key-desc", orderedOps(hashLen, orderedKey(order.Desc)), keyColumns},
		{"hbase-orderedbytes/value-int64", ordered(orderedLong), longColumn},
		{"hbase-orderedbytes/value-string", ordered(func(i int) orderedbytes.Value { return orderedText(at(i).long) }), textColumn},
		{"hbase-orderedbytes/value-numeric", ordered(orderedDecimal), decimalColumn},
		{"lexicoders/composite-key", lexicoderOps(lexicoderKey, lexicoderKeyOf), keyColumns},
		{"lexicoders/composite-key-desc", lexicoderOps("reverse("+lexicoderKey+")", lexicoderKeyOf), keyColumns},
		{"lexicoders/value-long", lexicoderOps("long",
			func(i int) lexicoder.Value { return lexicoder.Value{Num: uint64(at(i).number)} }), longColumn},
		{"lexicoders/value-string", lexicoderOps("string",
			func(i int) lexicoder.Value { return lexicoder.Value{Bytes: at(i).long} }), textColumn},
		{"lexicoders/value-biginteger", lexicoderOps("biginteger", lexicoderBig),
			func(i int) []string { return []string{strconv.FormatInt(at(i).decimal, 10)} }},
	}
	for _, c := range list {
		if c.err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, c.err)
		}
	}
	return list, nil
}

func keyColumns(i int) []string {
	s := at(i)
	return []string{
		strconv.FormatUint(uint64(s.hash), 16), string(s.short), strconv.FormatInt(s.number, 10), string(s.long),
		strconv.FormatUint(math.Float64bits(s.score), 16),
	}
}

func longColumn(i int) []string { return []string{strconv.FormatInt(at(i).number, 10)} }

func textColumn(i int) []string { return []string{string(at(i).long)} }

func decimalColumn(i int) []string { return []string{decimalText(at(i).decimal)} }

// decimalText formats a number with four decimal places.
func decimalText(n int64) string {
	const digits = 4
	s := strconv.FormatInt(n, 10)
	return s[:len(s)-digits] + "." + s[len(s)-digits:]
}

func orderedLong(i int) orderedbytes.Value {
	return orderedbytes.Value{Type: orderedbytes.Int64, Num: uint64(at(i).number)}
}

func orderedText(b []byte) orderedbytes.Value {
	return orderedbytes.Value{Type: orderedbytes.Text, Bytes: b}
}

func orderedDecimal(i int) orderedbytes.Value {
	d, _ := orderedbytes.ParseDecimal(decimalText(at(i).decimal))
	return orderedbytes.Value{Type: orderedbytes.Numeric, Dec: d}
}

func orderedKey(o order.Order) func(i int) []orderedbytes.OrderedValue {
	return func(i int) []orderedbytes.OrderedValue {
		s := at(i)
		return []orderedbytes.OrderedValue{
			{Value: orderedText(s.short), Order: o},
			{Value: orderedLong(i), Order: o},
			{Value: orderedText(s.long), Order: o},
			{Value: orderedbytes.Value{Type: orderedbytes.Float64, Num: math.Float64bits(s.score)}, Order: o},
		}
	}
}

// hashLen is the length of the hash at the start of a composite key.
const hashLen = 4

// orderedOps encodes and decodes values that follow the first hash bytes of a
// sample's hash. Annotating leaves these bytes out, because they are not a value.
func orderedOps(hash int, of func(i int) []orderedbytes.OrderedValue) *codecOps {
	var models [samples][]orderedbytes.OrderedValue
	encode := func(i int, b []byte) ([]byte, error) {
		if hash == hashLen {
			b = binary.BigEndian.AppendUint32(b, at(i).hash)
		}
		return orderedbytes.AppendValues(b, models[i])
	}
	var list []orderedbytes.OrderedValue
	var scratch []byte
	decode := func(b []byte) (err error) {
		list, scratch, err = orderedbytes.DecodeValues(b[hash:], list[:0], scratch[:0])
		return err
	}
	c := opsOf(&models, of, encode, decode)
	c.annotate = annotateOp(&orderedbytes.Format, "sequence", nil, c, hash)
	return c
}

// lexicoderKey is how lexicoders combine values of several types.
const lexicoderKey = "pair(uinteger, pair(string, pair(long, pair(string, double))))"

func lexicoderKeyOf(i int) lexicoder.Value {
	s := at(i)
	pair := func(a, b lexicoder.Value) lexicoder.Value { return lexicoder.Value{Items: []lexicoder.Value{a, b}} }
	number := func(n uint64) lexicoder.Value { return lexicoder.Value{Num: n} }
	text := func(b []byte) lexicoder.Value { return lexicoder.Value{Bytes: b} }
	return pair(number(uint64(s.hash)), pair(text(s.short),
		pair(number(uint64(s.number)), pair(text(s.long), number(math.Float64bits(s.score))))))
}

func lexicoderBig(i int) lexicoder.Value {
	b := binary.BigEndian.AppendUint64(nil, uint64(at(i).decimal))
	for len(b) > 1 && b[0] == byte(int8(b[1])>>7) {
		b = b[1:]
	}
	return lexicoder.Value{Bytes: b}
}

// lexicoderOps encodes with a lexicoder and decodes like any decoding of rows, reusing memory.
func lexicoderOps(expression string, of func(i int) lexicoder.Value) *codecOps {
	l, err := lexicoder.Parse(value.Of(expression))
	if err != nil {
		return &codecOps{err: err}
	}
	var models [samples]lexicoder.Value
	schema := &lexicoder.Schema{Lexicoder: l}
	record, in := lexicoder.Format.Record("key"), &format.Input{Schema: schema}
	in.Entry.Add(store.Row, nil)
	encode := func(i int, b []byte) ([]byte, error) { return l.Append(b, &models[i]) }
	decode := func(b []byte) error {
		in.Entry.Parts[0].Bytes = b
		return record.Decode(in, nil, nil)
	}
	c := opsOf(&models, of, encode, decode)
	c.annotate = annotateOp(&lexicoder.Format, "key", schema, c, 0)
	return c
}

// opsOf encodes the models returned by of into one buffer, and decodes them again.
func opsOf[T any](models *[samples]T, of func(i int) T, encode func(i int, b []byte) ([]byte, error),
	decode func([]byte) error) *codecOps {
	c := new(codecOps)
	for i := range models {
		models[i] = of(i)
		b, err := encode(i, nil)
		if c.err = errors.Join(c.err, err); c.err != nil {
			return c
		}
		c.stored[i] = bytes.Clone(b)
		c.err = decode(b)
	}
	var buf []byte
	c.encode = func(i int) { buf, c.err = encode(i, buf[:0]) }
	c.decode = func(i int) { c.err = decode(c.stored[i]) }
	return c
}

// annotateOp decodes stored keys, from an offset on, as a record with a tree.
func annotateOp(f *format.Format, record string, schema format.Schema, c *codecOps, from int) op {
	r, in, tree := f.Record(record), &format.Input{Schema: schema}, new(span.Tree)
	in.Entry.Add(store.Row, nil)
	return func(i int) {
		tree.Reset()
		in.Entry.Parts[0].Bytes = c.stored[i][from:]
		c.err = r.Decode(in, tree, nil)
	}
}

// line returns sample i in the form that the peer reads: name, our bytes, the columns of the value.
func (c *generalCodec) line(i int) string {
	return strings.Join(append([]string{c.name, fmt.Sprintf("%x", c.stored[i])}, c.columns(i)...), "\t")
}
