// Package scans reads what a store's own writer has just written, for the programs that compare
// it with what the store's own reader returns.
package scans

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// Lines returns the lines of a file that the other program wrote.
func Lines(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}

// Open opens the only store in a folder.
func Open(folder file.Folder, kind *file.Kind) (file.Store, error) {
	set, err := file.Look(folder, []*file.Kind{kind})
	if err != nil {
		return nil, err
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		return nil, err
	}
	if len(stores) != 1 {
		return nil, fmt.Errorf("%d stores, want 1", len(stores))
	}
	return stores[0], nil
}

// Read returns the entries as lines. Damage is an error, because the store has just been written.
func Read(s file.Store, q file.Query) ([]string, error) {
	damage := s.Damage()
	c, err := s.Scan(file.All, q)
	if err != nil {
		return nil, err
	}
	var (
		lines []string
		e     file.Entry
		w     value.Writer
	)
	for tables := s.Tables(); c.Next(&e); {
		if e.Damage != nil {
			damage = append(damage, *e.Damage)
			continue
		}
		w.Reset()
		w.Object()
		s.Kind().WriteEntry(&w, &tables[e.Table], &e, q.Stored)
		w.EndObject()
		lines = append(lines, string(w.Buf))
	}
	if damage = append(damage, s.Check()...); len(damage) > 0 {
		return nil, fmt.Errorf("damage: %+v", damage)
	}
	return lines, c.Err()
}

// Ranges compares n ranges of rows with the entries within them.
func Ranges(s file.Store, all []string, n int) error {
	for i := range min(n, len(all)) {
		q := file.Query{Stored: true, Start: row(all[i*len(all)/n]), Stop: row(all[(i*len(all)/n+len(all)/3)%len(all)])}
		var want []string
		for _, line := range all {
			if r := row(line); bytes.Compare(r, q.Start) >= 0 && bytes.Compare(r, q.Stop) < 0 {
				want = append(want, line)
			}
		}
		got, err := Read(s, q)
		if err == nil {
			err = Differ(got, want)
		}
		if err != nil {
			return fmt.Errorf("rows %x to %x: %w", q.Start, q.Stop, err)
		}
	}
	return nil
}

// row returns the row in a line.
func row(line string) []byte {
	digits, _, _ := strings.Cut(strings.TrimPrefix(line, `{"row":"`), `"`)
	b, _ := value.DecodeHex(digits)
	return b
}

// Differ returns an error for the first difference between what rowlens and the store read.
func Differ(got, want []string) error {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Errorf("entry %d is\n%.300s, in the store\n%.300s", i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("%d entries, in the store %d", len(got), len(want))
	}
	return nil
}
