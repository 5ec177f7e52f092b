package lexicoder

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// guide tells a form how many values a key has, and what another item of a list is.
func guide(in *format.Input, _ string, fields value.Value) []format.Hint {
	l, err := given(in)
	if err != nil || l == nil {
		return nil
	}
	return l.hints(nil, "value", fields.Member("value"))
}

func (l *Lexicoder) hints(list []format.Hint, path string, v value.Value) []format.Hint {
	switch l.Kind {
	case Reverse:
		return l.A.hints(list, path, v)
	case Pair:
		list = append(list, format.Hint{Path: path, Said: true})
		for i, of := range [...]*Lexicoder{l.A, l.B} {
			if i < v.Len() && v.Kind == value.Array {
				at := path + "[" + strconv.Itoa(i) + "]"
				list = append(list, format.Hint{Path: at, Title: of.String()})
				list = of.hints(list, at, v.At(i))
			}
		}
	case List, Sequence:
		for i, it := range v.Items() {
			list = l.A.hints(list, path+"["+strconv.Itoa(i)+"]", it)
		}
	}
	return list
}
