package hfile_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// A changed byte in a block that has no cells is reported: HBase reads such blocks when it opens the file or looks for a
// row. No cell is lost, and none is said to be.
func TestAChangedByteBesideTheCells(t *testing.T) {
	all := corpus(t)
	for _, name := range []string{"levels-none-none.hfile", "deletes-diff.hfile", "metablocks.hfile"} {
		sound := all[name]
		want, _, _ := readAll(t, sound, file.Query{Stored: true})
		cells := make([]bool, len(sound))
		for _, r := range runs(t, sound) {
			for at := r.offset; at < r.end; at++ {
				cells[at] = true
			}
		}
		for at := 0; at < len(sound)-4096; at += 5 {
			bits := byte(1) << (at % 8)
			if sound[at] == bits {
				bits = ^bits // lest it turn off the checksum
			}
			if !cells[at] {
				sameCells(t, fmt.Sprint(name, " changed at ", at), change(sound, at, bits), want)
			}
		}
	}
}

// HBase does not open a file, or does not find all of its cells, if one of these fields of the trailer is wrong. None has a checksum.
func TestAChangedFieldOfTheTrailer(t *testing.T) {
	const name = "levels-none-none.hfile"
	sound := corpus(t)[name]
	want, _, _ := readAll(t, sound, file.Query{Stored: true})
	trailer := len(sound) - 4096
	first := bytes.Index(sound[trailer:], []byte{9 << 3, 0, 10 << 3})
	cells := bytes.LastIndexByte(sound[trailer:trailer+first], 7<<3)
	class := bytes.Index(sound[trailer:], []byte("org.apache"))
	if first < 0 || cells < 0 || class < 0 {
		t.Fatal("no such fields", first, cells, class)
	}
	for what, at := range map[string]int{
		"tag of the number of cells": trailer + cells, "first data block": trailer + first + 1, "last data block": trailer + first + 3,
		"package of the comparator": trailer + class + 3, "name of the comparator": trailer + class + len("org.apache.hadoop.hbase.KeyValue$K"),
		"version": len(sound) - 2,
	} {
		sameCells(t, what, change(sound, at, 0x40), want)
	}
}

// change returns a copy with some bits of a byte changed.
func change(b []byte, at int, bits byte) []byte {
	b = slices.Clone(b)
	b[at] ^= bits
	return b
}

// sameCells fails if the damage of a file is not reported, or if a cell is lost or said to be.
func sameCells(t *testing.T, what string, b []byte, want []string) {
	t.Helper()
	got, damage, _ := readAll(t, b, file.Query{Stored: true})
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d cells, want %d", what, len(got), len(want))
	}
	if len(damage) == 0 || slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Lost > 0 || d.Remark }) {
		t.Errorf("%s: %+v", what, damage)
	}
}
