package session

import (
	"bytes"
	"errors"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// request is a request as every operation understands it.
type request struct {
	value.Value // the members that only some operations have

	op     string
	format *format.Format // nil if none is named
	record string         // empty if none is named
	given  value.Value

	schemas format.SchemaSet
	named   map[string]format.Schema // schemas that definitions of the format may refer to
	zones   format.Zones
}

// unknown means that a request names a format or record kind that does not exist, or an operation
// that the record kind lacks: the answer is "not supported".
type unknown string

func (u unknown) Error() string { return "there is no " + string(u) }

// noOperation means that a record kind cannot be decoded, encoded, derived or scanned for.
const noOperation unknown = "such operation for the record kind"

// read reads what all requests have in common: format, record, given, schema and zones.
func (s *Session) read(req value.Value) (*request, error) {
	r := &s.request
	*r = request{Value: req, given: req.Member("given")}
	if err := format.Once(req); err != nil {
		return nil, err
	}
	r.op, _ = req.Member("op").Text()
	r.record, _ = req.Member("record").Text()
	if id, _ := req.Member("format").Text(); id != "" {
		if r.format = codec.Find(id); r.format == nil {
			return nil, unknown("format called " + id)
		}
	}
	var err error
	if r.zones, err = ReadZones(req.Member("zones"), s.Zones); err != nil {
		return nil, err
	}
	switch r.op {
	case "define", "schema":
		return r, nil // for these a schema is the subject, not background knowledge
	}
	if r.record != "" && !r.hasRecord() {
		return nil, unknown("record kind called " + r.record)
	}
	if err := s.readSchemas(r); err != nil {
		return nil, err
	}
	r.schemas = schema.WithOpener(r.schemas, s.Opener)
	return r, nil
}

// hasRecord reports whether the format has the record kind or, without a format, whether any format has it.
func (r *request) hasRecord() bool {
	if r.format != nil {
		return r.format.Record(r.record) != nil
	}
	for _, f := range codec.Formats() {
		if f.Record(r.record) != nil {
			return true
		}
	}
	return false
}

// readSchemas reads what the request provides besides the bytes. It takes the first of these that is present:
//
//   - given.schema, a schema or the name of a defined one;
//   - given.names;
//   - schema, which means the same as given.schema.
//
// A derivation may have its own schema in given. A request without any of them uses the session's schemas.
func (s *Session) readSchemas(r *request) error {
	r.named = s.defined[r.format]
	own := r.given.Member("schema")
	if r.op == "derive" && own.Kind != value.String {
		own = value.Value{}
	}
	names, hasNames := r.given.Get("names")
	switch {
	case !own.IsNull():
		return s.readSchema(r, own)
	case hasNames:
		return s.readNames(r, value.OfMembers(value.Member{Name: "names", Value: names}))
	case !r.Member("schema").IsNull():
		return s.readSchema(r, r.Member("schema"))
	}
	r.schemas = s.Schemas
	return nil
}

func (s *Session) readSchema(r *request, v value.Value) error {
	if name, ok := v.Text(); ok {
		return s.readDefined(r, name)
	}
	var err error
	if r.schemas, err = s.parse(r.format, v); err != nil {
		return format.Refuse("schema", err.Error())
	}
	// Other members may refer to the schema if it has a name.
	if name, ok := v.Member("name").Text(); ok && r.format != nil {
		all := map[string]format.Schema{}
		for n, sc := range r.named {
			all[n] = sc
		}
		all[name] = r.schemas.For(r.format)
		r.named = all
	}
	return nil
}

// readDefined finds what was defined under a name, for the format or for all formats.
func (s *Session) readDefined(r *request, name string) error {
	r.schemas = format.SchemaSet{}
	for f, known := range s.defined {
		if sc := known[name]; sc != nil && (r.format == nil || r.format == f) {
			r.schemas[f] = sc
		}
	}
	if len(r.schemas) == 0 {
		return errors.New("no schema called " + name + " was defined")
	}
	return nil
}

// readNames reads a list of names. A format without a schema has no codes to name.
func (s *Session) readNames(r *request, names value.Value) error {
	if r.format != nil && r.format.ParseSchema == nil {
		return nil
	}
	var err error
	r.schemas, err = s.parse(r.format, names)
	return err
}

// inlineSchema is a schema that came with a request, and its text: a form sends the same schema
// with every keystroke.
type inlineSchema struct {
	text   []byte
	parsed format.SchemaSet
}

// parse reads a schema, or returns the last result if the text is the same. A nil format means all formats.
func (s *Session) parse(f *format.Format, v value.Value) (format.SchemaSet, error) {
	var w value.Writer
	w.Value(v)
	last := s.inline[f]
	if last != nil && bytes.Equal(last.text, w.Buf) {
		return last.parsed, nil
	}
	last = &inlineSchema{text: w.Buf}
	var err error
	if f == nil {
		last.parsed, err = schema.Parse(v, "")
	} else {
		var one format.Schema
		one, err = schema.ParseFor(f, v)
		last.parsed = format.SchemaSet{f: one}
	}
	if err != nil {
		return nil, err
	}
	if s.inline == nil {
		s.inline = map[*format.Format]*inlineSchema{}
	}
	s.inline[f] = last
	return last.parsed, nil
}

// query returns the request as a query for identification.
func (r *request) query() identify.Query {
	q := identify.Query{Record: r.record, Schemas: r.schemas, Zones: r.zones, Given: r.given, Named: r.named}
	if r.format != nil {
		q.Format = r.format.ID
	}
	return q
}

// kind returns the record kind that the request must name.
func (r *request) kind() (*format.Record, error) {
	if r.format == nil || r.record == "" {
		return nil, unknown("format and record kind in the request")
	}
	return r.format.Record(r.record), nil
}

// input prepares the format's input, with the bytes of the request. Its memory is kept from request to request.
func (s *Session) input(r *request) (*format.Input, error) {
	in := s.inputs[r.format]
	if in == nil {
		if s.inputs == nil {
			s.inputs = map[*format.Format]*format.Input{}
		}
		in = new(format.Input)
		s.inputs[r.format] = in
	}
	*in = format.Input{Entry: in.Entry, Memory: in.Memory, Given: r.given, Schema: r.schemas.For(r.format), Schemas: r.named, Zones: r.zones}
	in.Entry.Reset()
	in.Lenient, _ = r.given.Member("lenient").Bool()
	in.Prefix, _ = r.given.Member("prefix").Bool()
	in.Unlimited, _ = r.given.Member("unlimited").Bool()
	in.Stored, _ = r.given.Member("stored").Bool()
	return in, addParts(&in.Entry, r.Member("bytes"))
}

// operations are the operations that a session supports (docs/testee.md).
var operations = [...]struct {
	name   string
	answer func(*Session, *request) error
}{
	{"decode", (*Session).opDecode},
	{"encode", (*Session).opEncode},
	{"derive", (*Session).opDerive},
	{"define", (*Session).opDefine},
	{"anonymise", (*Session).opAnonymise},
	{"families", (*Session).opFamilies},
	{"form", (*Session).opForm},
	{"formats", (*Session).opFormats},
	{"order", (*Session).opOrder},
	{"range", (*Session).opRange},
	{"disassemble", (*Session).opDisassemble},
	{"hlc", (*Session).opMoment},
	{"print", (*Session).opPrint},
	{"schema", (*Session).opSchema},
}

// do answers a request.
func (s *Session) do(req value.Value) error {
	op, ok := req.Member("op").Text()
	for i := range operations {
		if operations[i].name != op {
			continue
		}
		r, err := s.read(req)
		if err != nil {
			return err
		}
		return operations[i].answer(s, r)
	}
	var names []string
	for i := range operations {
		names = append(names, operations[i].name)
	}
	last := len(names) - 1
	list := strings.Join(names[:last], ", ") + " or " + names[last]
	if !ok {
		return errors.New("expected an op: " + list)
	}
	return errors.New("expected the op " + list + ", found " + op)
}
