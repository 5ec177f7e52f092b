//go:build !wasip1 || hosted

package exports

import (
	"io"

	"github.com/rowlens/rowlens/codec/census"
	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// counted is the state of a handle from StatsOpen.
type counted struct {
	rows   census.Rows
	count  *census.Count
	text   textRows
	feeder *feeder     // for text; nil for stores
	stores *storeCount // nil for text
	w      value.Writer
	check  whereCheck
}

var counts = registry[counted]{name: "stats", bit: 1 << 61}

// StatsOpen begins to count rows, either of text passed to StatsFeed, or of stores. The options, all optional:
//
//	{"format","record","schema","file","spelling","cf","where"}   as for rl_inspect, `rowlens decode` and its filter
//	{"now","top","regions","splits"}                              see census.ReadOptions
//	{"store":path}                                                a folder or file of stores instead of text; see storage.ReadRequest
func StatsOpen(options []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(options)
	req, err := value.Parse(options)
	if err != nil {
		return e.from(err)
	}
	if err := knowsRows(req, statsOptions); err != nil {
		return e.from(err)
	}
	o, err := census.ReadOptions(req, hostNow())
	if err != nil {
		return e.from(err)
	}
	c := &counted{count: census.New(o)}
	c.rows.Count = c.count
	if code, err := c.read(req, e); err != nil {
		return e.from(err)
	} else if code != OK {
		return int64(code)
	}
	if req.Member("store").IsNull() {
		c.feeder = newFeeder(c.scan)
	} else if err := c.openStores(req); err != nil {
		return e.from(err)
	}
	return counts.add(c)
}

// read reads how rows are decoded, and which are counted.
func (c *counted) read(req value.Value, e *Error) (Code, error) {
	d, code, err := readDecoder(req, e)
	if err != nil || code != OK {
		return code, err
	}
	c.rows.Decoder, c.text, c.check = &d, readText(req, d.Format), newWhereCheck(req)
	c.rows.Where, err = readFilter(req)
	return OK, err
}

// scan counts the rows of the text until it ends.
func (c *counted) scan(text io.Reader) error {
	err := c.text.each(text, func(row *stream.Row) error {
		c.rows.Take(row)
		return nil
	})
	if err == nil {
		c.rows.End()
		err = c.check.misspelt(c.rows.Where, func() []models.Usable { return nil })
	}
	return err
}

// StatsFeed counts the rows in the next piece of text. A piece may end anywhere; an empty one ends the text. It returns 1 if
// no more is taken, else 0.
func StatsFeed(handle int64, text []byte, e *Error) (result int64) {
	defer caught(e, &result)
	provoke(text)
	return counts.use(handle, e, func(c *counted) int64 {
		if c.feeder == nil {
			return int64(e.refuse(Unsupported, "stats"))
		}
		return c.feeder.take(text, e)
	})
}

// StatsStep counts some rows of stores. It returns 1 if there is more to do, and 0 when all are counted.
func StatsStep(handle int64, e *Error) (result int64) {
	defer caught(e, &result)
	return counts.use(handle, e, func(c *counted) int64 {
		if c.stores == nil {
			return int64(e.refuse(Unsupported, "stats"))
		}
		more, err := c.step()
		if err != nil {
			return e.from(err)
		}
		if more {
			return 1
		}
		return 0
	})
}

// StatsReport writes what was counted so far, in the form of `rowlens stats --json`.
func StatsReport(handle int64, out []byte, e *Error) (result int64) {
	defer caught(e, &result)
	return counts.use(handle, e, func(c *counted) int64 {
		c.w.Reset()
		c.count.Write(&c.w)
		c.w.Buf = append(c.w.Buf, '\n')
		return deliver(out, c.w.Buf, e)
	})
}

// StatsClose closes a handle.
func StatsClose(handle int64) int64 {
	return counts.close(handle, func(c *counted) {
		if c.feeder != nil {
			c.feeder.stop()
		}
		if c.stores != nil {
			c.stores.close()
		}
	})
}
