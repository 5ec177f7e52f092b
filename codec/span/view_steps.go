package span

import "github.com/rowlens/rowlens/codec/value"

// Step is one step from stored bytes to a value: what is done, and what it gives.
type Step struct{ Op, Text string }

// Steps explains how the node's value comes from its bytes, nil when the bytes
// are the value or when they are too long to be told step by step.
func (t *Tree) Steps(n *Node) []Step {
	const stepBytesMax = 64
	b := t.Sources[n.Src].Bytes[n.Start:n.End]
	if n.Flags&(Descending|Ascending) == 0 || len(b) > stepBytesMax || n.Value.Kind == None {
		return nil
	}
	steps := []Step{{"stored", hexText(b)}}
	cur := append([]byte(nil), b...)
	if n.Flags&Descending != 0 {
		for i := range cur {
			cur[i] = ^cur[i]
		}
		steps = append(steps, Step{"complement", hexText(cur)})
	}
	if n.Flags&(SignFlip|FloatOrder) != 0 && len(cur) > 1 {
		body := cur[1:] // the header is not part of the number
		if op := flip(body, n.Flags); op != "" {
			steps = append(steps, Step{op, hexText(body)})
		}
	}
	return append(steps, Step{"value", string(n.AppendText(nil))})
}

// flip undoes the order form of a number in place and says how.
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
