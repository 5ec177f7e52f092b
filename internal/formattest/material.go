package formattest

import (
	"encoding/json"
	"fmt"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// Case is an input with real bytes, from a vector or a dump.
type Case struct {
	ID     string
	Format *format.Format
	Record string
	Input  format.Input
}

// Vectors returns the bytes of every vector in a file whose record can be decoded,
// including vectors for encoding.
func Vectors(file string) ([]Case, error) {
	vectors, err := golden.Vectors(file)
	if err != nil {
		return nil, err
	}
	var list []Case
	for i := range vectors {
		v := &vectors[i]
		f := codec.Find(v.Format)
		parts := v.Parts()
		if f == nil || f.Record(v.Record) == nil || f.Record(v.Record).Decode == nil || len(parts) == 0 {
			continue
		}
		c := Case{ID: v.ID, Format: f, Record: v.Record}
		if err := c.fill(v.Given, parts); err != nil {
			return nil, fmt.Errorf("%s: %w", v.ID, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// fill sets the input from a vector's given and its parts in hex.
func (c *Case) fill(given json.RawMessage, parts map[string]string) error {
	if len(given) > 0 {
		g, err := value.Parse(given)
		if err != nil {
			return err
		}
		c.Input.Given = g
		c.Input.Lenient, _ = g.Member("lenient").Bool()
		c.Input.Prefix, _ = g.Member("prefix").Bool()
		if names, ok := g.Get("names"); ok {
			if c.Input.Schema, err = c.Format.ParseSchema(names); err != nil {
				return err
			}
		}
	}
	for _, name := range c.Format.Record(c.Record).Parts {
		text, ok := parts[name]
		if !ok {
			continue
		}
		b, ok := value.DecodeHex(text)
		if !ok {
			return fmt.Errorf("part %s is not hex", name)
		}
		c.Input.Entry.Add(name, b)
	}
	return nil
}

// Cells returns the cells in a dump's expected file, in Actionbase's form.
func Cells(file string) ([]Case, error) {
	lines, err := golden.Lines(file)
	if err != nil {
		return nil, err
	}
	var list []Case
	for i, line := range lines {
		var cell struct{ Record, Row, Family, Qualifier, Value string }
		if err := json.Unmarshal(line, &cell); err != nil {
			return nil, err
		}
		c := Case{ID: fmt.Sprintf("cell %d", i+1), Format: codec.Find("actionbase"), Record: cell.Record}
		err := c.fill(nil, map[string]string{
			store.Row: cell.Row, store.Family: cell.Family, store.Qualifier: cell.Qualifier, store.Value: cell.Value,
		})
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}
