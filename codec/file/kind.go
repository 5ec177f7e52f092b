package file

import (
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Kind is a family of store files: RocksDB, LMDB, HBase, Accumulo.
type Kind struct {
	ID    string // "rocksdb", "lmdb", "hbase", "accumulo"
	Title string // "RocksDB"
	Doc   string // a sentence: which files, of which versions, and which specification

	// Detect says what a file is by its bytes, never by its name alone; the zero Sort if it is
	// none of this kind.
	Detect func(p *Probe) Sort

	// Open returns the stores that the kind's files in a set form, in the order of their paths. It
	// reads what tells their tables, and keeps no more open than it needs. Damage that it met is
	// the stores'; an error means that nothing can be read at all.
	Open func(s *Set, opt Options) ([]Store, error)

	// Structure opens one file to explain it byte by byte.
	Structure func(s *Set, name string, opt Options) (Structure, error)

	// WriteEntry writes the members of an entry as they are in JSON Lines (without braces and
	// without source): hex in lower case for bytes.
	WriteEntry func(w *value.Writer, t *Table, e *Entry, stored bool)

	// Fields are the legend of Structure's trees, in the order of the documentation.
	Fields []*span.Field

	// Codes are the words for damage, each with a sentence that explains it.
	Codes []Code

	Samples []Sample

	// Ending is what the names of files end in that must be the kind's, and Unlike the word for damage of one that is not by its
	// bytes. They are empty where Open looks for such files.
	Ending, Unlike string

	// Versions and Labels report whether those members of a Query mean something to the kind's stores.
	Versions, Labels bool
}

// Code is one word for damage.
type Code struct{ Word, Doc string }

// Sort is what one file is. The zero Sort is none.
type Sort struct {
	What   string // the kind's own word: "table", "log", "manifest", "hfile"; "" for none
	Title  string // for people, with an article: "a table file (SST) of RocksDB"
	Refuse string // code of the reason why it is not read; "" if it is
	Why    string // that reason as a sentence, with what to do instead
}

// Probe is a file to be recognised.
type Probe struct {
	Name string
	Head []byte // first bytes, at most ProbeBytes
	Tail []byte // last bytes, at most ProbeBytes; the whole file if it is not longer
	File File
}

// ProbeBytes is how much of a file's start and end is read to recognise it: more than any
// trailer.
const ProbeBytes = 8 << 10

// Options limit what reading may cost.
type Options struct {
	// BlockMax is the largest block that is unpacked, in bytes; 0 is BlockMax of this package.
	BlockMax int

	// RatioMax is how many times larger than stored a block may become; 0 is RatioMax.
	RatioMax int

	// Compare returns the order of a table whose comparator the kind does not know, or nil. Side
	// reads a small file beside the store's, or returns nil.
	Compare func(comparator string, table []byte, side func(name string) []byte) func(a, b []byte) int
}

// What Options says by default.
const (
	BlockMax = 64 << 20
	RatioMax = 1000
)

// Limits returns the options with the defaults filled in.
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
	// Pieces lists what the file consists of in the order of offsets: footer, blocks, pages,
	// records. Gaps are pieces too. Damage that was met is on its piece.
	Pieces() []Piece

	// Explain makes the tree of a piece: part "stored" has its bytes, and what was unpacked of
	// them is a derived source. Note, if not nil, is asked about each entry found inside.
	Explain(p *Piece, t *span.Tree, note Note) error

	Close() error
}

// Note returns words for an entry, which stand on its node of the tree. The entry is valid until it returns.
type Note func(e *Entry, node int) string

// Piece is a stretch of a file.
type Piece struct {
	Offset, Size int64
	What         string // "data block", "index block", "footer", "meta page", "gap"
	Detail       string // in words: compression, entries, page number, level
	First        []byte // first key, where known
	Entries      int    // -1 if unknown
	Damage       *Damage
}
