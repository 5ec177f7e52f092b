package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Verifier checks that the rows of tables agree: the states of the active edges against the stored
// index, count, group and cache rows. Add every cell of a dump, in any order, then call Findings. A
// shuffle.Shuffle can do this instead; it needs only the memory for one edge, or for one row of
// counts or groups, however many cells there are.
//
// A row with a wrong salt is reported, and does not count as the row that it would otherwise be.
// Rows that either generation of upstream writes are accepted. Only live cells count: of several
// versions of a cell the newest that no tombstone hides, and of equal versions the last.
//
// Memory: Add keeps every cell, packed and with its place, in two to three times its bytes.
// Spec: docs/formats/actionbase.md#two-generations.
type Verifier struct {
	schema *Schema
	opts   Options
	in     format.Input
	added  *shuffle.Shuffle // that Add fills
	place  shuffle.Place    // of the message being built
	held   held             // of the edge being checked
	sample sample
}

// held are the cells of a group.
type held struct {
	cells      cellMaps
	graves     map[place][]grave // tombstones
	strays     []stray           // cells that are not what they should be
	broken     map[place]int64   // first timestamp after those of strays
	unreadable map[string]bool   // keys of state rows that do not decode
	count      int               // of cells, tombstones, strays and unreadable rows
}

// cellMaps are cells by row type, then row and qualifier.
type cellMaps [1 - int(EdgeCache)]map[string]*cell

// cell is a stored cell. Rows with one cell have a nil qualifier here.
type cell struct {
	row, qualifier, value []byte
	timestamp             int64
	floor                 int64 // least timestamp of what replaces it; 0 if held determines that
	seen                  bool  // it belongs to an active edge
	older                 *cell // the next older version
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
			return nil, within(itemName("tables", i), err)
		}
	}
	return v, nil
}

func (v *Verifier) init(s *Schema, zones format.Zones) {
	v.schema, v.opts = s, Options{Zones: zones, Unlimited: true}
	v.held.empty()
}

// heldMost is the largest count at which the maps are reused: emptying a map takes as long as for its
// largest size ever.
const heldMost = 256

// empty prepares h for another group.
func (h *held) empty() {
	if h.graves == nil || h.count > heldMost {
		*h = held{graves: map[place][]grave{}, broken: map[place]int64{}, unreadable: map[string]bool{}}
		for i := range h.cells {
			h.cells[i] = map[string]*cell{}
		}
		return
	}
	clear(h.graves)
	clear(h.broken)
	clear(h.unreadable)
	for i := range h.cells {
		clear(h.cells[i])
	}
	h.strays, h.count = nil, 0
}

// decoders are the decoders by row type.
var decoders = [...]func(*format.Input, *span.Tree, *value.Writer) error{
	nil, decodeLock, decodeCount, decodeState, decodeIndex, decodeGroup, decodeCache,
}

// Add takes one cell of the dump; it keeps a copy.
func (v *Verifier) Add(e *store.Entry) format.Taking {
	if v.added == nil {
		v.added = shuffle.New(v, nil)
	}
	return v.added.Add(e, 0)
}

// Findings returns what is wrong, sorted by row. It may be called again after more cells were
// added. For rows that decide a finding it may have only the key.
func (v *Verifier) Findings() (list []Finding) {
	if v.added == nil {
		return nil
	}
	// Sorters in memory do not fail.
	_ = v.added.Findings(func(f *Finding) bool { list = append(list, *f); return true })
	return list
}

// reading says what a cell is.
type reading struct {
	prefix  Prefix
	wide    bool
	taking  format.Taking
	err     error // why it does not decode
	content []byte
	column  []byte // qualifier, nil for rows with one cell
}

// read reads a cell.
func (v *Verifier) read(e *store.Entry, row []byte) (x reading) {
	if _, err := readPrefix(row, &x.prefix); err != nil {
		x.err = format.Locate(err, formatID, "row-type", store.Row)
		x.taking = format.Undecodable
	}
	if e.Deleted != "" {
		x.taking, x.err = format.Checked, nil
		return x
	}
	if x.err != nil {
		return x
	}
	if v.schema.Table(x.prefix.Table) == nil {
		x.taking = format.Unmodeled
	}
	x.wide = x.prefix.Type == EdgeGroup || x.prefix.Type == EdgeCache
	qualifier, named := e.Part(store.Qualifier)
	if x.wide {
		x.column = qualifier
	}
	content, ok := e.Part(store.Value)
	x.content = content
	if x.wide && ok && len(content) == 0 {
		return x // a tombstone of its own
	}
	v.in.Entry = *e
	if x.err = decoders[-x.prefix.Type](&v.in, nil, nil); x.err == nil && (!ok || x.wide && !named) {
		x.err = refuse("", "expected the row key, qualifier and value of the cell")
	}
	if x.err != nil {
		x.taking = format.Undecodable
	}
	return x
}

// hold takes a cell of the group being checked.
func (v *Verifier) hold(e *store.Entry) {
	row, _ := e.Part(store.Row)
	x := v.read(e, row)
	h := &v.held
	h.count++
	switch {
	case e.Deleted != "":
		h.bury(e, row)
	case x.err != nil:
		h.undecodable(e, x.err)
		h.remember(&x.prefix, row)
	case !x.prefix.SaltOK:
		h.wrongSalt(e, row, x.prefix.Type)
	default:
		h.keep(x.prefix.Type, row, x.column, x.content, e.Timestamp, x.wide)
	}
}

// keep keeps a copy of a cell, in front of its older versions.
func (h *held) keep(t RowType, row, qualifier, content []byte, timestamp string, wide bool) {
	key := string(row) + string(qualifier)
	all := append([]byte(key), content...)
	n, m := len(row), len(key)
	c := &cell{row: all[:n:n], value: all[m:], timestamp: timeOf(timestamp)}
	if wide {
		c.qualifier = all[n:m:m]
	}
	newest := h.cells[-t][key]
	if newest == nil || c.timestamp >= newest.timestamp {
		c.older, h.cells[-t][key] = newest, c
		return
	}
	for newest.older != nil && newest.older.timestamp > c.timestamp {
		newest = newest.older
	}
	c.older, newest.older = newest.older, c
}

func (h *held) undecodable(e *store.Entry, err error) {
	h.stray(e, Finding{Severity: Error, Code: UndecodableRow, Why: err.Error(), NoMend: "the bytes do not say what the row was"})
}

// remember keeps the key of a state row that does not decode, as nothing is known about its edge.
func (h *held) remember(p *Prefix, row []byte) {
	var k EdgeStateKey
	if p.Type == EdgeState && p.SaltOK && DecodeEdgeStateKey(row, &k) == nil {
		h.unreadable[string(row)] = true
	}
}

func (h *held) wrongSalt(e *store.Entry, row []byte, t RowType) {
	f := Finding{Severity: Error, Code: WrongSalt, Expected: hexText(resalt(row)), Stored: hexText(row),
		Why: "the salt is not the hash of the bytes after it, so that upstream does not find this row"}
	if t == EdgeState {
		f.NoMend = "a state row holds the data: nothing else says that it is this edge's"
	}
	h.stray(e, f)
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
