package exports

import (
	"bytes"
	"sync"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// schema is the value of a handle: what the caller knows beside the bytes. It is
// immutable, so any number of calls may use it at once.
type schema struct {
	format *format.Format
	parsed format.Schema            // the schema for calls
	byName map[string]format.Schema // all schemas known by a name; may be nil
	given  value.Value              // "given" for requests
	calls  spare[call]              // for calls that know no schemas but these
}

// schemas is the only state that calls share: handles, which are never reused, and their values.
type schemas struct {
	sync.RWMutex
	open map[int64]*schema
	last int64
}

var openSchemas schemas

func (s *schemas) find(handle int64) *schema {
	s.RLock()
	defer s.RUnlock()
	return s.open[handle]
}

func (s *schemas) add(one *schema) int64 {
	s.Lock()
	defer s.Unlock()
	if s.open == nil {
		s.open = map[int64]*schema{}
	}
	s.last++
	s.open[s.last] = one
	return s.last
}

// SchemaOpen stores what a caller knows beside the bytes and returns a handle. The JSON is one of
//
//	whatever the format takes as a schema; a member "name" is its name
//	{"op":"define","given":{"name":…},"bytes":{…}}   a request of docs/testee.md
//	{"given":{…}}                                    the "given" for requests
//
// each with an optional "uses":[handles], the schemas that are also known, by their names.
func SchemaOpen(formatID string, json []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(json)
	f := codec.Find(formatID)
	if f == nil {
		return int64(e.refuse(UnknownFormat, formatID))
	}
	v, err := schemaText(f, json)
	if err != nil {
		return e.from(err)
	}
	s := &schema{format: f}
	s.calls.made = newCall
	v, uses := without(v, "uses")
	if code := s.use(uses, e); code != OK {
		return int64(code)
	}
	if _, given := v.Get("given"); !given && f.ParseSchema == nil {
		return int64(e.refuse(Unsupported, formatID))
	}
	if err := s.read(v, len(uses.Items()) > 0); err != nil {
		return e.from(err)
	}
	return openSchemas.add(s)
}

// schemaText reads a schema as JSON, or as the line that some formats use instead.
func schemaText(f *format.Format, text []byte) (value.Value, error) {
	v, bad := value.Parse(text)
	if bad == nil || f.SchemaLine == nil || bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return v, bad
	}
	v, err := f.SchemaLine(string(text))
	if err == nil && v.IsNull() {
		err = format.Refuse("", "expected a schema as JSON, or a layout as a line such as id:u32 name:str")
	}
	return v, err
}

// SchemaClose closes a handle.
func SchemaClose(handle int64) int64 {
	openSchemas.Lock()
	defer openSchemas.Unlock()
	if openSchemas.open[handle] == nil {
		return int64(BadHandle)
	}
	delete(openSchemas.open, handle)
	return 0
}

// use makes known what other handles know.
func (s *schema) use(handles value.Value, e *Error) Code {
	if !handles.IsNull() && handles.Kind != value.Array {
		return e.refuse(BadHandle, "uses")
	}
	for _, item := range handles.Items() {
		n, _ := item.Int()
		other := openSchemas.find(n)
		if other == nil || other.format != s.format {
			return e.refuse(BadHandle, "uses")
		}
		for name, parsed := range other.byName {
			s.know(name, parsed)
		}
	}
	return OK
}

func (s *schema) know(name string, parsed format.Schema) {
	if s.byName == nil {
		s.byName = map[string]format.Schema{}
	}
	s.byName[name] = parsed
}

// read reads the schema itself. If it uses others, it becomes one of the schemas
// known by name, and none is the calls' own.
func (s *schema) read(v value.Value, uses bool) error {
	if op, _ := v.Member("op").Text(); op == "define" {
		given := v.Member("given")
		if _, named := given.Member("name").Text(); !named {
			return format.Refuse("name", "expected the name that given has in a request to define")
		}
		if bytes, ok := v.Get("bytes"); ok {
			given = with(given, "bytes", bytes)
		}
		return s.define(given, uses)
	}
	given, ok := v.Get("given")
	if !ok {
		return s.define(v, uses)
	}
	if given.Kind != value.Object {
		return format.Refuse("given", "expected an object, found "+given.Kind.String())
	}
	s.given = given
	if name, ok := given.Member("schema").Text(); ok && s.format.ParseSchema != nil {
		if s.parsed = s.byName[name]; s.parsed == nil {
			return format.Refuse("schema", "no schema called "+name+" is used")
		}
	} else if names, ok := given.Get("names"); ok && s.format.ParseSchema != nil {
		var err error
		s.parsed, err = s.format.ParseSchema(value.OfMembers(value.Member{Name: "names", Value: names}))
		return err
	}
	return nil
}

func (s *schema) define(v value.Value, uses bool) error {
	if s.format.ParseSchema == nil {
		return format.Refuse("", "the format takes no schema")
	}
	parsed, err := s.format.ParseSchema(v)
	if err != nil {
		return err
	}
	if name, named := v.Member("name").Text(); named {
		s.know(name, parsed)
	}
	if !uses {
		s.parsed = parsed
	}
	return nil
}

// with returns an object with a member in place of the first one of that name, or at the end. Anything else becomes an object.
func with(v value.Value, name string, member value.Value) value.Value {
	var list []value.Member
	has := false
	for i := 0; v.Kind == value.Object && i < v.Len(); i++ {
		one := value.Member{Name: v.Name(i), Value: v.At(i)}
		if one.Name == name && !has {
			one.Value, has = member, true
		}
		list = append(list, one)
	}
	if !has {
		list = append(list, value.Member{Name: name, Value: member})
	}
	return value.OfMembers(list...)
}

// without returns an object without a member, and the member.
func without(v value.Value, name string) (rest, member value.Value) {
	member, ok := v.Get(name)
	if !ok || v.Kind != value.Object {
		return v, value.Value{}
	}
	var list []value.Member
	for i := range v.Len() {
		if v.Name(i) != name {
			list = append(list, value.Member{Name: v.Name(i), Value: v.At(i)})
		}
	}
	return value.OfMembers(list...), member
}

// prime makes the owner's schemas known to the call's session, once.
func (c *call) prime(list []*schema) {
	if c.primed {
		return
	}
	for _, s := range list {
		for name, parsed := range s.byName {
			c.session.Define(s.format, name, parsed)
		}
	}
	c.primed = len(list) > 0
}
