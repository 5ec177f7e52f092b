package rocksdb

import (
	"encoding/binary"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The rounds in which rows are checked. A record gets all its own rows, and those of its indexes. A unique row
// names its owner, but any record may need it. So it first goes to the owner, which sends it on with what is
// known about the owner.
const (
	roundRecord = iota // records; rows of the Model family come before them
	roundUnique        // unique values
	roundChange        // changes of encrypted unique values
	roundToken         // encrypted unique values
	roundsAll
)

// The kinds of groups. The key of a group is the number of the model, the kind, and what is given
// here.
const (
	groupModel  = iota // nothing
	groupAlone         // the family and the key of a row that is too short for what it should have
	groupRecord        // the key of the record
	groupUnique        // the key of the unique row
	groupChange        // the escaped reference, and the inverted version
	groupToken         // the escaped reference, and the owner
)

// How messages are ordered within a group.
const (
	orderRow     = iota // a row
	orderTrouble        // a change that lacks its row
	orderTold           // what a record says, followed by its key
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
	name, ok := familyName(e)
	if !ok {
		return format.Unplaced
	}
	f, err := DecodeFamily(name, v.Schema.Old)
	if err != nil {
		return format.Foreign // also RocksDB's own family "default"
	}
	m := v.Schema.Model(f.Model)
	if m == nil || m.Def == nil || m.KeySize < 0 {
		v.Unknown++
		return format.Unmodeled
	}
	k := v.models[m.Number]
	if k == nil {
		k = v.newKnown(m)
		v.models[m.Number] = k
	}
	key, _ := e.Part(store.Key)
	val, _ := e.Part(store.Value)
	x := kept{key: key, val: val, head: headOf(f.Type, key, m.KeySize)}
	if e.Deleted == "" {
		k.note(f.Type, &x)
	}
	if f.Type == Unique || f.Type == HistoricUnique {
		v.placeUnique(e, f.Type, m, &x, p)
		return format.Checked
	}
	p.Order = v.AppendAge(append(append(shuffle.AppendEscaped(append(p.Order, byte(f.Type)), x.row()), len8(&x)), key[x.head:]...), e)
	switch id := recordIn(f.Type, &x, m.KeySize); {
	case f.Type == Model:
		v.at(p, roundRecord, m, groupModel)
	case id == nil:
		v.at(p, roundRecord, m, groupAlone, []byte{byte(f.Type)}, key)
		p.Skip = !v.Sampling.Has(key)
	default:
		v.at(p, roundRecord, m, groupRecord, id)
		p.Skip = f.Type != Keys && !v.Sampling.Has(id) // for other records it matters whether they exist
	}
	return format.Checked
}

// headOf returns the length of a key without the version of a historic row.
func headOf(f FamilyType, key []byte, size int) int {
	if f.Historic() && len(key) >= versionLen && (f != HistoricTable || len(key) > size+versionLen) {
		return len(key) - versionLen
	}
	return len(key)
}

// len8 returns the length of the version in the key.
func len8(x *kept) byte { return byte(len(x.key) - x.head) }

// recordIn returns the key of the record that a row belongs to, in a family other than those of unique
// values. It returns nil if the row is too short.
func recordIn(f FamilyType, x *kept, size int) []byte {
	switch row := x.row(); {
	case f == UpdateHistory && len(row) >= versionLen:
		return row[versionLen:]
	case f == ReplicationTombstone:
		return row
	case f == UpdateHistory || len(row) < size:
		return nil
	case f == Index || f == HistoricIndex:
		return row[len(row)-size:]
	default:
		return row[:size]
	}
}

// placeUnique places a row of a unique value with its owner, if it has one.
func (v *verifier) placeUnique(e *store.Entry, f FamilyType, m *cell.Model, x *kept, p *shuffle.Place) {
	owner := ownerIn(f, x, m.KeySize)
	there := e.Deleted == "" && owner != nil
	if there {
		p.Order = append(p.Order, byte(f))
	}
	p.Order = append(p.Order, orderRow, byte(f), len8(x))
	p.Order = v.AppendAge(append(p.Order, x.key[x.head:]...), e)
	if there {
		v.at(p, roundRecord, m, groupRecord, owner)
		return
	}
	v.at(p, roundUnique, m, groupUnique, x.row())
}

// ownerIn returns the key of the record that a row of a unique value names, or nil if it names
// none.
func ownerIn(f FamilyType, x *kept, size int) []byte {
	at := 0
	if f == Unique {
		at = versionLen
	}
	if len(x.val) != at+size || f == Unique && len(x.key) > 0 && x.key[0] == 0 {
		return nil
	}
	return x.val[at:]
}

// Check implements shuffle.Check.
func (v *verifier) Check(g *shuffle.Group) {
	if len(g.Key) == 0 {
		return // rows that are not verified
	}
	c := &v.checks
	c.begin(g)
	switch g.Key[4] {
	case groupModel:
		c.checkModel()
	case groupAlone:
		c.checkAlone()
	case groupRecord:
		c.checkRecord()
	case groupUnique:
		c.checkUnique()
	case groupChange:
		c.checkChanges()
	default:
		c.checkToken()
	}
}

// AppendOrder implements shuffle.Check. The order is by family, key, code and item.
func (v *verifier) AppendOrder(dst []byte, f *format.Finding) []byte {
	for _, name := range [...]string{partFamily, store.Key} {
		e := store.Entry{Parts: f.Parts}
		b, _ := e.Part(name)
		dst = shuffle.AppendEscaped(dst, b)
	}
	return append(shuffle.AppendEscaped(dst, []byte(f.Code)), f.Item...)
}
