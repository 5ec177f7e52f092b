package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/shuffle"
)

// doubts says how many documents cannot be judged, by the kind of set that may have them.
type doubts struct {
	count  [ContentKey + 1]int
	spared map[string]bool // catalogues with documents that cannot be judged
}

// appendDoubt appends the group of a document that a set of the kind and path may have.
func appendDoubt(b []byte, kind Kind, path, member []byte) []byte {
	return append(shuffle.AppendField(append(b, byte(kind)), path), member...)
}

// cannotJudge says that a document may or may not belong to the sets of a kind and path.
func (c *check) cannotJudge(kind Kind, path, member []byte) {
	if kind == CatalogueGroup {
		c.doubt.spared[string(path)] = true
	}
	c.doubt.count[kind]++
	c.group.Send(c.to(roundDoubt, groupDoubt, appendDoubt(nil, kind, path, member), orderMessage, nil), nil)
}

// ask asks, for a set, whether a member cannot be judged.
func (c *check) ask(r *row, member []byte) {
	c.group.Send(c.to(roundDoubt, groupDoubt, appendDoubt(nil, r.key.Kind, r.key.Path, member), orderQuestion, r.reading.Text), member)
}

// checkDoubt answers the sets that ask about a document.
func (c *check) checkDoubt() {
	first := c.group.Next()
	if first == nil || first.Order[0] != orderMessage {
		return
	}
	kind := c.group.Key[1]
	for r := c.group.Next(); r != nil; r = c.group.Next() {
		if r.Order[0] == orderQuestion {
			path, _ := shuffle.ReadField(c.group.Key[2:])
			c.payload = unjudged.append(c.payload[:0], path)
			c.group.Send(c.to(roundAnswered, kind, r.Order[1:], orderMessage, bytes.Clone(r.Message)), c.payload)
		}
	}
}
