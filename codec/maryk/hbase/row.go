package hbase

import (
	"bytes"
	"encoding/base64"
	"strconv"

	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Kind is the kind of a cell, or of a value in the table's descriptor.
type Kind uint8

// The kinds of cells, and of values in the table's descriptor.
const (
	KindNone Kind = iota
	TableName
	TableVersion
	TableDefinition
	TableDependents
	Created
	LastUpdate
	SoftDelete
	Property
	IndexCell
	UniqueCell
	DeleteMarker
)

// Names of column families.
const (
	familyData   = "d"
	familyUnique = "u"
	familyIndex  = 'i'
)

// Cell is one cell. Its kind decides which members are set. Bytes alias the input; decoding reuses
// its memory.
//
//	family       row      qualifier   value
//	d            KEY      00 00       version                 created
//	             KEY      00 01       version                 last update
//	             KEY      00          01                      soft delete
//	             KEY      REF         data                    one value
//	u            REF      data        KEY, or 00 when released
//	i…           entry    KEY         01 set, 00 unset
//
// The timestamp of every cell is its version. A hard delete writes a DeleteFamily marker in every
// family, in the row KEY.
//
// Order: bytewise by row, then family, then qualifier, then the newest timestamp.
// Errors: Truncated, Trailing, BadType, BadValue, BadText, NonCanonical. Source: docs/formats/maryk-hbase.md.
type Cell struct {
	Kind    Kind
	Record  []byte    // key of the record; nil for a unique value that was released
	Key     maryk.Key // its parts, if the model is known
	Version hlc.Version
	Deleted bool

	Reference []byte // for a property or unique cell
	Path      maryk.Path
	Data      cell.Data

	Index    []byte       // reference of the index, from the column family
	IndexDef *maryk.Index // that index, if the model has it
	Entry    maryk.IndexEntry
	Values   []byte // for an index cell: values and lengths
	Set      bool

	Stored  []byte // for a unique cell: its data
	Name    []byte // for a table's name
	Model   maryk.Version
	scratch []byte
}

// context is what is known to type a cell.
type context struct {
	kind    Kind
	keySize int // -1: unknown
	schema  *cell.Schema
	model   *cell.Model
	def     *maryk.Model
}

// record reads the rest as the key of the record.
func (x *Cell) record(r *wire.Reader, c *context) {
	at, n := r.Offset(), r.Left()
	if c.keySize >= 0 && n != c.keySize && r.OK() {
		if n < c.keySize {
			r.Fail(wire.Truncated, &fRecord, "a key of "+itoa(c.keySize)+" bytes")
		} else {
			r.FailAt(wire.Trailing, &fRecord, at+c.keySize, "a key of "+itoa(c.keySize)+" bytes", itoa(n)+" bytes")
		}
		return
	}
	if c.def == nil || c.def.KeyParts == nil || c.def.KeySize != n {
		x.Record = r.Rest(&fRecord)
		return
	}
	r.Begin(&fRecord)
	maryk.ReadKeyParts(r, c.def, &x.Key)
	if r.OK() {
		x.Record = r.Since(at)
		r.EndWith(span.BytesValue(x.Record), 0)
	}
}

// readFamily reads the column family, which must be that of the kind.
func (x *Cell) readFamily(r *wire.Reader, c *context) {
	b := r.Ahead()
	switch c.kind {
	case IndexCell:
		x.indexFamily(r, c)
		return
	case DeleteMarker:
		x.anyFamily(r, b)
	case UniqueCell:
		x.is(r, familyUnique)
	default:
		x.is(r, familyData)
	}
	cell.Text(r, &fFamily, len(b))
}

// anyFamily refuses a family that never occurs in a model's table.
func (x *Cell) anyFamily(r *wire.Reader, b []byte) {
	switch {
	case string(b) == familyData, string(b) == familyUnique:
		return
	case len(b) > 1 && b[0] == familyIndex:
		ref, err := base64.RawURLEncoding.Strict().AppendDecode(x.scratch[:0], b[1:])
		if err == nil && !bytes.ContainsAny(b, "\r\n") {
			x.scratch = ref
			return
		}
	}
	r.Fail(wire.BadValue, &fFamily, "the family "+familyData+", "+familyUnique+" or that of an index")
}

func (x *Cell) is(r *wire.Reader, want string) {
	if r.OK() && string(r.Ahead()) != want {
		r.Fail(wire.BadValue, &fFamily, "the family "+want)
	}
}

// indexFamily reads "i" and the reference of the index as base64url.
func (x *Cell) indexFamily(r *wire.Reader, c *context) {
	if b := r.Ahead(); r.OK() && (len(b) < 2 || b[0] != familyIndex) {
		r.Fail(wire.BadValue, &fIndexKind, "i and the name of an index")
		return
	}
	cell.Text(r, &fIndexKind, 1)
	b := r.Ahead()
	x.scratch = x.scratch[:0]
	ref, err := base64.RawURLEncoding.Strict().AppendDecode(x.scratch, b)
	if lines := bytes.ContainsAny(b, "\r\n"); r.OK() && (err != nil || lines) { // the decoder skips line ends
		r.Fail(wire.BadText, &fIndexName, "base64url without padding")
		return
	}
	x.scratch = ref
	x.Index = ref
	x.IndexDef = c.model.IndexOf(ref)
	cell.Text(r, &fIndexName, len(b))
	if name := r.Last(); x.IndexDef != nil && name.Recorded() {
		name.Note(x.IndexDef.String())
	}
}

// AppendIndexFamily appends the name of the family of an index.
func AppendIndexFamily(dst, reference []byte) []byte {
	return base64.RawURLEncoding.AppendEncode(append(dst, familyIndex), reference)
}

// readRow reads the row key. The family, if present, was read before.
func (x *Cell) readRow(r *wire.Reader, c *context) {
	switch c.kind {
	case IndexCell:
		at := r.Offset()
		if x.IndexDef == nil {
			x.Values = r.Rest(&fEntry)
			return
		}
		x.IndexDef = c.model.Def.IndexOfEntry(x.IndexDef, r.Ahead())
		maryk.ReadEntryValues(r, r.Left(), x.IndexDef, &x.Entry)
		if r.OK() {
			x.Values = r.Since(at)
		}
	case UniqueCell:
		x.Reference = cell.ReadUnique(r, &fReference, c.def, &x.Path)
	case DeleteMarker:
		r.Rest(&fMarked)
	default:
		x.record(r, c)
	}
}

// Qualifiers in family d that are not references: 00 has no tag.
const (
	metaCreated    = "\x00\x00"
	metaLastUpdate = "\x00\x01"
	metaSoftDelete = "\x00"
)

var metas = map[Kind]string{Created: metaCreated, LastUpdate: metaLastUpdate, SoftDelete: metaSoftDelete}

// readQualifier reads the column qualifier.
func (x *Cell) readQualifier(r *wire.Reader, c *context) {
	switch c.kind {
	case IndexCell:
		x.record(r, c)
	case UniqueCell:
		x.Stored = cell.ReadUniqueData(r, &fStored, r.Left(), cell.HBase, &x.Path, &x.Data)
	case DeleteMarker:
	case Property:
		if b := r.Ahead(); r.OK() && (len(b) == 0 || b[0]&7 == 0) {
			r.Fail(wire.BadValue, &fReference, "a reference, whose first byte has a tag from 1 to 6")
			return
		}
		x.Reference = cell.ReadReference(r, &fReference, r.Left(), c.def, &x.Path)
	default:
		want := metas[c.kind]
		if b := r.Ahead(); r.OK() && string(b) != want {
			r.Fail(wire.BadValue, &fMeta, "the bytes of "+whats[c.kind])
			return
		}
		r.Bytes(&fMeta, len(want))
	}
}

// readDeleted reads 01. Release 0.7 cannot restore a record, so no writer writes 00; a reader takes
// 00 for a record that is not deleted.
func (x *Cell) readDeleted(r *wire.Reader) {
	if b, some := r.Peek(); some && b == 0 && !r.Lenient() {
		r.Fail(wire.BadValue, &fDeleted, "01: nothing writes that a record is not deleted")
		return
	}
	x.Deleted = cell.Flag(r, &fDeleted)
}

// readValue reads the value. The qualifier, if present, was read before.
func (x *Cell) readValue(r *wire.Reader, c *context) {
	switch c.kind {
	case Created, LastUpdate:
		x.Version = maryk.ReadHLC(r, &fVersion, false)
	case SoftDelete:
		x.readDeleted(r)
	case Property:
		x.Data.Read(r, cell.HBase, &x.Path)
	case IndexCell:
		x.Set = cell.Flag(r, &fSet)
	case UniqueCell:
		if b := r.Ahead(); len(b) == 1 && b[0] == 0 {
			r.Bytes(&fReleased, 1)
			return
		}
		x.record(r, c)
	}
}
