package accumulograph

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

const (
	packExtra = 1 << iota
	packDrop
	packOwn
	packRight
)

// pack appends a finding as a message.
func (f *Finding) pack(b []byte) []byte {
	flags := byte(0)
	for _, x := range [...]struct {
		is   bool
		flag byte
	}{{f.Extra, packExtra}, {f.drop, packDrop}, {f.own != nil, packOwn}, {f.right != nil, packRight}} {
		if x.is {
			flags |= x.flag
		}
	}
	b = append(b, flags)
	for _, text := range [...][]byte{[]byte(f.Kind), []byte(f.Table), f.ID, []byte(f.About), f.More, []byte(f.noMend)} {
		b = shuffle.AppendField(b, text)
	}
	for _, e := range [...]*store.Entry{f.own, f.right} {
		if e != nil {
			b = shuffle.AppendEntry(b, e)
		}
	}
	for i := range f.because {
		r := &f.because[i]
		b = shuffle.AppendField(b, []byte(r.Why))
		b = shuffle.AppendEntry(b, &store.Entry{Parts: r.Parts, Source: r.Source})
	}
	return b
}

// readPacked reads a finding, in memory of its own.
func readPacked(message []byte) *Finding {
	b := bytes.Clone(message)
	flags := b[0]
	f := &Finding{Extra: flags&packExtra != 0, drop: flags&packDrop != 0}
	var kind, table, about, noMend []byte
	b = b[1:]
	for _, to := range [...]*[]byte{&kind, &table, &f.ID, &about, &f.More, &noMend} {
		*to, b = shuffle.ReadField(b)
	}
	f.Kind, f.Table, f.About, f.noMend = string(kind), string(table), string(about), string(noMend)
	for _, x := range [...]struct {
		flag byte
		to   **store.Entry
	}{{packOwn, &f.own}, {packRight, &f.right}} {
		if flags&x.flag != 0 {
			var e store.Entry
			e, b = shuffle.ReadEntry(b)
			*x.to = &e
		}
	}
	for len(b) > 0 {
		var why []byte
		why, b = shuffle.ReadField(b)
		var e store.Entry
		e, b = shuffle.ReadEntry(b)
		f.because = append(f.because, format.Reason{Why: string(why), Parts: e.Parts, Source: e.Source})
	}
	return f
}
