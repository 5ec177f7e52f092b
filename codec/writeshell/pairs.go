package writeshell

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/store"
)

// appendLDB writes one command of RocksDB's ldb (7.8), for a POSIX shell with $'…':
//
//	ldb --db=DIR --ignore_unknown_options --column_family=$'\x03\x01' --hex put 0x<KEY> 0x<VALUE>
//	ldb … delete 0x<KEY>
//	ldb … deleterange 0x<FIRST> 0x<END>
func appendLDB(_ *Writer, dst []byte, e *store.Entry) ([]byte, error) {
	const tool = "ldb"
	key, value, hasValue, err := pairOf(e, tool)
	if err != nil {
		return dst, err
	}
	prefix, err := scanshell.LDB(e.Source.CF)
	if err != nil {
		return dst, err
	}
	dst = append(dst, prefix...)
	word := func(dst, b []byte) []byte {
		return append(append(dst, " 0x"...), bytes.ToUpper(dump.AppendHex(nil, b))...)
	}
	switch {
	case e.Deleted == "":
		dst = word(word(append(dst, " put"...), key), value)
	case e.Deleted == "RangeDeletion" && hasValue:
		dst = word(word(append(dst, " deleterange"...), key), value)
	case e.Deleted != Deletion && e.Deleted != "Deletion":
		return dst, noSuchDeletion(e, tool)
	case len(value) > 0:
		return dst, errors.New("value: a deletion has none")
	default:
		dst = word(append(dst, " delete"...), key)
	}
	return append(dst, '\n'), nil
}

// keyMax is the longest key of LMDB with default compile options.
const keyMax = 511

// appendMDB writes a pair as mdb_load reads it, in one block per database.
func appendMDB(w *Writer, dst []byte, e *store.Entry) ([]byte, error) {
	const tool = "mdb_load"
	key, value, _, err := pairOf(e, tool)
	switch {
	case err != nil:
		return dst, err
	case e.Deleted != "":
		return dst, errors.New("deleted: mdb_load cannot delete; give the dump that this row is to be removed from with --onto")
	case e.Source.CF != "":
		return dst, errors.New("cf: LMDB has no column families")
	case len(key) == 0 || len(key) > keyMax:
		return dst, errors.New("key: LMDB takes 1 to " + strconv.Itoa(keyMax) + " bytes, found " + strconv.Itoa(len(key)))
	case bytes.IndexByte([]byte(e.Source.Table), '\n') >= 0:
		return dst, errors.New("table: the name of a database is a line of the header and has no line feed")
	}
	if !w.begun || e.Source.Table != w.table {
		if w.begun {
			dst = endMDB(w, dst)
		}
		w.table = e.Source.Table
		dst = w.header(dst)
	}
	for _, b := range [...][]byte{key, value} {
		dst = append(dump.AppendHex(append(dst, ' '), b), '\n')
	}
	return dst, nil
}

func (w *Writer) header(dst []byte) []byte {
	dst = append(dst, "VERSION=3\nformat=bytevalue\n"...)
	if w.table != "" {
		dst = append(append(append(dst, "database="...), w.table...), '\n')
	}
	return append(dst, "type=btree\nHEADER=END\n"...)
}

// endMDB ends the block of a database. Without any entry, the block is an empty one, which mdb_load accepts.
func endMDB(w *Writer, dst []byte) []byte {
	if !w.begun {
		dst = w.header(dst)
	}
	return append(dst, "DATA=END\n"...)
}

func decimal(text string) bool {
	for i := range len(text) {
		if text[i]-'0' > 9 {
			return false
		}
	}
	return true
}

func itoa(n int) string { return strconv.Itoa(n) }
