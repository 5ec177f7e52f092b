package rocksdb

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
)

// Kind is the kind of a row.
type Kind uint8

// The kinds of rows.
const (
	KindNone Kind = iota
	ModelName
	ModelVersion
	ModelDefinition
	ModelDependents
	ModelMigrationState
	ModelMigrationLog
	ModelHistoryFilled
	ModelTombstonesFilled
	RecordKey      // Keys
	Created        // Table, Historic Table
	LastUpdate     // Table
	SoftDelete     // Table, Historic Table
	Property       // Table, Historic Table
	IndexRow       // Index, Historic Index
	UniqueRow      // Unique, Historic Unique
	UniqueMarker   // Unique
	Update         // Update History
	DeletedForGood // Replication Tombstone
)

// Row is one row: a key and a value in a column family. Its kind decides which members are set.
// Bytes alias the input; decoding reuses its memory.
//
//	family                  key                                              value
//	Keys                    KEY                                              version
//	Table                   KEY                                              version
//	                        KEY 08                                           version
//	                        KEY 00                                           version, 01 or 00
//	                        KEY REF                                          version, data
//	Index                   var-int length, index reference, entry, KEY      version
//	Unique                  REF data                                         version, KEY
//	                        00 REF                                           (empty)
//	Historic Table          KEY                                              version
//	                        KEY 00 inverted version                          01 or 00
//	                        KEY REF inverted version                         data
//	Historic Index          …  as Index, inverted version                    (empty), 00 or 01
//	Historic Unique         REF data inverted version                        KEY, or (empty)
//	Update History          inverted version, KEY                            (empty), or 01
//	Replication Tombstone   KEY                                              version
//
// Order: bytewise, except in the historic families (Comparator).
// Errors: Truncated, Trailing, BadType, BadValue, NonCanonical. Source: docs/formats/maryk-rocksdb.md.
type Row struct {
	Family  Family
	Kind    Kind
	Record  []byte    // key of the record
	Key     maryk.Key // its parts, if the model is known
	Version hlc.Version

	Reference []byte // for a property or unique row
	Path      maryk.Path
	Data      cell.Data
	Deleted   bool // for a soft delete; for an update, true for a hard delete

	Index    []byte       // reference of the index
	IndexDef *maryk.Index // that index, if the model has it
	Entry    maryk.IndexEntry
	Values   []byte // for an index row: values and lengths
	Format   int    // of the index key: 1 or 2; in writing, 0 for that of the database
	Assumed  bool   // Format is assumed: nothing said it, and the key begins with no index of the model
	State    State  // for a historic index row

	Stored   []byte // for a unique row: data or token
	Released bool   // for a historic unique row without an owner

	Opaque []byte // bytes that cannot be split without the length of the model's keys
	Name   []byte // for a model-name row
	Model  maryk.Version
}

// State is the state that a historic index row records.
type State uint8

// The states.
const (
	Set               State = iota // empty
	Unset                          // 00: by a change
	UnsetBySoftDelete              // 01
)

var stateNames = [...]string{"set", "unset", "unset-by-soft-delete"}

// String returns the state's name.
func (s State) String() string { return stateNames[s] }

// context is what is known to type a row.
type context struct {
	kind        Kind
	historic    bool
	keySize     int // -1: unknown
	schema      *cell.Schema
	model       *cell.Model
	def         *maryk.Model
	indexFormat int
	stated      bool // the index format is known, not only the usual one
}

func (c *context) set(s *cell.Schema, m *cell.Model) {
	c.model, c.def, c.indexFormat, c.stated = m, nil, cell.IndexFormat2, false
	if s != nil {
		c.indexFormat, c.stated = s.IndexFormat, s.Stated
	}
	if m == nil {
		return
	}
	c.def = m.Def
	if m.KeySize >= 0 {
		c.keySize = m.KeySize
	}
}

// record reads the key of the record. whole says that nothing else is in the part.
func (x *Row) record(r *wire.Reader, c *context, whole bool) {
	n := c.keySize
	if n < 0 || whole && n > r.Left() {
		if n > r.Left() {
			r.Fail(wire.Truncated, &fRecord, "a key of "+itoa(n)+" bytes")
			return
		}
		n = r.Left()
	}
	if !r.OK() {
		return
	}
	at := r.Offset()
	if c.def == nil || c.def.KeyParts == nil || c.def.KeySize != n {
		x.Key.Model, x.Key.Parts = c.def, x.Key.Parts[:0]
		x.Record = r.Bytes(&fRecord, n)
		return
	}
	r.Begin(&fRecord)
	maryk.ReadKeyParts(r, c.def, &x.Key)
	if r.OK() {
		x.Record = r.Since(at)
		r.EndWith(span.BytesValue(x.Record), 0)
	}
}

const versionLen = 8

func (x *Row) version(r *wire.Reader) { x.Version = maryk.ReadHLC(r, &fVersion, false) }

func (x *Row) inverted(r *wire.Reader) { x.Version = maryk.ReadHLC(r, &fInverted, true) }

// inFront returns how many bytes precede the inverted version at the end of a historic key, or how
// many remain in other keys.
func (c *context) inFront(r *wire.Reader) int {
	if !c.historic {
		return r.Left()
	}
	if r.Left() < versionLen {
		r.Fail(wire.Truncated, &fInverted, "an inverted version at the end")
		return 0
	}
	return r.Left() - versionLen
}

// readKey reads the key of the row.
func (x *Row) readKey(r *wire.Reader, c *context) {
	switch c.kind {
	case RecordKey, Created, DeletedForGood:
		x.record(r, c, true)
	case LastUpdate:
		x.tagged(r, c, &fLastUpdate, tagLastUpdate)
	case SoftDelete:
		x.tagged(r, c, &fSoftDelete, tagSoftDelete)
	case Property:
		x.propertyKey(r, c)
	case IndexRow:
		x.indexKey(r, c)
	case UniqueRow:
		x.uniqueKey(r, c)
	case UniqueMarker:
		x.markerKey(r, c)
	case Update:
		x.inverted(r)
		x.record(r, c, true)
	}
}

// readValue reads the value of the row. Its key, if present, was read before.
func (x *Row) readValue(r *wire.Reader, c *context) {
	switch c.kind {
	case RecordKey:
		x.Version = maryk.ReadHLC(r, &fCreated, false)
	case Created, DeletedForGood, LastUpdate:
		x.version(r)
	case SoftDelete:
		if !c.historic {
			x.version(r)
		}
		x.Deleted = cell.Flag(r, &fDeleted)
	case Property:
		if !c.historic {
			x.version(r)
		}
		x.Data.Read(r, cell.RocksDB, &x.Path)
	case IndexRow:
		x.indexValue(r, c)
	case UniqueRow:
		x.uniqueValue(r, c)
	case UniqueMarker:
	case Update:
		if b, some := r.Peek(); some && b != 1 {
			r.Fail(wire.BadValue, &fHard, "01, or nothing")
		} else if some {
			x.Deleted = cell.Flag(r, &fHard)
		}
	}
}

// readRow reads key and value of a row of any family but Model.
func (x *Row) readRow(p *format.Parts, c *context) (hasKey, hasValue bool) {
	r, hasKey := p.OpenGroup(store.Key, &fKey)
	if hasKey {
		x.readKey(r, c)
		p.Close()
	}
	if r, hasValue = p.OpenGroup(store.Value, &fValue); hasValue {
		x.readValue(r, c)
		p.Close()
		if x.Kind == Property && p.Err() == nil {
			x.openValue(p, c)
		}
	}
	return hasKey, hasValue
}

// openValue decrypts the value of a property, if there is an Opener and its place is known.
func (x *Row) openValue(p *format.Parts, c *context) {
	if s := cell.SchemaIn(p.In); s != nil && c.model != nil && x.Record != nil {
		at := cell.Place{Opener: s.Opener, Model: c.model.Number, Key: x.Record, Reference: x.Reference}
		x.Data.Open(p.Tree, cell.RocksDB, &at, &x.Path)
	}
}
