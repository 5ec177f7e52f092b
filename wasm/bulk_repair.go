//go:build wasip1

package main

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/writeshell"
)

var (
	errNoShell = errors.New("there is no tool of this name")
	errNoMend  = errors.New("nothing mends what was found: the rows that are wrong hold data that no other row says")
)

// repair appends the changes that repair the findings.
func (b *bulk) repair(dst []byte, shell string) ([]byte, error) {
	w := writeshell.New(shell)
	switch {
	case b.verify == nil:
		return dst, errNoModel
	case w == nil && shell != "":
		return dst, errNoShell
	}
	if b.mended == nil {
		lines, n, _ := b.verify.Repair()
		if n == 0 {
			return dst, errNoMend
		}
		b.mended = lines
	}
	if w == nil {
		return append(dst, b.mended...), nil
	}
	encoder := record.Encoder{Schemas: b.schemas, Zones: b.zones}
	for line := range bytes.Lines(b.mended) {
		v, err := value.Parse(line)
		if err != nil {
			return dst, err
		}
		var e store.Entry
		if err := encoder.Encode(nil, nil, v, &e); err != nil {
			return dst, err
		}
		if dst, err = w.Append(dst, &e); err != nil {
			return dst, err
		}
	}
	return w.End(dst), nil
}
