package exports

import (
	"sync"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// schema is an opened schema. It is never changed, so that any number of calls
// may use it at once.
type schema struct {
	format *format.Format
	parsed format.Schema

	// define is the request that makes the schema known to a session under its own
	// name, empty when it has none. The calls of this pool have answered it.
	define []byte
	calls  sync.Pool
}

// schemas is the only state that calls share: handles, which are never used
// twice, and what they stand for.
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

// SchemaOpen keeps a schema and returns its handle. The JSON is what the format
// takes as a schema; with a member "name", a request line that gives the handle
// may use the schema by this name.
func SchemaOpen(formatID string, json []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(json)
	f := codec.Find(formatID)
	if f == nil {
		return int64(e.refuse(UnknownFormat, formatID))
	}
	if f.ParseSchema == nil {
		return int64(e.refuse(Unsupported, formatID))
	}
	v, err := value.Parse(json)
	if err != nil {
		return e.from(err)
	}
	s := &schema{format: f}
	if s.parsed, err = f.ParseSchema(v); err != nil {
		return e.from(err)
	}
	if _, named := v.Member("name").Text(); named {
		s.define = defineLine(f, v)
	}
	s.calls.New = newCall
	openSchemas.Lock()
	defer openSchemas.Unlock()
	if openSchemas.open == nil {
		openSchemas.open = map[int64]*schema{}
	}
	openSchemas.last++
	openSchemas.open[openSchemas.last] = s
	return openSchemas.last
}

// SchemaClose forgets a handle.
func SchemaClose(handle int64) int64 {
	openSchemas.Lock()
	defer openSchemas.Unlock()
	if openSchemas.open[handle] == nil {
		return int64(BadHandle)
	}
	delete(openSchemas.open, handle)
	return 0
}

func defineLine(f *format.Format, given value.Value) []byte {
	var w value.Writer
	w.Object()
	w.Key("op")
	w.String("define")
	w.Key("format")
	w.String(f.ID)
	w.Key("given")
	w.Value(given)
	w.EndObject()
	return w.Buf
}

// prime makes the schemas of the call's pool known to its session, once.
func (c *call) prime(list []*schema) {
	if c.primed {
		return
	}
	for _, s := range list {
		if len(s.define) > 0 {
			c.w.Buf = c.session.Answer(c.w.Buf[:0], s.define)
		}
	}
	c.primed = len(list) > 0
}
