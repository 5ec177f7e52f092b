package hbase

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The rounds in which cells are checked. A marker of a hard delete hides the cells of its row. In families other than the records' own,
// these are cells of other records, so they first come to their row, and from there to the record that they name. Unique values go on
// to a further round, because any record may need them.
const (
	roundRow    = iota // rows of indexes and unique values
	roundRecord        // records
	roundUnique        // unique values, and cells that no record accounts for
	roundChange        // versions, and released unique values that no record accounts for
	roundsAll
)

// The kinds of groups. The key of a group is the number of the model, the kind, and what is given
// here.
const (
	groupRow    = iota // the escaped family and the row
	groupRecord        // the key of the record
	groupUnique        // the escaped reference and the data
	groupExtra         // the key of the record
	groupChange        // the version
)

// How messages are ordered within a group.
const (
	orderMarker = iota // hard deletes
	orderCell          // followed by the escaped qualifier, the inverted version, and cellRemoved or cellPut
	orderOther         // a hard delete in another family; the message is the family
	orderIndex         // an index cell, followed by its place
	orderUnique        // a unique cell that names the record, followed by its place
	orderTold          // what a record says, followed by its key

	cellRemoved = 0
	cellPut     = 1
)

// cellDeleted and columnDeleted are the tombstones of a single cell. Maryk writes none, but a
// repair does.
const (
	cellDeleted   = "Delete"
	columnDeleted = "DeleteColumn"
)

// Rounds implements shuffle.Check.
func (v *verifier) Rounds() int { return roundsAll }

// at sets the start of a place.
func (v *verifier) at(p *shuffle.Place, round int, m *cell.Model, kind byte, group ...[]byte) {
	p.Round = round
	p.Group = append(binary.BigEndian.AppendUint32(p.Group[:0], m.Number), kind)
	for _, b := range group {
		p.Group = append(p.Group, b...)
	}
}

// Place implements shuffle.Check.
func (v *verifier) Place(e *store.Entry, p *shuffle.Place) format.Taking {
	if _, ok := e.Part(partDescriptorKey); ok {
		return format.Checked
	}
	v.checks.in.Entry = *e
	m, _ := modelOf(&v.checks.in)
	v.checks.in.Entry = store.Entry{}
	at, err := strconv.ParseUint(e.Timestamp, 10, 64)
	if m == nil || m.Def == nil || err != nil {
		v.Unknown++
		if err == nil && e.Source.Table == "" {
			return format.Unplaced
		}
		return format.Unmodeled
	}
	k := v.models[m.Number]
	if k == nil {
		k = newKnown(m, e.Source.Table)
		v.models[m.Number] = k
	}
	row, _ := e.Part(store.Row)
	family, _ := e.Part(store.Family)
	qualifier, _ := e.Part(store.Qualifier)
	what := byte(cellPut)
	switch e.Deleted {
	case "":
		k.note(row, family, qualifier, hlc.Version(at))
	case deleteFamily:
		k.marked = true
	case cellDeleted, columnDeleted:
		what = cellRemoved
	default:
		v.Unknown++ // a marker that Maryk does not write
		return format.Unmodeled
	}
	if e.Deleted == deleteFamily {
		p.Order = append(p.Order, orderMarker)
	} else {
		p.Order = shuffle.AppendEscaped(append(p.Order, orderCell), qualifier)
		p.Order = v.AppendAge(append(binary.BigEndian.AppendUint64(p.Order, ^at), what), e)
	}
	if string(family) == familyData {
		v.at(p, roundRecord, m, groupRecord, row)
		p.Skip = !v.Sampling.Has(row)
		return format.Checked
	}
	v.at(p, roundRow, m, groupRow, shuffle.AppendEscaped(nil, family), row)
	p.Skip = e.Deleted != deleteFamily && string(family) != familyUnique && !v.Sampling.Has(qualifier)
	return format.Checked
}

// Check implements shuffle.Check.
func (v *verifier) Check(g *shuffle.Group) {
	if len(g.Key) == 0 {
		return // cells that are not verified
	}
	c := &v.checks
	c.begin(g)
	switch g.Key[4] {
	case groupRow:
		c.checkRow()
	case groupRecord:
		c.checkRecord()
	case groupUnique:
		c.checkUnique()
	case groupExtra:
		c.checkExtra()
	default:
		c.checkChange()
	}
}

// AppendOrder implements shuffle.Check. The order is by model, family, row, qualifier and code.
func (v *verifier) AppendOrder(dst []byte, f *format.Finding) []byte {
	if len(f.Parts) == 0 {
		return append(dst, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF) // findings about unknown models come last
	}
	dst = binary.BigEndian.AppendUint32(dst, v.checks.model.Number)
	for _, i := range [...]int{1, 0, 2} {
		dst = shuffle.AppendEscaped(dst, f.Parts[i].Bytes)
	}
	return append(dst, f.Code...)
}
