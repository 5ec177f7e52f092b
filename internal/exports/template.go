package exports

import (
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// template is the fields that columns make together: an object whose members, and the items of whose lists, each
// come out of a column. It is made once for a batch.
type template struct {
	columns []Values
	root    member
}

// member is an object, a list, or what is in a column.
type member struct {
	step   step
	kind   value.Kind // Object, Array, or Null for a column
	column int        // -1 for an object or list
	below  []member
}

// begin makes the template of the paths, which together must describe one tree.
func (t *template) begin(e *Error) Code {
	if len(t.columns) == 0 || len(t.columns) > FieldsMax {
		return e.refuse(BadLength, "fields")
	}
	t.root = member{kind: value.Null, column: -1}
	for i := range t.columns {
		c := &t.columns[i]
		if code := c.check(e); code != OK {
			return code
		}
		if p, ok := parsePath(c.Path); !ok || !t.root.add(p, i) {
			return e.refuse(BadOption, c.Path)
		}
	}
	if !t.root.sort() {
		return e.refuse(BadOption, "")
	}
	return OK
}

// add puts a column where a path leads. It reports whether it fits beside the others.
func (m *member) add(p path, column int) bool {
	if len(p) == 0 {
		free := m.column < 0 && m.kind == value.Null
		m.column = column
		return free
	}
	kind := value.Array
	if !p[0].find && p[0].index < 0 {
		kind = value.Object
	}
	if m.column >= 0 || m.kind != value.Null && m.kind != kind {
		return false
	}
	m.kind = kind
	at := slices.IndexFunc(m.below, func(one member) bool { return one.step == p[0] })
	if at < 0 {
		at = len(m.below)
		m.below = append(m.below, member{step: p[0], column: -1})
		if kind == value.Array && p[0].find != m.below[0].step.find {
			return false // the place of an item that is looked for is its place among the columns
		}
	}
	return m.below[at].add(p[1:], column)
}

// sort brings the items of lists into their order. It reports whether none is left out, and whether those that
// are looked for have a name that no column has.
func (m *member) sort() bool {
	if m.kind == value.Array && !m.below[0].step.find {
		slices.SortFunc(m.below, func(a, b member) int { return cmp.Compare(a.step.index, b.step.index) })
		if m.below[len(m.below)-1].step.index != len(m.below)-1 {
			return false
		}
	}
	for i := range m.below {
		one := &m.below[i]
		named := func(other member) bool { return other.step.name == one.step.name }
		if one.step.find && (one.kind != value.Object || slices.ContainsFunc(one.below, named)) || !one.sort() {
			return false
		}
	}
	return true
}

// row makes the fields of a row.
func (t *template) row(c *call, row int) (value.Value, error) {
	c.bytes = c.bytes[:0]
	v, _, err := t.make(c, &t.root, row)
	return v, err
}

// make returns what a member is in a row, and whether it is there at all: a column that is not null, or an object
// with a member. A list always is, but it makes nothing of an object that has nothing else.
func (t *template) make(c *call, m *member, row int) (v value.Value, there bool, err error) {
	switch {
	case m.column >= 0:
		if column := &t.columns[m.column]; column.has(row) {
			v, err = column.at(c, row)
			return v, true, err
		}
		return v, false, nil
	case m.kind == value.Array:
		return t.list(c, m, row)
	}
	made := c.fields.Begin(value.Object)
	if m.step.find {
		made.Add(m.step.name, value.Of(m.step.text))
	}
	for i := range m.below {
		below := &m.below[i]
		item, is, err := t.make(c, below, row)
		if err != nil {
			return v, false, err
		}
		if is || below.kind == value.Array {
			made.Add(below.step.name, item)
		}
		there = there || is
	}
	return made.End(), there, nil
}

// list makes a list: of places up to the first that is null, or of the items that have something.
func (t *template) list(c *call, m *member, row int) (v value.Value, there bool, err error) {
	made := c.fields.Begin(value.Array)
	ended := false
	for i := range m.below {
		item, is, err := t.make(c, &m.below[i], row)
		if err != nil {
			return v, false, err
		}
		if is && ended {
			return v, false, format.Refuse("", "an item of a list is null, and one after it is not")
		}
		if is {
			made.Add("", item)
		}
		ended = ended || !is && !m.below[i].step.find
	}
	there = made.Len() > 0
	return made.End(), there, nil
}
