package stats

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/span"
)

// timesOf returns the instants of a series.
func (s *Stats) timesOf(key series) *times {
	t := s.times[key]
	if t == nil {
		t = &times{of: key}
		s.times[key] = t
		s.series = append(s.series, t)
	}
	return t
}

// clock counts a version of Maryk's clock.
func (s *Stats) clock(f *format.Format, n *span.Node) {
	if n.End-n.Start != 8 {
		return
	}
	v := binary.BigEndian.Uint64(s.tree.Sources[n.Src].Bytes[n.Start:])
	if n.Flags&span.Descending != 0 {
		v = ^v
	}
	s.timesOf(series{f, n.Field, n.Label}).version(hlc.Version(v), s.opt.Now)
}

// stamp counts the store's timestamp of a row, if it is a whole number.
func (s *Stats) stamp(f *format.Format, text string) {
	n, ok := number(text)
	if !ok {
		return
	}
	t := s.timesOf(series{format: f})
	if f != nil && f.StampsHLC {
		t.version(hlc.Version(n), s.opt.Now)
		return
	}
	t.Add(n, s.opt.Now)
}

func (t *times) version(v hlc.Version, now int64) {
	t.logical = true
	t.Add(int64(hlc.Maryk.Physical(v)), now)
	n := hlc.Maryk.Logical(v)
	t.highest = max(t.highest, n)
	if n > hlc.Maryk.LogicalMax()-hlc.Maryk.LogicalMax()/16 {
		t.near++
	}
}

func (t *times) merge(o *times) {
	t.Merge(&o.Timeline)
	t.logical = t.logical || o.logical
	t.highest = max(t.highest, o.highest)
	t.near += o.near
}

// number reads decimal digits with an optional minus sign that fit into 64 bits.
func number(text string) (n int64, ok bool) {
	digits := text
	if len(text) > 0 && text[0] == '-' {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 19 {
		return 0, false
	}
	var u uint64
	for i := range len(digits) {
		c := digits[i] - '0'
		if c > 9 {
			return 0, false
		}
		u = u*10 + uint64(c)
	}
	if u > 1<<63-1 {
		return 0, false
	}
	if len(digits) != len(text) {
		return -int64(u), true
	}
	return int64(u), true
}
