package implexus

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// formatID is the format's name in errors and JSON.
const formatID = "implexus"

// memory is kept from call to call, so that a stream of rows reuses its slices.
type memory struct {
	value  Value
	set    StringSet
	key    KeyReading
	row    rowValue
	reader wire.Reader
	dec    decoder

	consumed int // bytes of a value that others may follow
}

func memoryOf(in *format.Input) *memory {
	m, ok := in.Memory.(*memory)
	if !ok {
		m = new(memory)
		in.Memory = m
	}
	return m
}

// open returns a decoder of a part.
func (m *memory) open(in *format.Input, t *span.Tree, name string, b []byte, opt Options) *decoder {
	if t != nil {
		t.Part(name, b)
	}
	m.reader = wire.NewReader(b, t)
	m.reader.SetLenient(in.Lenient)
	m.value.Elements, m.value.Keys = m.value.Elements[:0], AnyKeys
	m.dec = decoder{r: &m.reader, v: &m.value, opt: opt}
	return &m.dec
}

// part returns the named part of an entry, or the bytes of unknown place.
func part(in *format.Input, record, want string) (name string, b []byte, err error) {
	for _, name := range [...]string{want, store.Bytes} {
		if b, ok := in.Entry.Part(name); ok {
			return name, b, nil
		}
	}
	return "", nil, &wire.Error{Code: wire.Missing, Format: formatID, Record: record, Part: want, Expected: "the part " + want, Found: "none"}
}

// optionsOf reads how elements are to be read from what the caller gave.
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
			return o, format.Refuse("depth_max", "expected a number from 1 to "+itoa(DepthMax))
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

// known refuses an object with members other than those named: a misspelt one
// would be lost in silence.
func known(v value.Value, members ...string) error {
	for i := range v.Len() {
		if v.Kind == value.Object && !slices.Contains(members, v.Name(i)) {
			return format.Refuse(v.Name(i), "there is no such field; there are "+strings.Join(members, ", "))
		}
	}
	return nil
}
