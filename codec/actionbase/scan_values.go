package actionbase

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// sequel is what follows the fixed start of a key, or a whole qualifier: a sequence of values, then perhaps a
// target.
type sequel struct {
	*scan
	fields []scanned // from the model; nil without one
	target string    // member that is the target; empty if there is none

	given  int          // how many values are given
	closed bool         // the target is given
	first  OrderedValue // of the first bound
}

// scanned is a field of an index, group or cache: its name, its order, and its type, which is empty if not
// known.
type scanned struct {
	name, kind string
	order      order.Order
}

// follow plans the values: first those given, as a prefix, then the bounds of the next one, then a
// cursor.
func (s *scan) follow(p *format.Plan, prefix []byte) (err error) {
	x := sequel{scan: s, fields: s.definition(), target: "directedTarget"}
	switch s.kind {
	case EdgeState, EdgeLock:
		x.target = "target"
	case EdgeGroup:
		x.target = ""
	}
	from := len(prefix)
	if prefix, err = x.appendGiven(prefix); err != nil {
		return err
	}
	whole := x.closed || x.target == "" && s.defined() && x.given == len(x.fields)
	if !whole {
		p.Seek(prefix)
	} else if seekRow(p, prefix); len(s.query.Bounds) > 0 {
		return format.Contradict(s.query.Bounds[0].Name, "cannot be bounded: nothing comes after the members that are given")
	}
	if x.closed && x.target == "directedTarget" && !s.defined() {
		p.Notes = append(p.Notes, "without a model the number of values before the target is not known: rows are meant that have the "+
			strconv.Itoa(x.given)+" given")
	}
	if err = x.bound(p); err != nil || s.query.Offset == "" {
		return err
	}
	return x.after(p, prefix[:from])
}

// defined reports whether the model defines the values.
func (s *scan) defined() bool {
	return s.kind == EdgeState || s.kind == EdgeLock || s.table != nil
}

// appendGiven appends the given values: those in the list first, then those given by name, then the target.
func (x *sequel) appendGiven(b []byte) ([]byte, error) {
	list := listNames[-x.kind]
	given, _ := x.scan.fields.Get(list)
	if given.Kind != value.Array && !given.IsNull() {
		return nil, refuse(list, "expected a list, found "+given.Kind.String())
	}
	if x.defined() && given.Len() > len(x.fields) {
		why := "expected at most the " + strconv.Itoa(len(x.fields)) + " of " + x.item() + ", found " + strconv.Itoa(given.Len())
		return nil, format.Contradict(list, why)
	}
	for i := range given.Len() {
		v, err := x.ordered(given.At(i), list+"["+strconv.Itoa(i)+"]", i)
		if err == nil {
			b, err = AppendValue(b, &v.Value, v.Order)
		}
		if err != nil {
			return nil, err
		}
	}
	x.given = given.Len()
	missing := ""
	for i, f := range x.fields {
		v, has := x.scan.fields.Get(f.name)
		switch {
		case !has || x.reserved(f.name):
			if i >= x.given && missing == "" {
				missing = f.name
			}
			continue
		case i < given.Len():
			return nil, format.Contradict(f.name, "is given, and in "+list)
		case missing != "":
			return nil, format.Contradict(missing, "must be given before "+f.name)
		}
		o, err := x.ordered(v, f.name, i)
		if err == nil {
			b, err = AppendValue(b, &o.Value, o.Order)
		}
		if err != nil {
			return nil, err
		}
		x.given++
	}
	v, has := x.scan.fields.Get(x.target)
	if !has || x.target == "" {
		return b, nil
	}
	if missing != "" {
		return nil, format.Contradict(missing, "must be given before "+x.target)
	}
	x.closed = true
	o, err := x.end(v)
	if err != nil {
		return nil, err
	}
	return AppendValue(b, &o.Value, order.Asc)
}

// reserved reports whether a field has the same name as a member that all scans of the kind have. The value of such a
// field is given in the list.
func (x *sequel) reserved(name string) bool {
	own, code := directedKeys(x.kind)
	return slices.Contains([]string{"table", "tableCode", "directedSource", "direction", own, code, listNames[-x.kind], x.target}, name)
}

// ordered reads the value of a field: {"order","value"}, or just the value where the model or the record kind
// determines the order.
func (x *sequel) ordered(v value.Value, at string, i int) (o OrderedValue, err error) {
	f := scanned{name: at}
	known := i < len(x.fields) || x.kind == EdgeGroup
	if x.kind == EdgeGroup {
		f.order = order.Desc
	}
	if i < len(x.fields) {
		f = x.fields[i]
	}
	inner := v
	if _, is := v.Get("order"); is || !known {
		way, err := valueOrder(v)
		switch {
		case v.Kind != value.Object || !is:
			return o, refuse(at, `expected an object {"order","value"}, or a model that has the order`)
		case err != nil:
			return o, format.Within(at, err)
		case known && way != f.order:
			return o, format.Contradict(at+".order", "expected "+f.order.String()+", which the model has for "+f.name+", found "+way.String())
		}
		f.order, inner = way, v.Member("value")
	}
	o.Order = f.order
	if inner, err = typed(inner, at, f.kind, false); err == nil {
		err = o.Value.parse(inner, at)
	}
	return o, err
}

// end reads the value of the target.
func (x *sequel) end(v value.Value) (o OrderedValue, err error) {
	if v, err = typed(v, x.target, x.vertexType(x.target), true); err == nil {
		err = o.Value.parse(v, x.target)
	}
	return o, err
}

// bound narrows the plan to the bounds, which are for the member that comes next.
func (x *sequel) bound(p *format.Plan) error {
	for i, b := range x.query.Bounds {
		if b.Name != x.query.Bounds[0].Name {
			return format.Contradict(b.Name, "cannot be bounded too: one member can, "+x.query.Bounds[0].Name)
		}
		v, err := x.next(p, b)
		if err != nil {
			return err
		}
		if err := x.narrow(p, i == 0, b, &v); err != nil {
			return err
		}
	}
	return nil
}

// next reads the value of a bound.
func (x *sequel) next(p *format.Plan, b format.Bound) (OrderedValue, error) {
	list := listNames[-x.kind]
	past := x.defined() && x.given == len(x.fields)
	switch {
	case b.Name == x.target && (past || !x.defined()):
		if !past && len(p.Notes) == 0 {
			p.Notes = append(p.Notes, "without a model the number of values before the target is not known: bounds are of what comes after the "+
				strconv.Itoa(x.given)+" given")
		}
		return x.end(b.Value)
	case b.Name == list && !past, !past && x.given < len(x.fields) && x.fields[x.given].name == b.Name:
		return x.ordered(b.Value, b.Name, x.given)
	case past:
		return OrderedValue{}, format.Contradict(b.Name, "cannot be bounded: the next member of the key is "+x.target)
	case x.given < len(x.fields):
		return OrderedValue{}, format.Contradict(b.Name, "cannot be bounded before "+x.fields[x.given].name+" is given")
	}
	return OrderedValue{}, format.Contradict(b.Name, "cannot be bounded here; "+list+" can")
}

// narrow applies one bound. A range holds only values of the bound's type: null, and numbers of
// another width, are outside every bound.
func (x *sequel) narrow(p *format.Plan, first bool, b format.Bound, v *OrderedValue) error {
	key, err := AppendValue(slices.Clone(p.Prefix), &v.Value, v.Order)
	if first {
		x.first = *v
	}
	switch {
	case err != nil:
		return err
	case v.Value.Kind == Null:
		return format.Contradict(b.Name, "null cannot be compared")
	case v.Value.Kind != x.first.Value.Kind || v.Order != x.first.Order:
		return format.Contradict(b.Name, "has bounds of different types or orders")
	case b.Op == format.Begins && v.Value.Kind != String:
		return format.Contradict(b.Name, "only a string begins with something, found "+v.Value.Kind.String())
	case b.Op == format.Begins:
		key = key[:len(key)-1]
	}
	header := key[len(p.Prefix)]
	low, high := header, header
	if v.Value.Kind == Boolean { // its header is its value
		if low, high = hdrFalse, hdrTrue; v.Order == order.Desc {
			low, high = ^high, ^low
		}
	}
	head := func(b byte) []byte { return append(slices.Clone(p.Prefix), b) }
	p.Bound(format.Begins, format.Keys{First: head(low), Next: head(high + 1)}, order.Asc)
	p.Bound(b.Op, format.Keys{First: key, Next: order.After(key)}, v.Order)
	return nil
}

// after moves the start past upstream's cursor: what follows start in the key of the last row read.
func (x *sequel) after(p *format.Plan, start []byte) error {
	if x.kind == EdgeLock || x.kind == EdgeGroup {
		return x.query.NoOffset()
	}
	plain, err := DecodeCursor([]byte(x.query.Offset))
	if err == nil && x.kind == EdgeState {
		plain, err = x.ofState(plain, start)
	} else if err == nil {
		r := wire.NewReader(plain, nil)
		var target Value
		decodeSuffix(&r, nil, &target, &fIndexValue, nil)
		err = r.Finish()
	}
	if err != nil {
		return refuse("offset", err.Error())
	}
	key := append(slices.Clone(start), plain...)
	if bytes.Compare(key, p.Start) < 0 || p.Stop != nil && bytes.Compare(key, p.Stop) >= 0 {
		return format.Contradict("offset", "is the cursor of a row that this scan does not find")
	}
	p.Bound(format.Above, format.Keys{First: key, Next: order.After(key)}, order.Asc)
	return nil
}

// ofState returns the target in the cursor of a scan for states. The cursor may be an edge id, whose source is then the
// source of the scan.
func (x *sequel) ofState(plain, start []byte) ([]byte, error) {
	var v Value
	n, _, err := ConsumeValue(plain, &v)
	if err != nil || n == len(plain) {
		return plain, err
	}
	if !bytes.HasPrefix(start[4:], plain[:n]) {
		return nil, refuse("", "the edge id has the source "+v.String())
	}
	_, err = DecodeValue(plain[n:], &v)
	return plain[n:], err
}
