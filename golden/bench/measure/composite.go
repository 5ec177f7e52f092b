package main

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/apple/foundationdb/bindings/go/src/fdb/tuple"
	tikv "github.com/tikv/client-go/v2/util/codec"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// The composite key that all key codecs can write: a hash of 4 bytes, a text of 12
// bytes, an int64, a text of 20 bytes, a float64. As one of our values it has 58
// bytes.

// composite is the key as our values. Decoding reuses its fields and scratch memory.
type composite struct {
	hash    uint32
	fields  []actionbase.OrderedValue
	scratch []byte
}

func compositeOf(i int, o order.Order) *composite {
	s, c := at(i), new(composite)
	c.hash = s.hash
	for _, v := range []actionbase.Value{textValue(s.short), longValue(s.number), textValue(s.long), doubleValue(s.score)} {
		c.fields = append(c.fields, actionbase.OrderedValue{Value: v, Order: o})
	}
	return c
}

func (c *composite) append(b []byte) ([]byte, error) {
	return actionbase.AppendValues(binary.BigEndian.AppendUint32(b, c.hash), c.fields)
}

// decode reads all of b.
func (c *composite) decode(b []byte) (err error) {
	c.hash = binary.BigEndian.Uint32(b)
	c.fields, c.scratch, err = actionbase.DecodeValues(b[4:], c.fields[:0], c.scratch[:0])
	return err
}

// tikvKey returns the key in TiKV's encodings. EncodeBytes allocates a slice if it
// is given none, so that a text costs an allocation, as it does for its users.
func tikvKey(b []byte, s *sample) []byte {
	b = binary.BigEndian.AppendUint32(b, s.hash)
	b = append(b, tikv.EncodeBytes(nil, s.short)...)
	b = tikv.EncodeInt(b, s.number)
	b = append(b, tikv.EncodeBytes(nil, s.long)...)
	return tikvFloat(b, s.score)
}

// tikvFloat does what TiDB does around the package, which has no floats.
func tikvFloat(b []byte, f float64) []byte {
	u := math.Float64bits(f)
	if f >= 0 {
		u |= 1 << 63
	} else {
		u = ^u
	}
	return tikv.EncodeUint(b, u)
}

func tikvFloatFrom(b []byte) ([]byte, float64, error) {
	b, u, err := tikv.DecodeUint(b)
	if u>>63 != 0 {
		u &^= 1 << 63
	} else {
		u = ^u
	}
	return b, math.Float64frombits(u), err
}

// decodeTikv decodes a key. Texts are appended to scratch.
func (s *sample) decodeTikv(b, scratch []byte) (err error) {
	s.hash = binary.BigEndian.Uint32(b)
	if b, s.short, err = tikv.DecodeBytes(b[4:], scratch); err != nil {
		return err
	}
	if b, s.number, err = tikv.DecodeInt(b); err != nil {
		return err
	}
	if b, s.long, err = tikv.DecodeBytes(b, s.short[len(s.short):]); err != nil {
		return err
	}
	_, s.score, err = tikvFloatFrom(b)
	return err
}

func tuplePack(s *sample) []byte {
	return tuple.Tuple{int64(s.hash), string(s.short), s.number, string(s.long), s.score}.Pack()
}

// compositeOps returns our operations in one direction, on reused memory.
func compositeOps(o order.Order) (encode, decode op, err error) {
	var keys [samples]*composite
	var stored [samples][]byte
	for i := range keys {
		keys[i] = compositeOf(i, o)
		if stored[i], err = keys[i].append(nil); err != nil {
			return nil, nil, err
		}
		var back composite
		if err := back.decode(stored[i]); err != nil || !back.equal(keys[i]) {
			return nil, nil, fmt.Errorf("key %d does not come back: %v", i, err)
		}
	}
	buf, view := make([]byte, 0, 256), new(composite)
	encode = func(i int) { buf, _ = keys[i].append(buf[:0]) }
	decode = func(i int) { failed = view.decode(stored[i]) }
	return encode, decode, nil
}

func (c *composite) equal(d *composite) bool {
	for i := range c.fields {
		a, b := &c.fields[i].Value, &d.fields[i].Value
		if a.Kind != b.Kind || a.Num != b.Num || string(a.Text) != string(b.Text) {
			return false
		}
	}
	return c.hash == d.hash
}

// Results are stored here, so that no operation can be optimised away.
var (
	failed   error
	bytesOut []byte
	tupleOut tuple.Tuple
)

func compositeRows() ([]row, error) {
	encode, decode, err := compositeOps(order.Asc)
	if err != nil {
		return nil, err
	}
	encodeDesc, decodeDesc, err := compositeOps(order.Desc)
	if err != nil {
		return nil, err
	}
	var inTikv, inTuple [samples][]byte
	for i := range samples {
		inTikv[i], inTuple[i] = tikvKey(nil, at(i)), tuplePack(at(i))
	}
	buf, scratch, view := make([]byte, 0, 256), make([]byte, 0, 256), new(sample)
	rows := []row{
		beside("actionbase/composite-key/encode", "tikv", encode, func(i int) { buf = tikvKey(buf[:0], at(i)) }),
		beside("actionbase/composite-key/decode", "tikv", decode, func(i int) { failed = view.decodeTikv(inTikv[i], scratch) }),
		beside("actionbase/composite-key-desc/encode", "rowlens-ascending", encodeDesc, encode),
		beside("actionbase/composite-key-desc/decode", "rowlens-ascending", decodeDesc, decode),
	}
	if len(inTuple[0]) > 0 { // empty when built without the tuple layer
		rows = append(rows,
			beside("actionbase/composite-key/encode", "fdbtuple", encode, func(i int) { bytesOut = tuplePack(at(i)) }),
			beside("actionbase/composite-key/decode", "fdbtuple", decode, func(i int) { tupleOut, failed = tuple.Unpack(inTuple[i]) }))
	}
	return rows, failed
}
