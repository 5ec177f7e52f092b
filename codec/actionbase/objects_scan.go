package actionbase

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// objectScans returns the scans that find the rows of an edge: the rows that its identity names, and the rows of its ends, some of
// which belong to the edge.
func objectScans(in *format.Input, kind string, identity value.Value) (scans []format.ObjectScan, err error) {
	code, err := parseCode(identity, "table", "tableCode")
	if err != nil {
		return nil, err
	}
	s := scan{query: &format.Query{Fields: identity}, kind: EdgeState}
	if err = s.modelled(in, code); err != nil {
		return nil, err
	}
	if _, err = tableOf(in, kind, code); err != nil {
		return nil, err
	}
	e := Edge{}
	e.Key.Table = code
	multi, err := s.identify(kind, &e)
	if err != nil {
		return nil, err
	}
	add := func(t RowType, where, note string, members ...value.Member) {
		if err != nil {
			return
		}
		q := format.Query{Fields: value.OfMembers(append(members, value.Member{Name: "tableCode", Value: numberOf(int64(code))})...)}
		var p format.Plan
		if p, err = planOf(t)(in, &q); err != nil {
			return
		}
		if where != "" {
			p.Where, p.Meets = where, []string{"the range has rows of all edges of this end"}
		}
		if note != "" {
			p.Notes = append(p.Notes, note)
		}
		scans = append(scans, format.ObjectScan{Record: recordNames[-t], Plan: p})
	}
	source, target := value.Member{Name: "source", Value: e.Key.Source.json()}, value.Member{Name: "target", Value: e.Key.Target.json()}
	add(EdgeState, "", "", source, target)
	if kind == vertexKind {
		return scans, err
	}
	add(EdgeLock, "", "", source, target)
	out, into, note := e.Key.Source, e.Key.Target, ""
	if multi {
		if out, into, err = s.realEnds(); err != nil {
			return nil, err
		}
		if out.Kind == Null || into.Kind == Null {
			note = "rows of a multi-edge other than its state are keyed by where it comes from and goes to: give _source and _target, which are properties of the state"
		}
	}
	for _, d := range [...]Direction{Out, In} {
		directed, other := out, e.Key.Target
		if d == In {
			if directed = into; !multi {
				other = e.Key.Source
			}
		}
		if directed.Kind != Null {
			s.ofEnd(d, &directed, &other, add)
		}
	}
	if note != "" && len(scans) > 0 {
		scans[0].Plan.Notes = append(scans[0].Plan.Notes, note)
	}
	return scans, err
}

// ofEnd adds the scans for the rows of one end in one direction: with a model, one scan for each index, group and cache; without
// one, one scan for each kind of row.
func (s *scan) ofEnd(d Direction, directed, other *Value, add func(RowType, string, string, ...value.Member)) {
	members := []value.Member{{Name: "directedSource", Value: directed.json()}, {Name: "direction", Value: value.Of(d.String())}}
	named := func(member, name string) []value.Member {
		return append(slices.Clip(members), value.Member{Name: member, Value: value.Of(name)})
	}
	const many = "the numbers are of all edges of this end; this one adds its share"
	ofIndex, ofCache := among(EdgeIndex, other), among(EdgeCache, other)
	t := s.table
	if t == nil {
		add(EdgeIndex, ofIndex, "", members...)
		add(EdgeCount, "", many, members...)
		add(EdgeGroup, "", many, members...)
		add(EdgeCache, ofCache, "", members...)
		return
	}
	if slices.Contains(t.Directions, d) {
		for i := range t.Indexes {
			x, where := named("index", t.Indexes[i].Name), ofIndex
			if len(t.Indexes[i].Fields) == 0 { // the key ends with the target
				x, where = append(x, value.Member{Name: "directedTarget", Value: other.json()}), ""
			}
			add(EdgeIndex, where, "", x...)
		}
		add(EdgeCount, "", many, members...)
	}
	for i := range t.Groups {
		if g := &t.Groups[i]; g.Name != groupCounter && slices.Contains(g.Directions, d) {
			add(EdgeGroup, "", many, named("group", g.Name)...)
		}
	}
	for i := range t.Caches {
		if slices.Contains(t.Directions, d) {
			add(EdgeCache, ofCache, "", named("cache", t.Caches[i].Name)...)
		}
	}
}

// among returns the filter for rows that end with a target. It compares both text and bytes: values of other types can have the
// same text, and the bytes alone can be the end of another text.
func among(t RowType, target *Value) string {
	part := "row"
	if t == EdgeCache {
		part = "qualifier"
	}
	b, err := AppendValue(nil, target, order.Asc)
	if err != nil {
		return ""
	}
	text := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(target.String())
	return `record = ` + recordNames[-t] + ` and directedTarget = "` + text + `" and ` + part + ` ~ ` + hexText(b) + `$`
}

// identify reads the ends of the state row: given directly, as an edge id, or as the id of a multi-edge or vertex.
func (s *scan) identify(kind string, e *Edge) (multi bool, err error) {
	read := func(name, like string, to *Value) error {
		v, err := typed(s.query.Fields.Member(name), name, s.vertexType(like), true)
		if err == nil {
			err = to.parse(v, name)
		}
		return err
	}
	text, cursor := s.query.Fields.Member("edgeId").Text()
	ends := s.has("source") || s.has("target")
	switch {
	case s.has("id") && (ends || cursor), cursor && ends:
		return false, format.Contradict("id", "an edge is identified by source and target, by id, or by edgeId")
	case kind == vertexKind:
		e.Key.Target = vertexTarget
		return false, read("id", "source", &e.Key.Source)
	case s.has("id"):
		if t := s.table; t != nil && !t.Multi {
			return false, format.Contradict("id", t.Name+" is, by the model, not a table of multi-edges; its edges have source and target")
		}
		err = read("id", "target", &e.Key.Source)
		e.Key.Target = e.Key.Source
		return true, err
	case cursor:
		b, err := DecodeCursor([]byte(text))
		n := 0
		if err == nil {
			n, _, err = ConsumeValue(b, &e.Key.Source)
		}
		if err == nil {
			_, err = DecodeValue(b[n:], &e.Key.Target)
		}
		if err != nil {
			return false, refuse("edgeId", err.Error())
		}
	default:
		if err = read("source", "source", &e.Key.Source); err == nil {
			err = read("target", "target", &e.Key.Target)
		}
	}
	return s.table != nil && s.table.Multi || s.table == nil && s.has("_source"), err
}

// realEnds reads where a multi-edge comes from and goes to; an end that is not given is null.
func (s *scan) realEnds() (source, target Value, err error) {
	for i, name := range [...]string{"_source", "_target"} {
		if !s.has(name) || err != nil {
			continue
		}
		kind, to := "", &source
		if i == 1 {
			to = &target
		}
		if s.table != nil {
			kind = s.fieldType(name)
		}
		var v value.Value
		if v, err = typed(s.query.Fields.Member(name), name, kind, true); err == nil {
			err = to.parse(v, name)
		}
	}
	return source, target, err
}

// json returns v as {"type","value"}.
func (v *Value) json() value.Value {
	var w value.Writer
	v.write(&w)
	parsed, _ := value.Parse(w.Buf)
	return parsed
}

func numberOf(n int64) value.Value {
	v, _ := value.Parse([]byte(itoa(n)))
	return v
}
