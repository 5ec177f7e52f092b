package actionbase

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Verifier checks that the rows of tables agree: the states of the active edges against the
// stored index, count, group and cache rows. Add every cell of a dump, in any order; then call
// Findings.
//
// A row with a wrong salt is reported and not counted as the row that it would
// be. Rows that either generation of upstream writes are accepted. Only live
// cells count: of several versions of a cell the newest that no tombstone hides,
// and of equal ones the last.
//
// Memory: every cell is kept, at twice its bytes and about 180 more; Findings
// needs up to 200 more for each. A million cells of 60 bytes take half a
// gigabyte. A dump that does not fit is split by table.
// Spec: docs/formats/actionbase.md#two-generations.
type Verifier struct {
	schema *Schema
	opts   Options
	in     format.Input

	cells      cellMaps
	graves     map[place][]grave // tombstones
	strays     []stray           // cells that are not what they should be
	unreadable map[string]bool   // keys of state rows that do not decode
}

// cellMaps are cells by row type, then row and qualifier.
type cellMaps [1 - int(EdgeCache)]map[string]*cell

// cell is a stored cell. Rows with one cell have a nil qualifier here.
type cell struct {
	row, qualifier, value []byte
	timestamp             int64
	seen                  bool  // an active edge has it
	older                 *cell // the version before
}

// NewVerifier returns a verifier of the schema's tables. Zones may be
// nil if no group has a bucket in a region's local time.
func NewVerifier(s *Schema, zones format.Zones) (*Verifier, error) {
	if s == nil || len(s.Tables) == 0 {
		return nil, refuse("schema", "verifying needs a schema with tables")
	}
	v := new(Verifier)
	v.init(s, zones)
	for i := range s.Tables {
		if err := s.Tables[i].checkZones(v.opts); err != nil {
			return nil, refuse("tables["+strconv.Itoa(int(i))+"]", err.Error())
		}
	}
	return v, nil
}

func (v *Verifier) init(s *Schema, zones format.Zones) {
	v.schema, v.opts = s, Options{Zones: zones, Unlimited: true}
	v.graves, v.unreadable = map[place][]grave{}, map[string]bool{}
	for i := range v.cells {
		v.cells[i] = map[string]*cell{}
	}
}

// decoders are the decoders by row type.
var decoders = [...]func(*format.Input, *span.Tree, *value.Writer) error{
	nil, decodeLock, decodeCount, decodeState, decodeIndex, decodeGroup, decodeCache,
}

// Add takes one cell of the dump; it keeps a copy.
func (v *Verifier) Add(e *store.Entry) format.Taking {
	row, _ := e.Part(store.Row)
	if e.Deleted != "" {
		v.bury(e, row)
		return format.Checked
	}
	var p Prefix
	if _, err := readPrefix(row, &p); err != nil {
		v.undecodable(e, format.Locate(err, formatID, "row-type", store.Row))
		return format.Undecodable
	}
	taking := format.Checked
	if v.schema.Table(p.Table) == nil {
		taking = format.Unmodeled
	}
	qualifier, _ := e.Part(store.Qualifier)
	wide := p.Type == EdgeGroup || p.Type == EdgeCache
	if !wide {
		qualifier = nil
	}
	content, ok := e.Part(store.Value)
	tombstone := wide && ok && len(content) == 0
	if !tombstone {
		v.in.Entry = *e
		err := decoders[-p.Type](&v.in, nil, nil)
		if _, named := e.Part(store.Qualifier); err == nil && (!ok || wide && !named) {
			err = refuse("", "expected the row key, qualifier and value of the cell")
		}
		if err != nil {
			v.undecodable(e, err)
			v.remember(&p, row)
			return format.Undecodable
		}
	}
	if !p.SaltOK {
		v.wrongSalt(e, row, p.Type)
		return taking
	}
	v.keep(p.Type, row, qualifier, content, e.Timestamp, wide)
	return taking
}

// keep keeps a copy of a cell before those that are older.
func (v *Verifier) keep(t RowType, row, qualifier, content []byte, timestamp string, wide bool) {
	key := string(row) + string(qualifier)
	all := append([]byte(key), content...)
	n, m := len(row), len(key)
	c := &cell{row: all[:n:n], value: all[m:], timestamp: timeOf(timestamp)}
	if wide {
		c.qualifier = all[n:m:m]
	}
	newest := v.cells[-t][key]
	if newest == nil || c.timestamp >= newest.timestamp {
		c.older, v.cells[-t][key] = newest, c
		return
	}
	for newest.older != nil && newest.older.timestamp > c.timestamp {
		newest = newest.older
	}
	c.older, newest.older = newest.older, c
}

func (v *Verifier) undecodable(e *store.Entry, err error) {
	v.stray(e, Finding{Severity: Error, Code: UndecodableRow, Why: err.Error(), NoMend: "the bytes do not say what the row was"})
}

// remember keeps the key of a state row that does not decode: nothing is known about its edge.
func (v *Verifier) remember(p *Prefix, row []byte) {
	var k EdgeStateKey
	if p.Type == EdgeState && p.SaltOK && DecodeEdgeStateKey(row, &k) == nil {
		v.unreadable[string(row)] = true
	}
}

func (v *Verifier) wrongSalt(e *store.Entry, row []byte, t RowType) {
	f := Finding{Severity: Error, Code: WrongSalt, Expected: hexText(resalt(row)), Stored: hexText(row),
		Why: "the salt is not the hash of the bytes after it, so that upstream does not find this row"}
	if t == EdgeState {
		f.NoMend = "a state row holds the data: nothing else says that it is this edge's"
	}
	v.stray(e, f)
}

// readPrefix reads the common start of a row key of any type, and returns where
// it ends.
func readPrefix(row []byte, p *Prefix) (n int, err error) {
	r := wire.NewReader(row, nil)
	p.decode(&r, &fSource, 0, nil)
	return r.Offset(), r.FinishPrefix("")
}

// resalt returns a row key with the correct salt.
func resalt(row []byte) []byte {
	var p Prefix
	n, err := readPrefix(row, &p)
	if err != nil {
		return row
	}
	salt := Hash(row[4:n])
	return append([]byte{byte(salt >> 24), byte(salt >> 16), byte(salt >> 8), byte(salt)}, row[4:]...)
}

// Findings returns what is wrong, sorted by row. It may be called again after
// more cells were added.
func (v *Verifier) Findings() []Finding {
	c := newCheck(v)
	c.findStrays()
	c.findUncertain()
	for _, s := range sortedCells(c.cells[-EdgeState]) {
		var e Edge
		if DecodeEdgeStateKey(s.row, &e.Key) != nil || DecodeEdgeStateValue(s.value, &e.State) != nil {
			continue // Add has seen that it decodes
		}
		c.state(&e, string(s.row))
	}
	c.lost()
	c.orphanCaches()
	c.compareCounts()
	c.compareGroups()
	return c.done()
}
