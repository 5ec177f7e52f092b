package hbase

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// A row key is the key of a record, the reference of a unique property, or an index value. A column is a
// reference, a unique value, or the key of a record.

// plan returns the function that says where the cells of a kind are.
func plan(kind Kind) func(*format.Input, *format.Query) (format.Plan, error) {
	return func(in *format.Input, q *format.Query) (p format.Plan, err error) {
		shared, err := scanContext(in, kind, q.Fields)
		if err != nil {
			return p, err
		}
		x := scan{kind: kind, c: *shared, q: q}
		x.p = parser{cell.Parser{Fields: q.Fields}, &x.c}
		if err := x.read(); err != nil {
			return p, err
		}
		p.Part = store.Row
		x.rows(&p)
		x.columns(&p)
		if x.p.Err != nil {
			return p, x.p.Err
		}
		p.Meets, p.Where = x.found.Meets, strings.Join(x.found.Where, " and ")
		if err := x.times(&p); err != nil {
			return p, err
		}
		p.Place, err = placeOf(kind)(in, q.Fields)
		return p, err
	}
}

// scanContext returns what the caller knows about the cells. Their model may be one of the fields.
func scanContext(in *format.Input, kind Kind, fields value.Value) (*context, error) {
	c, err := contextOf(in, kind)
	if err != nil {
		return nil, err
	}
	m, err := cell.ModelIn(fields, cell.SchemaIn(in))
	c.set(m)
	return c, err
}

// scan is one query on its way to a plan.
type scan struct {
	kind  Kind
	c     context
	p     parser
	q     *format.Query
	typed bool
	found cell.Found // of typed members
}

func (x *scan) has(name string) bool {
	_, given := x.q.Fields.Get(name)
	return given
}

// read finds the bytes of typed members.
func (x *scan) read() error {
	if err := x.q.NoOffset(); err != nil {
		return err
	}
	own, bounds := ownNames(x.kind), x.q.Bounds
	if m := membersOf(x.kind, &x.p); m != nil && m.Given(x.q, own) {
		if x.has(m.Field) {
			return format.Contradict(m.Field, "is given as bytes, and values of it with their types")
		}
		var err error
		if x.found, err = m.Find(x.q, own); err != nil {
			return err
		}
		x.typed = true
		names := m.Taken(own)
		bounds = slices.DeleteFunc(slices.Clone(bounds), func(b format.Bound) bool { return slices.Contains(names, b.Name) })
	}
	if len(bounds) > 0 {
		return format.Contradict(bounds[0].Name, "cannot be bounded; what can be: the values of a key, an index or a unique property by a model; versions with --at and --since")
	}
	return nil
}

// membersOf returns the typed members of a kind according to the model, or nil if it does not type
// them.
func membersOf(kind Kind, p *parser) *cell.Members {
	m := p.c.def
	if m == nil {
		return nil
	}
	q := parser{cell.Parser{Fields: p.Fields}, p.c}
	switch kind {
	case IndexCell:
		text, named := p.Fields.Member("indexName").Text()
		if !named {
			text, _ = p.Fields.Member("index").Text()
		}
		ref, err := maryk.FindIndex(m.Indexes, "index", text, true)
		if x := m.IndexByReference(ref); err == nil && x != nil {
			return cell.NewMembers(x.Values(), "valueAndLengths", "index", true)
		}
	case UniqueCell:
		var path maryk.Path
		if ref := q.uniqueReference(); q.Err == nil && maryk.DecodePath(ref, m, maryk.PathOptions{}, &path) == nil {
			return cell.UniqueMembers(&path)
		}
	default:
		return cell.KeyMembers(m, "record")
	}
	return nil
}

// rows plans which rows the cells are in.
func (x *scan) rows(p *format.Plan) {
	switch {
	case x.kind == UniqueCell:
		if x.has("property") || x.has("reference") {
			p.Seek(x.p.uniqueReference())
		} else {
			p.Seek(nil)
		}
		return
	case x.typed:
		p.Seek(x.found.Prefix)
		switch {
		case x.found.Narrowed:
			if len(x.found.From) > 0 {
				p.Start = append(bytes.Clone(p.Prefix), x.found.From...)
			}
			if x.found.Before != nil {
				p.Stop = append(bytes.Clone(p.Prefix), x.found.Before...)
			}
		case x.kind == IndexCell && x.found.All: // the whole row key
			p.Stop = append(bytes.Clone(p.Prefix), 0)
			x.found.Meets, x.found.Where = nil, nil
		}
		return
	case x.kind == IndexCell && x.has("valueAndLengths"):
		p.Seek(x.p.Hex("valueAndLengths"))
		return
	case x.kind != IndexCell && x.has("record"):
		b := x.p.Hex("record")
		if x.c.keySize >= 0 && len(b) > x.c.keySize {
			x.p.Fail("record", "expected a key of "+itoa(x.c.keySize)+" bytes, found "+itoa(len(b)))
		}
		p.Seek(b)
		return
	}
	p.Seek(nil)
}

// columns plans which qualifiers the cells have.
func (x *scan) columns(p *format.Plan) {
	switch x.kind {
	case UniqueCell:
		x.uniqueColumns(p)
	case IndexCell:
		if x.has("record") {
			b := x.p.Record(x.c.keySize)
			p.Columns = &format.Columns{Start: b, Stop: append(bytes.Clone(b), 0)}
		}
	case Property:
		p.Columns = &format.Columns{Start: []byte{1}} // earlier ones are about the record
		if x.has("reference") || x.has("property") {
			b := x.p.anyReference()
			p.Columns = &format.Columns{Start: b, Stop: order.After(b)}
		}
	default:
		b := []byte(metas[x.kind])
		p.Columns = &format.Columns{Start: b, Stop: append(bytes.Clone(b), 0)}
	}
}

// uniqueColumns plans the columns of unique values: one row has all values of the property.
func (x *scan) uniqueColumns(p *format.Plan) {
	if b := x.found.Prefix; x.typed {
		from, before := append(bytes.Clone(b), x.found.From...), order.After(b)
		switch {
		case x.found.Narrowed && x.found.Before != nil:
			before = append(bytes.Clone(b), x.found.Before...)
		case !x.found.Narrowed:
			before = append(bytes.Clone(b), 0)
		}
		p.Columns = &format.Columns{Start: from, Stop: before}
		x.found.Meets, x.found.Where = nil, nil
	} else if x.has("storedValue") {
		b := x.p.Hex("storedValue")
		p.Columns = &format.Columns{Start: b, Stop: order.After(b)}
	}
}

// times applies the wanted versions, which are the timestamps of the cells.
func (x *scan) times(p *format.Plan) error {
	version := func(text, field string) (int64, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n == math.MaxInt64 {
			return 0, format.Refuse(field, "expected a version as a whole number")
		}
		return n, nil
	}
	if x.q.At != "" {
		v, err := version(x.q.At, "at")
		if err != nil {
			return err
		}
		p.Times.To = v + 1
		p.Notes = append(p.Notes, "of each column the newest cell up to that version is shown; one with the value 00 says that there was none")
	}
	if x.q.Since != "" {
		v, err := version(x.q.Since, "since")
		if err != nil {
			return err
		}
		p.Times.From, p.Times.Versions = v, math.MaxInt32
	}
	if p.Times != (format.Times{}) {
		p.Notes = append(p.Notes, "HBase hides the cells of a record that was deleted for good later, whatever the time range: "+
			"with RAW => true and VERSIONS the shell shows them, until a major compaction")
	}
	return nil
}

// scanFields lists the members of a scan.
func scanFields(kind Kind) []format.ScanField {
	list := []format.ScanField{cell.ModelField}
	property := format.ScanField{Name: "property", Or: "reference", Doc: "path of the property in the model, or its reference in hex"}
	record := format.ScanField{Name: "record", Doc: "key of the record in hex, or how it begins"}
	switch kind {
	case UniqueCell:
		return append(list, property,
			format.ScanField{Name: "storedValue", Doc: "the unique value as it is stored, in hex, or how it begins; with a model give value"})
	case IndexCell:
		record.Doc = "key of the record in hex: the column"
		return append(list,
			format.ScanField{Name: "valueAndLengths", Doc: "values and lengths of the index entry in hex, or how they begin"},
			format.ScanField{Name: "index", Or: "indexName", Doc: "name of the index in the model, or its reference in hex: it says the column family"},
			record)
	case Property:
		return append(list, record, property)
	}
	return append(list, record)
}

// ownNames returns the members of a scan whose names a property cannot take.
func ownNames(kind Kind) (list []string) {
	for _, f := range scanFields(kind) {
		list = append(list, f.Name)
		if f.Or != "" {
			list = append(list, f.Or)
		}
	}
	if kind == Property || kind == SoftDelete {
		list = append(list, cell.RowNames...)
	}
	return list
}

// scanNames returns the function that names the members that the model adds to a scan.
func scanNames(kind Kind) func(*format.Input, *format.Query) ([]string, error) {
	return func(in *format.Input, q *format.Query) ([]string, error) {
		c, err := scanContext(in, kind, q.Fields)
		if err != nil {
			return nil, err
		}
		own := *c
		if m := membersOf(kind, &parser{cell.Parser{Fields: q.Fields}, &own}); m != nil {
			return m.Taken(ownNames(kind)), nil
		}
		return nil, nil
	}
}

// uniqueReference reads the reference of a unique property, and checks that its path agrees if both are
// given.
func (p *parser) uniqueReference() []byte {
	b := p.anyReference()
	if len(b) > 0 && p.Err == nil && cell.UniqueLen(b, p.c.def) != len(b) {
		p.Fail("property", "expected a property with a simple value, which can be unique")
	}
	return b
}

// anyReference reads the reference of a property, as bytes or as its path.
func (p *parser) anyReference() []byte {
	_, byName := p.Fields.Get("property")
	_, byBytes := p.Fields.Get("reference")
	switch {
	case byName:
		b, err := p.property()
		if err == nil && byBytes && !bytes.Equal(b, p.Hex("reference")) {
			err = format.Contradict("property", "is not the property of the reference")
		}
		if p.Err == nil {
			p.Err = err
		}
		return b
	case byBytes:
		var path maryk.Path
		return p.Reference(p.c.def, &path)
	}
	return nil
}

// property reads a reference given as text.
func (p *parser) property() ([]byte, error) {
	text, _ := p.Fields.Member("property").Text()
	if p.c.def == nil {
		return nil, cell.RefuseName("property", p.c.schema)
	}
	path, err := maryk.ParsePath(text, p.c.def)
	if err != nil {
		return nil, format.Renamed("property", "path", err)
	}
	return maryk.AppendQualifier(nil, &path)
}
