package scanshell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
)

// Range is a range of keys. Start is its first key, Stop the first key after it; nil if the range
// ends with the last key. Table and Family are for the shell of the store itself: others hold the
// keys in another way.
type Range struct {
	Start, Stop []byte

	Part     string // the part of an entry that the keys are; empty means "key"
	Store    string // "HBase", "RocksDB", "LMDB", "Accumulo"
	Table    string // empty if unknown
	Family   []byte // column family, nil if unknown
	NoFamily bool   // there is a column family, but it is unknown

	Columns *format.Columns // qualifiers in the family; nil for all
	Times   format.Times
	Limit   int // maximum number of rows; 0 for all
}

// Form is a way to write a range.
type Form struct {
	Name  string // short name for options: hbase, ldb, go …
	Title string
	Shell bool // a command of a store's shell, not literals
	// Text returns the range as lines that each end with a line feed: a command, or the literals of
	// start and stop.
	Text func(Range) string

	store string // the store that the shell belongs to
}

var shells = []Form{
	{"hbase", "HBase shell", true, scanHBase, "HBase"},
	{"ldb", "RocksDB ldb", true, scanLDB, "RocksDB"},
	{"mdb", "LMDB, lines of mdb_dump", true, scanMDB, "LMDB"},
	{"accumulo", "Accumulo shell", true, scanAccumulo, "Accumulo"},
}

// Forms returns all forms: the shells, that of the given store first, then the literals.
func Forms(store string) []Form {
	list := slices.Clone(shells)
	slices.SortStableFunc(list, func(a, b Form) int {
		switch {
		case a.store == store && b.store != store:
			return -1
		case b.store == store && a.store != store:
			return 1
		}
		return 0
	})
	for _, p := range dump.Printers() {
		if p.Name != "hbase" && p.Name != "accumulo" { // already among the shells
			text := literals(p.Append)
			if p.Name == "c" {
				text = declared(p)
			}
			list = append(list, Form{Name: p.Name, Title: p.Title, Text: text})
		}
	}
	return list
}

// Find returns the form called name, or nil.
func Find(name string) *Form {
	for _, f := range Forms("") {
		if f.Name == name {
			return &f
		}
	}
	return nil
}

func literals(appendTo func(dst, b []byte) []byte) func(Range) string {
	return func(r Range) string {
		b := append(appendTo(nil, r.Start), '\n')
		if r.Stop != nil {
			b = append(appendTo(b, r.Stop), '\n')
		}
		return string(b)
	}
}

// declared writes literals as two declarations, row_start and row_stop, because a C compiler joins adjacent literals.
func declared(p dump.Printer) func(Range) string {
	return func(r Range) string {
		name := r.Part
		if name == "" {
			name = "key"
		}
		b := append(p.AppendAs(nil, name+"_start", r.Start), '\n')
		if r.Stop != nil {
			b = append(p.AppendAs(b, name+"_stop", r.Stop), '\n')
		}
		return string(b)
	}
}

func scanLDB(r Range) string {
	text := "ldb --db=DIR --hex"
	switch {
	case r.Store != "RocksDB":
	case r.NoFamily:
		text = "ldb --db=DIR --ignore_unknown_options --column_family=FAMILY --hex"
	case r.Family != nil:
		begin, err := LDB(hexText(r.Family))
		if err != nil {
			return "# " + err.Error() + "\n"
		}
		text = begin
	}
	text += " scan --from=0x" + upperHex(r.Start)
	if r.Stop != nil {
		text += " --to=0x" + upperHex(r.Stop)
	}
	if r.Limit > 0 {
		text += " --max_keys=" + strconv.Itoa(r.Limit)
	}
	return text + "\n"
}

// scanMDB is not a single command: mdb_dump always prints the whole database, sorted, and its hex
// keys sort as the bytes do.
func scanMDB(r Range) string {
	text := "from the key line  " + hexText(r.Start) + "\n"
	if r.Stop != nil {
		text += "up to and without  " + hexText(r.Stop) + "\n"
	}
	return text
}

func hexText(b []byte) string { return string(dump.AppendHex(nil, b)) }

func upperHex(b []byte) string { return strings.ToUpper(hexText(b)) }
