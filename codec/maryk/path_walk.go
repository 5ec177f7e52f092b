package maryk

// single returns the value that a path without wildcards leads to in a record, or nil if unset.
func (p *Path) single(record *Value) *Value {
	var found *Value
	p.each(record, func(v *Value) bool {
		found = v
		return false
	})
	return found
}

// each yields the values that a path leads to, one for each item under a wildcard.
// It stops when yield returns false.
func (p *Path) each(record *Value, yield func(*Value) bool) {
	walk(p.Steps, record, yield)
}

// walk follows steps from a value; it reports whether to continue.
func walk(steps []Step, v *Value, yield func(*Value) bool) bool {
	for i := range steps {
		s := &steps[i]
		switch s.Kind {
		case StepProperty:
			v = v.Get(s.Index)
		case StepListItem:
			if v = at(v, uint64(s.Index)); v == nil {
				return true
			}
		case StepSetItem:
			v = v.item(&s.Value)
		case StepMapValue:
			v = v.entry(&s.Value, 1)
		case StepMapKey:
			v = v.entry(&s.Value, 0)
		case StepType, StepSimpleType:
			if uint32(v.Num) != s.Index || len(v.Items) == 0 {
				return true
			}
			v = &v.Items[0]
		case StepTypeOf:
			return yield(&Value{Type: Enum, Num: v.Num, Def: s.Def})
		case StepAnyListItem, StepAnySetItem:
			return fan(steps[i+1:], v, 0, 1, yield)
		case StepAnyMapKey:
			return fan(steps[i+1:], v, 0, 2, yield)
		case StepAnyMapValue:
			return fan(steps[i+1:], v, 1, 2, yield)
		default:
			return true
		}
		if v == nil {
			return true
		}
	}
	return yield(v)
}

func fan(rest []Step, v *Value, from, by int, yield func(*Value) bool) bool {
	for i := from; i < len(v.Items); i += by {
		if !walk(rest, &v.Items[i], yield) {
			return false
		}
	}
	return true
}

func at(v *Value, i uint64) *Value {
	if i < uint64(len(v.Items)) {
		return &v.Items[i]
	}
	return nil
}

func (v *Value) item(want *Value) *Value {
	for i := range v.Items {
		if v.Items[i].compare(want) == 0 {
			return &v.Items[i]
		}
	}
	return nil
}

func (v *Value) entry(key *Value, offset int) *Value {
	for i := 0; i+1 < len(v.Items); i += 2 {
		if v.Items[i].compare(key) == 0 {
			return &v.Items[i+offset]
		}
	}
	return nil
}
