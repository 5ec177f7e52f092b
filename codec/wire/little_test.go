package wire

import (
	"errors"
	"testing"

	"github.com/rowlens/rowlens/codec/span"
)

var fGroups = &span.Field{Name: "groups"}

func TestNumbersInGroupsOfSevenBits(t *testing.T) {
	for _, c := range []struct {
		in   string
		bits uint
		want uint64
		err  error
		off  int
	}{
		{"\x00", 32, 0, nil, 0},
		{"\xac\x02", 32, 300, nil, 0},
		{"\xff\xff\xff\xff\x0f", 32, 1<<32 - 1, nil, 0},
		{"\xff\xff\xff\xff\x1f", 32, 0, ErrBadValue, 0},
		{"\x80\x80\x80\x80\x80\x00", 32, 0, ErrBadValue, 0},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 64, 1<<64 - 1, nil, 0},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 64, 0, ErrBadValue, 0},
		{"", 64, 0, ErrTruncated, 0},
		{"\x80\x80", 64, 0, ErrTruncated, 2},
	} {
		var tree span.Tree
		tree.Part("row", []byte(c.in))
		r := NewReader([]byte(c.in), &tree)
		r.Begin(fGroups)
		got := r.Uvarint(fGroups, c.bits)
		r.End()
		err := r.Finish()
		var why *Error
		failed := c.err != nil && errors.Is(err, c.err) && errors.As(err, &why) && why.Offset == c.off
		if got != c.want || c.err == nil && err != nil || c.err != nil && !failed {
			t.Errorf("%x: %d, %v; want %d, %v at %d", c.in, got, err, c.want, c.err, c.off)
		}
		if err := tree.Check(); err != nil {
			t.Errorf("%x: %v", c.in, err)
		}
	}
}
