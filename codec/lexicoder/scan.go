package lexicoder

import (
	"bytes"
	"math"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// keyScan finds keys of a lexicoder by their value, by the first items of a combinator, and by bounds.
var keyScan = format.Scan{
	Fields: []format.ScanField{
		{Name: "lexicoder", Doc: "what wrote the keys, such as pair(string, long); --model may say it"},
		{Name: "value", Doc: "the value; for a pair, list or sequence, the first items as a list", Bounds: true},
		{Name: "next", Doc: "the item after those in value, to be bounded", Bounds: true},
	},
	Plan: planKey,
}

// planKey says where keys are. Every lexicoder sorts as its values do. Inside a combinator an item is
// escaped, so that no item with its separator is the beginning of another.
func planKey(in *format.Input, q *format.Query) (p format.Plan, err error) {
	if err = q.NoVersions(); err == nil {
		err = q.NoOffset()
	}
	if err != nil {
		return p, err
	}
	l, err := given(in)
	if e, ok := q.Fields.Get("lexicoder"); ok && err == nil {
		l, err = Parse(e)
	}
	if err == nil && l == nil {
		err = refuse(`expected a lexicoder, as "pair(string, long)"`)
	}
	if _, ok := q.Fields.Get("next"); ok && err == nil {
		err = format.Contradict("next", "is there to be bounded, with > >= < <= or ^=; a known item belongs in value")
	}
	if err != nil {
		return p, err
	}
	p.Part = store.Row
	p.Seek(nil)
	s := scan{plan: &p, of: l, way: order.Asc}
	if v, ok := q.Fields.Get("value"); ok {
		if err := s.give(l, v); err != nil {
			return p, err
		}
	} else if l.Kind >= Pair {
		s.after(l, 0)
	}
	if len(q.Bounds) > 0 && s.of != nil && len(s.prefix) > 0 {
		p.Seek(s.prefix) // without the list that ends before the item
	}
	if len(q.Bounds) > 0 && l.Kind == Sequence {
		p.Start = append(bytes.Clone(s.prefix), 0) // the same for a sequence: an item has at least one byte
	}
	for _, b := range q.Bounds {
		if err := s.bound(b); err != nil {
			return p, err
		}
	}
	return p, nil
}

// scan is a plan in the making: what is bounded next, and how it is stored in the key.
type scan struct {
	plan   *format.Plan
	prefix []byte     // of the keys, before the item
	of     *Lexicoder // of the item; nil if nothing is left to bound
	way    order.Order

	escaped bool // the item is inside a combinator
	end     int  // the byte after the item; -1 if the key ends there
	open    bool // after the item, the key ends or the byte 0 follows
	whole   bool // the plan was narrowed to the numbers of the item
}

// after prepares the item at a place in a combinator.
func (s *scan) after(l *Lexicoder, place int) {
	s.escaped, s.of, s.end, s.open = true, l.A, 0, l.Kind == List
	switch {
	case l.Kind == Pair && place == 1:
		s.of, s.end = l.B, -1
	case l.Kind == Pair && place > 1:
		s.of = nil
	}
}

// give narrows the plan to a value, or to the first items of a combinator.
func (s *scan) give(l *Lexicoder, v value.Value) error {
	if l.Kind < Pair {
		b, err := encodeValue(l, v)
		s.of = nil
		s.plan.Seek(b)
		s.plan.Stop = append(bytes.Clone(b), 0)
		return err
	}
	if v.Kind != value.Array {
		return format.Refuse("value", "expected a list of the first items, found "+found(v))
	}
	if l.Kind == Pair && v.Len() > 2 {
		return format.Refuse("value", "expected at most two values for a pair")
	}
	var key []byte
	for i, item := range v.Items() {
		s.after(l, i)
		b, err := encodeValue(s.of, item)
		if err != nil {
			return err
		}
		at := len(key)
		key = escape(append(key, b...), at)
		last := i == v.Len()-1
		switch {
		case s.end < 0:
			s.plan.Seek(key)
			s.plan.Stop = append(bytes.Clone(key), 0)
		case s.open && last: // the list ends here, or its next item follows
			s.plan.Seek(key)
			s.plan.Stop = append(bytes.Clone(key), 1)
			key = append(key, 0)
		default:
			key = append(key, 0)
			s.plan.Seek(key)
		}
	}
	s.prefix = key
	s.after(l, v.Len())
	return nil
}

func encodeValue(l *Lexicoder, v value.Value) ([]byte, error) {
	var x Value
	if err := l.parse(v, &x); err != nil {
		return nil, err
	}
	return l.Append(nil, &x)
}

// bound narrows the plan to items that compare with a value.
func (s *scan) bound(b format.Bound) error {
	scalar, way := s.of, order.Asc
	for ; scalar != nil && scalar.Kind == Reverse; scalar = scalar.A {
		way = ^way
	}
	text := scalar != nil && (scalar.Kind == String || scalar.Kind == Text || scalar.Kind == Bytes)
	switch {
	case scalar == nil:
		return format.Contradict(b.Name, "no item is left to be bounded: the value says the whole key")
	case scalar.Kind >= Pair:
		return format.Contradict(b.Name, "a "+scalar.Kind.String()+" is not bounded as a whole: give its first items as value, and bound the next one")
	case b.Op == format.Begins && !text:
		return format.Contradict(b.Name, "only strings, texts and bytes have a beginning")
	}
	v := b.Value
	if kind, typed := v.Member("type").Text(); typed && v.Kind == value.Object {
		if kind != scalar.Kind.String() {
			return format.Contradict(b.Name, "expected the type "+scalar.Kind.String()+", which the lexicoder has, found "+kind)
		}
		v = v.Member("value")
	}
	var x Value
	if err := scalar.parse(v, &x); err != nil {
		return format.Within(b.Name, trimmed(err))
	}
	s.narrow(scalar, way)
	if scalar.Kind == Double || scalar.Kind == Float {
		if f, _ := scalar.double(&x); f != f {
			return format.Contradict(b.Name, "nothing is less or more than NaN")
		} else if f == 0 {
			s.plan.Bound(b.Op, s.zeros(scalar, way), way)
			return nil
		}
	}
	first, err := s.item(&x)
	if err != nil {
		return err
	}
	k := s.keys(first)
	if b.Op == format.Begins {
		if cut := len(first) - s.closing(); cut >= 0 {
			k.First = append(bytes.Clone(s.prefix), first[:cut]...)
		}
		k.Next = order.After(k.First)
	}
	s.plan.Bound(b.Op, k, way)
	return nil
}

// trimmed returns an error about value without that name, which means something else here.
func trimmed(err error) error {
	if r, ok := err.(*format.Refusal); ok && r.Field == "value" {
		return format.Refuse("", r.Why)
	}
	return err
}

// item returns the bytes of an item in the key.
func (s *scan) item(v *Value) ([]byte, error) {
	b, err := s.of.Append(nil, v)
	if err == nil && s.escaped {
		b = escape(b, 0)
	}
	return b, err
}

// keys returns the keys of an item.
func (s *scan) keys(item []byte) (k format.Keys) {
	first := append(append([]byte{}, s.prefix...), item...) // never nil, because an empty key is a key
	switch {
	case !s.escaped || s.end < 0:
		return format.Keys{First: first, Next: append(bytes.Clone(first), 0)}
	case s.open:
		return format.Keys{First: first, Next: append(bytes.Clone(first), 1)}
	}
	k.First = append(first, 0)
	k.Next = order.After(k.First)
	return k
}

// closing returns how many bytes follow the beginning of a text: each reverse adds a 0xff, which the
// next reverse complements and escapes.
func (s *scan) closing() int {
	empty, err := s.item(new(Value))
	if err != nil {
		return 0
	}
	return len(empty)
}

// narrow leaves out NaN, which sorts beyond all numbers.
func (s *scan) narrow(scalar *Lexicoder, way order.Order) {
	if s.whole || scalar.Kind != Double && scalar.Kind != Float {
		return
	}
	s.whole = true
	for _, b := range [...]struct {
		op   format.Op
		sign int
	}{{format.From, -1}, {format.To, 1}} {
		v := Value{Num: math.Float64bits(math.Inf(b.sign))}
		if scalar.Kind == Float {
			v.Num = uint64(math.Float32bits(float32(math.Inf(b.sign))))
		}
		item, _ := s.item(&v)
		s.plan.Bound(b.op, s.keys(item), way)
	}
}

// zeros returns the keys of -0.0 and 0.0, which are one number and sort next to each other.
func (s *scan) zeros(scalar *Lexicoder, way order.Order) format.Keys {
	minus, _ := s.item(&Value{Num: 1 << (8*widths[scalar.Kind] - 1)})
	plus, _ := s.item(new(Value))
	if way == order.Desc {
		minus, plus = plus, minus
	}
	return format.Keys{First: s.keys(minus).First, Next: s.keys(plus).Next}
}
