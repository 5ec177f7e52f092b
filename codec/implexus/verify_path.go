package implexus

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/shuffle"
)

// parentOf splits a path into its parent and its name; ok is false for the root and for paths
// without a name.
func parentOf(path []byte) (parent, name string, ok bool) {
	i := bytes.LastIndexByte(path, '/')
	if i < 0 || i == len(path)-1 {
		return "", "", false
	}
	return string(path[:max(i, 1)]), string(path[i+1:]), true
}

// checkPath checks the entity and the configurations of a path, tells its parent and its document
// about it, and answers those who ask whether there is an entity.
func (c *check) checkPath() {
	path := bytes.Clone(c.group.Key[1:])
	var asking [][]byte
	rows := c.rows(func(order, _ []byte) { asking = append(asking, bytes.Clone(order[1:])) })
	var entity *row
	for _, r := range rows {
		c.decode(r)
		if r.key.Kind == EntityKey {
			entity = r
			c.tellDocument(r, path)
		}
	}
	for _, r := range rows {
		if r.key.Kind != EntityKey {
			c.configure(r, entity)
		}
	}
	if entity == nil {
		return
	}
	c.answerPaths(asking, path, roundDocument)
	if parent, name, ok := parentOf(path); ok {
		c.expect(keyOf(ChildrenKey, parent, ""), []byte(name), always)
	}
	if entity.failure == "" && entity.value.entity.TypeCode == EntityContainer {
		c.expect(keyOf(ChildrenKey, string(path), ""), nil, membership{})
	}
}

// What an entity tells the document of its path begins with one of these.
const (
	entityUnknown = iota
	entityRead    // followed by its code and label
)

func (c *check) tellDocument(r *row, path []byte) {
	b := append(c.payload[:0], entityUnknown)
	if r.failure == "" {
		b[0] = entityRead
		b = shuffle.AppendField(shuffle.AppendField(b, strconv.AppendInt(nil, r.value.entity.TypeCode, 10)), r.value.entity.Label.Bytes)
	}
	c.payload = b
	c.group.Send(c.to(roundDocument, groupPath, path, orderMessage, r.stored), b)
}

// document is a path with properties.
type document struct {
	path    []byte
	label   string // empty if there is none
	unknown bool   // the entity row does not decode, so the label is unknown
	props   *Value // nil if they cannot be decoded
}

// checkDocument checks whether the entity of a path and its properties agree, and tells the sets
// and indexes that it belongs to.
func (c *check) checkDocument() {
	d := document{path: bytes.Clone(c.group.Key[1:])}
	type entity struct{ stored, said []byte }
	var entities []entity
	rows := c.rows(func(order, payload []byte) {
		entities = append(entities, entity{bytes.Clone(order[1:]), bytes.Clone(payload)})
	})
	for _, e := range entities {
		if d.unknown = e.said[0] == entityUnknown; d.unknown {
			continue
		}
		code, rest := shuffle.ReadField(e.said[1:])
		label, _ := shuffle.ReadField(rest)
		d.label = string(label)
		isDocument := string(code) == strconv.Itoa(EntityDocument)
		switch k := (Key{Kind: EntityKey, Path: d.path}); {
		case len(rows) > 0 && !isDocument:
			c.report(TypeCodeMismatch, k, e.stored, string(code))
		case len(rows) == 0 && isDocument:
			c.report(DocumentWithoutProps, k, e.stored, "")
		}
	}
	for _, r := range rows {
		if c.decode(r); r.failure != "" {
			c.report(DocumentNotEvaluated, *r.key, r.stored, "undecodable-value")
		}
		if len(entities) == 0 {
			c.report(PropsWithoutEntity, *r.key, r.stored, "")
		} else if d.unknown {
			c.report(DocumentNotEvaluated, *r.key, r.stored, "undecodable-entity")
		}
	}
	if len(rows) == 0 {
		return
	}
	if last := rows[len(rows)-1]; last.failure == "" {
		d.props = last.value.props
	}
	c.belongings(&d)
}

// belongings tells everything that a document belongs to.
func (c *check) belongings(d *document) {
	switch {
	case d.unknown:
		c.cannotJudge(TypeIndex, nil, d.path)
		for _, label := range c.known.labels {
			for _, x := range c.known.covering[label] {
				c.belongs(d, x, label != "")
			}
		}
		return
	case d.label != "":
		c.expect(keyOf(TypeIndex, "", d.label), d.path, always)
		for _, x := range c.known.covering[d.label] {
			c.belongs(d, x, false)
		}
	}
	for _, x := range c.known.covering[""] {
		c.belongs(d, x, false)
	}
}

// belongs tells what x configures that a document belongs to it or, if its label or properties are
// unknown, that it may.
func (c *check) belongs(d *document, x *knownConfig, unknown bool) {
	path := []byte(x.path)
	key := keyOf(CategoryMembers, x.path, "")
	switch x.kind {
	case ContentKey:
		c.tellIndex(d, x, unknown)
		return
	case CatalogueGroup:
		key = keyOf(CatalogueKeys, x.path, "")
	default:
		if x.expression == nil {
			c.expect(key, d.path, membership{allowed: allGrams})
			return
		}
	}
	if unknown || d.props == nil {
		c.cannotJudge(x.kind, path, d.path)
		return
	}
	text, outcome := "", NotEvaluated
	if x.kind == CatalogueGroup {
		text, outcome = d.props.groupText(d.props.lookUp(x.names))
	} else {
		outcome = x.expression.Evaluate(d.props)
	}
	switch {
	case outcome == NotEvaluated:
		c.cannotJudge(x.kind, path, d.path)
		c.report(DocumentNotEvaluated, key, AppendKey(nil, &key), string(d.path))
	case outcome == True && x.kind == CatalogueGroup:
		c.expect(keyOf(CatalogueGroup, x.path, text), d.path, always)
	case outcome == True:
		c.expect(key, d.path, always)
	}
}

// groupText returns the text by which a catalogue groups element i: True with a text, False for no
// text, NotEvaluated for types without a text form.
func (v *Value) groupText(i int) (string, Outcome) {
	if i < 0 {
		return "", False
	}
	switch e := &v.Elements[i]; e.Type {
	case Null:
		return "", False
	case Bool:
		return strconv.FormatBool(e.Num == 1), True
	case Int64:
		return strconv.FormatInt(int64(e.Num), 10), True
	case Uint64:
		return strconv.FormatUint(e.Num, 10), True
	case String:
		return string(e.Bytes), True
	}
	return "", NotEvaluated
}
