package main

import (
	tikv "github.com/tikv/client-go/v2/util/codec"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// valueRows measures single ordered values. TiKV's have no header byte for the
// type, which a reader must know.
func valueRows() ([]row, error) {
	var numberOut int64
	var floatOut float64
	buf := make([]byte, 0, 256)
	text, long, double := valueOps(func(i int) actionbase.Value { return textValue(at(i).long) }),
		valueOps(func(i int) actionbase.Value { return longValue(at(i).number) }),
		valueOps(func(i int) actionbase.Value { return doubleValue(at(i).score) })
	var texts, longs, doubles [samples][]byte
	for i := range samples {
		texts[i] = tikv.EncodeBytes(nil, at(i).long)
		longs[i] = tikv.EncodeInt(nil, at(i).number)
		doubles[i] = tikvFloat(nil, at(i).score)
	}
	rows := []row{
		beside("actionbase/value-string/encode", "tikv", text.encode, func(i int) { buf = tikv.EncodeBytes(buf[:0], at(i).long) }),
		beside("actionbase/value-string/decode", "tikv", text.decode, func(i int) { _, bytesOut, failed = tikv.DecodeBytes(texts[i], buf[:0]) }),
		beside("actionbase/value-long/encode", "tikv", long.encode, func(i int) { buf = tikv.EncodeInt(buf[:0], at(i).number) }),
		beside("actionbase/value-long/decode", "tikv", long.decode, func(i int) { _, numberOut, failed = tikv.DecodeInt(longs[i]) }),
		beside("actionbase/value-double/encode", "tikv", double.encode, func(i int) { buf = tikvFloat(buf[:0], at(i).score) }),
		beside("actionbase/value-double/decode", "tikv", double.decode, func(i int) { _, floatOut, failed = tikvFloatFrom(doubles[i]) }),
	}
	_, _ = numberOut, floatOut
	return rows, failed
}

// codecOps are our operations on one part of a record, the stored samples, and the last error.
type codecOps struct {
	encode, decode, annotate op
	stored                   [samples][]byte
	err                      error
}

func valueOps(of func(i int) actionbase.Value) *codecOps {
	var list [samples]actionbase.Value
	c := new(codecOps)
	for i := range list {
		list[i] = of(i)
		c.stored[i], c.err = actionbase.AppendValue(nil, &list[i], order.Asc)
	}
	buf, view := make([]byte, 0, 256), new(actionbase.Value)
	c.encode = func(i int) { buf, c.err = actionbase.AppendValue(buf[:0], &list[i], order.Asc) }
	c.decode = func(i int) { _, c.err = actionbase.DecodeValue(c.stored[i], view) }
	return c
}
