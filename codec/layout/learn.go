package layout

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/orderedbytes"
	"github.com/rowlens/rowlens/codec/value"
)

// Learnt is a layout that keys suggest, with the reasons: one for each item, in words.
type Learnt struct {
	Layout   *Layout
	Evidence []string
	gaps     int // items about which nothing is known
	bits     int // how unlikely it is that the keys fit by chance
}

// Limits of what is examined.
const (
	learnLeast = 3    // keys
	learnMost  = 256  // keys
	learnLong  = 4096 // bytes per key
)

// Learn returns layouts that fit all keys, the one with the most evidence first, or none if the bytes show nothing.
func Learn(keys [][]byte) (list []Learnt, err error) {
	keys = slices.Clone(keys[:min(len(keys), learnMost)])
	differ := keys[:0:0]
	for _, k := range keys {
		if len(k) > learnLong {
			return nil, format.Refuse("keys", "expected keys of at most "+itoa(learnLong)+" bytes")
		}
		if !slices.ContainsFunc(differ, func(o []byte) bool { return bytes.Equal(o, k) }) {
			differ = append(differ, k)
		}
	}
	if len(differ) < learnLeast {
		return nil, format.Refuse("keys", "expected at least "+itoa(learnLeast)+" keys that differ, better ten, found "+itoa(len(differ)))
	}
	for _, typed := range [...]bool{true, false} {
		x := learner{keys: differ, places: make([]int, len(differ)), typed: typed}
		x.learn()
		l, err := Parse(x.line)
		if err != nil || x.bits == 0 || !l.reads(differ) || len(list) > 0 && list[0].Layout.line == l.line {
			continue
		}
		list = append(list, Learnt{l, x.why, x.gaps, x.bits})
	}
	if len(list) == 2 && cmp.Or(list[0].gaps-list[1].gaps, list[1].bits-list[0].bits) > 0 {
		list[0], list[1] = list[1], list[0]
	}
	return list, nil
}

// reads reports whether the layout reads all keys with correct hashes.
func (l *Layout) reads(keys [][]byte) bool {
	in, s := format.Input{}, &Schema{[]string{""}, []*Layout{l}}
	in.Schema = s
	for _, k := range keys {
		in.Entry.Reset()
		in.Entry.Add("row", k)
		if decodeKey(&in, nil, nil) != nil || in.Doubtful {
			return false
		}
	}
	return true
}

// learner goes through all keys at the same time.
type learner struct {
	keys   [][]byte
	places []int // offset in each key up to which it is explained
	typed  bool  // look for values of OrderedBytes
	line   string
	why    []string
	bits   int
	gaps   int
	named  map[string]int
}

// left returns the minimum number of unexplained bytes of a key.
func (x *learner) left() int {
	n := learnLong
	for i, k := range x.keys {
		n = min(n, len(k)-x.places[i])
	}
	return n
}

// done reports whether all keys are explained to their ends.
func (x *learner) done() bool {
	return x.sum(x.sizes(0)) == 0
}

// sizes returns how many bytes each key has left, minus less.
func (x *learner) sizes(less int) []int {
	list := make([]int, len(x.keys))
	for i, k := range x.keys {
		list[i] = len(k) - x.places[i] - less
	}
	return list
}

// at returns n bytes of key i, skip bytes after its place.
func (x *learner) at(i, skip, n int) []byte {
	from := x.places[i] + skip
	return x.keys[i][from : from+n]
}

// say adds an item with its evidence, and moves on.
func (x *learner) say(name, item, why string, bits int, sizes []int) {
	label := item
	if name != "" {
		if x.named == nil {
			x.named = map[string]int{}
		}
		if x.named[name]++; x.named[name] > 1 {
			name += itoa(x.named[name])
		}
		label, item = name, name+":"+item
	}
	if x.line != "" {
		x.line += " "
	}
	x.line += item
	x.why = append(x.why, label+": "+why)
	if x.bits += bits; bits == 0 {
		x.gaps++
	}
	for i := range sizes {
		x.places[i] += sizes[i]
	}
}

func (x *learner) all() string { return " in all " + itoa(len(x.keys)) + " keys" }

func (x *learner) learn() {
	x.salt()
	for !x.done() {
		n := x.left()
		if n == 0 {
			x.say("rest", "bytes", "not in every key, without a pattern", 0, x.sizes(0))
			return
		}
		if x.typed && x.value() || x.number() || x.same() || x.text() {
			continue
		}
		gap := 1
		for ; gap < n && x.find(gap).line == ""; gap++ {
		}
		if gap == n {
			x.say("rest", "bytes", "without a pattern", 0, x.sizes(0))
			return
		}
		x.say("data", "bytes("+itoa(gap)+")", "without a pattern", 0, filled(gap, len(x.keys)))
	}
}

// value looks for a value of OrderedBytes with the same header in all keys.
func (x *learner) value() bool {
	var sizes []int
	var v orderedbytes.OrderedValue
	name, whole, shown := "", 0, true
	for i, k := range x.keys {
		n, err := orderedbytes.ConsumeValue(k[x.places[i]:], &v)
		t := v.Value.Type
		if err != nil || t < orderedbytes.Int8 || t > orderedbytes.Text {
			return false
		}
		if sizes = append(sizes, n); t == orderedbytes.Text || n > 4 {
			whole++
		}
		shown = shown && visible(x.at(i, 0, n))
		if i == 0 {
			name = t.String()
		} else if name != t.String() {
			name = ""
		}
	}
	// A header and a byte or two may be chance, unless the previous values are typed too. So are digits that begin with the
	// header of a number.
	if shown || whole < len(x.keys) && x.named["value"] == 0 {
		return false
	}
	if name == "" {
		x.say("value", "ob", "reads as OrderedBytes, with the header of its type"+x.all(), 4*len(x.keys), sizes)
	} else {
		x.say("value", "ob("+name+")", "reads as OrderedBytes, with the header of "+name+x.all(), 8*len(x.keys), sizes)
	}
	return true
}

// ends are bytes that may end a text.
const ends = "\x00\x01\x1f|:/#!;,_-."

// text looks for visible text that ends, in all keys, with the same byte, with the key, or with a time at the end.
func (x *learner) text() bool {
	sizes := x.sizes(8)
	if x.visible(sizes) {
		places := slices.Clone(x.places)
		for i := range sizes {
			x.places[i] += sizes[i]
		}
		f := x.find(0)
		if x.places = places; f.name == "at" {
			x.say("text", "str", "visible text"+x.all()+", up to a time at the end", x.sum(sizes), sizes)
			return true
		}
	}
	for _, end := range []byte(ends) {
		for i := range x.keys {
			sizes[i] = bytes.IndexByte(x.keys[i][x.places[i]:], end)
		}
		if !x.visible(sizes) {
			continue
		}
		bits := x.sum(sizes) + 2*len(sizes)
		for i := range sizes {
			sizes[i]++
		}
		x.say("text", "str(.."+spelled([]byte{end})+")", "visible text, then "+spelled([]byte{end})+x.all(), bits, sizes)
		return true
	}
	if sizes = x.sizes(0); !x.visible(sizes) {
		return false
	}
	x.say("text", "str", "visible text to the end"+x.all(), x.sum(sizes), sizes)
	return true
}

func (x *learner) sum(sizes []int) (n int) {
	for _, size := range sizes {
		n += size
	}
	return n
}

// visible reports whether the next bytes of each key, as many as sizes says, are visible text that is not the same in all keys.
func (x *learner) visible(sizes []int) bool {
	for i, n := range sizes {
		if n < 1 || !visible(x.at(i, 0, n)) {
			return false
		}
	}
	return x.sum(sizes) >= 2*len(sizes) && x.differ(sizes)
}

func (x *learner) differ(sizes []int) bool {
	for i, n := range sizes {
		if !bytes.Equal(x.at(i, 0, n), x.at(0, 0, sizes[0])) {
			return true
		}
	}
	return false
}

func visible(b []byte) bool {
	s := string(b)
	for i, r := range s {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\ufffd' && s[i] != 0xef {
			return false
		}
	}
	return true
}

// same looks for bytes that all keys have in common. If text follows, letters and digits at the end belong to it.
func (x *learner) same() bool {
	n, most := 0, x.left()
	for ; n < most && x.find(n).line == ""; n++ {
		c := x.at(0, n, 1)[0]
		if !x.common(n, c) {
			break
		}
	}
	if b := x.at(0, 0, n); n < most && visible(x.at(0, n, 1)) {
		for n > 0 && (b[n-1]|0x20 >= 'a' && b[n-1]|0x20 <= 'z' || b[n-1] >= '0' && b[n-1] <= '9') {
			n--
		}
	}
	if n == 0 {
		return false
	}
	x.say("", spelled(x.at(0, 0, n)), "the same"+x.all(), 2*n, filled(n, len(x.keys)))
	return true
}

func (x *learner) common(skip int, c byte) bool {
	for i := range x.keys {
		if x.at(i, skip, 1)[0] != c {
			return false
		}
	}
	return true
}

// spelled returns a literal as a line writes it.
func spelled(b []byte) string {
	if visible(b) {
		return string(value.AppendQuoted(nil, string(b)))
	}
	return "0x" + string(value.AppendHex(nil, b))
}

// deriveLearnt answers with the layouts that given.keys suggest.
func deriveLearnt(in *format.Input, w *value.Writer) error {
	var keys [][]byte
	for _, v := range in.Given.Member("keys").Items() {
		b, ok := v.Hex()
		if !ok {
			return format.Expect(false, "keys", "a list of keys as hex", v)
		}
		keys = append(keys, b)
	}
	list, err := Learn(keys)
	if err != nil {
		return err
	}
	w.Object()
	w.Key("layouts")
	w.Array()
	for i := range list {
		w.Object()
		w.Member("layout").String(list[i].Layout.line)
		w.Key("evidence")
		w.Strings(list[i].Evidence)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return nil
}
