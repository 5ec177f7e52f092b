package file

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Kind is a family of store files: RocksDB, LMDB, HBase or Accumulo.
type Kind struct {
	ID    string // "rocksdb", "lmdb", "hbase", "accumulo"
	Title string // "RocksDB"
	Doc   string // one sentence: which files, of which versions, and which specification

	// Detect says what a file is by its bytes, never by its name alone. It returns the zero
	// Sort for files of other kinds.
	Detect func(p *Probe) Sort

	// Open returns the stores that the kind's files in a set form, ordered by path. It reads what
	// is needed to list their tables, and keeps open no more than it needs. Damage that it meets
	// belongs to the stores; it returns an error only if nothing can be read at all.
	Open func(s *Set, opt Options) ([]Store, error)

	// Structure opens one file to explain it byte by byte.
	Structure func(s *Set, name string, opt Options) (Structure, error)

	// WriteEntry writes the members of an entry for JSON Lines, without braces and without
	// source. Bytes are in lower-case hex.
	WriteEntry func(w *value.Writer, t *Table, e *Entry, stored bool)

	// Fields is the legend of Structure's trees, in the order of the documentation.
	Fields []*span.Field

	// Codes are the codes for damage, each with a sentence that explains it.
	Codes []Code

	Samples []Sample

	// Named returns what a file with such a name, without its folders, must be (a What of Sort), or "" for other names. Unlike is
	// the code for damage of such a file whose bytes are not. Named is nil if Open looks for such files itself.
	Named  func(base string) string
	Unlike string

	// Versions and Labels report whether those members of Query have a meaning for the kind's stores.
	Versions, Labels bool
}

// Code is a code for damage and the sentence that explains it.
type Code struct{ Word, Doc string }

// Sort is what one file is. The zero Sort means that it is not of the kind.
type Sort struct {
	What   string // the kind's own word: "table", "log", "manifest", "hfile"; "" in the zero Sort
	Title  string // for people, with an article: "a table file (SST) of RocksDB"
	Refuse string // code of the reason why it is not read; "" if it is read
	Why    string // that reason as a sentence, with what to do instead
}

// Probe is a file to be recognised, with its start and end.
type Probe struct {
	Name string
	Head []byte // the first bytes, at most ProbeBytes
	Tail []byte // the last bytes, at most ProbeBytes; the whole file if it is not longer
	File File
}

// ProbeBytes is how much of a file's start and end is read to recognise it. It is more
// than any trailer takes.
const ProbeBytes = 8 << 10

// Options limit the memory and time that reading may take.
type Options struct {
	// BlockMax is the largest size, in bytes, to which a block is unpacked. 0 means the constant BlockMax.
	BlockMax int

	// RatioMax is how many times its stored size a block may unpack to. 0 means the constant RatioMax.
	RatioMax int

	// Compare returns the order of a table whose comparator the kind does not know, or nil. side
	// reads a small file beside the store's files; it returns nil if that is not possible.
	Compare func(comparator string, table []byte, side func(name string) []byte) func(a, b []byte) int
}

// Defaults of Options.
const (
	BlockMax = 64 << 20
	RatioMax = 1000
)

// Limits returns the options with defaults filled in.
func (o Options) Limits() Options {
	if o.BlockMax == 0 {
		o.BlockMax = BlockMax
	}
	if o.RatioMax == 0 {
		o.RatioMax = RatioMax
	}
	return o
}

// Structure explains one file.
type Structure interface {
	// Pieces lists what the file consists of, ordered by offset: footer, blocks, pages,
	// records. Gaps are pieces, too. Damage that was met is recorded on its piece.
	Pieces() []Piece

	// Explain makes the tree of a piece. Part "stored" has its bytes, and what was unpacked
	// from them is a derived source. If note is not nil, it is called for each entry found inside.
	Explain(p *Piece, t *span.Tree, note Note) error

	Close() error
}

// Note returns text for an entry, which is shown on its node of the tree. The entry is valid until Note returns.
type Note func(e *Entry, node int) string

// Piece is one stretch of a file.
type Piece struct {
	Offset, Size int64
	What         string // "data block", "index block", "footer", "meta page", "gap"
	Detail       string // in words: compression, entries, page number, level
	First        []byte // first key, if known
	Entries      int64  // -1 if unknown
	Damage       *Damage
}
