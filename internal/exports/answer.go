package exports

import (
	"bytes"
	"errors"
	"sync"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Answer answers one request line of a testee (docs/testee.md), without its line
// feed. Nothing is kept from one line to the next, so op define is refused; a
// schema is opened with SchemaOpen, and a line names its handle, or a list of handles,
// as "schema". A line may bring time "zones" (see zoneTable).
func Answer(line, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(line)
	o, err := readOptions(line)
	if err != nil {
		return deliver(out, o.refusal(err), e)
	}
	return use(o.pool, func(c *call) int64 {
		c.prime(o.schemas)
		c.session.Zones = o.zones
		c.w.Buf = c.session.Answer(c.w.Buf[:0], line)
		return deliver(out, c.w.Buf, e)
	})
}

// Inspect answers one inspection request (docs/tree.md). The request may bring
// time "zones" (see zoneTable).
func Inspect(request, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(request)
	o, err := readOptions(request)
	if err != nil {
		return e.from(err)
	}
	return use(&calls, func(c *call) int64 {
		c.session.Zones = o.zones
		c.w.Buf = c.session.Inspect(c.w.Buf[:0], request)
		return deliver(out, c.w.Buf, e)
	})
}

// options is what a request line says to this package and not to the codec.
type options struct {
	id      value.Value
	zones   format.Zones
	schemas []*schema
	pool    *sync.Pool // of calls that know no other schemas than these
}

// readOptions reads the line only if it may hold an option at all; most do not.
// Text that is not JSON is left to the codec, which says where.
func readOptions(line []byte) (options, error) {
	o := options{zones: hostZones, pool: &calls}
	if !mayHoldOptions(line) {
		return o, nil
	}
	req, err := value.Parse(line)
	if err != nil {
		return o, nil
	}
	o.id = req.Member("id")
	if op, _ := req.Member("op").Text(); op == "define" {
		return o, errors.New(`nothing is kept between calls: instead of define, give this request to rl_schema_open, and its handle as "schema" to the requests that need it`)
	}
	if err := o.readSchemas(req.Member("schema")); err != nil {
		return o, err
	}
	o.zones, err = ReadZones(req.Member("zones"))
	return o, err
}

// readSchemas reads a handle or a list of handles. Anything else belongs to the
// codec: a request to inspect has the schema itself under this name.
func (o *options) readSchemas(v value.Value) error {
	handles := v.Items()
	switch v.Kind {
	case value.Number:
		handles = []value.Value{v}
	case value.Array:
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
	switch len(o.schemas) {
	case 0:
	case 1:
		o.pool = &o.schemas[0].calls
	default:
		o.pool = &sync.Pool{New: newCall} // rare enough to make the schemas known each time
	}
	return nil
}

// mayHoldOptions reports whether one of the words, or an escape that may spell
// one, is in the line.
func mayHoldOptions(line []byte) bool {
	for _, word := range [...]string{"schema", "zones", "define", `\u`} {
		if bytes.Contains(line, []byte(word)) {
			return true
		}
	}
	return false
}

// refusal is the answer to a line whose options are wrong.
func (o *options) refusal(err error) []byte {
	var w value.Writer
	w.Object()
	w.Key("id")
	w.Value(o.id)
	w.Key("error")
	w.String(err.Error())
	w.Key("code")
	w.String("bad-request")
	w.EndObject()
	return w.Buf
}
