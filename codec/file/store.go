package file

import "github.com/rowlens/rowlens/codec/store"

// Store is a database as its files have it, opened for reading.
type Store interface {
	Kind() *Kind
	Path() string // folder or file of the set, as List named it; "" for the whole set

	// Tables are the column families, named databases, tables with their families, locality
	// groups, in the store's order. A scan may come upon more, which are added at the end: call it
	// again for an Entry.Table that the list does not have yet.
	Tables() []Table

	// Scan goes through a table, or through the whole store in its own order if t is All. Several
	// cursors may be used at once, each by one goroutine.
	Scan(t int, q Query) (Cursor, error)

	// Damage is what was found when the store was opened.
	Damage() []Damage

	// Check returns what is only known after everything was read (counts, free lists): call it
	// after a scan of All. It includes nothing that a cursor or Damage said.
	Check() []Damage

	Close() error
}

// All scans every table.
const All = -1

// Table describes one table of a store. Numbers are -1 where the files do not say.
type Table struct {
	Name         string // for people, unique in the store: text, or hex where it is no text
	Stored       []byte // the name as it is stored; nil for a table without a name
	ID           uint32 // column family id
	CF           []byte // RocksDB: the column family's name
	Group        string // Accumulo: the locality group
	Comparator   string
	Bytewise     bool // keys (HBase, Accumulo: rows) are sorted as unsigned bytes
	Files        int
	Entries      int64 // as the files' own statistics say, versions and tombstones included
	Bytes        int64 // of its files
	First, Last  []byte
	Deletions    int64 // how many of the entries delete something, if HasDeletions
	HasDeletions bool
	Starts       [][]byte // keys at which the store's own regions begin, in order and without that of the first; nil without regions
	Compression  []string
	Properties   []Property
	Attributes   []Column // what the description of the table has in names and values of an application's own (HBase), as stored
}

// Placed is a Store of which each file belongs to one table.
type Placed interface {
	Places() []Place
}

// Place is where a file stands in its store.
type Place struct {
	File         string
	Table, Level int // Level is -1 where there is none
	Missing      bool
}

// Property is one property that a file says of itself.
type Property struct{ Name, Value string }

// Query says what a scan shows. The zero Query shows what a reader of the store sees.
type Query struct {
	// Start (included) and Stop (excluded) are keys or, in HBase and Accumulo, rows; nil is open.
	Start, Stop []byte

	// Stored shows every version and tombstone instead of what a reader sees.
	Stored bool

	// Salvage adds what is found without index or tree.
	Salvage bool

	// At, if HasAt, is the state to show: a sequence number (RocksDB), a timestamp (HBase,
	// Accumulo, RocksDB's user timestamps); LMDB has none but its previous transaction.
	At    uint64
	HasAt bool

	// Versions is how many versions of a cell are shown (HBase, Accumulo); 0 is 1.
	Versions int

	// Labels, if HasLabels, are the reader's authorizations (Accumulo).
	Labels    []string
	HasLabels bool
}

// Cursor goes through entries in the order of the store.
type Cursor interface {
	// Next fills e and reports whether there was one more. Its bytes are valid until the next
	// call. Where entries are missing, e.Damage says so and e has no parts.
	Next(e *Entry) bool

	// Err is why the scan ended early: the files changed under the reader, or reading failed. Nil
	// after the last entry.
	Err() error

	Close() error
}

// Entry is one entry of a store with its place, or one damage.
type Entry struct {
	store.Entry // Parts, Deleted, Source.File, Source.CF and Source.Table; no Timestamp: see Time

	Table int // index in Tables

	// Time is the store's timestamp if Timed.
	Time  int64
	Timed bool

	// Type is the store's word for what the entry is ("put", "merge", "DeleteFamily"), where it
	// has one.
	Type string

	Block    int64  // offset of its block, page or record in the file
	At       int    // offset of the entry in the unpacked block
	Level    int    // -1 where there is none
	Sequence uint64 // RocksDB's sequence number, HBase's MVCC number
	Group    string // locality group

	// Unmerged marks an operand, and a base that has some, of which only an operator that is not known makes the value.
	Unmerged bool

	Columns []Column // wide-column entity (RocksDB)
	Tags    []Tag    // cell tags (HBase)
	Error   string   // code of the damage instead of a value
	Mark    string   // of a salvaged entry: "reached", "free" or "lost"

	Empty  bool // the table has no entries: this stands for it
	Damage *Damage
}

// Column is one column of a wide-column entity.
type Column struct{ Name, Value []byte }

// Tag is one tag of a cell.
type Tag struct {
	Type  uint8
	Value []byte
}

// Reset empties e and keeps its memory. It sets the members one by one, which takes less than half
// the time of a copy of all.
func (e *Entry) Reset() {
	if len(e.Rows) != 0 || len(e.Lists) != 0 {
		e.Rows, e.Lists = e.Rows[:0], e.Lists[:0]
	}
	e.Parts, e.RowsName, e.Timestamp, e.Deleted, e.Increment = e.Parts[:0], "", "", "", false
	e.Source = store.Source{}
	e.Table, e.Time, e.Timed, e.Type = 0, 0, false, ""
	e.Block, e.At, e.Level, e.Sequence, e.Group = 0, 0, -1, 0, ""
	e.Columns, e.Tags = e.Columns[:0], e.Tags[:0]
	e.Error, e.Mark, e.Empty, e.Unmerged, e.Damage = "", "", false, false, nil
}
