package exports

import (
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// template is the structure of the fields that columns form together: an object whose members, and the items of
// whose lists, come from columns. It is made once per batch.
type template struct {
	columns []Values
	root    member
}

// member is an object, a list, or the content of a column.
type member struct {
	step   step
	kind   value.Kind // Object, Array, or Null for a column
	column int        // -1 for an object or list
	below  []member
}

// begin makes the template from the paths, which must form one tree.
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
		p, ok := parsePath(c.Path)
		if !ok {
			return e.column(c.Path, noPath)
		}
		if !t.root.add(p, i) {
			return e.column(c.Path, "does not fit an earlier one: a member is one column, an object or a list")
		}
	}
	if !t.root.sort() {
		e.refuse(BadOption, "")
		e.Message = "the items of a list are columns numbered from 0 without a gap, or several members of an item that a further member finds"
		return BadOption
	}
	return OK
}

// add inserts a column at its path. It reports whether the column is compatible with the others.
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
			return false // an item looked up by a member takes its place from the order of the columns
		}
	}
	return m.below[at].add(p[1:], column)
}

// sort orders the items of lists. It reports whether no index is missing, and whether the names used for
// looking up items are not also columns.
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

// make returns the value of a member in a row, and whether the member exists there: as a column that is not null,
// or an object that has a member. A list always exists, but an object that contains nothing else does not.
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

// list makes a list: of indexed items up to the first null, or of looked-up items that have a value.
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
