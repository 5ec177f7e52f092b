package rocksdb

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// A prefix cannot serve as a seek key in the order of the versioned comparator, which would take
// its last 8 bytes for a version. Seek keys are rows with a version.

// plan returns the function that says where the rows of a kind are.
func plan(k kindOf) func(*format.Input, *format.Query) (format.Plan, error) {
	return func(in *format.Input, q *format.Query) (p format.Plan, err error) {
		shared, err := scanContext(in, k, q.Fields)
		if err != nil {
			return p, err
		}
		x := scan{k: k, c: *shared, q: q}
		if err := x.read(); err != nil {
			return p, err
		}
		if p.Part, p.Prefix, err = prefix(k)(in, x.fields); err != nil {
			return p, err
		}
		p.Seek(p.Prefix)
		x.narrow(&p)
		if k.family.Historic() {
			x.seek(&p)
			p.Notes = append(p.Notes, "the column family has a comparator of its own: ldb opens no database that has such a family")
		}
		if err := x.versions(&p); err != nil {
			return p, err
		}
		x.told(&p)
		p.Place, err = place(k)(in, x.fields)
		return p, err
	}
}

// scan is one query on its way to a plan.
type scan struct {
	k       kindOf
	c       context
	q       *format.Query
	members *cell.Members // nil if the model is not known, or the kind has none
	fields  value.Value   // with bytes instead of typed members
	found   cell.Found
	typed   bool
	where   []string
	meets   []string
	first   *hlc.Version // versions from this one on
	last    *hlc.Version // and up to this one
}

// read replaces typed members by their bytes, and reads the versions.
func (x *scan) read() (err error) {
	own := ownNames(x.k)
	x.fields = x.q.Fields
	bounds := slices.DeleteFunc(slices.Clone(x.q.Bounds), func(b format.Bound) bool { return b.Name == fieldVersion })
	if x.members = x.membersOf(); x.members != nil && x.members.Given(x.q, own) {
		x.typed = true
		if _, both := x.q.Fields.Get(x.members.Field); both {
			return format.Contradict(x.members.Field, "is given as bytes, and values of it with their types")
		}
		if x.found, err = x.members.Find(x.q, own); err != nil {
			return err
		}
		x.fields = x.replaced(own)
		known := x.members.Taken(own)
		bounds = slices.DeleteFunc(bounds, func(b format.Bound) bool { return slices.Contains(known, b.Name) })
	}
	if len(bounds) > 0 {
		return format.Contradict(bounds[0].Name, "cannot be bounded; what can be: the values of a key, an index or a unique property by a model, and versions")
	}
	if err := x.q.NoOffset(); err != nil {
		return err
	}
	return x.readVersions()
}

const fieldVersion = "version"

// membersOf returns the typed members of the kind's keys according to the model.
func (x *scan) membersOf() *cell.Members {
	p := parser{cell.Parser{Fields: x.q.Fields}, &x.c}
	return membersOf(x.k, &p)
}

// replaced returns the fields with typed members replaced by their bytes.
func (x *scan) replaced(own []string) value.Value {
	names := x.members.Taken(own)
	var list []value.Member
	for i := range x.q.Fields.Len() {
		name := x.q.Fields.Name(i)
		if slices.Contains(names, name) {
			continue
		}
		list = append(list, value.Member{Name: name, Value: x.q.Fields.At(i)})
	}
	if len(x.found.Prefix) > 0 || x.k.kind == UniqueRow {
		list = append(list, value.Member{Name: x.members.Field, Value: value.Of(string(value.AppendHex(nil, x.found.Prefix)))})
	}
	return value.OfMembers(list...)
}

// narrow applies what was found for typed members.
func (x *scan) narrow(p *format.Plan) {
	if !x.typed {
		return
	}
	x.where, x.meets = x.found.Where, x.found.Meets
	if x.found.Narrowed {
		if len(x.found.From) > 0 {
			p.Start = append(bytes.Clone(p.Prefix), x.found.From...)
		}
		if x.found.Before != nil {
			p.Stop = append(bytes.Clone(p.Prefix), x.found.Before...)
		}
	} else if x.k.kind == UniqueRow && x.found.All {
		p.Stop = append(bytes.Clone(p.Prefix), 0)
	}
}

// seek turns the bounds of a historic family, which are rows without versions, into seek keys.
func (x *scan) seek(p *format.Plan) {
	size := x.c.keySize
	if record, given := x.fields.Get("record"); given && size < 0 && x.k.family == HistoricTable {
		b, _ := record.Hex()
		size = len(b)
	}
	if _, given := x.fields.Get(fieldVersion); given {
		p.Start, p.Stop = p.Prefix, afterVersion(p.Prefix, size)
		return
	}
	if x.first != nil || x.last != nil {
		if row, whole := x.row(p); whole {
			x.between(p, row, size)
			return
		}
	}
	if x.k.family == HistoricUnique && x.typed && len(p.Prefix)+versionLen <= size {
		// Rows as short as a record's key are compared as a whole, including their versions.
		x.meets = append(x.meets, "where reference and value are shorter than keys of records the comparator compares rows as they are: "+
			"the range has other values")
		x.where = append(x.where, x.members.Exactly(&x.found, x.q)...)
		p.Stop = order.After(p.Prefix)
		if x.found.Narrowed {
			p.Start = p.Prefix
		}
	}
	p.Start, p.Stop = seekRow(x.k.family, p.Start, size), seekRow(x.k.family, p.Stop, size)
}

// row returns the row whose versions are wanted, if the query is for one.
func (x *scan) row(p *format.Plan) ([]byte, bool) {
	record, _ := x.fields.Member("record").Hex()
	full := x.c.keySize >= 0 && len(record) == x.c.keySize
	_, byBytes := x.fields.Get("reference")
	_, byName := x.fields.Get("property")
	switch x.k.kind {
	case Property:
		return p.Prefix, full && (byBytes || byName)
	case SoftDelete:
		return p.Prefix, full
	case IndexRow:
		return p.Prefix, full && (!x.typed || x.found.All)
	case UniqueRow:
		return p.Prefix, x.typed && x.found.All
	}
	return nil, false
}

// between seeks the versions of one row, whose newest version comes first.
func (x *scan) between(p *format.Plan, row []byte, size int) {
	newest, oldest := cell.Newest, hlc.Version(0)
	if x.last != nil {
		newest = *x.last
		p.Notes = append(p.Notes, "the newest version comes first: the first row in the range is the one of that version")
	}
	if x.first != nil {
		oldest = *x.first
	}
	x.first, x.last, x.where, x.meets = nil, nil, nil, nil
	p.Prefix = row
	p.Start = hlc.AppendInverted(bytes.Clone(row), newest)
	p.Stop = afterVersion(hlc.AppendInverted(bytes.Clone(row), oldest), size)
}

// seekRow returns the first key, with a version, of the rows from the given one on. Historic Table
// also has rows without a version: records' keys, which always compare as a whole. In the other
// families every row has a version, and a bound is always longer than a record's key, so that no
// row's version is compared with it. Rows of version 2⁶⁴-1, which no clock produces, may sort
// before the bound.
func seekRow(family FamilyType, row []byte, keySize int) []byte {
	zeros := versionLen
	switch {
	case len(row) == 0, family == HistoricTable && len(row) <= keySize:
		return row
	case family != HistoricTable:
		zeros = max(zeros, keySize+1-len(row))
	}
	return append(bytes.Clone(row), make([]byte, zeros)...)
}

// afterVersion returns the first key after a whole one: that of the next older version or, after
// version 0, which is the oldest, that of the next row.
func afterVersion(key []byte, keySize int) []byte {
	if len(key) <= keySize {
		return order.After(key) // compared as a whole
	}
	next := bytes.Clone(key)
	for i := len(next) - 1; i >= len(next)-versionLen; i-- {
		if next[i]++; next[i] != 0 {
			return next
		}
	}
	return append(next, 0) // the row, then 00, then a version of zeros
}

// readVersions reads --at, --since and bounds on the version.
func (x *scan) readVersions() error {
	set := func(to **hlc.Version, text, field string, by int64) error {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || by < 0 && n == 0 {
			return format.Refuse(field, "expected a version as a whole number")
		}
		v := hlc.Version(n + uint64(by))
		if *to != nil {
			return format.Contradict(field, "is bounded twice")
		}
		*to = &v
		return nil
	}
	if x.q.At != "" {
		if err := set(&x.last, x.q.At, "at", 0); err != nil {
			return err
		}
	}
	if x.q.Since != "" {
		if err := set(&x.first, x.q.Since, "since", 0); err != nil {
			return err
		}
	}
	for _, b := range x.q.Bounds {
		if b.Name != fieldVersion {
			continue
		}
		text, ok := b.Value.Text()
		if !ok {
			text = b.Value.Raw()
		}
		to, by := &x.first, int64(0)
		switch b.Op {
		case format.Above:
			by = 1
		case format.To:
			to = &x.last
		case format.Below:
			to, by = &x.last, -1
		case format.Begins:
			return format.Contradict(fieldVersion, "is a number, which has no beginning")
		}
		if err := set(to, text, fieldVersion, by); err != nil {
			return err
		}
	}
	return nil
}

// versions applies the wanted versions.
func (x *scan) versions(p *format.Plan) error {
	if x.first == nil && x.last == nil {
		return nil
	}
	inKey := x.k.family.Historic() || x.k.kind == Update
	switch {
	case x.k.family == Model:
		return format.Contradict(fieldVersion, "rows of models have no versions")
	case x.last != nil && !inKey:
		return format.Contradict("at", "rows of this kind are the latest only; those of the historic families have all versions")
	}
	if x.k.kind == Update && len(p.Prefix) == 0 {
		if x.last != nil {
			p.Start = hlc.AppendInverted(nil, *x.last)
		}
		if x.first != nil {
			p.Stop = order.After(hlc.AppendInverted(nil, *x.first))
		}
		return nil
	}
	field := fieldVersion
	if x.k.kind == RecordKey {
		field = "created"
	}
	x.meets = append(x.meets, "rows of other versions are in the range")
	if x.last != nil {
		x.where = append(x.where, field+" <= "+strconv.FormatUint(uint64(*x.last), 10))
		p.Notes = append(p.Notes, "of the rows with the same key the newest comes first: the first wanted row is the one of that version")
	}
	if x.first != nil {
		x.where = append(x.where, field+" >= "+strconv.FormatUint(uint64(*x.first), 10))
	}
	return nil
}
