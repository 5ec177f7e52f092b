package implexus

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// nanBits is the only NaN that is written without its bits.
const nanBits = 0x7ff8000000000000

// write writes element i as {"type","value"}.
func (v *Value) write(w *value.Writer, i int) {
	e := &v.Elements[i]
	w.Object()
	w.Key("type")
	w.String(e.Type.String())
	if e.Type != Null {
		w.Key("value")
	}
	switch e.Type {
	case Bool:
		w.Bool(e.Num == 1)
	case Int64:
		w.Int64(int64(e.Num))
	case Uint64:
		w.Uint64(e.Num)
	case Double:
		f := math.Float64frombits(e.Num)
		w.Float(f, 64)
		if f != f && e.Num != nanBits {
			w.Key("bits")
			var b [8]byte
			binary.BigEndian.PutUint64(b[:], e.Num)
			w.Hex(b[:])
		}
	case String:
		w.Text(e.Bytes)
	case Binary:
		w.Hex(e.Bytes)
	case Array, Dictionary:
		v.writeItems(w, i)
	}
	w.EndObject()
}

func (v *Value) writeItems(w *value.Writer, i int) {
	isDict, end := v.Elements[i].Type == Dictionary, v.Next(i)
	w.Array()
	for i++; i < end; i = v.Next(i) {
		if isDict {
			w.Array()
			w.Text(v.Elements[i].Key)
			v.write(w, i)
			w.EndArray()
		} else {
			v.write(w, i)
		}
	}
	w.EndArray()
}

// parse reads what write writes and appends it to v. Refusals name members of in.
func (v *Value) parse(in value.Value, key []byte, depth int) error {
	name, _ := in.Member("type").Text()
	t := slices.Index(typeNames[:], name)
	if t < 0 {
		return format.Expect(false, "type", "a type (null, bool, int64, uint64, double, string, binary, array or dictionary)", in.Member("type"))
	}
	members := []string{"type", "value", "bits"}
	if Type(t) != Double {
		members = members[:2]
	}
	if err := format.Known(in, members...); err != nil {
		return err
	}
	if Type(t) >= Array && depth >= DepthMax {
		return format.Refuse("", "more than "+strconv.Itoa(DepthMax)+" nested containers")
	}
	e := Element{Type: Type(t), Key: key}
	i := len(v.Elements)
	v.Elements = append(v.Elements, e)
	c := in.Member("value")
	ok := true
	switch e.Type {
	case Null:
		ok = c.IsNull()
	case Bool:
		var b bool
		if b, ok = c.Bool(); b {
			e.Num = 1
		}
	case Int64:
		var n int64
		n, ok = c.Int()
		e.Num = uint64(n)
	case Uint64:
		e.Num, ok = c.Uint()
	case Double:
		if err := format.Inexact("value", c, 64); err != nil {
			return err
		}
		e.Num, ok = parseDouble(c, in.Member("bits"))
	case String:
		var s string
		s, ok = c.Text()
		e.Bytes = []byte(s)
	case Binary:
		e.Bytes, ok = c.Hex()
	default:
		if ok = c.Kind == value.Array; ok {
			if err := v.parseItems(c, e.Type, depth); err != nil {
				return err
			}
			e.Count, e.Size = c.Len(), len(v.Elements)-i-1
		}
	}
	if !ok {
		return format.Refuse("value", "expected a value of the type "+name+", found "+c.Kind.String())
	}
	v.Elements[i] = e
	return nil
}

func (v *Value) parseItems(list value.Value, t Type, depth int) error {
	for i, it := range list.Items() {
		var key []byte
		if t == Dictionary {
			if it.Kind != value.Array || it.Len() != 2 {
				return format.Refuse("value["+strconv.Itoa(i)+"]", "expected entries as lists of key and element")
			}
			s, ok := it.At(0).Text()
			if !ok {
				return format.Refuse("value["+strconv.Itoa(i)+"][0]", "expected a key as text, found "+it.At(0).Kind.String())
			}
			key, it = []byte(s), it.At(1)
		}
		if err := v.parse(it, key, depth+1); err != nil {
			at := "value[" + strconv.Itoa(i) + "]"
			if t == Dictionary {
				at += "[1]"
			}
			return format.Within(at, err)
		}
	}
	return nil
}

// parseDouble reads a number, or a NaN with its bits.
func parseDouble(c, bits value.Value) (uint64, bool) {
	f, ok := c.Float(64)
	if bits.IsNull() {
		if f != f {
			return nanBits, ok
		}
		return math.Float64bits(f), ok
	}
	b, isHex := bits.Hex()
	if !isHex || len(b) != 8 || f == f {
		return 0, false
	}
	n := binary.BigEndian.Uint64(b)
	f = math.Float64frombits(n)
	return n, f != f
}
