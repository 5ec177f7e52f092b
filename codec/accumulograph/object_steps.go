package accumulograph

// step is a piece of a model that is still to be written. Objects nest deeper than WebAssembly's
// call stack is sure to allow, so what remains of each object waits in a list.
type step struct {
	do    stepKind
	code  byte // for a primitive
	node  int32
	bytes []byte
}

type stepKind uint8

const (
	showNode stepKind = iota
	endNode
	beginArray
	endArray
	beginData
	beginField
	endField
	writePrimitive
	writeHex
)

// queue adds a step for the node being written.
func (s *shower) queue(x step) { s.next = append(s.next, x) }

// run writes the model of a node.
func (s *shower) run(top int32) {
	s.todo = append(s.todo, step{do: showNode, node: top})
	for len(s.todo) > 0 {
		last := len(s.todo) - 1
		x := s.todo[last]
		s.todo = s.todo[:last]
		s.take(&x)
		for i := len(s.next) - 1; i >= 0; i-- {
			s.todo = append(s.todo, s.next[i])
		}
		s.next = s.next[:0]
	}
}

func (s *shower) take(x *step) {
	w := s.w
	switch x.do {
	case showNode:
		s.show(x.node)
	case endNode:
		s.depth--
		s.state[x.node] = isShown
		w.EndObject()
	case beginArray:
		w.Array()
	case endArray:
		w.EndArray()
	case beginData:
		w.Key("data")
		w.Array()
	case beginField:
		w.Object()
		w.Key("name")
		w.Text(modifiedText(x.bytes))
		w.Key("value")
	case endField:
		w.EndObject()
	case writePrimitive:
		s.primitive(x.code, bits(x.code, x.bytes))
	case writeHex:
		w.Hex(x.bytes)
	}
}
