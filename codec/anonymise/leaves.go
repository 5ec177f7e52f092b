package anonymise

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// kind is how a member is replaced.
type kind uint8

const (
	keep     kind = iota // it is not
	asWhole              // a whole number of 64 bits
	asReal               // a number that may have a fraction
	asDigits             // a number of any size
	asText
	asJSON   // a text that is JSON
	asBytes  // hex
	asBase64 // bytes as base64url
	asTime   // a time, as a number or a date
	asClock  // a value of a hybrid logical clock
	asRanges // hex or text of several nodes, some of which are replaced
)

// leaf is a text or number in the fields of a row.
type leaf struct {
	at    string // its path, for programs
	title string
	v     value.Value
	kind  kind
	why   string // why it is kept: "name", "time", "check" or "code"
	// loose is set if no byte is known to belong to the member alone: it may follow from others, or be one of a closed set.
	loose   bool
	ranges  []span.Node // for asRanges: what is replaced, by offsets into the bytes
	plain   bool        // for asRanges: the bytes are given as text, not hex
	names   []string    // for asJSON: of members that are kept
	follows bool        // from other members: the record is the same without it
	fixed   bool        // the record turned out not to allow a change
}

// leaves walks over the texts and numbers of fields, in order. It returns the fields with each replaced by what f
// returns, without those for which f returns false.
func leaves(v value.Value, at string, f func(at string, v value.Value) (value.Value, bool)) (value.Value, bool) {
	switch v.Kind {
	case value.Object:
		list := make([]value.Member, 0, v.Len())
		for i := range v.Len() {
			if to, ok := leaves(v.At(i), at+"."+v.Name(i), f); ok {
				list = append(list, value.Member{Name: v.Name(i), Value: to})
			}
		}
		return value.OfMembers(list...), true
	case value.Array:
		list := make([]value.Value, 0, v.Len())
		for i := range v.Len() {
			if to, ok := leaves(v.At(i), at+"["+strconv.Itoa(i)+"]", f); ok {
				list = append(list, to)
			}
		}
		return value.OfList(list...), true
	case value.String, value.Number:
		return f(at, v)
	}
	return v, true
}

// explained maps members to the nodes of a tree.
type explained struct {
	tree  *span.Tree
	node  map[string]int
	name  map[string]bool // members next to codes that have their names
	words []string        // texts of codes and separators
	also  Options
}

// wordsMax limits the words of the format that are kept for a row.
const wordsMax = 100

// explain finds the member of each node of a tree.
func explain(t *span.Tree, also Options) explained {
	x := explained{t, map[string]int{}, map[string]bool{}, nil, also}
	paths := t.Paths()
	for i := range t.Nodes {
		switch n := &t.Nodes[i]; n.Field.Role {
		case span.RoleCode, span.RoleStructure:
			if w := string(n.Value.Bytes); w != "" && len(x.words) < wordsMax && !slices.Contains(x.words, w) {
				x.words = append(x.words, w)
			}
		}
		at := spelled(paths.Of(i))
		if at == "" {
			continue
		}
		if old, ok := x.node[at]; !ok || t.Nodes[old].Value.Kind <= span.Null {
			x.node[at] = i
		}
		x.name[spelled(paths.OfName(i))] = true
	}
	return x
}

// spelled returns a path as text.
func spelled(path []span.Segment) string {
	var b strings.Builder
	for _, s := range path {
		if s.Name != "" {
			b.WriteString("." + s.Name)
		} else {
			b.WriteString("[" + strconv.Itoa(s.Index) + "]")
		}
	}
	return b.String()
}

// worded reports whether a text is a code, or part of one: "props" in the prefix "props:".
func (x explained) worded(text string) bool {
	return text != "" && slices.ContainsFunc(x.words, func(w string) bool { return strings.Contains(w, text) })
}

// of finds the node of a member, or the node that contains it.
func (x explained) of(at string) (node int, own bool) {
	for path := at; path != ""; {
		if i, ok := x.node[path]; ok {
			return i, path == at
		}
		path = path[:strings.LastIndexAny(path, ".[")]
	}
	return -1, false
}

// grammar are the members, in the typed values of all formats, that say what other members are.
var grammar = []string{"type", "order", "class", "bits"}

// leaf says how a member is replaced.
func (x explained) leaf(at string, v value.Value) leaf {
	last := at[strings.LastIndexAny(at, ".[")+1:]
	l := leaf{at: at, v: v, title: inWords(last)}
	node, own := x.of(at)
	if text, ok := v.Text(); x.name[at] || ok && !own && x.worded(text) {
		l.why, l.loose = "name", true
		return l
	}
	i, plain := x.spelled(at, v, node, own)
	if i >= 0 {
		l.plain = plain
		x.bytes(&l, i)
		return l
	}
	if !own {
		l.loose = true
		if slices.Contains(grammar, last) {
			return l
		}
		if node < 0 || x.tree.Nodes[node].Field.Role != span.RoleCode {
			l.kind = unexplained(v)
		}
		return l
	}
	x.explained(&l, node)
	return l
}

// entitle gives a member the title that people see at its node.
func (l *leaf) entitle(n *span.Node) {
	if l.title = n.Label; l.title == "" {
		l.title = n.Field.Heading()
	}
}

// explained sets how a member is replaced whose bytes are a node.
func (x explained) explained(l *leaf, node int) {
	n := &x.tree.Nodes[node]
	l.entitle(n)
	_, isText := l.v.Text()
	switch n.Value.Kind {
	case span.Bool, span.Null, span.Enum:
		l.why = "code"
		return
	case span.Hash:
		if l.why = "code"; x.also.Names {
			l.kind, l.why = asWhole, "name" // a hash of a name is the name to whoever guesses it
		}
		return
	}
	_, time := n.Time()
	switch role := n.Field.Role; {
	case role == span.RoleCheck:
		l.why = "check"
		return
	case role == span.RoleCode, role == span.RoleStructure, role == span.RoleVersion && textual(n):
		if l.why = "code"; isText && textual(n) {
			x.named(l, role)
		}
		return
	case n.Value.Kind == span.Millis, role == span.RoleVersion,
		time && role != span.RoleIdentity && role != span.RoleTarget:
		x.time(l, n)
		return
	}
	if l.kind = kindOf(n, l.v); l.kind == asWhole && isText && !numeral(l.v) {
		x.time(l, n) // a number that is shown as a date, or a time of day
	}
}

// textual reports whether a node has a text rather than a number.
func textual(n *span.Node) bool { return n.Value.Kind == span.Text || n.Value.Kind == span.JSON }

// named keeps a name, unless it is to be replaced too.
func (x explained) named(l *leaf, role span.Role) {
	if l.why = "name"; x.also.Names && role == span.RoleCode {
		l.kind = asText
	}
}

// time keeps a time, unless it is to be replaced too.
func (x explained) time(l *leaf, n *span.Node) {
	l.why = "time"
	if !x.also.Times {
		return
	}
	l.kind = asTime
	if text := textOf(l.v); n.Value.Kind == span.Millis && numeral(l.v) {
		v := hlc.Version(bitsOf(text))
		if physical := hlc.Maryk.Physical(v); physical > 0 && physical == n.Value.Num {
			l.kind = asClock
		}
	}
}

// kindOf says how the value of a node is replaced.
func kindOf(n *span.Node, v value.Value) kind {
	switch n.Value.Kind {
	case span.Int, span.Uint:
		return asWhole
	case span.Float64, span.Float32:
		return asReal
	case span.Decimal:
		return asDigits
	case span.JSON:
		return asJSON
	case span.Text:
		return asText
	case span.Bytes:
		b, isHex := v.Hex()
		switch own := string(n.Value.Bytes); {
		case (!isHex || string(b) != own) && own != "" && own == string(fromBase64(textOf(v))):
			return asBase64
		case isHex:
			return asBytes
		}
	}
	return unexplained(v)
}

// fromBase64 returns the bytes of a base64url text, nil if it is not one.
func fromBase64(text string) []byte {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil
	}
	return b
}

// numeral reports whether a text is a whole number.
func numeral(v value.Value) bool {
	k := unexplained(v)
	return k == asWhole || k == asDigits
}

// unexplained returns how a member is replaced if only its value is known.
func unexplained(v value.Value) kind {
	text, isText := v.Text()
	if !isText {
		text = v.Raw()
	}
	if rest := strings.TrimPrefix(text, "-"); rest != "" && strings.Trim(rest, "0123456789") == "" {
		if _, _, ok := whole(text); ok || len(rest) < 3 {
			return asWhole
		}
		return asDigits
	}
	switch {
	case !isText:
		return asReal
	case fractional(text) || figures(text):
		return asDigits
	}
	return asText
}

// figures reports whether a text has only numbers, such as the two of a place on Earth.
func figures(text string) bool {
	return strings.Trim(text, "0123456789.,-") == "" && strings.ContainsAny(text, "0123456789")
}

// spelled finds the node whose bytes a member holds, in hex or, for several fields, as text. It is the member's own
// node or, if it has none, one that belongs to no other member; or -1.
func (x explained) spelled(at string, v value.Value, node int, own bool) (found int, plain bool) {
	text, _ := v.Text()
	b, ok := v.Hex()
	stored := func(n *span.Node) string { return string(x.tree.Sources[n.Src].Bytes[n.Start:n.End]) }
	switch {
	case text == "":
		return -1, false
	case !own && strings.LastIndexAny(at, ".[") > 0:
		return -1, false // below the fields of the record itself, formats do not write bytes of several fields
	case !own:
		return slices.IndexFunc(x.tree.Nodes, func(n span.Node) bool { return ok && string(b) == stored(&n) }), false
	}
	n := &x.tree.Nodes[node]
	if n.Value.Kind == span.None && text == stored(n) {
		return node, true
	}
	if ok && string(b) == stored(n) {
		return node, false
	}
	return -1, false
}

// spelt returns the bytes of a member.
func (l *leaf) spelt() []byte {
	if text, _ := l.v.Text(); l.plain {
		return []byte(text)
	}
	b, _ := l.v.Hex()
	return b
}

// bytes sets how a member is replaced that holds the bytes of a node: those that are data, but not those that say how to read them.
func (x explained) bytes(l *leaf, node int) {
	nodes, n := x.tree.Nodes, &x.tree.Nodes[node]
	l.entitle(n)
	time := int32(-1) // the parts of a time are kept
	for i := node; i < len(nodes) && nodes[i].Src == n.Src && (i == node || nodes[i].Parent >= int32(node)); i++ {
		c := nodes[i]
		if time >= 0 && c.Parent >= time {
			continue
		}
		if time = -1; c.Value.Kind == span.Millis {
			if time = int32(i); !x.also.Times {
				continue
			}
			c.Start, c.End = c.Start-n.Start, c.End-n.Start
			l.ranges = append(l.ranges, c)
			continue
		}
		inner := i+1 < len(nodes) && nodes[i+1].Parent == int32(i)
		if inner || c.End == c.Start || !x.data(&c) {
			continue
		}
		c.Start, c.End = c.Start-n.Start, c.End-n.Start
		l.ranges = append(l.ranges, c)
	}
	if l.kind, l.why = asRanges, ""; len(l.ranges) == 0 {
		l.kind, l.why = keep, "code"
	}
}

// data reports whether a node holds data rather than a time or what says how to read data.
func (x explained) data(n *span.Node) bool {
	switch n.Value.Kind {
	case span.Bool, span.Null, span.Enum, span.Hash, span.Millis:
		return false
	}
	_, time := n.Time()
	switch n.Field.Role {
	case span.RoleIdentity, span.RoleTarget:
		return true
	case span.RoleValue, span.RoleSort:
		return !time || x.also.Times
	}
	return false
}

// inWords returns a member's name in words, "storedValue" as "stored value".
func inWords(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '_':
			b.WriteByte(' ')
		case c >= 'A' && c <= 'Z' && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z':
			b.WriteByte(' ')
			b.WriteByte(c + 'a' - 'A')
		case c == ']':
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
