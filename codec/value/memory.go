package value

import "unsafe"

// Memory is memory for values that are parsed one after another. The zero Memory is ready to use.
type Memory struct {
	items []Value // of all complete lists
	names []string

	openItems []Value // of the lists still open, each after the one that contains it
	openNames []string

	digits []byte // of byte strings
}

// Reset forgets all values.
func (m *Memory) Reset() {
	*m = Memory{m.items[:0], m.names[:0], m.openItems[:0], m.openNames[:0], m.digits[:0]}
}

// Size returns roughly how many bytes the memory takes.
func (m *Memory) Size() int {
	return int(unsafe.Sizeof(Value{}))*(cap(m.items)+cap(m.openItems)) + int(unsafe.Sizeof(""))*(cap(m.names)+cap(m.openNames)) + cap(m.digits)
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
	return Value{Kind: Bytes, text: view(m.digits[from:])}
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
	if v.Kind == Object {
		v.names = append(v.names, name)
	}
	v.items = append(v.items, item)
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
	v.items = m.items[i:len(m.items):len(m.items)]
	if v.Kind == Object {
		v.names = m.names[n:len(m.names):len(m.names)]
	}
}
