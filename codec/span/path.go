package span

import (
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// Segment is one step of the path to a member: into an object by name or, if Name is empty, into a
// list by index. No member of any format has an empty name.
type Segment struct {
	Name  string
	Index int
}

// How the nodes below a group relate to its member.
const (
	below    = 0   // there are no members below the node: it is one itself
	inObject = ':' // they are members of it, as at the root of the fields
	inValue  = '=' // the member called value is the group's own value
	inList   = '*' // those that have a member are its items
)

// noMember is the Member of a node that is not a member and has no members below it.
const noMember = "-"

// labelled is the path of a member that is named by the label of its node.
const labelled = "#"

// member is a parsed Member: the path of the group, how nodes below relate to it, and the path of
// the node's own value inside it.
type member struct {
	path string
	rule byte
	own  string
}

func parseMember(s string) member {
	s, _, _ = strings.Cut(s, "|")
	if i := strings.IndexAny(s, ":=*"); i >= 0 {
		return member{s[:i], s[i], s[i+1:]}
	}
	return member{path: s}
}

// Paths maps the nodes of a tree to members of the fields. It is made only when a tree is written,
// so it costs decoding nothing.
type Paths struct {
	t    *Tree
	nth  []int32 // for a node that is an item of a list: its index
	room []Segment
}

// Paths returns the mapping from nodes to members.
func (t *Tree) Paths() *Paths {
	p := &Paths{t: t, nth: make([]int32, len(t.Nodes))}
	last := make([]int32, len(t.Nodes)) // for a node with items: the last of them so far, or 0
	for i := range t.Nodes {
		n := &t.Nodes[i]
		list, ok := p.listOf(n)
		if !ok || n.Parent < 0 {
			continue
		}
		if before := last[n.Parent]; before > 0 {
			if same, _ := p.listOf(&t.Nodes[before]); same == list {
				p.nth[i] = p.nth[before] + 1
			}
		}
		last[n.Parent] = int32(i)
	}
	return p
}

// listOf names the list that contains a node as an item.
func (p *Paths) listOf(n *Node) (string, bool) {
	if n.Field.Member == "" {
		return "", false
	}
	if up := p.up(n); up >= 0 && parseMember(p.t.Nodes[up].Field.Member).rule == inList {
		return "", true
	}
	name, _, ok := strings.Cut(n.Field.Member, "[]")
	return name, ok
}

// up returns the node that contains another: its parent or, for the root of a derived source, the
// node that the bytes were derived from. Of returns the path of the member for node i, or nil if it
// has none. The path is valid until the next call.
func (p *Paths) up(n *Node) int32 {
	if n.Parent >= 0 {
		return n.Parent
	}
	return p.t.Sources[n.Src].Node
}

// Of returns the path of the member for node i, or nil if it has none. It is valid until the next
// call.
func (p *Paths) Of(i int) []Segment {
	n := &p.t.Nodes[i]
	if n.Field.Member == "" || p.t.Joined {
		return nil
	}
	path, rule, ok := p.group(p.room[:0], int32(i))
	p.room = path
	if !ok {
		return nil
	}
	if own := parseMember(n.Field.Member).own; rule == inObject && n.Value.Kind > Null {
		path = p.appendNames(path, own, int32(i))
	}
	p.room = path
	return path
}

// OfName returns the path of the sibling of node i's member that holds the name of the code, or
// nil. The fields have that sibling only if the name is known.
func (p *Paths) OfName(i int) []Segment {
	_, name, _ := strings.Cut(p.t.Nodes[i].Field.Member, "|")
	if name == "" {
		return nil
	}
	path := p.Of(i)
	if len(path) > 0 {
		path[len(path)-1] = Segment{Name: name}
	}
	return path
}

// group appends the path of the object, value or list that node i is or is in, and returns how
// nodes below relate to it. It returns false below a node that is itself a member.
func (p *Paths) group(dst []Segment, i int32) (path []Segment, rule byte, ok bool) {
	if i < 0 {
		return dst, inObject, true
	}
	n := &p.t.Nodes[i]
	dst, rule, ok = p.group(dst, p.up(n))
	if !ok || n.Field.Member == "" {
		return dst, rule, ok
	}
	if rule == below {
		return dst, rule, false
	}
	m := parseMember(n.Field.Member)
	if m.path == noMember {
		return dst, rule, false
	}
	if rule == inList {
		dst, rule = append(dst, Segment{Index: int(p.nth[i])}), inValue
	}
	if rule == inValue {
		rest, isValue := strings.CutPrefix(m.path, "value")
		own := m.path == labelled // it appears there without its name
		if own {
			rest = ""
		}
		if m.path = strings.TrimPrefix(rest, "."); !isValue && !own {
			return dst, rule, false
		}
		if m.rule == inObject && m.own == "value" && !own { // its object contains nothing but the value
			m.rule = inValue
		}
	}
	return p.appendNames(dst, m.path, i), m.rule, true
}

// appendNames appends a path as a legend writes it: names joined by dots, digits for an index that
// is always the same, [] for the index of the node itself.
func (p *Paths) appendNames(dst []Segment, path string, i int32) []Segment {
	for path != "" {
		name, rest, _ := strings.Cut(path, ".")
		path = rest
		name, item := strings.CutSuffix(name, "[]")
		switch {
		case name == "@":
			dst = append(dst, Segment{Name: p.t.Sources[p.t.Nodes[i].Src].Name})
		case name == labelled:
			dst = append(dst, Segment{Name: p.t.Nodes[i].Label})
		case name == "0" || name == "1":
			dst = append(dst, Segment{Index: int(name[0] - '0')})
		case name != "":
			dst = append(dst, Segment{Name: name})
		}
		if item {
			dst = append(dst, Segment{Index: int(p.nth[i])})
		}
	}
	return dst
}

// writePath writes a path, if there is one, as a list of names and indices.
func writePath(w *value.Writer, key string, path []Segment) {
	if len(path) == 0 {
		return
	}
	w.Key(key)
	w.Array()
	for _, s := range path {
		if s.Name != "" {
			w.String(s.Name)
		} else {
			w.Int(int64(s.Index))
		}
	}
	w.EndArray()
}
