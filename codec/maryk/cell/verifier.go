package cell

import (
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/shuffle"
	"github.com/rowlens/rowlens/codec/store"
)

// The codes of findings in both stores.
const (
	UndecodableRow     = "undecodable-row"      // a row that does not decode
	WrongVersion       = "wrong-version"        // a version that other rows contradict
	SetItemDiffers     = "set-item-differs"     // the value of a set item is not the item in its reference
	SizeDiffers        = "size-differs"         // a collection has more or fewer items than its size says
	HistoryNotVerified = "history-not-verified" // a record with too many versions of too many values
	UnknownModel       = "unknown-model"        // rows of models that the schema lacks; not verified
	NotInSample        = "not-judged-in-sample" // rows that can be judged only with all records
)

// MissingMax is how many missing index rows of one record are reported individually: a few rows of
// hostile sets may imply many.
const MissingMax = 100

// Verifier is what the verifiers of both stores have in common.
type Verifier struct {
	Schema   *Schema
	Sampling shuffle.Sampling // of records
	Unknown  int              // rows whose model is unknown

	added *shuffle.Shuffle
	file  string // source of the last row
	files uint32 // from which rows came, one after the other
	rows  uint64
}

// Sample implements shuffle.Sampled: the sample has the records whose hash modulo n is part.
func (v *Verifier) Sample(n, part uint32) { v.Sampling = shuffle.Sampling{Of: n, Part: part} }

// Added returns the shuffle that a store's verifier adds rows to.
func (v *Verifier) Added(check shuffle.Check) *shuffle.Shuffle {
	if v.added == nil {
		v.added = shuffle.New(check, nil)
	}
	return v.added
}

// Findings implements format.Verifier.
func (v *Verifier) Findings() (list []format.Finding) {
	if v.added == nil {
		return nil
	}
	// Sorters in memory do not fail.
	_ = v.added.Findings(func(f *format.Finding) bool { list = append(list, *f); return true })
	return list
}

// AgeLen is the number of bytes that AppendAge appends.
const AgeLen = 12

// AppendAge appends to the order of a row what sorts rows with the same key by precedence: if rows come
// from several files one after the other, rows of the last file come first, and rows of one file stay in
// their order.
func (v *Verifier) AppendAge(order []byte, e *store.Entry) []byte {
	if v.files == 0 || v.file != e.Source.File {
		v.file = e.Source.File
		v.files++
	}
	v.rows++
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(order, ^v.files), v.rows)
}

// TellUnknown reports how many rows were not verified. rows is what the store calls them, why is
// the reason.
func (v *Verifier) TellUnknown(g *shuffle.Group, rows, why string) {
	if v.Unknown > 0 {
		g.Report(&format.Finding{Severity: format.Info, Code: UnknownModel, Stored: strconv.Itoa(v.Unknown) + " " + rows, Why: why,
			NoMend: "nothing says what the rows should be"})
	}
}

// Packed is what remains of a message. After the end it reads zeros.
type Packed []byte

// Uint reads what binary.AppendUvarint appends.
func (p *Packed) Uint() uint64 {
	n, size := binary.Uvarint(*p)
	*p = (*p)[max(size, 0):]
	return n
}

// Field reads what shuffle.AppendField appends.
func (p *Packed) Field() (b []byte) {
	b, *p = shuffle.ReadField(*p)
	return b
}

// Byte reads a byte.
func (p *Packed) Byte() (b byte) {
	if len(*p) > 0 {
		b, *p = (*p)[0], (*p)[1:]
	}
	return b
}

// AppendVersions appends the versions of m, to be sent to the group of a unique value.
func (m *Implied) AppendVersions(dst []byte) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(m.Version)), uint64(m.Oldest))
}

// ReadVersions reads what AppendVersions appends.
func (m *Implied) ReadVersions(p *Packed) {
	m.Version, m.Oldest = hlc.Version(p.Uint()), hlc.Version(p.Uint())
}
