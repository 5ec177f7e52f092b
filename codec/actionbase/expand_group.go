package actionbase

// groupCounter is the group whose numbers are stored in the count rows; it has no rows of its own.
const groupCounter = "__count__"

// groupSums adds up the increments of group cells: upstream sends one per cell, and none where the
// sum is zero.
type groupSums struct {
	ops   []Op
	cells map[string]int // row, qualifier -> place in ops; row keys are self-delimiting
}

func (g *groupSums) add(row, qualifier []byte, delta int64) {
	key := string(row) + string(qualifier)
	if i, ok := g.cells[key]; ok {
		g.ops[i].Delta += delta
		return
	}
	if g.cells == nil {
		g.cells = map[string]int{}
	}
	g.cells[key] = len(g.ops)
	g.ops = append(g.ops, Op{Kind: Increment, Type: EdgeGroup, Row: row, Qualifier: qualifier, Delta: delta})
}

// appendTo appends the increments that change something.
func (g *groupSums) appendTo(ops []Op) []Op {
	for _, op := range g.ops {
		if op.Delta != 0 {
			ops = append(ops, op)
		}
	}
	return ops
}

// groups adds what the edge contributes to each group, times sign.
func (x *expansion) groups(sums *groupSums, sign int64) error {
	if x == nil {
		return nil
	}
	for i := range x.table.Groups {
		g := &x.table.Groups[i]
		if g.Name == groupCounter {
			continue
		}
		for _, d := range g.Directions {
			if err := x.group(sums, g, d, sign); err != nil {
				return refuse(g.Name, err.Error())
			}
		}
	}
	return nil
}

func (x *expansion) group(sums *groupSums, g *Group, d Direction, sign int64) error {
	source, target, err := x.ends(d)
	if err != nil {
		return err
	}
	k := EdgeGroupKey{Direction: d, Group: Code(g.Name)}
	k.Source, k.Table = *source, x.edge.Key.Table
	row, err := AppendEdgeGroupKey(nil, &k)
	if err != nil {
		return err
	}
	var q EdgeGroupQualifier
	for _, f := range g.Fields {
		v := x.field(f.Name, source, target)
		if f.Bucket != nil {
			if v, err = x.bucket(f.Bucket, &v); err != nil {
				return err
			}
		}
		q.Values = append(q.Values, v)
	}
	qualifier, err := AppendEdgeGroupQualifier([]byte{}, &q) // for a group without fields it is empty, not absent
	if err != nil {
		return err
	}
	weight, err := x.weight(g, source, target)
	if err != nil {
		return err
	}
	sums.add(row, qualifier, sign*weight)
	return x.wide(row, qualifier)
}

// weight is what the edge adds to a cell of the group.
func (x *expansion) weight(g *Group, source, target *Value) (int64, error) {
	if !g.Sum {
		return 1, nil
	}
	v := x.field(g.ValueField, source, target)
	n, ok := v.long()
	if !ok {
		return 0, refuse(g.ValueField, "a sum needs a number, found "+v.Kind.String()+" or text that is none")
	}
	return n, nil
}

// bucket returns the text of the bucket that v falls into, or null if v is not a number or lies in a
// year that Java's dates cannot hold.
func (x *expansion) bucket(b *Bucket, v *Value) (Value, error) {
	n, ok := v.long()
	if !ok {
		return Value{}, nil
	}
	text, err := b.text(n, x.opts.Zones)
	if text == nil {
		return Value{}, err
	}
	return Value{Kind: String, Text: text}, err
}
