package value

import "unsafe"

// Memory is memory for values that are parsed one after the other. The zero Memory is ready to
// use.
type Memory struct {
	items []Value // of all lists that are complete
	names []string

	openItems []Value // of the lists that are not, each after the one that it is in
	openNames []string
}

// Parse is the function Parse for a caller that is done with the value before the next one, and
// leaves b alone until then: texts alias it.
func (m *Memory) Parse(b []byte) (Value, error) {
	*m = Memory{m.items[:0], m.names[:0], m.openItems[:0], m.openNames[:0]}
	p := parser{b: b, text: unsafe.String(unsafe.SliceData(b), len(b)), deepest: DepthMax, memory: m}
	return p.whole()
}

// opened is where the open lists of a Memory end.
type opened struct{ items, names int }

func (m *Memory) mark() (o opened) {
	if m != nil {
		o = opened{len(m.openItems), len(m.openNames)}
	}
	return o
}

// keep adds an item to the innermost list, which is v.
func (p *parser) keep(v *Value, name string, item Value) {
	items, names := &v.items, &v.names
	if m := p.memory; m != nil {
		items, names = &m.openItems, &m.openNames
	}
	if v.Kind == Object {
		*names = append(*names, name)
	}
	*items = append(*items, item)
}

// close ends the innermost list, which is v and began at a mark.
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
