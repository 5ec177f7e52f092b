//go:build !wasip1 || hosted

package exports

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/filter"
	models "github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/typed"
)

// Limits of a batch.
const (
	batchBytes = 4 << 20
	batchRows  = 16 << 10
)

// storeScan is a stream of the rows of stores.
type storeScan struct {
	store   *openStore
	rows    storage.Rows
	schema  *typed.Schema
	decoder stream.Decoder
	learner stream.Learner
	filler  typed.Filler
	batch   *typed.Batch
	left    int64 // rows still wanted; -1 for all
	whole   bool  // all rows are read: there is no limit, and no other part
	check   whereCheck
	done    bool
	err     error // why it ended early
}

var storeScans = registry[storeScan]{name: "stream", bit: 1 << 58}

// StoreScan begins to read rows, and calls give with the handle of their stream. The options, all optional:
//
//	{"table","stored","salvage","start","stop","at","versions","labels"}   see storage.ReadRequest
//	{"format","record","schema","where"}                                   as for rl_stats_open
//	{"columns":[name,…]}                                                   see typed.Schema.Select; default: all
//	{"limit"}                                                              number of rows, at least one
//	{"part":{…}}                                                           a part from StoreParts with the same options
//	{"part":[i,n]}                                                         share number i, from 0 on, of n that together have all stores
func StoreScan(handle int64, options []byte, give func(stream int64), e *Error) (result int64) {
	defer caught(e, &result)
	provoke(options)
	req, err := readMembers(options, scanOptions)
	if err != nil {
		return e.from(err)
	}
	return openStoresByHandle.use(handle, e, func(s *openStore) int64 {
		x := &storeScan{store: s}
		code, err := x.open(req, e)
		if err != nil {
			return e.from(err)
		} else if code != OK {
			return int64(code)
		}
		s.retain()
		give(storeScans.add(x))
		return 0
	})
}

func (x *storeScan) open(req value.Value, e *Error) (Code, error) {
	d, code, err := readDecoder(req, e)
	if err != nil || code != OK {
		return code, err
	}
	if d.Only != "" && !HasRecord(d.Format, d.Only) {
		return e.refuse(UnknownRecord, "record"), nil
	}
	where, err := readFilter(req)
	if err != nil {
		return OK, err
	}
	if x.schema, err = readColumns(req, &d); err != nil {
		return OK, err
	}
	asked, err := storage.ReadRequest(req)
	if err != nil {
		return OK, err
	}
	x.filler = typed.Filler{Schema: x.schema, Where: where, Plain: !x.schema.Decoded() && d.Only == ""}
	if !x.filler.Plain || where != nil {
		known, err := x.store.models(d.Format)
		if err != nil {
			return OK, err
		}
		d.Schemas = withSchemas(d.Schemas, known)
	}
	tables, err := x.tables(&asked, &d)
	if err != nil {
		return OK, err
	}
	if x.left = asked.Limit; x.left == 0 {
		x.left = -1
	}
	x.whole, x.check = x.left < 0 && req.Member("part").IsNull(), newWhereCheck(req)
	x.decoder, x.batch = d, typed.NewBatch(x.schema)
	x.filler.Decoder = &x.decoder
	x.learner = stream.Learner{Decoder: &x.decoder, Do: x.fill}
	x.rows = storage.Rows{Scan: storage.Scan{Stores: x.store.given.Stores, Tables: tables, Query: asked.Query}}
	return OK, x.limit(req.Member("part"))
}

// readFilter reads the member where.
func readFilter(req value.Value) (*filter.Filter, error) {
	where, err := textMember(req, "where")
	if err != nil {
		return nil, err
	}
	now, _ := req.Member("now").Int()
	f, err := filter.ParseAt(where, now)
	if err != nil || f == nil {
		return nil, err
	}
	if member, name, _ := f.Unknown(); member != "" {
		return nil, errors.New("where: there is no " + member + " called " + strconv.Quote(name))
	}
	return f, nil
}

// readColumns reads the member columns. The names of the fields depend only on format and record.
func readColumns(req value.Value, d *stream.Decoder) (*typed.Schema, error) {
	var kinds []*typed.Kind
	if d.Format != "" || d.Only != "" {
		var err error
		if kinds, err = typed.Kinds(d.Format, d.Only); err != nil {
			return nil, err
		}
	}
	s, v := typed.NewSchema(kinds), req.Member("columns")
	if v.IsNull() {
		return s, nil
	}
	var names []string
	for _, item := range v.Items() {
		name, _ := item.Text()
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, errors.New("columns: expected a list of names")
	}
	if unknown := s.Select(names); unknown != "" {
		hint := ""
		if len(kinds) == 0 {
			hint = "; format or record gives the fields columns of their own"
		}
		return nil, errors.New("columns: there is no column " + strconv.Quote(unknown) + hint)
	}
	return s, nil
}

// tables returns the wanted tables. A column family may be named in the spelling of its format.
func (x *storeScan) tables(asked *storage.Request, d *stream.Decoder) ([]storage.Pick, error) {
	if asked.Named == "" {
		return asked.Tables(x.store.given.Stores)
	}
	found := storage.Named(x.store.given.Stores, asked.Named, func(name string) string {
		cf, err := models.Family(name, d.Format, d.Schemas)
		if err != nil {
			return ""
		}
		return cf
	})
	if len(found) == 0 {
		const most = 20
		names, more := storage.Names(x.store.given.Stores), ""
		if len(names) > most {
			names, more = names[:most], ", …"
		}
		return nil, errors.New("there is no table " + strconv.Quote(asked.Named) + "; there are: " + strings.Join(names, ", ") + more)
	}
	return found, nil
}

// fill adds a row to the batch.
func (x *storeScan) fill(r *stream.Row) {
	if x.left < 0 || int64(x.batch.Rows) < x.left {
		x.filler.Fill(x.batch, r)
	}
}

// next fills the batch with the next rows, and reports whether there are any.
func (x *storeScan) next() (more bool, err error) {
	x.batch.Reset()
	for !x.done && x.batch.Rows < batchRows && x.batch.Size < batchBytes && int64(x.batch.Rows) != x.left {
		e, err := x.rows.Next()
		var lost *storage.Damage
		switch {
		case err == nil:
			x.learner.Take(&stream.Row{Entry: e, Note: x.rows.Note()})
		case errors.As(err, &lost):
			x.learner.Take(&stream.Row{Entry: &store.Entry{Source: lost.Source()}, Bad: lost})
		default:
			x.learner.End()
			x.done = true
			if err != io.EOF {
				x.err = err
			} else if x.whole {
				x.err = x.check.misspelt(x.filler.Where, func() []models.Usable { return x.store.found(x.decoder.Format) })
			}
		}
	}
	if x.batch.Rows == 0 {
		return false, x.err
	}
	if x.left >= 0 {
		x.left -= int64(x.batch.Rows)
	}
	return true, nil
}

// close ends the stream.
func (x *storeScan) close() {
	x.rows.Scan.Close()
	x.store.drop()
}

// StreamSchema describes the columns of a stream.
func StreamSchema(handle int64, give func(fields []ArrowField), e *Error) (result int64) {
	defer caught(e, &result)
	return storeScans.use(handle, e, func(x *storeScan) int64 {
		give(arrowFields(x.schema.Columns))
		return 0
	})
}

// StreamNext calls give with the next rows of a stream and returns their number, which is 0 after the last rows. The arrays
// are valid during the call.
func StreamNext(handle int64, give func(columns []ArrowArray), e *Error) (result int64) {
	defer caught(e, &result)
	return storeScans.use(handle, e, func(x *storeScan) int64 {
		more, err := x.next()
		if err != nil {
			return e.from(err)
		}
		if !more {
			return 0
		}
		columns, err := arrowArrays(x.batch)
		if err != nil {
			x.done, x.err = true, err
			x.batch.Reset()
			return e.from(err)
		}
		give(columns)
		return int64(x.batch.Rows)
	})
}

// StreamClose closes a stream.
func StreamClose(handle int64) int64 { return storeScans.close(handle, (*storeScan).close) }
