package exports

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Answer answers one request line of a testee (docs/testee.md), without its line feed.
// Nothing is kept from one line to the next, so op define is refused; open a schema
// with SchemaOpen instead, and put its handle, or a list of handles, into the line's
// member "schema".
func Answer(line, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(line)
	o, err := readOptions(line)
	if err != nil {
		return deliver(out, o.refusal(err), e)
	}
	return use(o.memory, func(c *call) int64 {
		o.ready(c)
		if o.broken {
			c.w.Buf = c.session.Answer(c.w.Buf[:0], line)
		} else {
			c.w.Buf = c.session.AnswerValue(c.w.Buf[:0], o.request)
		}
		return deliver(out, c.w.Buf, e)
	})
}

// Inspect answers one inspection request (docs/tree.md).
func Inspect(request, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(request)
	o, err := readOptions(request)
	if err != nil {
		return e.from(err)
	}
	return use(o.memory, func(c *call) int64 {
		o.ready(c)
		if o.broken {
			c.w.Buf = c.session.Inspect(c.w.Buf[:0], request)
		} else {
			c.w.Buf = c.session.InspectValue(c.w.Buf[:0], o.request)
		}
		return deliver(out, c.w.Buf, e)
	})
}

// options is a request line with the options that are for this package rather than the codec.
type options struct {
	request value.Value // without the handles
	broken  bool        // the line is not JSON: the codec reports where
	schemas []*schema
	memory  *spare[call] // for calls that know no schemas but these
}

func readOptions(line []byte) (options, error) {
	o := options{memory: &calls}
	var err error
	if o.request, err = given(line); err != nil {
		if isCBOR(line) {
			return o, err
		}
		o.broken = true
		return o, nil
	}
	if op, _ := o.request.Member("op").Text(); op == "define" {
		return o, errors.New(`nothing is kept between calls: instead of define, give this request to rl_schema_open, and its handle as "schema" to the requests that need it`)
	}
	err = o.readSchemas(o.request.Member("schema"))
	return o, err
}

// readSchemas reads a handle or a list of handles. Any other value is left to the
// codec: requests to inspect have the schema itself under this name.
func (o *options) readSchemas(v value.Value) error {
	handles := v.Items()
	switch {
	case v.Kind == value.Number:
		handles = []value.Value{v}
	case v.Kind == value.Array && (v.Len() == 0 || v.At(0).Kind == value.Number):
	default:
		return nil
	}
	for _, handle := range handles {
		n, _ := handle.Int()
		s := openSchemas.find(n)
		if s == nil {
			return errors.New("no open schema has the handle " + handle.Raw())
		}
		o.schemas = append(o.schemas, s)
	}
	o.request = with(o.request, "schema", value.Value{}) // a second one is still refused
	o.readGiven()
	switch len(o.schemas) {
	case 0:
	case 1:
		o.memory = &o.schemas[0].calls
	default:
		o.memory = &spare[call]{made: newCall} // rare enough to set the schemas up each time
	}
	return nil
}

// readGiven adds what the handles were given to what the request is given, which comes first. Options of a call are the call's own.
func (o *options) readGiven() {
	for _, s := range o.schemas {
		given := o.request.Member("given")
		for i := range s.given.Len() {
			switch name := s.given.Name(i); name {
			case "lenient", "prefix", "unlimited", "stored":
			default:
				if _, has := given.Get(name); !has {
					given = with(given, name, s.given.At(i))
				}
			}
		}
		if s.given.Len() > 0 {
			o.request = with(o.request, "given", given)
		}
	}
}

// ready gives a call's session the schemas of the handles.
func (o *options) ready(c *call) {
	c.prime(o.schemas)
	c.session.Zones = hostZones
	for _, s := range o.schemas {
		if s.parsed != nil {
			if c.session.Schemas == nil {
				c.session.Schemas = format.SchemaSet{}
			}
			c.session.Schemas[s.format] = s.parsed
		}
	}
}

// refusal returns the answer to a line with wrong options.
func (o *options) refusal(err error) []byte {
	var w value.Writer
	w.Object()
	w.Member("id").Value(o.request.Member("id"))
	w.Member("error").String(err.Error())
	w.Member("code").String("bad-request")
	w.EndObject()
	return w.Buf
}
