package maryk

import (
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/wire"
)

// Linking has two passes. The first gives every definition its model, by name:
// dependents of the same stored definition first, then the other known models. The second, once
// all models are resolved, follows references, computes sizes of keys, and reads the values that
// need both.

// Link resolves the names in one definition to models, and reads the values that need those models;
// known has models of other definitions. NewSchema links several definitions with each other.
func (d *Stored) Link(known map[string]*Model) error {
	if err := d.link(known); err != nil {
		return err
	}
	return d.finish()
}

// link is the first pass.
func (d *Stored) link(known map[string]*Model) error {
	find := func(name string) *Model {
		name = bareName(name)
		if m := d.models[name]; m != nil {
			return m
		}
		if name == d.Model.Name {
			return d.Model
		}
		return known[name]
	}
	for m := range d.all {
		m.index()
		for i := range m.Properties {
			m.Properties[i].Def.link(find)
		}
	}
	for i := range d.Dependents {
		if c := d.Dependents[i].Cases; c != nil {
			c.link(find)
		}
	}
	return nil
}

// all yields the model and the models that it depends on.
func (d *Stored) all(yield func(*Model) bool) {
	for i := range d.Dependents {
		if m := d.Dependents[i].Model; m != nil && !yield(m) {
			return
		}
	}
	yield(d.Model)
}

// bareName strips the key length that JSON appends to a name: "Name(16)".
func bareName(name string) string {
	if i := strings.IndexByte(name, '('); i > 0 && strings.HasSuffix(name, ")") {
		return name[:i]
	}
	return name
}

func (d *Definition) link(find func(string) *Model) {
	if d.DataModel != "" || d.Type == Embed {
		d.Model = find(d.DataModel)
	}
	if d.Key != nil {
		d.Key.link(find)
	}
	if d.Item != nil {
		d.Item.link(find)
	}
	if d.Type == MultiType {
		d.Cases.link(find)
	}
}

func (c *Cases) link(find func(string) *Model) {
	for i := range c.List {
		if c.List[i].Def != nil {
			c.List[i].Def.link(find)
		}
	}
}

// sizing computes the sizes of keys and value objects. If a model's size depends on itself, it has
// no size.
type sizing struct {
	busy map[*Model]bool
	done map[*Model]bool
}

// keySize sets the key size of m.
func (s *sizing) keySize(m *Model) error {
	if m == nil || m.Kind != RootModel || m.linked || s.done[m] {
		return nil
	}
	if s.busy[m] {
		return nil // KeySize stays -1; upstream overflows its stack here
	}
	s.busy[m] = true
	defer func() { s.busy[m], s.done[m] = false, true }()
	if m.Key == nil {
		return nil
	}
	for _, x := range m.Key.leaves() {
		if err := x.resolve(m); err != nil {
			return err
		}
		if d := x.def(); d != nil {
			if err := s.size(d); err != nil {
				return err
			}
		}
	}
	return m.setKey()
}

// size resolves a fixed size that depends on a model.
func (s *sizing) size(d *Definition) error {
	switch d.Type {
	case Reference:
		return s.keySize(d.Model)
	case ValueObject:
		return s.valueSize(d.Model)
	}
	return nil
}

func (s *sizing) valueSize(m *Model) error {
	if m == nil || m.linked || s.done[m] || s.busy[m] {
		return nil
	}
	s.busy[m] = true
	defer func() { s.busy[m], s.done[m] = false, true }()
	total := max(len(m.Properties)-1, 0)
	for i := range m.Properties {
		d := m.Properties[i].Def
		if err := s.size(d); err != nil {
			return err
		}
		n, fixed := d.Size()
		if !fixed {
			return nil
		}
		if total += n; total > valueSizeMax {
			return refuse(m.Name, "a value model of more than "+itoa(valueSizeMax)+" bytes")
		}
	}
	m.valueSize = total
	return nil
}

// valueSizeMax limits the size of a value model's values. Models that hold each other could
// otherwise grow by multiplication.
const valueSizeMax = 1 << 20

// finish is the second pass.
func (d *Stored) finish() error {
	s := sizing{busy: map[*Model]bool{}, done: map[*Model]bool{}}
	for m := range d.all {
		if err := m.sizes(&s); err != nil {
			return d.placed(err, m)
		}
	}
	for i := range d.Dependents {
		if c := d.Dependents[i].Cases; c != nil {
			if err := c.finish(&s, d.deps); err != nil {
				return inPart(err, legend.PartDependents)
			}
		}
	}
	for m := range d.all {
		part, name := d.deps, legend.PartDependents
		if m == d.Model {
			part, name = d.bytes, legend.PartModel
		}
		for i := range m.Properties {
			if err := m.Properties[i].Def.finish(&s, part); err != nil {
				return inPart(err, name)
			}
		}
	}
	for m := range d.all {
		for _, x := range m.Indexes {
			for _, leaf := range x.leaves() {
				if err := leaf.resolve(m); err != nil {
					return d.placed(err, m)
				}
			}
			x.refer()
		}
	}
	return nil
}

// placed adds to an error the part that contains the definition of a model.
func (d *Stored) placed(err error, m *Model) error {
	if m == d.Model {
		return inPart(err, legend.PartModel)
	}
	return inPart(err, legend.PartDependents)
}

func inPart(err error, part string) error {
	var e *wire.Error
	if errors.As(err, &e) && e.Part == "" {
		e.Part = part
	}
	return err
}

func (m *Model) sizes(s *sizing) error {
	for i := range m.Properties {
		if err := m.Properties[i].Def.sizes(s); err != nil {
			return err
		}
	}
	if m.Kind == ValueModel {
		return s.valueSize(m)
	}
	return s.keySize(m)
}

func (d *Definition) sizes(s *sizing) error {
	if d.Key != nil {
		if err := d.Key.sizes(s); err != nil {
			return err
		}
	}
	if d.Item != nil {
		if err := d.Item.sizes(s); err != nil {
			return err
		}
	}
	if d.Type == MultiType {
		for i := range d.Cases.List {
			if c := d.Cases.List[i].Def; c != nil {
				if err := c.sizes(s); err != nil {
					return err
				}
			}
		}
	}
	return s.size(d)
}

// lateValue is a minimum, maximum or default, kept as bytes until all models are known.
type lateValue struct {
	to    **Value
	def   *Definition // of the value
	form  lateForm
	parts []lateBytes
}

// lateForm says how the value is written.
type lateForm uint8

const (
	lateField   lateForm = iota // fields of the type's own transport form
	lateMessage                 // a message of the model: also for value objects
)

type lateBytes struct{ start, end int } // including the field's key

func (d *Definition) finish(s *sizing, part []byte) error {
	if d.Key != nil {
		if err := d.Key.finish(s, part); err != nil {
			return err
		}
	}
	if d.Item != nil {
		if err := d.Item.finish(s, part); err != nil {
			return err
		}
	}
	if d.Type == MultiType {
		if err := d.Cases.finish(s, part); err != nil {
			return err
		}
	}
	late := d.late
	d.late = nil
	for i := range late {
		if err := late[i].read(part); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cases) finish(s *sizing, part []byte) error {
	for i := range c.List {
		if c.List[i].Def != nil {
			if err := c.List[i].Def.finish(s, part); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads the kept bytes. If their model is missing, they stay bytes.
func (l *lateValue) read(part []byte) error {
	v := new(Value)
	v.reset(l.def)
	for _, b := range l.parts {
		r := wire.NewReader(part[:b.end], nil)
		r.SetLenient(true)
		r.Skip(b.start)
		c := newCursor(&r, -1)
		m := message{cursor: c, field: &legend.Default}
		if num, wt, ok := m.next(); ok {
			l.readField(&m, num, wt, v)
		}
		if err := r.Finish(); err != nil {
			return err
		}
	}
	*l.to = v
	return nil
}

func (l *lateValue) readField(m *message, _ uint32, wt uint8, v *Value) {
	if l.form == lateField {
		m.value(&legend.Default, l.def, wt, v)
		return
	}
	if wt != wireBytes || l.def.Model == nil {
		v.Bytes = m.content(&legend.Default)
		return
	}
	inner := m.open(&legend.Default)
	inner.fields(l.def.Model, v)
	m.close(inner)
	v.Bytes = nil
	if l.def.Type == ValueObject {
		v.Bytes, _ = appendValueObject(nil, l.def, v)
	}
}
