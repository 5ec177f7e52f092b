package maryk

import "slices"

// Missing returns the sorted names of the embedded and value models that a linked model refers to, directly or through
// models inside it, but that are not known. Nothing is known of their content.
func (m *Model) Missing() []string {
	x := missing{models: map[*Model]bool{}, cases: map[*Case]bool{}}
	x.model(m)
	slices.Sort(x.names)
	return slices.Compact(x.names)
}

// missing collects them. It looks at each model and type once, because models may contain each other and
// types may be shared.
type missing struct {
	models map[*Model]bool
	cases  map[*Case]bool
	names  []string
}

func (x *missing) model(m *Model) {
	if m == nil || x.models[m] {
		return
	}
	x.models[m] = true
	for i := range m.Properties {
		x.definition(m.Properties[i].Def)
	}
}

func (x *missing) definition(d *Definition) {
	if d == nil {
		return
	}
	switch d.Type {
	case Embed, ValueObject:
		if x.model(d.Model); d.Model == nil {
			x.names = append(x.names, d.DataModel)
		}
	case MultiType:
		for i := range d.Cases.List {
			if k := &d.Cases.List[i]; !x.cases[k] {
				x.cases[k] = true
				x.definition(k.Def)
			}
		}
	}
	x.definition(d.Key)
	x.definition(d.Item)
}

// Unknown returns the first property or type in a stored path that the path's models do not have, as the names that lead
// there. Items and keys are left out, so that the text is the same throughout a collection. It returns "" if there is none,
// and below a model that is not known.
func (p *Path) Unknown() string {
	var text []byte
	for i := range p.Steps {
		s := &p.Steps[i]
		lacks := s.Prop == nil
		switch s.Kind {
		case StepProperty:
			if d := p.before(i); i > 0 && (d == nil || d.Model == nil) {
				return ""
			}
		case StepType:
			if p.before(i) == nil {
				return ""
			}
			lacks = s.name == ""
		default:
			continue
		}
		if len(text) > 0 {
			text = append(text, '.')
		}
		if text = s.appendText(text); lacks {
			return string(text)
		}
	}
	return ""
}

// before returns the definition that a step leads into.
func (p *Path) before(step int) *Definition {
	if step == 0 {
		return nil
	}
	return p.Steps[step-1].Def
}
