package actionbase

import (
	"github.com/rowlens/rowlens/codec/internal/terminated"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/wire"
)

// OrderedValue is a value with the order in which it is stored.
type OrderedValue struct {
	Value Value
	Order order.Order
}

// AppendValues appends ordered values one after the other. The result is a key that sorts by the
// first value, then by the second, and so on, each in its own order. On error dst is returned
// unchanged.
func AppendValues(dst []byte, vals []OrderedValue) ([]byte, error) {
	out, err := dst, error(nil)
	for i := range vals {
		if out, err = AppendValue(out, &vals[i].Value, vals[i].Order); err != nil {
			return dst, err
		}
	}
	return out, nil
}

// DecodeValues reads the ordered values that fill src and appends them to vals. Texts alias src,
// except that those stored complemented are appended to scratch, which is returned as spare. To
// read many keys, pass vals[:0] and spare[:0] from the previous call.
func DecodeValues(src []byte, vals []OrderedValue, scratch []byte) (list []OrderedValue, spare []byte, err error) {
	for rest := src; len(rest) > 0; {
		x := grow(&vals)
		n, o := 0, order.Asc
		if rest[0] == hdrString { // scan checks this too, but most key values are text
			n = x.Value.setText(terminated.Scan(rest[1:]))
		} else if rest[0] == ^byte(hdrString) {
			n, o = x.Value.setText(terminated.ScanInverted(rest[1:], &scratch)), order.Desc
		} else {
			n, o = x.Value.scan(rest, &scratch)
		}
		if n == 0 {
			if n, o, err = x.Value.decodeAt(src, len(src)-len(rest), &scratch); err != nil {
				return vals[:len(vals)-1], scratch, err
			}
		}
		x.Order = o
		rest = rest[n:]
	}
	return vals, scratch, nil
}

// decodeAt reads, at an offset, a value that scan does not handle.
//
//go:noinline
func (v *Value) decodeAt(src []byte, at int, scratch *[]byte) (n int, o order.Order, err error) {
	r := wire.NewReader(src, nil)
	r.Skip(at)
	*r.Memory() = *scratch
	o = v.decodeOther(&r, &fValue)
	*scratch = r.Spare()
	return r.Offset() - at, o, r.FinishPrefix("")
}
