package cell

import "github.com/rowlens/rowlens/codec/maryk"

// Value returns the record's values as an Embed of its model, from which indexes are computed. It
// omits values that are encrypted or whose type is unknown.
func (rec *Record) Value() maryk.Value {
	return maryk.Value{Type: maryk.Embed, Items: rec.root.properties()}
}

func (n *node) properties() (list []maryk.Value) {
	for _, k := range n.kids {
		if k.step.Kind != maryk.StepProperty || k.step.Def == nil {
			continue
		}
		if v, ok := k.value(k.step.Def); ok {
			v.Index = k.step.Index
			list = append(list, v)
		}
	}
	return list
}

func (n *node) value(d *maryk.Definition) (v maryk.Value, ok bool) {
	if d == nil || !n.has && d.Type != maryk.Embed {
		return v, false
	}
	v = maryk.Value{Type: d.Type, Def: d}
	switch d.Type {
	case maryk.Embed:
		v.Items = n.properties()
		return v, n.embeds() && (n.has || len(v.Items) > 0)
	case maryk.MultiType:
		return n.typed(v)
	case maryk.List, maryk.Set, maryk.Map, maryk.IncMap:
		if n.data.Kind != Count || n.data.Count == 0 {
			return v, false
		}
		for _, k := range n.kids {
			item, ok := k.value(d.Item)
			if !ok {
				continue
			}
			if k.step.Kind == maryk.StepMapValue {
				v.Items = append(v.Items, k.step.Value)
			}
			v.Items = append(v.Items, item)
		}
		return v, len(v.Items) > 0
	}
	if n.data.Kind != Value || n.data.Def == nil {
		return v, false
	}
	return n.data.Value, true
}

func (n *node) typed(v maryk.Value) (maryk.Value, bool) {
	v.Num = uint64(n.data.Type)
	switch n.data.Kind {
	case SimpleType:
		if n.data.Def != nil {
			v.Items = []maryk.Value{n.data.Value}
		}
		return v, true
	case ComplexType:
		for _, k := range n.kids {
			if k.step.Kind == maryk.StepType && k.step.Index == n.data.Type {
				if item, ok := k.value(n.data.Def); ok {
					v.Items = []maryk.Value{item}
				}
				break
			}
		}
		return v, true
	}
	return v, false
}
