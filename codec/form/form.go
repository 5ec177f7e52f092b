package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// form is a form being described.
type form struct {
	w      *value.Writer
	kind   *format.Record
	hints  []format.Hint
	fields value.Value
	try    trial
}

// Write writes the lines of a form for the fields of a record kind, as a list. The fields need not
// be valid: they may be those of a form that is only partly filled in.
func Write(w *value.Writer, in *format.Input, f *format.Format, kind *format.Record, fields value.Value) {
	x := &form{w: w, kind: kind, fields: fields}
	if f.Guide != nil {
		x.hints = f.Guide(in, kind.Name, fields)
	}
	var shape value.Value
	if example := f.Example(kind.Name); example != nil {
		shape, _ = value.Parse([]byte(example.Fields))
	}
	x.try = newTrial(in, kind, fields, shape)
	w.Array()
	x.object(nil, fields, shape, 0)
	w.EndArray()
}

// hint merges the hints for a member; later ones take precedence.
func (x *form) hint(at path) (h format.Hint) {
	exact, any := at.text(false), at.text(true)
	for i := range x.hints {
		if one := &x.hints[i]; one.Path == exact || one.Path == any {
			merge(&h, one)
		}
	}
	return h
}

func merge(h, one *format.Hint) {
	for _, m := range [...]struct {
		dst *string
		src string
	}{
		{&h.Title, one.Title}, {&h.Kind, one.Kind}, {&h.Code, one.Code}, {&h.Same, one.Same}, {&h.As, one.As},
		{&h.Name, one.Name}, {&h.Body, one.Body}, {&h.New, one.New},
	} {
		if m.src != "" {
			*m.dst = m.src
		}
	}
	if one.Choices != nil {
		h.Choices, h.Labels = one.Choices, one.Labels
	}
	if one.Names != nil {
		h.Names = one.Names
	}
	if one.Types != nil {
		h.Types = one.Types
	}
	if one.Offers != nil {
		h.Offers = one.Offers
	}
	h.Said = h.Said || one.Said
	h.Fixed = h.Fixed || one.Fixed
	h.Null = h.Null || one.Null
}

// object writes lines for the members of an object, and for those that it could also have.
func (x *form) object(at path, v, shape value.Value, depth int) {
	for i := range v.Len() {
		here := at.member(v.Name(i))
		if name := x.nameOf(at, v.Name(i)); name != "" {
			if _, named := v.Get(name); !named {
				x.member(at.member(name), value.Value{}, value.Value{}, depth)
			}
			continue
		}
		x.member(here, v.At(i), shape.Member(v.Name(i)), depth)
	}
	for i := range shape.Len() {
		if shape.Kind == value.Object {
			x.absent(at, v, shape.Name(i), shape.At(i), depth)
		}
	}
	within := at.text(true)
	for i := range x.hints {
		h := &x.hints[i]
		name, below := strings.CutPrefix(h.Path, within)
		name = strings.TrimPrefix(name, ".")
		if h.New == "" || !below || strings.ContainsAny(name, ".[") {
			continue
		}
		if _, shown := shape.Get(name); shown {
			continue
		}
		if template, err := value.Parse([]byte(h.New)); err == nil {
			x.absent(at, v, name, template, depth)
		}
	}
}

// nameOf returns the sibling of a code that holds its name; empty if the member is not a code.
func (x *form) nameOf(at path, member string) string {
	for i := range x.hints {
		h := &x.hints[i]
		if h.Code != member {
			continue
		}
		name := h.Path[strings.LastIndexByte(h.Path, '.')+1:]
		if here := at.member(name); h.Path == here.text(true) || h.Path == here.text(false) {
			return name
		}
	}
	return ""
}

// absent offers a member that is absent, if it is allowed.
func (x *form) absent(at path, v value.Value, name string, template value.Value, depth int) {
	here := at.member(name)
	h := x.hint(here)
	_, there := v.Get(name)
	_, coded := v.Get(h.Code)
	if there || h.Code != "" && coded || x.nameOf(at, name) != "" {
		return
	}
	needed := x.try.lacks(here)
	if !needed && !x.try.accepts(here, template) {
		return
	}
	x.begin("absent", here, h, depth)
	if needed {
		x.w.Member("needed").Bool(true)
	}
	x.w.Member("new").Value(template)
	x.w.EndObject()
}

// member writes the lines of one member or item.
func (x *form) member(at path, v, shape value.Value, depth int) {
	h := x.hint(at)
	switch {
	case isTyped(v):
		x.typed(at, at, v, h, depth)
	case v.Kind == value.Object && v.Len() == 2 && v.Member("order").Kind == value.String && isTyped(v.Member("value")):
		inner := x.hint(at.member("value"))
		merge(&inner, &h)
		x.typed(at.member("value"), at, v.Member("value"), inner, depth)
	case v.Kind == value.Object && h.Body != "" && isTyped(v.Member(h.Body)):
		x.item(at, v, h, depth)
	case v.Kind == value.Object:
		x.begin("group", at, h, depth)
		x.removal(at, h)
		x.w.EndObject()
		x.object(at, v, shape, depth+1)
	case v.Kind == value.Array:
		x.list(at, v, shape, h, depth)
	default:
		x.scalar(at, v, h, depth)
	}
}

// item writes an item of a list that has a name: its value with its name as title, then the rest of it.
func (x *form) item(at path, v value.Value, h format.Hint, depth int) {
	name := at.member(h.Name)
	known := x.hint(name)
	text, _ := v.Member(h.Name).Text()
	said := slices.Contains(known.Names, text)
	if !said {
		x.member(name, v.Member(h.Name), value.Value{}, depth)
	}
	body := x.hint(at.member(h.Body))
	if text != "" {
		body.Title = text
	}
	x.typed(at.member(h.Body), at, v.Member(h.Body), body, depth)
	for i := range v.Len() {
		if m := v.Name(i); m != h.Name && m != h.Body && m != known.Code {
			x.member(at.member(m), v.At(i), value.Value{}, depth+1)
		}
	}
}

// list writes a list: a heading if its items have no names of their own, the items, and what may be added.
func (x *form) list(at path, v, shape value.Value, h format.Hint, depth int) {
	named := x.hint(at.item(0)).Name != ""
	if !h.Said && !named {
		x.begin("list", at, h, depth)
		x.removal(at, h)
		x.w.Member("items").Int(int64(v.Len()))
		x.w.EndObject()
		depth++
	}
	var item value.Value
	if shape.Kind == value.Array && shape.Len() > 0 {
		item = shape.At(0)
	}
	for i := range v.Len() {
		x.member(at.item(i), v.At(i), item, depth)
	}
	if !h.Said && !h.Fixed {
		x.begin("add", at, h, depth)
		x.w.Member("items").Int(int64(v.Len()))
		x.writeNew(at, v, shape, h)
		x.w.EndObject()
	}
}

// writeNew writes the JSON of a new item, and the items for which the schema has names.
func (x *form) writeNew(at path, v, shape value.Value, h format.Hint) {
	switch {
	case h.New != "":
		x.w.Member("new").JSON([]byte(h.New))
	case v.Len() > 0:
		x.w.Member("new").Value(v.At(v.Len() - 1))
	case shape.Len() > 0 && shape.Kind == value.Array:
		x.w.Member("new").Value(shape.At(0))
	default:
		x.w.Member("new").String("")
	}
	if len(h.Offers) == 0 {
		return
	}
	name := x.hint(at.item(0)).Name
	used := map[string]bool{}
	for _, it := range v.Items() {
		text, _ := it.Member(name).Text()
		used[text] = true
	}
	x.w.Key("offers")
	x.w.Array()
	for _, o := range h.Offers {
		if !used[o.Name] {
			x.w.Object()
			x.w.Member("name").String(o.Name)
			x.w.Member("new").JSON([]byte(o.New))
			x.w.EndObject()
		}
	}
	x.w.EndArray()
}

// typed writes the line of a value with its type; whole is the item that contains the value.
func (x *form) typed(at, whole path, v value.Value, h format.Hint, depth int) {
	x.begin("typed", at, h, depth)
	x.removal(whole, h)
	if len(h.Types) > 0 {
		x.w.Key("types")
		x.w.Strings(h.Types)
	}
	if _, ok := v.Get("order"); ok {
		x.w.Key("order")
		at.member("order").write(x.w)
	} else if len(whole) < len(at) {
		if o, ok := find(x.fields, whole.member("order")); ok && o.Kind == value.String {
			x.w.Key("order")
			whole.member("order").write(x.w)
		}
	}
	orders := x.hint(whole.member("order"))
	if len(orders.Choices) > 0 {
		x.w.Key("orders")
		x.w.Strings(orders.Choices)
	}
	x.same(v, h)
	x.clock(v.Member("value"), nil)
	x.w.EndObject()
}

// scalar writes the line of a text, number, truth value or null.
func (x *form) scalar(at path, v value.Value, h format.Hint, depth int) {
	kind := "text"
	switch {
	case h.Code != "" || h.Names != nil:
		kind = "name"
	case len(h.Choices) > 0:
		kind = "choice"
	case v.Kind == value.Bool:
		kind = "bool"
	case v.Kind == value.Number:
		kind = "number"
	}
	x.begin(kind, at, h, depth)
	x.removal(at, h)
	if kind != "name" && len(h.Choices) == 0 && x.try.follows(at, v) {
		x.w.Member("follows").Bool(true)
	}
	if kind == "name" {
		x.name(at, v, h)
	}
	if h.Choices != nil {
		x.w.Key("choices")
		x.w.Strings(h.Choices)
	}
	if h.Labels != nil {
		x.w.Key("labels")
		x.w.Strings(h.Labels)
	}
	x.same(v, h)
	x.clock(v, x.legend(at))
	x.w.EndObject()
}

// name writes what is known about a name: the names in the schema, its code, and whether it is one of them.
func (x *form) name(at path, v value.Value, h format.Hint) {
	if h.Kind != "" {
		x.w.Member("of").String(h.Kind)
	}
	if h.Code != "" {
		x.w.Key("code")
		at[:len(at)-1].member(h.Code).write(x.w)
	}
	x.w.Key("names")
	x.w.Strings(h.Names)
	text, given := v.Text()
	if !given || text == "" || len(h.Names) == 0 || slices.Contains(h.Names, text) {
		return
	}
	x.w.Member("unknown").Bool(true)
	if near := Nearest(text, h.Names); near != "" {
		x.w.Member("nearest").String(near)
	}
}

// same writes which member this one is a copy of, and whether both are equal.
func (x *form) same(v value.Value, h format.Hint) {
	if h.Same == "" {
		return
	}
	other := parsePath(h.Same)
	is, ok := find(x.fields, other)
	if !ok {
		return
	}
	x.w.Key("same")
	other.write(x.w)
	x.w.Member("as").String(h.As)
	x.w.Member("equal").Bool(equal(v, is))
}

// begin writes what all lines have: their kind, the path of the member, its title and its description.
func (x *form) begin(kind string, at path, h format.Hint, depth int) {
	x.w.Object()
	x.w.Member("kind").String(kind)
	x.w.Key("path")
	at.write(x.w)
	if depth > 0 {
		x.w.Member("depth").Int(int64(depth))
	}
	f := x.legend(at)
	title := h.Title
	switch {
	case title != "":
	case f != nil:
		title = f.Heading()
	default:
		title = at.words()
	}
	x.w.Member("title").String(title)
	if h.Title != "" {
		x.w.Member("named").Bool(true)
	}
	if f != nil && f.Doc != "" {
		x.w.Member("doc").String(f.Doc)
	}
	if h.Said {
		x.w.Member("said").Bool(true)
	}
	if h.Null {
		x.w.Member("null").Bool(true)
	}
}

// removal writes what is removed together with the line, if the record is valid without it.
func (x *form) removal(at path, h format.Hint) {
	if h.Null || !x.try.without(at, at[:len(at)-1].member(h.Code)) {
		return
	}
	if list := at.list(); list != nil && x.hint(list).Said {
		return
	}
	x.w.Key("remove")
	at.write(x.w)
}

// legend returns the field of the legend for a member, or nil.
func (x *form) legend(at path) *span.Field {
	name := at[len(at)-1].Name
	if name == "" {
		return nil
	}
	here := "." + at.text(true)
	var found, named *span.Field
	longest := 0
	for _, f := range x.kind.Fields {
		switch m := memberOf(f); {
		case strings.Contains(f.Member, name+"[]"):
			// in an item of the list
		case len(m) > longest && strings.HasSuffix(here, "."+m):
			found, longest = f, len(m) // the value of an index is not the value of a property
		case f.Name == name && named == nil && f.Role != span.RoleGroup:
			named = f
		}
	}
	if found != nil {
		return found
	}
	return named
}

// memberOf returns the path of a field's member within its group, or that of the sibling with its name.
func memberOf(f *span.Field) string {
	s, name, coded := strings.Cut(f.Member, "|")
	if coded {
		return s[:strings.LastIndexByte(s, '.')+1] + name
	}
	if i := strings.IndexAny(s, ":=*"); i >= 0 {
		s = s[:i]
	}
	return strings.TrimSuffix(s, "[]")
}

// clock writes that a number is a time, which clock made it, and which time it is.
func (x *form) clock(v value.Value, f *span.Field) {
	n, ok := v.Uint()
	hybrid := f != nil && f.About == span.AboutHLC
	if !ok && (f == nil || !hybrid && f.About != span.AboutMillis) {
		return
	}
	counter := uint64(0)
	if hybrid {
		n, counter = n>>counterBits, n&(1<<counterBits-1)
	}
	node := span.Node{Value: span.IntValue(int64(n))}
	millis, plausible := node.Time()
	if ok && !plausible {
		return
	}
	x.w.Member("clock").String(map[bool]string{true: "maryk", false: "ms"}[hybrid])
	if !ok {
		return
	}
	x.w.Member("time").String(string(span.AppendTime(nil, millis)))
	if counter > 0 {
		x.w.Member("counter").String(strconv.FormatUint(counter, 10))
	}
}

// counterBits is how many bits of a version of Maryk's clock are its counter.
const counterBits = 20

// isTyped reports whether a value is an object with a type and a value.
func isTyped(v value.Value) bool {
	if v.Kind != value.Object || v.Member("type").Kind != value.String {
		return false
	}
	for i := range v.Len() {
		switch m := v.At(i); v.Name(i) {
		case "type", "order", "bits", "value":
			if m.Kind == value.Object || m.Kind == value.Array {
				return false
			}
		default:
			return false
		}
	}
	return true
}
