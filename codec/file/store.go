package file

import "github.com/rowlens/rowlens/codec/store"

// Store is a database in the form of its files, opened for reading.
type Store interface {
	Kind() *Kind
	Path() string // folder or file in the set, as List named it; "" for the whole set

	// Tables lists the store's column families, named databases, tables with their families, or
	// locality groups, in the store's order. A scan may find more, which are added at the end:
	// call Tables again when an Entry.Table is not in the list yet.
	Tables() []Table

	// Scan reads a table or, if t is All, the whole store in its own order. Several cursors may
	// be used at once, each by one goroutine.
	Scan(t int, q Query) (Cursor, error)

	// Damage returns what was found when the store was opened.
	Damage() []Damage

	// Check returns what is only known after everything has been read (counts, free lists), so
	// call it after a scan of All. It repeats nothing that a cursor or Damage has returned.
	Check() []Damage

	Close() error
}

// Assuming is a Store that may show more than its files prove. After a scan, Assumed returns a
// sentence about what had to be assumed for entries that were shown; "" if nothing.
type Assuming interface {
	Assumed() string
}

// All makes Scan read every table.
const All = -1

// Table describes one table of a store. Numbers are -1 if the files do not give them.
type Table struct {
	Name         string // for people, unique in the store: text, or hex if it is not text
	Stored       []byte // the name as stored; nil for a table without a name
	ID           uint32 // column family id
	CF           []byte // RocksDB: the column family's name
	Group        string // Accumulo: the locality group
	Comparator   string
	Bytewise     bool // keys (HBase, Accumulo: rows) are sorted as unsigned bytes
	Files        int
	Entries      int64 // according to the files' own statistics, including versions and tombstones
	Databases    int64 // LMDB: how many of the entries are names of other tables, if all were found; otherwise 0
	Bytes        int64 // total size of its files
	First, Last  []byte
	Deletions    int64 // how many of the entries delete something, if HasDeletions is set
	HasDeletions bool
	Starts       [][]byte // keys at which the store's own regions begin, in order, except the first region's; nil if it has no regions
	Compression  []string
	Properties   []Property
	Attributes   []Column // names and values that an application stored in the table's description (HBase), as stored
}

// Placed is a Store in which each file belongs to one table.
type Placed interface {
	Places() []Place
}

// Place is the position of a file in its store.
type Place struct {
	File         string
	Table, Level int // Level is -1 if there are no levels
	Missing      bool
}

// Property is something that a file says about itself.
type Property struct{ Name, Value string }

// Query selects what a scan shows. The zero Query shows what a reader of the store would see.
type Query struct {
	// Start (included) and Stop (excluded) are keys or, in HBase and Accumulo, rows; nil means unbounded.
	Start, Stop []byte

	// Stored shows all versions and tombstones rather than what a reader would see.
	Stored bool

	// Salvage adds what can be found without an index or tree.
	Salvage bool

	// At, if HasAt is set, selects the state to show: a sequence number (RocksDB) or a
	// timestamp (HBase, Accumulo, RocksDB with user timestamps). In LMDB, only the
	// previous transaction is possible.
	At    uint64
	HasAt bool

	// Versions is how many versions of a cell to show (HBase, Accumulo); 0 means 1.
	Versions int

	// Labels, if HasLabels is set, are the reader's authorizations (Accumulo).
	Labels    []string
	HasLabels bool
}

// Cursor reads entries in the order of the store.
type Cursor interface {
	// Next fills e and reports whether there was another entry. The bytes in e are valid
	// until the next call. Where entries are missing, e.Damage says so, and e has no parts.
	Next(e *Entry) bool

	// Err returns why the scan ended early: the files changed while they were read, or a read
	// failed. It returns nil after the last entry.
	Err() error

	Close() error
}

// Entry is one entry of a store with its position, or one piece of damage.
type Entry struct {
	store.Entry // Parts, Deleted, Source.File, Source.CF and Source.Table; no Timestamp: see Time

	Table int // index in Store.Tables

	// Time is the store's timestamp if Timed is set.
	Time  int64
	Timed bool

	// Type is the store's word for the kind of entry ("put", "merge", "DeleteFamily"), if it has one.
	Type string

	Block    int64  // offset of its block, page or record in the file
	At       int    // offset of the entry in the unpacked block
	Level    int    // -1 if there are no levels
	Sequence uint64 // RocksDB's sequence number, HBase's MVCC number
	Group    string // locality group

	// Unmerged marks an operand, and a base that has some, of which only an operator that is not known makes the value.
	Unmerged bool

	Columns []Column // wide-column entity (RocksDB)
	Tags    []Tag    // cell tags (HBase)
	Error   string   // code of the damage because of which there is no value
	Note    string   // what had to be assumed, as Assuming says it; "" if nothing
	Mark    string   // for a salvaged entry: "reached", "free" or "lost"

	Empty  bool // the table has no entries, and this one stands for it
	Damage *Damage
}

// Column is one column of a wide-column entity.
type Column struct{ Name, Value []byte }

// Tag is one tag of a cell.
type Tag struct {
	Type  uint8
	Value []byte
}

// Reset empties e, keeping its memory. It sets the members one by one, which takes less than half
// the time of assigning a whole Entry.
func (e *Entry) Reset() {
	if len(e.Rows) != 0 || len(e.Lists) != 0 {
		e.Rows, e.Lists = e.Rows[:0], e.Lists[:0]
	}
	e.Parts, e.RowsName, e.Timestamp, e.Deleted, e.Increment = e.Parts[:0], "", "", "", false
	e.Source = store.Source{}
	e.Table, e.Time, e.Timed, e.Type = 0, 0, false, ""
	e.Block, e.At, e.Level, e.Sequence, e.Group = 0, 0, -1, 0, ""
	e.Columns, e.Tags = e.Columns[:0], e.Tags[:0]
	e.Error, e.Note, e.Mark, e.Empty, e.Unmerged, e.Damage = "", "", "", false, false, nil
}
