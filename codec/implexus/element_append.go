package implexus

import (
	"encoding/binary"
	"strconv"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
)

// AppendValue appends the element with everything inside it. Keys are raw unless v marks them as
// tagged. It refuses text that is not UTF-8, repeated keys, and more than DepthMax nested
// containers.
func AppendValue(dst []byte, v *Value, opt Options) ([]byte, error) {
	if len(v.Elements) == 0 {
		return dst, format.Refuse("element", "there is none")
	}
	a := appender{v: v, opt: opt, buf: dst}
	if err := a.element(0, 0); err != nil {
		return dst, err
	}
	return a.buf, nil
}

type appender struct {
	v   *Value
	opt Options
	buf []byte
}

func appendInt(dst []byte, n int) []byte { return binary.BigEndian.AppendUint64(dst, uint64(n)) }

// appendText appends length and bytes.
func appendText(dst, text []byte) []byte { return append(appendInt(dst, len(text)), text...) }

// appendString appends a string element.
func appendString(dst, text []byte) []byte { return appendText(append(dst, byte(String)), text) }

func (a *appender) element(i, depth int) error {
	e := &a.v.Elements[i]
	if e.Type >= Array && depth >= a.opt.depthMax() {
		return format.Refuse("element", "more than "+strconv.Itoa(a.opt.depthMax())+" nested containers")
	}
	a.buf = append(a.buf, byte(e.Type))
	switch e.Type {
	case Null:
	case Bool:
		a.buf = append(a.buf, byte(e.Num))
	case Int64, Uint64:
		a.buf = binary.BigEndian.AppendUint64(a.buf, e.Num)
	case Double:
		if a.opt.LittleDoubles {
			a.buf = binary.LittleEndian.AppendUint64(a.buf, e.Num)
		} else {
			a.buf = binary.BigEndian.AppendUint64(a.buf, e.Num)
		}
	case String:
		if !utf8.Valid(e.Bytes) {
			return format.Refuse("element", "a string that is not UTF-8")
		}
		a.buf = appendText(a.buf, e.Bytes)
	case Binary:
		a.buf = appendText(a.buf, e.Bytes)
	case Array, Dictionary:
		return a.container(i, depth)
	default:
		return format.Refuse("element", "there is no type code "+strconv.Itoa(int(e.Type)))
	}
	return nil
}

func (a *appender) container(i, depth int) error {
	isDict := a.v.Elements[i].Type == Dictionary
	a.buf = appendInt(a.buf, a.v.Elements[i].Count)
	seen := keySet{strict: true}
	end := a.v.Next(i)
	for i++; i < end; i = a.v.Next(i) {
		if key := a.v.Elements[i].Key; isDict {
			if !utf8.Valid(key) {
				return format.Refuse("element", "a key that is not UTF-8")
			}
			if seen.has(key) {
				return format.Refuse("element", "the key "+string(key)+" twice in one dictionary")
			}
			if a.v.Keys == TaggedKeys {
				a.buf = append(a.buf, byte(String))
			}
			a.buf = appendText(a.buf, key)
		}
		if err := a.element(i, depth+1); err != nil {
			return err
		}
	}
	return nil
}
