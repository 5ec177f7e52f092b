package value

import "unsafe"

// Memory is memory for values that are parsed one after another. The zero Memory is ready to use.
type Memory struct {
	lists []list  // all complete ones
	items []Value // theirs
	names []string

	openItems []Value // of the lists still open, each after the one that contains it
	openNames []string

	digits []byte // of byte strings
}

// Reset forgets all values.
func (m *Memory) Reset() {
	*m = Memory{m.lists[:0], m.items[:0], m.names[:0], m.openItems[:0], m.openNames[:0], m.digits[:0]}
}

// Size returns roughly how many bytes the memory takes.
func (m *Memory) Size() int {
	values, names := cap(m.items)+cap(m.openItems), cap(m.names)+cap(m.openNames)
	return int(unsafe.Sizeof(list{}))*cap(m.lists) + int(unsafe.Sizeof(Value{}))*values + int(unsafe.Sizeof(""))*names + cap(m.digits)
}

// Parse is like the function Parse, but the value is valid only until Reset, and b must not change
// until then because texts alias it. After an error only Reset may be called.
func (m *Memory) Parse(b []byte) (Value, error) {
	p := parser{b: b, text: view(b), deepest: DepthMax, memory: m}
	return p.whole()
}

// OfBytes returns bytes. They are kept as hex digits, which is how most of them are read.
func (m *Memory) OfBytes(b []byte) Value {
	from := len(m.digits)
	m.digits = AppendHex(m.digits, b)
	return ofText(Bytes, view(m.digits[from:]))
}

// List is an object or array under construction. A list inside it must be begun and ended before the next Add.
type List struct {
	made   Value
	memory *Memory
	from   opened
}

// Begin begins an Object or an Array.
func (m *Memory) Begin(kind Kind) List { return List{Value{Kind: kind}, m, m.mark()} }

// Add adds a member, or an item, whose name is empty.
func (l *List) Add(name string, item Value) { l.memory.keep(&l.made, name, item) }

// Len returns the number of members or items so far. All lists inside must be ended.
func (l *List) Len() int { return len(l.memory.openItems) - l.from.items }

// End returns the value.
func (l *List) End() Value {
	l.memory.close(&l.made, l.from)
	return l.made
}

// opened marks where the open lists of a Memory end.
type opened struct{ items, names int }

func (m *Memory) mark() (o opened) {
	if m != nil {
		o = opened{len(m.openItems), len(m.openNames)}
	}
	return o
}

// keep adds an item to the innermost list, v.
func (p *parser) keep(v *Value, name string, item Value) {
	if p.memory != nil {
		p.memory.keep(v, name, item)
		return
	}
	l := v.list()
	if l == nil {
		l = new(list)
		v.at = unsafe.Pointer(l)
	}
	if v.Kind == Object {
		l.names = append(l.names, name)
	}
	l.items = append(l.items, item)
}

// keep adds an item to the innermost open list, v.
func (m *Memory) keep(v *Value, name string, item Value) {
	if v.Kind == Object {
		m.openNames = append(m.openNames, name)
	}
	m.openItems = append(m.openItems, item)
}

// close ends the innermost list, v, which began at from.
func (m *Memory) close(v *Value, from opened) {
	if m == nil {
		return
	}
	i, n := len(m.items), len(m.names)
	m.items = append(m.items, m.openItems[from.items:]...)
	m.names = append(m.names, m.openNames[from.names:]...)
	m.openItems, m.openNames = m.openItems[:from.items], m.openNames[:from.names]
	m.complete(v, i, n, len(m.items)-i)
}

// complete makes n items, and the names of as many, the contents of v. They begin at item and at name.
func (m *Memory) complete(v *Value, item, name, n int) {
	if n == 0 {
		return
	}
	var names []string
	if v.Kind == Object {
		names = m.names[name : name+n : name+n]
	}
	// Nobody changes a list any more, so those that are pointed to may stay behind when the slice moves.
	m.lists = append(m.lists, list{m.items[item : item+n : item+n], names})
	v.at = unsafe.Pointer(&m.lists[len(m.lists)-1])
}
