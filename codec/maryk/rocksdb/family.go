package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// FamilyType says what a column family holds; its value is the type byte in releases from 0.6 on.
type FamilyType uint8

// The column families. In release 0.5 and older, the numbers were one lower and only the first
// eight existed.
const (
	Model FamilyType = iota + 1
	Keys
	Table
	Index
	Unique
	HistoricTable
	HistoricIndex
	HistoricUnique
	UpdateHistory
	ReplicationTombstone
	families
)

var familyNames = [families]string{
	"", "model", "keys", "table", "index", "unique", "historic-table", "historic-index", "historic-unique", "update-history",
	"replication-tombstone",
}

// String returns the family's name.
func (t FamilyType) String() string {
	if t < families {
		return familyNames[t]
	}
	return ""
}

// ParseFamilyType returns the family with the name s.
func ParseFamilyType(s string) (FamilyType, bool) {
	for t := Model; t < families; t++ {
		if familyNames[t] == s {
			return t, true
		}
	}
	return 0, false
}

// Historic reports whether the family is sorted by the versioned comparator.
func (t FamilyType) Historic() bool { return t >= HistoricTable && t <= HistoricUnique }

// Family is the name of a column family.
//
//	+--------+--------------------+
//	| type 1 | model number (var) |
//	+--------+--------------------+
//	type     1 to 10; in the old numbering (0.5 and older) 0 to 7
type Family struct {
	Type  FamilyType
	Model uint32
	Old   bool // numbered as in release 0.5 and older
}

// oldMax is the highest type byte of the old numbering.
const oldMax = byte(HistoricUnique) - 1

func (f *Family) decode(r *wire.Reader, old bool) {
	const types, oldTypes = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a", "\x00\x01\x02\x03\x04\x05\x06\x07"
	allowed := types
	if old {
		allowed = oldTypes
	}
	b, ok := cell.Byte(r, &fFamilyType, allowed, "a type from 1 to 10, or 0 to 7 in the old numbering")
	if !ok {
		return
	}
	f.Old = old || b == 0
	f.Type = FamilyType(b)
	if f.Old {
		f.Type++
	}
	if leaf := r.Leaf(&fFamilyType, r.Offset()-1, span.EnumValue(int64(b), f.Type.String())); f.Old {
		leaf.Note("old numbering: releases 0.2 to 0.5")
	}
	f.Model = uint32(maryk.ReadVarint(r, &fModelNumber, maryk.Bits32))
}

// DecodeFamily reads the name of a column family. old says that the database is of release 0.5 or
// older: the two numberings overlap, and only type 0 is unambiguous.
func DecodeFamily(name []byte, old bool) (f Family, err error) {
	r := wire.NewReader(name, nil)
	f.decode(&r, old)
	return f, r.Finish()
}

// AppendFamily appends the name of a column family.
func AppendFamily(dst []byte, f Family) ([]byte, error) {
	t := byte(f.Type)
	if f.Type == 0 || f.Type >= families || f.Old && t > oldMax+1 {
		return dst, format.Refuse("cfType", "the numbering has no such family")
	}
	if f.Old {
		t--
	}
	return maryk.AppendVarint(append(dst, t), uint64(f.Model)), nil
}
