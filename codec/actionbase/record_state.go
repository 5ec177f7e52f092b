package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func decodeState(in *format.Input, t *span.Tree, w *value.Writer) error {
	m, names := format.MemoryOf[memory](in), schemaOf(in)
	p := newParts(in, t, "edge-state")
	key, hasKey := p.Open(store.Row)
	if hasKey {
		m.stateKey.Read(key, names)
		p.Close()
	}
	p.Fixed(store.Family, &fFamily, "f")
	p.Fixed(in.Column(), &fQualifier, "e")
	cell, hasCell := p.Open(store.Value)
	if hasCell {
		m.stateValue.Read(cell, names)
		p.Close()
	}
	if err := p.Done(store.Row, store.Value); err != nil || w == nil {
		return err
	}
	w.Object()
	if hasKey {
		m.stateKey.write(w, names)
	}
	if hasCell {
		m.stateValue.write(w, names)
	}
	w.EndObject()
	return nil
}

func (k *EdgeStateKey) write(w *value.Writer, names *Schema) {
	writeTable(w, names, k.Table)
	w.Key("source")
	k.Source.write(w)
	w.Key("target")
	k.Target.write(w)
}

func (s *EdgeStateValue) write(w *value.Writer, names *Schema) {
	s.writeTimes(w)
	w.Key("properties")
	if w.Drops() {
		return
	}
	w.Array()
	for i := range s.Properties {
		p := &s.Properties[i]
		w.Object()
		writeCode(w, names, "name", "code", p.Code)
		w.Key("value")
		p.Value.write(w)
		w.Key("version")
		w.Int64(p.Version)
		w.EndObject()
	}
	w.EndArray()
}

// writeTimes writes everything of a state but its properties.
func (s *EdgeStateValue) writeTimes(w *value.Writer) {
	w.Key("active")
	w.Bool(s.Active)
	w.Key("version")
	w.Int64(s.Version)
	w.Key("createdAt")
	s.CreatedAt.write(w)
	w.Key("deletedAt")
	s.DeletedAt.write(w)
}

func (at Instant) write(w *value.Writer) {
	if at.Set {
		w.Int64(at.Value)
	} else {
		w.Null()
	}
}

func encodeState(in *format.Input, fields value.Value, dst *store.Entry) error {
	e := newEncoder(in, dst, fields,
		"table", "tableCode", "source", "target", "active", "version", "createdAt", "deletedAt", "properties")
	e.Part(store.Row, func() ([]byte, error) {
		k := kept(in, func(m *memory) *EdgeStateKey { return &m.stateKey })
		if err := k.parse(fields); err != nil {
			return nil, err
		}
		return AppendEdgeStateKey(e.Room(), k)
	})
	e.Fixed(store.Family, "f")
	e.Fixed(store.Qualifier, "e")
	e.Part(store.Value, func() ([]byte, error) {
		s := kept(in, func(m *memory) *EdgeStateValue { return &m.stateValue })
		if err := s.parse(fields); err != nil {
			return nil, err
		}
		return AppendEdgeStateValue(e.Room(), s)
	})
	return e.Err()
}

func (k *EdgeStateKey) parse(v value.Value) (err error) {
	if k.Table, err = parseCode(v, "table", "tableCode"); err != nil {
		return err
	}
	if err = k.Source.parse(v.Member("source"), "source"); err != nil {
		return err
	}
	return k.Target.parse(v.Member("target"), "target")
}

func (s *EdgeStateValue) parse(v value.Value) (err error) {
	active, ok := v.Member("active").Bool()
	if !ok {
		return refuse("active", "expected true or false, found "+v.Member("active").Kind.String())
	}
	s.Active = active
	if s.Version, err = parseLong(v, "version"); err != nil {
		return err
	}
	if s.CreatedAt, err = parseInstant(v, "createdAt"); err != nil {
		return err
	}
	if s.DeletedAt, err = parseInstant(v, "deletedAt"); err != nil {
		return err
	}
	s.Properties, err = parseListInto(s.Properties, v, "properties", parseStateProperty)
	return err
}

func parseStateProperty(v value.Value) (p StateProperty, err error) {
	if err = format.Known(v, "name", "code", "value", "version"); err != nil {
		return p, err
	}
	if p.Code, err = parseCode(v, "name", "code"); err != nil {
		return p, err
	}
	if err = p.Value.parse(v.Member("value"), "value"); err != nil {
		return p, err
	}
	p.Version, err = parseLong(v, "version")
	return p, err
}

// parseCode reads a code given as a name, or as the number itself. If both are given, they must
// agree.
func parseCode(v value.Value, nameKey, codeKey string) (int32, error) {
	named := v.Member(nameKey)
	name, hasName := named.Text()
	if !hasName && !named.IsNull() {
		return 0, refuse(nameKey, "expected a name, found "+named.Kind.String())
	}
	name = value.Questioned(name)
	n := v.Member(codeKey)
	if n.IsNull() {
		if !hasName {
			return 0, refuse(nameKey, "expected a name, or "+codeKey+" with the code itself")
		}
		return Code(name), nil
	}
	code, ok := n.Int()
	if !ok || code != int64(int32(code)) {
		return 0, refuse(codeKey, "expected a whole number of 32 bits, found "+words(n))
	}
	if hasName && Code(name) != int32(code) {
		return 0, format.Contradict(codeKey, strconv.FormatInt(code, 10)+" is not the code of "+name+", which is "+strconv.Itoa(int(Code(name))))
	}
	return int32(code), nil
}

func parseLong(v value.Value, name string) (int64, error) { return wholeOf(v.Member(name), name) }

// wholeOf is parseLong of a member that was found.
func wholeOf(member value.Value, name string) (int64, error) {
	n, ok := member.Int()
	if !ok {
		return 0, refuse(name, "expected a whole number of 64 bits, found "+words(member))
	}
	return n, nil
}

func parseInstant(v value.Value, name string) (Instant, error) {
	member := v.Member(name)
	if member.IsNull() {
		return Instant{}, nil
	}
	n, err := wholeOf(member, name)
	return Instant{true, n}, err
}

func parseDirection(v value.Value) (Direction, error) {
	switch text(v, "direction") {
	case "OUT":
		return Out, nil
	case "IN":
		return In, nil
	}
	return 0, refuse("direction", `expected "OUT" or "IN", found `+words(v.Member("direction")))
}

func parseOrderedValues(into []OrderedValue, v value.Value, name string) ([]OrderedValue, error) {
	return parseListInto(into, v, name, func(it value.Value) (x OrderedValue, err error) {
		x.Order, err = x.Value.parseOrdered(it)
		return x, err
	})
}

func writeOrderedValues(w *value.Writer, key string, vals []OrderedValue) {
	w.Key(key)
	if w.Drops() {
		return
	}
	w.Array()
	for i := range vals {
		vals[i].Value.writeOrdered(w, vals[i].Order)
	}
	w.EndArray()
}

// valueOrder is the order in which a record "value" is encoded.
func valueOrder(v value.Value) (order.Order, error) {
	o, ok := order.Parse(text(v, "order"))
	if !ok {
		return o, refuse("order", `expected "ASC" or "DESC", found `+words(v.Member("order")))
	}
	return o, nil
}
