package implexus

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/badtext"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Type is the type code of an element.
type Type uint8

// The type codes.
const (
	Null       Type = iota // no body; upstream also writes it for unknown types
	Bool                   // 1 byte
	Int64                  // 8 bytes
	Uint64                 // 8 bytes
	Double                 // 8 bytes, IEEE 754
	String                 // length int64, UTF-8
	Binary                 // length int64, bytes
	Array                  // count int64, elements
	Dictionary             // count int64, keys and elements
)

var typeNames = [...]string{"null", "bool", "int64", "uint64", "double", "string", "binary", "array", "dictionary"}

// String returns the name of the type in JSON.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "unknown"
}

// Element is one element of a Value. Its Type decides which members are set.
type Element struct {
	Type  Type
	Count int    // items of an array, entries of a dictionary
	Size  int    // number of following elements that are inside this one, at any depth
	Num   uint64 // bool 0 or 1, int64 and uint64, bits of a double
	Bytes []byte // string, binary; aliases the input
	Key   []byte // name of the entry, for an element of a dictionary
}

// KeyEncoding says how the keys of dictionaries are stored.
type KeyEncoding uint8

// The key encodings.
const (
	AnyKeys    KeyEncoding = iota // as an option: like the first key; as a result: there is no key
	RawKeys                       // length and UTF-8
	TaggedKeys                    // the same as an element, with 05 before it
)

var keyEncodings = [...]string{"auto", "raw", "tagged"}

// String returns "auto", "raw" or "tagged".
func (k KeyEncoding) String() string { return keyEncodings[k] }

// DepthMax is how deep arrays and dictionaries may nest.
const DepthMax = 64

// Options decide how elements are read where the bytes do not tell. The zero Options are the usual
// ones.
type Options struct {
	Keys          KeyEncoding // how dictionary keys are stored
	LittleDoubles bool        // doubles are little-endian
	DepthMax      int         // 1 to DepthMax; 0 means DepthMax
}

func (o *Options) depthMax() int {
	if o.DepthMax == 0 {
		return DepthMax
	}
	return o.DepthMax
}

// Value is an element with everything inside it, in byte order.
//
//	+--------+----------------------------------------------------------+
//	| type 1 | body                                                     |
//	+--------+----------------------------------------------------------+
//	null        nothing
//	bool        1 byte, 00 or 01
//	int64, uint64, double   8 bytes, big-endian
//	string, binary   length 8, that many bytes
//	array       count 8, that many elements
//	dictionary  count 8, that many of (key, element); a key is length 8 and
//	            UTF-8 (raw), or the same after 05 (tagged), one way in a value
//
// Lengths and counts are non-negative int64 values. Errors: empty-input, unknown-type-code,
// truncated, negative-length, negative-count, count-exceeds-input, invalid-bool, invalid-utf8,
// bad-key-prefix, mixed-key-encoding, duplicate-key (strict), depth-limit, trailing-bytes. Spec:
// docs/formats/implexus.md#elements.
// Spec: docs/formats/implexus.md#elements.
type Value struct {
	Elements []Element
	Keys     KeyEncoding // how the keys are stored; AnyKeys if there are none
}

// Next returns the index of the element that follows element i and its contents.
func (v *Value) Next(i int) int { return i + 1 + v.Elements[i].Size }

// Find returns the index of the entry called key in dictionary i, or -1 if there is none or element
// i is not a dictionary. If several entries have that key, the first wins.
func (v *Value) Find(i int, key string) int {
	if v.Elements[i].Type != Dictionary {
		return -1
	}
	end := v.Next(i)
	for i++; i < end; i = v.Next(i) {
		if string(v.Elements[i].Key) == key {
			return i
		}
	}
	return -1
}

// decoder reads elements with one reader and appends them to v.
type decoder struct {
	r      *wire.Reader
	v      *Value
	opt    Options
	prefix bool           // other bytes may follow the value
	set    bool           // the value is a set of texts
	items  [2]*span.Field // fields of the outermost array's items, nil for fItem
}

// DecodeValue reads a value. It aliases src and reuses v's memory.
func DecodeValue(src []byte, v *Value, opt Options) error {
	r := wire.NewReader(src, nil)
	d := newDecoder(&r, v, opt)
	d.whole(&fElement)
	return r.Finish()
}

func newDecoder(r *wire.Reader, v *Value, opt Options) *decoder {
	v.Elements, v.Keys = v.Elements[:0], AnyKeys
	return &decoder{r: r, v: v, opt: opt}
}

// whole reads one element that fills the input.
func (d *decoder) whole(f *span.Field) {
	if d.notEmpty(f) {
		d.element(f, "", nil, 0)
		d.end()
	}
}

// notEmpty fails at the end of input.
func (d *decoder) notEmpty(f *span.Field) bool {
	if d.r.OK() && d.r.Left() == 0 {
		d.r.FailOwn(wire.Truncated, "empty-input", f, d.r.Offset(), "a value", "end of input")
	}
	return d.r.OK()
}

// end fails if input remains, unless that is allowed.
func (d *decoder) end() {
	if d.r.More() && !d.prefix {
		d.r.FailOwn(wire.Trailing, "trailing-bytes", span.Undecoded, d.r.Offset(), "end of input", plural(d.r.Left(), "more byte"))
	}
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// element reads an element nested inside depth others. key is its name in a dictionary, label its
// name in the tree.
func (d *decoder) element(f *span.Field, label string, key []byte, depth int) {
	r := d.r
	c, ok := r.Peek()
	if !ok {
		r.Fail(wire.Truncated, &fCode, "a type code")
		return
	}
	t := Type(c)
	if t > Dictionary {
		r.FailOwn(wire.BadHeader, "unknown-type-code", &fCode, r.Offset(), "a type code from 00 to 08", "")
		return
	}
	if t >= Array && depth >= d.opt.depthMax() {
		r.FailOwn(wire.Limit, "depth-limit", &fCode, r.Offset(), "at most "+strconv.Itoa(d.opt.depthMax())+" nested containers", "a deeper one")
		return
	}
	i := len(d.v.Elements)
	d.v.Elements = append(d.v.Elements, Element{Type: t, Key: key})
	r.Begin(f)
	if label != "" {
		r.Group().Label(label)
	}
	d.code(t)
	switch t {
	case Null:
		r.EndWith(span.NullValue(), 0)
		return
	case Bool, Int64, Uint64, Double:
		d.v.Elements[i].Num = d.number(t)
	case String:
		d.v.Elements[i].Bytes = d.text(&fText)
	case Binary:
		d.v.Elements[i].Bytes = r.Bytes(&fBinary, d.length(&fBinary))
	case Array:
		d.array(i, depth)
	case Dictionary:
		d.dictionary(i, depth)
	}
	r.End()
}

// code consumes the type code.
func (d *decoder) code(t Type) {
	o := d.r.Offset()
	d.r.Skip(1)
	d.r.Leaf(&fCode, o, span.EnumValue(int64(t), t.String()))
}

var numberFields = [...]*span.Field{Bool: &fBool, Int64: &fInt, Uint64: &fUint, Double: &fDouble}

// number reads the body of a type with a fixed width.
func (d *decoder) number(t Type) (n uint64) {
	r, f := d.r, numberFields[t]
	o := r.Offset()
	var shown span.Value
	switch t {
	case Bool:
		b := r.Ahead()
		if len(b) > 0 && b[0] > 1 {
			r.FailOwn(wire.BadValue, "invalid-bool", f, o, "00 or 01", "")
			return 0
		}
		if b = r.Take(f, 1, "1 byte"); b == nil {
			return 0
		}
		n = uint64(b[0])
		shown = span.BoolValue(n == 1)
	default:
		b := r.Take(f, 8, "8 bytes")
		if b == nil {
			return 0
		}
		n = binary.BigEndian.Uint64(b)
		switch t {
		case Int64:
			shown = span.IntValue(int64(n))
		case Uint64:
			shown = span.UintValue(n)
		default:
			if d.opt.LittleDoubles {
				n = binary.LittleEndian.Uint64(b)
			}
			shown = span.Float64Value(n)
		}
	}
	r.Leaf(f, o, shown)
	return n
}

// length reads the length of what f describes; it returns -1 after a failure.
func (d *decoder) length(f *span.Field) int {
	r := d.r
	b := r.Ahead()
	if len(b) >= 8 && b[0] >= 0x80 {
		r.FailOwn(wire.BadValue, "negative-length", &fLength, r.Offset(), "a length of 0 or more",
			strconv.FormatInt(int64(binary.BigEndian.Uint64(b)), 10))
		return -1
	}
	n := r.Uint64(&fLength)
	if r.OK() && n > uint64(r.Left()) {
		r.FailAt(wire.Truncated, f, r.Offset(), strconv.FormatUint(n, 10)+" bytes", plural(r.Left(), "byte"))
	}
	if !r.OK() {
		return -1
	}
	return int(n)
}

// text reads length and UTF-8.
func (d *decoder) text(f *span.Field) []byte {
	n := d.length(f)
	if n < 0 {
		return nil
	}
	return d.utf8(f, n)
}

// utf8 reads n bytes of UTF-8, which the input is known to have.
func (d *decoder) utf8(f *span.Field, n int) []byte {
	r := d.r
	b := r.Ahead()[:n:n]
	if bad := badtext.Index(b); bad >= 0 {
		r.FailOwn(wire.BadText, "invalid-utf8", f, r.Offset()+bad, "valid UTF-8", "")
		return nil
	}
	o := r.Offset()
	r.Skip(n)
	if r.Rec() == nil || n == 0 {
		return b
	}
	if m := r.Leaf(f, o, span.TextValue(b)); bytes.IndexByte(b, 0) >= 0 {
		m.Note("nul-in-string: upstream's strings end at U+0000")
	}
	return b
}

// count reads the count of a container whose items take at least size bytes.
func (d *decoder) count(size int) int {
	r := d.r
	b := r.Ahead()
	if len(b) >= 8 {
		n := int64(binary.BigEndian.Uint64(b))
		switch most := (len(b) - 8) / size; {
		case n < 0:
			r.FailOwn(wire.BadValue, "negative-count", &fCount, r.Offset(), "a count of 0 or more", strconv.FormatInt(n, 10))
		case n > int64(most):
			r.FailOwn(wire.BadValue, "count-exceeds-input", &fCount, r.Offset(),
				"at most "+strconv.Itoa(most)+" in "+plural(len(b)-8, "byte"), strconv.FormatInt(n, 10))
		}
	}
	return int(r.Uint64(&fCount))
}

func (d *decoder) array(i, depth int) {
	n := d.count(1)
	for k := 0; k < n && d.r.OK(); k++ {
		f, label := &fItem, ""
		if depth == 0 && k < len(d.items) && d.items[k] != nil {
			f = d.items[k]
		} else if d.r.Rec() != nil {
			if depth == 0 && d.set {
				f = &fSetItem
			}
			label = strconv.Itoa(k)
		}
		d.element(f, label, nil, depth+1)
	}
	d.v.Elements[i].Count, d.v.Elements[i].Size = n, len(d.v.Elements)-i-1
}

// rawPairMin is the size of the smallest entry: an empty raw key and a null.
const rawPairMin = 9

func (d *decoder) dictionary(i, depth int) {
	n := d.count(rawPairMin)
	seen := keySet{strict: !d.r.Lenient()}
	for k := 0; k < n && d.r.OK(); k++ {
		d.r.Begin(&fEntry)
		at := d.r.Offset()
		key := d.key()
		if !d.r.OK() {
			return
		}
		if d.r.Rec() != nil {
			d.r.Group().Label(string(key))
		}
		if seen.has(key) {
			if seen.strict {
				d.r.FailOwn(wire.NonCanonical, "duplicate-key", &fKeyText, at, "a key that the dictionary does not have yet",
					strconv.Quote(string(key)))
				return
			}
			d.r.Group().NonCanonical("duplicate-key: the dictionary has this key already")
		}
		d.element(&fContentOf, "", key, depth+1)
		d.r.End()
	}
	d.v.Elements[i].Count, d.v.Elements[i].Size = n, len(d.v.Elements)-i-1
}

// key reads a dictionary key; the first one determines how keys are stored.
func (d *decoder) key() []byte {
	r := d.r
	c, ok := r.Peek()
	if !ok {
		r.Fail(wire.Truncated, &fKeyText, "a key")
		return nil
	}
	kind := d.opt.Keys
	switch {
	case kind == TaggedKeys && c != byte(String):
		r.FailOwn(wire.BadHeader, "bad-key-prefix", &fKeyText, r.Offset(), "05, the type code of a string", "")
	case kind != AnyKeys:
	case c == 0:
		kind = RawKeys
	case c == byte(String):
		kind = TaggedKeys
	default:
		r.FailOwn(wire.BadHeader, "bad-key-prefix", &fKeyText, r.Offset(), "00 of a raw key or 05 of a tagged one", "")
	}
	if d.v.Keys != AnyKeys && kind != d.v.Keys {
		r.FailOwn(wire.BadHeader, "mixed-key-encoding", &fKeyText, r.Offset(), "a "+d.v.Keys.String()+" key like the first one",
			"a "+kind.String()+" key")
	}
	if !r.OK() {
		return nil
	}
	d.v.Keys = kind
	r.Begin(&fKeyText)
	if kind == TaggedKeys {
		d.code(String)
	}
	key := d.text(&fText)
	r.End()
	return key
}

// keySet finds repeated keys in constant time per key. Most dictionaries are small and need no
// map.
type keySet struct {
	strict bool
	n      int
	few    [8][]byte
	many   map[string]struct{}
}

// has adds the key to the set, and reports whether it was already there.
func (s *keySet) has(key []byte) bool {
	if s.many != nil {
		_, found := s.many[string(key)]
		s.many[string(key)] = struct{}{}
		return found
	}
	for _, k := range s.few[:s.n] {
		if bytes.Equal(k, key) {
			return true
		}
	}
	if s.n < len(s.few) {
		s.few[s.n] = key
		s.n++
		return false
	}
	s.many = map[string]struct{}{string(key): {}}
	for _, k := range s.few {
		s.many[string(k)] = struct{}{}
	}
	return false
}
