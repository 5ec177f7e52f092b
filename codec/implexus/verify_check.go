package implexus

import (
	"bytes"
	"strconv"

	"github.com/rowlens/rowlens/codec/wire"
)

// check is one run over the rows of a Verifier.
type check struct {
	opt      VerifyOptions
	findings []Finding
	rebuilt  []Row
	keys     []Key // of rebuilt, in the order in which it came
	changes  []Change

	rows     []*row                     // sorted by stored key
	kinds    [ContentKey + 1]kindOfRows // by kind of key
	byPath   [ContentKey + 1]map[string][]*row
	docs     []*document // sorted by path
	docAt    map[string]*document
	byLabel  map[string][]*document
	unknowns []*document // documents whose label is unknown
}

// kindOfRows are the rows of one kind by the text of their key.
type kindOfRows map[string]*row

// document is a path with properties.
type document struct {
	path    string
	label   string // empty for none
	unknown bool   // the entity row does not decode, so the label is unknown
	props   *Value // nil if they cannot be decoded
}

// read resolves and decodes all rows.
func (v *Verifier) read(opt VerifyOptions) *check {
	c := &check{opt: opt, docAt: map[string]*document{}, byLabel: map[string][]*document{}}
	for _, key := range sortedKeys(v.broken) {
		c.findings = append(c.findings, v.broken[key])
	}
	for _, key := range sortedKeys(v.entries) {
		c.rows = append(c.rows, v.entries[key])
	}
	c.resolve()
	for _, r := range c.rows {
		c.decode(r)
	}
	return c
}

func (v *Verifier) check(opt VerifyOptions) *check {
	c := v.read(opt)
	c.findDocuments()
	c.entities()
	c.children()
	c.typeIndex()
	c.categories()
	c.catalogues()
	c.indexes()
	return c
}

// resolve chooses the reading of every key with the help of the entity paths, and
// files the rows by it.
func (c *check) resolve() {
	for i := range c.kinds {
		c.kinds[i], c.byPath[i] = kindOfRows{}, map[string][]*row{}
	}
	entities := map[string]bool{}
	for _, r := range c.rows {
		if k := &r.reading.Candidates[0]; k.Kind == EntityKey {
			entities[string(k.Path)] = true
		}
	}
	for _, r := range c.rows {
		r.key = &r.reading.Candidates[0]
		if len(r.reading.Candidates) > 1 {
			c.choose(r, entities)
		}
		k := r.key
		c.kinds[k.Kind][string(r.reading.Text)] = r
		c.byPath[k.Kind][string(k.Path)] = append(c.byPath[k.Kind][string(k.Path)], r)
	}
}

// choose resolves an ambiguous key.
func (c *check) choose(r *row, entities map[string]bool) {
	regular, known := 0, 0
	for i := range r.reading.Candidates {
		k := &r.reading.Candidates[i]
		if k.Notes == 0 {
			regular++
		}
		if entities[string(k.Path)] {
			known++
		}
	}
	r.key = r.reading.Resolve(func(path []byte) bool { return entities[string(path)] })
	if regular > 1 && known != 1 {
		c.report(AmbiguousKey, r.stored, "")
	}
}

// decode reads the value of a row; each row has its own memory for it.
func (c *check) decode(r *row) {
	reader := wire.NewReader(r.content, nil)
	r.value.decode(r.key.Kind, newDecoder(&reader, new(Value), c.opt.Values), new(StringSet))
	r.failure = ""
	if err := reader.Finish(); err != nil {
		r.failure = ownName(err)
		c.report(UndecodableValue, r.stored, r.failure)
		c.findings[len(c.findings)-1].Why = inRow(r.stored) + err.Error()
		return
	}
	if r.value.member == "items" {
		c.duplicates(r)
	}
}

// duplicates reports each member that a set has more than once.
func (c *check) duplicates(r *row) {
	times := map[string]int{}
	for _, it := range r.value.set.Items {
		if times[string(it)]++; times[string(it)] == 2 {
			c.report(DuplicateMember, r.stored, string(it))
		}
	}
}

// at returns the row with this key, or nil.
func (c *check) at(k Key) *row { return c.kinds[k.Kind][string(AppendKey(nil, &k))] }

// rebuild notes a row that must exist.
func (c *check) rebuild(k Key, r Row) {
	c.rebuilt, c.keys = append(c.rebuilt, r), append(c.keys, k)
}

func keyOf(kind Kind, path, rest string) Key {
	return Key{Kind: kind, Path: []byte(path), Rest: []byte(rest)}
}

// findDocuments finds the paths with properties and their labels.
func (c *check) findDocuments() {
	for _, r := range c.rows {
		if r.key.Kind != PropertiesKey {
			continue
		}
		d := &document{path: string(r.key.Path)}
		if r.failure == "" {
			d.props = r.value.props
		} else {
			c.report(DocumentNotEvaluated, r.stored, "undecodable-value")
		}
		switch e := c.at(keyOf(EntityKey, d.path, "")); {
		case e == nil:
			c.report(PropsWithoutEntity, r.stored, "")
		case e.failure != "":
			d.unknown = true
			c.report(DocumentNotEvaluated, r.stored, "undecodable-entity")
		default:
			d.label = string(e.value.entity.Label.Bytes)
		}
		c.docs = append(c.docs, d)
		c.docAt[d.path] = d
		if d.unknown {
			c.unknowns = append(c.unknowns, d)
		} else {
			c.byLabel[d.label] = append(c.byLabel[d.label], d)
		}
	}
}

// entities compares the type codes of entity rows with which paths have properties.
func (c *check) entities() {
	for _, r := range c.rows {
		if r.key.Kind != EntityKey || r.failure != "" {
			continue
		}
		code := r.value.entity.TypeCode
		isDocument := c.docAt[string(r.key.Path)] != nil
		if isDocument && code != EntityDocument {
			c.report(TypeCodeMismatch, r.stored, strconv.FormatInt(code, 10))
		}
		if !isDocument && code == EntityDocument {
			c.report(DocumentWithoutProps, r.stored, "")
		}
	}
}

// parentOf splits a path into its parent and its name; ok is false for the root and for paths
// without a name.
func parentOf(path []byte) (parent, name string, ok bool) {
	i := bytes.LastIndexByte(path, '/')
	if i < 0 || i == len(path)-1 {
		return "", "", false
	}
	return string(path[:max(i, 1)]), string(path[i+1:]), true
}

// children compares the children rows with the entities.
func (c *check) children() {
	names := map[string][]string{}
	parents := map[string]bool{}
	for _, r := range c.rows {
		switch r.key.Kind {
		case EntityKey:
			if parent, name, ok := parentOf(r.key.Path); ok {
				names[parent] = append(names[parent], name)
			}
			if r.failure == "" && r.value.entity.TypeCode == EntityContainer {
				parents[string(r.key.Path)] = true
			}
		case ChildrenKey:
			parents[string(r.key.Path)] = true
		}
	}
	for _, path := range sortedKeys(parents) {
		c.compare(keyOf(ChildrenKey, path, ""), names[path], nil)
	}
}

// typeIndex compares the rows that list the documents of a label.
func (c *check) typeIndex() {
	for _, label := range sortedKeys(c.byLabel) {
		if label != "" {
			c.compare(keyOf(TypeIndex, "", label), paths(c.byLabel[label]), c.unknownLabel)
		}
	}
	for _, r := range c.rows {
		if r.key.Kind == TypeIndex && (len(r.key.Rest) == 0 || c.byLabel[string(r.key.Rest)] == nil) {
			c.compare(*r.key, nil, c.unknownLabel)
		}
	}
}

// unknownLabel reports whether a member is a document whose label is unknown.
func (c *check) unknownLabel(path string) bool {
	d := c.docAt[path]
	return d != nil && d.unknown
}

func paths(docs []*document) []string {
	list := make([]string, len(docs))
	for i, d := range docs {
		list[i] = d.path
	}
	return list
}

// labelled returns the documents that a configuration covers, and those for which that is
// unknown.
func (c *check) labelled(label Text) (docs, unknown []*document) {
	if len(label.Bytes) == 0 {
		return c.docs, nil
	}
	return c.byLabel[string(label.Bytes)], c.unknowns
}
