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
// A row with a wrong salt is reported and does not count as the row it would otherwise be. Rows
// that either generation of upstream writes are accepted. Only live cells count: of several
// versions of a cell the newest, tombstones not.
//
// Memory: every cell is kept, at twice its size plus about 160 bytes; Findings needs up to 200
// bytes more per cell. A million cells of 60 bytes take half a gigabyte. Split a dump that does
// not fit by table.
// Spec: docs/formats/actionbase.md#two-generations.
type Verifier struct {
	schema *Schema
	opts   Options
	in     format.Input

	cells      [1 - int(EdgeCache)]map[string]*cell // by row type, then row and qualifier
	broken     []Finding                            // found while adding
	salted     map[string]bool                      // rows whose wrong salt was reported
	unreadable map[string]bool                      // keys of state rows that do not decode
}

// cell is a stored cell. Rows with one cell have a nil qualifier here.
type cell struct {
	row, qualifier, value []byte
	timestamp             int64
	seen                  bool // an active edge has it
}

// NewVerifier returns a verifier of the schema's tables. Zones may be
// nil if no group has a bucket in a region's local time.
func NewVerifier(s *Schema, zones format.Zones) (*Verifier, error) {
	if s == nil || len(s.Tables) == 0 {
		return nil, refuse("schema", "verifying needs a schema with tables")
	}
	v := &Verifier{schema: s, opts: Options{Zones: zones, Unlimited: true}, salted: map[string]bool{}, unreadable: map[string]bool{}}
	for i := range s.Tables {
		if err := s.Tables[i].checkZones(v.opts); err != nil {
			return nil, refuse("tables["+strconv.Itoa(int(i))+"]", err.Error())
		}
	}
	for i := range v.cells {
		v.cells[i] = map[string]*cell{}
	}
	return v, nil
}

// decoders are the decoders by row type.
var decoders = [...]func(*format.Input, *span.Tree, *value.Writer) error{
	nil, decodeLock, decodeCount, decodeState, decodeIndex, decodeGroup, decodeCache,
}

// Add takes one cell of the dump; it keeps a copy.
func (v *Verifier) Add(e *store.Entry) {
	if e.Deleted != "" {
		return
	}
	row, _ := e.Part(store.Row)
	var p Prefix
	if _, err := readPrefix(row, &p); err != nil {
		v.undecodable(e, format.Locate(err, formatID, "row-type", store.Row))
		return
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
			return
		}
	}
	if !p.SaltOK {
		v.wrongSalt(e, row)
		return
	}
	at, _ := strconv.ParseInt(e.Timestamp, 10, 64)
	key := string(row) + string(qualifier)
	if old := v.cells[-p.Type][key]; old == nil || at > old.timestamp {
		all := append([]byte(key), content...)
		n, m := len(row), len(key)
		c := &cell{row: all[:n:n], value: all[m:], timestamp: at}
		if wide {
			c.qualifier = all[n:m:m]
		}
		v.cells[-p.Type][key] = c
	}
}

func (v *Verifier) undecodable(e *store.Entry, err error) {
	c := e.Clone()
	v.broken = append(v.broken, Finding{Severity: Error, Code: UndecodableRow, Parts: c.Parts, Why: err.Error()})
}

// remember keeps the key of a state row that does not decode: nothing is known about its edge.
func (v *Verifier) remember(p *Prefix, row []byte) {
	var k EdgeStateKey
	if p.Type == EdgeState && p.SaltOK && DecodeEdgeStateKey(row, &k) == nil {
		v.unreadable[string(row)] = true
	}
}

func (v *Verifier) wrongSalt(e *store.Entry, row []byte) {
	if v.salted[string(row)] {
		return
	}
	v.salted[string(row)] = true
	c := e.Clone()
	v.broken = append(v.broken, Finding{
		Severity: Error, Code: WrongSalt, Parts: c.Parts, Expected: hexText(resalt(row)), Stored: hexText(row),
		Why: "the salt is not the hash of the bytes after it, so that upstream does not find this row",
	})
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
	c.findUncertain()
	for _, s := range sortedCells(v.cells[-EdgeState]) {
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
