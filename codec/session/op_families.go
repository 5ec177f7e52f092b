package session

import (
	"errors"
	"slices"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// triedFirst rows are decoded under all column families; up to triedMax rows are then decoded under
// those families that read some of the first.
const (
	triedMax   = 250
	triedFirst = 16
)

// opFamilies says under which column families of the models the rows of a text decode, if it does not name their
// families: {"rows","families":[{"family","title","rows"}],"named"}, families that read most rows first. For a text
// that names its families the list is empty.
func (s *Session) opFamilies(r *request) error {
	text, ok := r.Member("text").Text()
	if !ok {
		return errors.New("expected text")
	}
	q := r.query()
	res, err := pasted(r.Value, text, q.Format, triedMax)
	if err != nil {
		return err
	}
	var rows []store.Entry
	for i := range res.Rows {
		e := &res.Rows[i].Entry
		if _, pair := e.Part(store.Key); pair && res.Rows[i].Err == nil && e.Source.CF == "" {
			rows = append(rows, *e)
		}
	}
	rows = spread(rows)
	file, _ := r.Member("file").Text()
	w := &s.w
	w.Member("rows").Int(int64(len(rows)))
	w.Key("families")
	w.Array()
	for _, x := range tryFamilies(rows, q.Format, q.Schemas) {
		w.Object()
		w.Member("family").String(x.name)
		w.Member("title").String(x.title)
		w.Member("rows").Int(int64(x.rows))
		w.EndObject()
	}
	w.EndArray()
	if named := schema.FamilyInName(file, q.Format, q.Schemas); named != "" {
		w.Member("named").String(named)
	}
	return nil
}

// spread puts rows from all over the text first, because neighbours are alike.
func spread(rows []store.Entry) []store.Entry {
	step := max(len(rows)/triedFirst, 1)
	out := make([]store.Entry, 0, len(rows))
	for from := range step {
		for i := from; i < len(rows); i += step {
			out = append(out, rows[i])
		}
	}
	return out
}

// triedFamily is a column family, in hex, and how many rows decode under it.
type triedFamily struct {
	name, title string
	rows        int
}

// tryFamilies decodes rows under all column families of the models.
func tryFamilies(rows []store.Entry, id string, schemas format.SchemaSet) (list []triedFamily) {
	if len(rows) == 0 {
		return nil
	}
	for _, f := range codec.Formats() {
		if f.Models == nil || f.Models.Families == nil || id != "" && id != f.ID {
			continue
		}
		for _, family := range f.Models.Families(schemas.For(f)) {
			x := triedFamily{name: string(value.AppendHex(nil, family.Name)), title: family.Title}
			d := stream.Decoder{Format: f.ID, Schemas: schemas}
			for i := range rows {
				if i == triedFirst && x.rows == 0 {
					break
				}
				e := rows[i]
				e.Source.CF = x.name
				if _, _, err := d.Decode(&e, nil); err == nil {
					x.rows++
				}
			}
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b triedFamily) int { return b.rows - a.rows })
	return list
}
