package span

import "github.com/rowlens/rowlens/codec/value"

// Step is one step from stored bytes to a value: what is done, and the result.
type Step struct{ Op, Text string }

// Steps explains how the value of a node, or of the group whose body the node is, comes from its
// bytes; nil if the bytes are the value or are too long to explain step by step.
func (t *Tree) Steps(n *Node) []Step {
	const stepBytesMax = 64
	b := t.Sources[n.Src].Bytes[n.Start:n.End]
	whole, header := n, 1
	if p := n.Parent; n.Flags == 0 && p >= 0 && t.Nodes[p].Flags&(SignFlip|FloatOrder) != 0 && t.Nodes[p].End == n.End {
		whole, header = &t.Nodes[p], 0 // the body alone is explained like its group
	}
	if whole.Flags&(Descending|Ascending) == 0 || len(b) > stepBytesMax || whole.Value.Kind == None {
		return nil
	}
	steps := []Step{{"stored", hexText(b)}}
	cur := append([]byte(nil), b...)
	if whole.Flags&Descending != 0 {
		for i := range cur {
			cur[i] = ^cur[i]
		}
		steps = append(steps, Step{"complement", hexText(cur)})
	}
	if body := cur[min(header, len(cur)):]; whole.Flags&(SignFlip|FloatOrder) != 0 && len(body) > 0 {
		op := flip(body, whole.Flags)
		steps = append(steps, Step{op, hexText(body)})
	}
	return append(steps, Step{"value", string(whole.AppendText(nil))})
}

// flip undoes the order-preserving form of a number in place and returns a description.
func flip(body []byte, flags Flag) string {
	if flags&SignFlip != 0 || body[0]&0x80 != 0 {
		body[0] ^= 0x80
		return "flip sign bit"
	}
	for i := range body {
		body[i] = ^body[i]
	}
	return "flip all bits"
}

func hexText(b []byte) string { return string(value.AppendHex(nil, b)) }
