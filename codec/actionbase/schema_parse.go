package actionbase

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// parse reads one table definition.
func (t *Table) parse(v value.Value) error {
	if v.Kind != value.Object {
		return refuse("", "expected a table as an object, found "+v.Kind.String())
	}
	if err := format.Known(v, "table", "tableCode", "type", "source", "target", "id", "direction", "properties", "indexes", "groups",
		"caches"); err != nil {
		return err
	}
	t.Name, _ = v.Member("table").Text()
	t.Code = Code(t.Name)
	if code, ok := v.Get("tableCode"); ok {
		n, ok := code.Int()
		if !ok || n != int64(int32(n)) {
			return refuse("tableCode", "expected a whole number of 32 bits, found "+words(code))
		}
		if t.Name != "" && int32(n) != t.Code {
			return refuse("tableCode", strconv.FormatInt(n, 10)+" is not the code of "+t.Name+", which is "+strconv.Itoa(int(t.Code)))
		}
		t.Code = int32(n)
	}
	switch kind := text(v, "type"); kind {
	case "", "EDGE":
	case "MULTI_EDGE":
		t.Multi = true
	case "VERTEX":
		t.Vertex = true
	default:
		return refuse("type", `expected "EDGE", "MULTI_EDGE" or "VERTEX", found "`+kind+`"`)
	}
	t.Source, t.Target, t.ID = text(v, "source"), text(v, "target"), text(v, "id")
	var err error
	if t.Directions, err = parseDirections(v, "direction"); err != nil {
		return err
	}
	if t.Properties, err = parseList(v, "properties", parseProperty); err != nil {
		return err
	}
	if t.Indexes, err = parseList(v, "indexes", parseIndex); err != nil {
		return err
	}
	if t.Groups, err = parseList(v, "groups", parseGroup); err != nil {
		return err
	}
	t.Caches, err = parseList(v, "caches", parseCache)
	return err
}

// text returns a text member, or "" if it is absent.
func text(v value.Value, name string) string {
	s, _ := v.Member(name).Text()
	return s
}

// parseList reads the objects of a list member; an absent list is empty.
func parseList[T any](v value.Value, name string, parse func(value.Value) (T, error)) ([]T, error) {
	return parseListInto(nil, v, name, parse)
}

// parseListInto is parseList that reuses the memory of an earlier list.
func parseListInto[T any](out []T, v value.Value, name string, parse func(value.Value) (T, error)) ([]T, error) {
	list := v.Member(name)
	out = out[:0]
	if list.IsNull() {
		return out, nil
	}
	if list.Kind != value.Array {
		return nil, refuse(name, "expected a list, found "+list.Kind.String())
	}
	out = slices.Grow(out, list.Len())
	for i, it := range list.Items() {
		if it.Kind != value.Object {
			return nil, refuse(itemName(name, i), "expected an object, found "+it.Kind.String())
		}
		x, err := parse(it)
		if err != nil {
			return nil, within(itemName(name, i), err)
		}
		out = append(out, x)
	}
	return out, nil
}

func itemName(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

func parseDirections(v value.Value, name string) ([]Direction, error) {
	switch d := text(v, name); d {
	case "", "BOTH":
		return []Direction{Out, In}, nil
	case "OUT":
		return []Direction{Out}, nil
	case "IN":
		return []Direction{In}, nil
	default:
		return nil, refuse(name, `expected "BOTH", "OUT" or "IN", found "`+d+`"`)
	}
}

// named reads a member that must be a name.
func named(v value.Value, name string) (string, error) {
	s, ok := v.Member(name).Text()
	if !ok {
		return "", refuse(name, "expected a name, found "+v.Member(name).Kind.String())
	}
	return s, nil
}

func parseProperty(v value.Value) (p Property, err error) {
	if err = format.Known(v, "name", "type", "nullable"); err != nil {
		return p, err
	}
	p.Type = text(v, "type")
	nullable, said := v.Member("nullable").Bool()
	p.Nullable, p.Required = nullable, said && !nullable
	p.Name, err = named(v, "name")
	return p, err
}

func parseIndex(v value.Value) (x Index, err error) {
	if err = format.Known(v, "index", "fields"); err != nil {
		return x, err
	}
	if x.Name, err = named(v, "index"); err == nil {
		x.Fields, err = parseList(v, "fields", parseIndexField)
	}
	return x, err
}

func parseCache(v value.Value) (x Cache, err error) {
	if err = format.Known(v, "cache", "fields"); err != nil {
		return x, err
	}
	if x.Name, err = named(v, "cache"); err == nil {
		x.Fields, err = parseList(v, "fields", parseIndexField)
	}
	return x, err
}

func parseIndexField(v value.Value) (f IndexField, err error) {
	if err = format.Known(v, "name", "order"); err != nil {
		return f, err
	}
	o, ok := v.Get("order")
	if s, _ := o.Text(); ok {
		if f.Order, ok = order.Parse(s); !ok {
			return f, refuse("order", `expected "ASC" or "DESC", found `+words(o))
		}
	}
	f.Name, err = named(v, "name")
	return f, err
}

func parseGroup(v value.Value) (g Group, err error) {
	if err = format.Known(v, "group", "type", "valueField", "direction", "fields"); err != nil {
		return g, err
	}
	switch kind := text(v, "type"); kind {
	case "", "COUNT":
	case "SUM":
		g.Sum = true
		if g.ValueField, err = named(v, "valueField"); err != nil {
			return g, err
		}
	default:
		return g, refuse("type", `expected "COUNT" or "SUM", found "`+kind+`"`)
	}
	if g.Directions, err = parseDirections(v, "direction"); err != nil {
		return g, err
	}
	if g.Name, err = named(v, "group"); err == nil {
		g.Fields, err = parseList(v, "fields", parseGroupField)
	}
	return g, err
}

func parseGroupField(v value.Value) (f GroupField, err error) {
	if err = format.Known(v, "name", "bucket"); err != nil {
		return f, err
	}
	if f.Name, err = named(v, "name"); err != nil {
		return f, err
	}
	if b, ok := v.Get("bucket"); ok && !b.IsNull() {
		f.Bucket, err = parseBucket(b)
	}
	return f, err
}
