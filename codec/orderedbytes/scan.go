package orderedbytes

import (
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/terminated"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/wire"
)

// DecodeValues reads a compound key: values until src ends. It appends them to list, including
// those before a failure, and appends bytes not stored verbatim to scratch; both may be reused
// once the values are no longer needed.
func DecodeValues(src []byte, list []OrderedValue, scratch []byte) ([]OrderedValue, []byte, error) {
	for rest := src; ; {
		i := len(list)
		list = slices.Grow(list, 1)[:i+1] // read it in place, because a value is large
		n := list[i].scan(rest, &scratch)
		if n == 0 {
			return decodeRest(src, len(src)-len(rest), list[:i], scratch)
		}
		if rest = rest[n:]; len(rest) == 0 {
			return list, scratch, nil
		}
	}
}

// decodeRest reads the values from an offset on; scan does not handle the first of them.
//
//go:noinline
func decodeRest(src []byte, at int, list []OrderedValue, scratch []byte) ([]OrderedValue, []byte, error) {
	r := wire.NewReader(src, nil)
	r.Skip(at)
	*r.Memory() = scratch
	for first := true; first || r.More(); first = false {
		n := len(list)
		list = slices.Grow(list, 1)[:n+1]
		if list[n].decode(&r, &fValue, asIs); !r.OK() {
			list = list[:n]
		}
	}
	return list, r.Spare(), format.Locate(r.Finish(), formatID, "", "")
}

// scan reads the value at the start of b and returns how many bytes it took. It returns 0 for
// anything that decode has to look at: what takes more than a few lines of code, and everything
// that is wrong.
func (v *OrderedValue) scan(b []byte, scratch *[]byte) int {
	if len(b) == 0 {
		return 0
	}
	t, o, body := kinds[b[0]], directionOf(b[0]), b[1:]
	switch t {
	case Null:
		return v.set(t, o, 0, 1)
	case Int8:
		if len(body) >= 1 {
			return v.set(t, o, uint64(order.Int8From(body[0]^byte(o))), 2)
		}
	case Int16:
		if len(body) >= 2 {
			return v.set(t, o, uint64(order.Int16From(binary.BigEndian.Uint16(body)^uint16(o))), 3)
		}
	case Int32:
		if len(body) >= 4 {
			return v.set(t, o, uint64(order.Int32From(binary.BigEndian.Uint32(body)^uint32(o))), 5)
		}
	case Int64:
		if len(body) >= 8 {
			return v.set(t, o, uint64(order.Int64From(binary.BigEndian.Uint64(body)^uint64(o))), 9)
		}
	case Float32:
		if len(body) >= 4 {
			if n := order.Float32From(binary.BigEndian.Uint32(body) ^ uint32(o)); !isNaN32(n) {
				return v.set(t, o, uint64(n), 5)
			}
		}
	case Float64:
		if len(body) >= 8 {
			if n := order.Float64From(binary.BigEndian.Uint64(body) ^ uint64(o)); !isNaN64(n) {
				return v.set(t, o, n, 9)
			}
		}
	case Text:
		return v.scanText(body, o, scratch)
	}
	return 0
}

func (v *OrderedValue) scanText(body []byte, o order.Order, scratch *[]byte) int {
	var text []byte
	if o == order.Asc {
		text = terminated.Scan(body)
	} else {
		text = terminated.ScanInverted(body, scratch)
	}
	if text == nil {
		return 0
	}
	v.set(Text, o, 0, 0)
	v.Value.Bytes = text
	return len(text) + 2
}

// set makes v a value without bytes and returns n.
func (v *OrderedValue) set(t Type, o order.Order, num uint64, n int) int {
	v.Value.reset()
	v.Order, v.Value.Type, v.Value.Num = o, t, num
	return n
}
