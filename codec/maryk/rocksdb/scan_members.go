package rocksdb

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
)

// membersOf returns the typed members of a kind's keys: the parts of an index or of the record's
// key, or the value of a unique property. It returns nil if the model does not type them.
func membersOf(k kindOf, p *parser) *cell.Members {
	m := p.c.def
	if m == nil || p.Err != nil {
		return nil
	}
	switch k.kind {
	case RecordKey, Created, DeletedForGood, LastUpdate, SoftDelete, Property:
		return cell.KeyMembers(m, "record")
	case IndexRow:
		q := parser{cell.Parser{Fields: p.Fields}, p.c}
		head := q.appendIndex(nil)
		if x := q.indexAt(head); x != nil && q.Err == nil {
			return cell.NewMembers(x.Values(), "valueAndLengths", "index", true)
		}
	case UniqueRow:
		q := parser{cell.Parser{Fields: p.Fields}, p.c}
		var path maryk.Path
		if q.Reference(q.c.def, &path); q.Err == nil {
			return cell.UniqueMembers(&path)
		}
	}
	return nil
}

// indexAt returns the index of the model with whose reference a key begins.
func (p *parser) indexAt(head []byte) *maryk.Index {
	for _, x := range p.c.def.Indexes {
		if len(x.Reference) > 0 && bytes.HasSuffix(head, x.Reference) && len(head)-len(x.Reference) <= 2 {
			own := parser{cell.Parser{Fields: p.Fields}, p.c}
			if own.indexFormat() == cell.IndexFormat1 && len(head) != len(x.Reference) {
				continue
			}
			return x
		}
	}
	return nil
}

// ownNames returns the members of a scan whose names a property cannot take.
func ownNames(k kindOf) (list []string) {
	for _, f := range scanFields(k) {
		list = append(list, f.Name)
		if f.Or != "" {
			list = append(list, f.Or)
		}
	}
	if k.kind == Property || k.kind == SoftDelete {
		list = append(list, cell.RowNames...)
	}
	return list
}

// scanNames returns the function that names the members that the model adds to a scan.
func scanNames(k kindOf) func(*format.Input, *format.Query) ([]string, error) {
	return func(in *format.Input, q *format.Query) (names []string, err error) {
		if _, given := q.Fields.Get(fieldVersion); k.family != Model && !given { // a bound can be a condition on the rows
			names = append(names, fieldVersion)
		}
		c, err := scanContext(in, k, q.Fields)
		if err != nil {
			return nil, err
		}
		own := *c
		if m := membersOf(k, &parser{cell.Parser{Fields: q.Fields}, &own}); m != nil {
			names = append(names, m.Taken(ownNames(k))...)
		}
		return names, nil
	}
}

// told adds to the plan which unwanted rows are in its range.
func (x *scan) told(p *format.Plan) {
	if x.k.kind == IndexRow && len(p.Prefix) > 0 {
		x.indexTold(p)
	}
	if x.amongOthers(p) {
		x.meets = append(x.meets, "rows of other kinds are in the range")
		x.where = append(x.where, "record = "+x.k.name)
	}
	p.Meets = x.meets
	p.Where = strings.Join(x.where, " and ")
}

// amongOthers reports whether rows of other kinds of the same family are in the range.
func (x *scan) amongOthers(p *format.Plan) bool {
	switch x.k.family {
	case Unique, HistoricUnique:
		return len(p.Prefix) == 0
	case Table, HistoricTable:
		_, record := x.fields.Get("record")
		_, byBytes := x.fields.Get("reference")
		_, byName := x.fields.Get("property")
		switch x.k.kind {
		case LastUpdate, SoftDelete: // members after a truncated key are refused
			return !record
		case Property:
			return !byBytes && !byName
		}
		return true
	}
	return false
}

// indexTold says what is assumed about index keys, and what else begins like them.
func (x *scan) indexTold(p *format.Plan) {
	q := parser{cell.Parser{Fields: x.fields}, &x.c}
	if _, given := x.fields.Get("indexFormat"); !given && !x.c.stated {
		p.Notes = append(p.Notes, "index keys are taken to be of format 2, as since release 0.11; for a database without "+
			"indexKeyFormatVersion: 2 in MARYK_META.yml give indexFormat=1, or the file with --meta")
	}
	if q.indexFormat() != cell.IndexFormat1 || x.c.def == nil {
		return
	}
	own := q.indexAt(q.appendIndex(nil))
	foreign := func(o *maryk.Index) bool {
		return own != nil && o != own && len(o.Reference) > len(own.Reference) && bytes.HasPrefix(o.Reference, own.Reference)
	}
	if slices.ContainsFunc(x.c.def.Indexes, foreign) {
		x.meets = append(x.meets, "the reference of another index begins like this one's, and in format 1 no length tells them apart")
		x.where = append(x.where, `index ~ "^`+string(value.AppendHex(nil, own.Reference))+`$"`)
	}
}
