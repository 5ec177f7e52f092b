package accumulograph

import "encoding/binary"

// distinct drops the items of a hash table that equal an earlier one, as far as this can be seen
// without running the classes: Java keeps the first key and its last value. It returns the items
// that count, and reports whether any were repeated.
func (o *Object) distinct(c *collection) (items []content, repeated bool) {
	step := 1
	if c.pairs {
		step = 2
	}
	n := int(min(max(c.count, 0), int64(len(c.items))))
	if !c.hashed || n <= step {
		return c.items[:n], false
	}
	places := make(map[string]int, n/step)
	for i := 0; i < n; i += step {
		key := o.identity(c.items[i].obj)
		at, again := places[key]
		if !again {
			places[key] = len(items)
			items = append(items, c.items[i:min(i+step, n)]...)
			continue
		}
		repeated = true
		if step == 2 && i+1 < n {
			items[at+1] = c.items[i+1]
		}
	}
	return items, repeated
}

// identity returns the same text for objects that are equal in Java.
func (o *Object) identity(i int32) string {
	n := &o.nodes[i]
	name := o.className(n)
	switch n.kind {
	case stringNode:
		return "s" + string(n.raw)
	case enumNode:
		if len(n.items) > 0 {
			return "e" + name + ":" + string(o.nodes[n.items[0]].raw)
		}
	case classNode:
		return "c" + name
	case objectNode:
		if k, boxed := scalars[name]; boxed {
			if v, ok := o.scalar(n, name, k); ok {
				return string(binary.BigEndian.AppendUint64([]byte{'v', byte(k)}, v.Num))
			}
		}
	}
	return string(binary.BigEndian.AppendUint32([]byte{'n'}, uint32(i)))
}
