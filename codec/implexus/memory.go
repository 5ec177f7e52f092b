package implexus

import (
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// formatID is the format's name in errors and JSON.
const formatID = "implexus"

// memory is reused from call to call, so that a stream of rows reuses its slices.
type memory struct {
	value Value
	set   StringSet
	key   KeyReading
	row   rowValue
	parts format.Parts
	dec   decoder

	consumed int // bytes of a value that others may follow
}

// begin starts to read the parts of a record.
func begin(in *format.Input, t *span.Tree, record string) *memory {
	m := format.MemoryOf[memory](in)
	m.parts = format.NewParts(in, t, formatID, record)
	return m
}

// open returns a decoder of a part.
func (m *memory) open(name string, b []byte, opt Options) *decoder {
	m.value.Elements, m.value.Keys = m.value.Elements[:0], AnyKeys
	m.dec = decoder{r: m.parts.OpenBytes(name, b), v: &m.value, opt: opt}
	return &m.dec
}

// optionsOf returns the caller's options for reading elements.
func optionsOf(in *format.Input) (o Options, err error) {
	if m := in.Given.Member("key_encoding"); !m.IsNull() {
		if o.Keys, err = parseKeys(m); err != nil {
			return o, err
		}
	}
	switch m := in.Given.Member("double_order"); {
	case m.IsNull():
	default:
		s, _ := m.Text()
		if s != "big" && s != "little" {
			return o, format.Refuse("double_order", "expected big or little")
		}
		o.LittleDoubles = s == "little"
	}
	if m := in.Given.Member("depth_max"); !m.IsNull() {
		n, ok := m.Int()
		if !ok || n < 1 || n > DepthMax {
			return o, format.Refuse("depth_max", "expected a number from 1 to "+strconv.Itoa(DepthMax))
		}
		o.DepthMax = int(n)
	}
	return o, nil
}

func parseKeys(m value.Value) (KeyEncoding, error) {
	s, _ := m.Text()
	if i := slices.Index(keyEncodings[:], s); i >= 0 {
		return KeyEncoding(i), nil
	}
	return AnyKeys, format.Refuse("key_encoding", `expected auto, raw or tagged, found "`+s+`"`)
}
