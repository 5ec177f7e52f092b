package implexus

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// scanKey finds rows by their keys: by kind, by the whole path or the beginning of it, and by the text after the path.
// Spec: docs/formats/implexus.md#how-it-is-read.
// Spec: docs/formats/implexus.md#how-it-is-read.
var scanKey = format.Scan{
	Fields: []format.ScanField{
		{Name: "kind", Doc: "which kind of row", Choices: keyKinds, Need: true},
		{Name: "path", Doc: "path of the entity; the rows below one are those whose path begins with it and a slash", Bounds: true},
		{Name: "label", Doc: "for typeidx: the type label", Bounds: true},
		{Name: "value", Doc: "for catl-group: the value that the group has", Bounds: true},
		{Name: "gram", Doc: "for idx-tri, idx-bi and idx-uni: the n-gram", Bounds: true},
		{Name: "doc", Doc: "for idx-doc: path of the document", Bounds: true},
	},
	Plan: planKey,
}

// keyKinds has the names of the kinds.
var keyKinds = kindNames()

func kindNames() (names []string) {
	for i := range shapes {
		names = append(names, shapes[i].name)
	}
	return names
}

// keyScan is a scan for keys of one kind.
type keyScan struct {
	format.Plan
	kind  Kind
	shape *shape
	front []byte // what all keys begin with, as far as given
	query *format.Query
}

func planKey(_ *format.Input, q *format.Query) (format.Plan, error) {
	name, _ := q.Fields.Member("kind").Text()
	i := slices.Index(keyKinds, name)
	if i < 0 {
		return format.Plan{}, format.RefuseUnknown("kind", "kind of key", name, keyKinds)
	}
	s := keyScan{Plan: format.Plan{Part: store.Key}, kind: Kind(i), shape: &shapes[i], query: q}
	s.front = []byte(s.shape.prefix)
	if err := s.check(); err != nil {
		return s.Plan, err
	}
	if err := s.plan(); err != nil {
		return s.Plan, err
	}
	if len(s.Prefix) > LMDBKeyMax {
		s.Notes = append(s.Notes, "the keys have "+strconv.Itoa(len(s.Prefix))+" bytes or more, and LMDB by default stores keys of at most "+
			strconv.Itoa(LMDBKeyMax)+": such a row is in no LMDB")
	}
	return s.Plan, nil
}

// check refuses members that keys of the kind do not have.
func (s *keyScan) check() error {
	if err := s.query.NoVersions(); err != nil {
		return err
	}
	if err := s.query.NoOffset(); err != nil {
		return err
	}
	known := []string{"path", s.shape.rest}
	if s.kind == TypeIndex {
		known = known[1:]
	} else if s.shape.rest == "" {
		known = known[:1]
	}
	has := func(name string) error {
		if slices.Contains(known, name) {
			return nil
		}
		return format.Contradict(name, "keys of the kind "+s.shape.name+" do not have it; they have "+strings.Join(known, " and "))
	}
	for i := range s.query.Fields.Len() {
		if name := s.query.Fields.Name(i); name != "kind" {
			if err := has(name); err != nil {
				return err
			}
		}
	}
	last := ""
	for _, b := range s.query.Bounds {
		if err := has(b.Name); err != nil {
			return err
		}
		if last != "" && last != b.Name {
			return format.Contradict(b.Name, "cannot be bounded beside "+last)
		}
		last = b.Name
	}
	return nil
}

// keyText returns a member's text, which does not include a terminator.
func keyText(name string, v value.Value) (string, error) {
	text, ok := v.Text()
	if !ok || !utf8.ValidString(text) {
		return "", format.Refuse(name, "expected a text, found "+v.Kind.String())
	}
	if strings.IndexByte(text, 0) >= 0 {
		return "", format.Refuse(name, "has U+0000, where texts of the database's program end")
	}
	return text, nil
}

// plan appends the given texts and bounds what follows.
func (s *keyScan) plan() error {
	if s.kind == TypeIndex {
		return s.last("label")
	}
	given, ok := s.query.Fields.Get("path")
	if !ok {
		return s.anyPath()
	}
	path, err := keyText("path", given)
	if err != nil {
		return err
	}
	if s.shape.marker == "" {
		return s.last("path")
	}
	s.front = append(append(s.front, path...), s.shape.marker...)
	if s.kind != CategoryMembers {
		s.choose(`path = ` + filterText(path))
		s.Meets = append(s.Meets, "the scan also meets the rows of paths that begin with "+strconv.Quote(path+s.shape.marker)+
			", if there are any, and rows whose path ends earlier: colons in keys are not escaped")
	}
	if s.shape.rest == "" {
		s.one(s.front)
		return nil
	}
	return s.last(s.shape.rest)
}

// anyPath plans without a whole path: for all keys of the kind, or for those whose path has the
// given beginning.
func (s *keyScan) anyPath() error {
	if s.shape.marker == "" {
		return s.last("path")
	}
	if s.shape.rest != "" {
		_, given := s.query.Fields.Get(s.shape.rest)
		if given || len(s.query.Bounds) > 0 && s.query.Bounds[0].Name == s.shape.rest {
			return format.Contradict(s.shape.rest, "the path comes before it in the key and is not given")
		}
	}
	begin := ""
	for _, b := range s.query.Bounds {
		if b.Op != format.Begins {
			return format.Contradict("path", "cannot be bounded with "+b.Op.String()+
				": a text follows it in the key, so that the keys are not in the order of their paths; what a path begins with is given with ^=")
		}
		var err error
		if begin, err = keyText("path", b.Value); err != nil {
			return err
		}
	}
	s.Seek(append(s.front, begin...))
	where := ""
	if begin != "" {
		where = "path ^= " + filterText(begin)
	}
	switch {
	case s.kind != CategoryMembers:
		s.choose(where)
		s.Meets = append(s.Meets, "the scan also meets the rows of other kinds whose keys begin with "+strconv.Quote(string(s.front[:len(s.shape.prefix)])))
	case strings.Contains(begin, ":"):
		s.Where = where
		s.Meets = append(s.Meets, "the scan also meets the row of a shorter path that together with "+s.shape.marker+" forms the beginning")
	}
	return nil
}

// choose selects the rows by kind, and by a further term.
func (s *keyScan) choose(term string) {
	s.Where = "kind = " + s.shape.name
	if term != "" {
		s.Where += " and " + term
	}
}

// last plans for the last text of the key, which is given, bounded, or open.
func (s *keyScan) last(name string) error {
	if given, ok := s.query.Fields.Get(name); ok {
		text, err := keyText(name, given)
		if err != nil {
			return err
		}
		s.one(append(s.front, text...))
		return nil
	}
	s.Seek(s.front)
	for _, b := range s.query.Bounds {
		text, err := keyText(name, b.Value)
		if err != nil {
			return err
		}
		first := append(slices.Clone(s.front), text...)
		next := afterKey(first)
		if b.Op == format.Begins {
			s.Prefix, next = first, order.After(first)
		}
		s.Bound(b.Op, format.Keys{First: first, Next: next}, order.Asc)
	}
	return nil
}

// one plans for a single key, which may be stored with a terminator.
func (s *keyScan) one(key []byte) { s.Prefix, s.Start, s.Stop = key, key, afterKey(key) }

// afterKey returns the first key that is after both a key and the same key with a terminator.
func afterKey(key []byte) []byte { return append(slices.Clone(key), 0, 0) }

// filterText returns a text quoted as the filter language requires.
func filterText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
