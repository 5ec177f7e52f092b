package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/writeshell"
)

// Texts returns the names of the texts that Text writes.
func Texts() []string { return []string{"hex", "mdb", "ldb", "hbase-shell", "accumulo"} }

// Text writes entries as text that people read or a store's own tool loads.
//
//	hex          the parts of an entry on one line, in hex, separated by tabs
//	mdb          what mdb_dump prints and mdb_load loads, a section for each database
//	ldb          what `ldb load --hex` loads: 0x<KEY> ==> 0x<VALUE>
//	hbase-shell  commands for the HBase shell
//	accumulo     commands for the Accumulo shell
//
// Entries of the first three take no memory of their own.
type Text struct {
	as    string
	shell *writeshell.Writer // for the last two

	last         []byte // key of the entry before, in texts that have a key once
	store, table int    // of the section that was begun
	begun        bool
}

// NewText returns a Text with that name, or nil.
func NewText(name string) *Text {
	switch name {
	case "hex", "mdb", "ldb":
		return &Text{as: name}
	case "hbase-shell", "accumulo":
		return &Text{as: name, shell: writeshell.New(name)}
	}
	return nil
}

// Apart reports whether the text needs the entries of each table together: see Scan.
func (x *Text) Apart() bool { return x.as == "mdb" }

// Append appends an entry. An error says why the text cannot represent it; dst is then returned unchanged.
func (x *Text) Append(dst []byte, s *Scan, e *file.Entry) ([]byte, error) {
	if e.Error != "" {
		return dst, errors.New("its value could not be read: " + e.Error)
	}
	switch x.as {
	case "hex":
		return x.hex(dst, e), nil
	case "mdb":
		return x.mdb(dst, s, e)
	case "ldb":
		return x.ldb(dst, s, e)
	}
	if e.Empty {
		return dst, nil
	}
	if e.Timed {
		e.Timestamp = strconv.FormatInt(e.Time, 10)
	}
	return x.shell.Append(dst, &e.Entry)
}

// End appends what follows the last entry.
func (x *Text) End(dst []byte) []byte {
	if x.as == "mdb" && x.begun {
		dst = append(dst, "DATA=END\n"...)
	}
	return dst
}

func (x *Text) hex(dst []byte, e *file.Entry) []byte {
	if e.Empty {
		return dst
	}
	for i := range e.Parts {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = value.AppendHex(dst, e.Parts[i].Bytes)
	}
	return append(dst, '\n')
}

// pair returns the parts of an entry that is a key and a value.
func pair(e *file.Entry, tool string) (key, val []byte, err error) {
	if e.Deleted != "" {
		return nil, nil, errors.New(tool + " cannot load a tombstone")
	}
	for i := range e.Columns {
		if len(e.Columns[i].Name) > 0 {
			return nil, nil, errColumns
		}
	}
	if len(e.Parts) != 2 || e.Parts[0].Name != store.Key {
		return nil, nil, errors.New(tool + " loads keys with values; an entry of this store has other parts")
	}
	return e.Parts[0].Bytes, e.Parts[1].Bytes, nil
}

// next reports whether an entry is the first one of its table.
func (x *Text) next(s *Scan, e *file.Entry) bool {
	if x.begun && x.store == s.at && x.table == e.Table {
		return false
	}
	x.store, x.table = s.at, e.Table
	return true
}

func (x *Text) mdb(dst []byte, s *Scan, e *file.Entry) ([]byte, error) {
	var key, val []byte
	if !e.Empty {
		var err error
		if key, val, err = pair(e, "mdb_load"); err != nil {
			return dst, err
		}
	}
	if e.Empty && len(s.tables) > 1 && s.Table(e).Stored == nil && s.Table(e).CF == nil {
		return dst, nil // the main database, which always exists
	}
	if x.next(s, e) {
		t := s.Table(e)
		if bytes.IndexByte(t.Stored, '\n') >= 0 {
			return dst, errors.New("the name of a database is a line of the text and has no line feed")
		}
		dst = x.End(dst)
		dst = mdbHeader(dst, s.tables, t)
		x.begun = true
	}
	if e.Empty {
		return dst, nil
	}
	dst = append(value.AppendHex(append(dst, ' '), key), '\n')
	return append(value.AppendHex(append(dst, ' '), val), '\n'), nil
}

// mdbHeader begins the section of a database, as mdb_dump does. For a table of another store it has only what mdb_load needs.
func mdbHeader(dst []byte, all []file.Table, t *file.Table) []byte {
	dst = append(dst, "VERSION=3\nformat=bytevalue\n"...)
	name := t.Stored
	if t.CF != nil && string(t.CF) != "default" {
		name = t.CF
	}
	if name != nil {
		dst = append(append(append(dst, "database="...), name...), '\n')
	}
	dst = append(dst, "type=btree\n"...)
	line := func(name, val string) {
		if val != "" {
			dst = append(append(append(append(dst, name...), '='), val...), '\n')
		}
	}
	if size := property(all, "map size"); size != "" {
		line("mapsize", size)
		line("maxreaders", "126") // what mdb_dump prints for an environment that is not in use
	}
	flags := property([]file.Table{*t}, "flags")
	if flag(flags, "dupsort") {
		line("duplicates", "1")
	}
	for _, name := range [...]string{"reversekey", "dupsort", "integerkey", "dupfixed", "integerdup", "reversedup"} {
		if flag(flags, name) {
			line(name, "1")
		}
	}
	line("db_pagesize", property(all, "page size"))
	return append(dst, "HEADER=END\n"...)
}

// property returns the value of the first property with a name.
func property(tables []file.Table, name string) string {
	for i := range tables {
		for _, p := range tables[i].Properties {
			if p.Name == name {
				return p.Value
			}
		}
	}
	return ""
}

// flag reports whether a list of words contains word.
func flag(list, word string) bool {
	for have := range strings.FieldsSeq(list) {
		if strings.EqualFold(have, word) {
			return true
		}
	}
	return false
}

// ldb appends 0x<KEY> ==> 0x<VALUE>. A column family is loaded by itself, so the text has only one.
func (x *Text) ldb(dst []byte, s *Scan, e *file.Entry) ([]byte, error) {
	if e.Empty {
		return dst, nil
	}
	key, val, err := pair(e, "ldb load")
	if err != nil {
		return dst, err
	}
	began := x.begun
	switch {
	case x.next(s, e) && began:
		return dst, ErrTables
	case e.Unmerged:
		return dst, errUnmerged
	case began && bytes.Equal(x.last, key):
		return dst, errVersions
	}
	x.begun, x.last = true, append(x.last[:0], key...)
	dst = appendUpper(append(dst, "0x"...), key)
	dst = appendUpper(append(dst, " ==> 0x"...), val)
	return append(dst, '\n'), nil
}

var (
	errUnmerged = errors.New("ldb load cannot load a merge operand, and the operator that makes the value of it is not known")
	errVersions = errors.New("ldb load keeps one value of a key, and here a second one follows")
	errColumns  = errors.New("the tool loads values, and this is an entity with columns")
)

// ErrTables is the error of a text that cannot name tables.
var ErrTables = errors.New("ldb loads one column family at a time: name one with --table")

// appendUpper appends b as upper-case hex, as RocksDB's tools print it.
func appendUpper(dst, b []byte) []byte {
	from := len(dst)
	dst = value.AppendHex(dst, b)
	out := dst[from:]
	for ; len(out) >= 8; out = out[8:] {
		x := binary.LittleEndian.Uint64(out)
		binary.LittleEndian.PutUint64(out, x&^(x&letters>>1))
	}
	for i, c := range out {
		out[i] = c &^ (c & letter >> 1)
	}
	return dst
}

// Among hex digits only letters have this bit; half of it turns them into lower case.
const (
	letter  = 0x40
	letters = 0x4040404040404040 // in each of eight bytes
)
