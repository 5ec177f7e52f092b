// Package writeshell writes stored entries as input for a store's own tools, to store them again:
// commands for the shells of HBase, RocksDB and Accumulo, and the input of LMDB's mdb_load.
//
// Nothing is lost: an entry that a tool cannot store is refused with the reason.
//
// Not promised: only the command and the page use it so far.
package writeshell

import (
	"errors"

	"github.com/rowlens/rowlens/codec/store"
)

// form is a way to write entries.
type form struct {
	name, title string
	append      func(w *Writer, dst []byte, e *store.Entry) ([]byte, error)
	end         func(w *Writer, dst []byte) []byte // nil if nothing follows the last entry
}

var forms = []form{
	{"hbase-shell", "HBase shell: put, delete, deleteall", appendHBase, nil},
	{"ldb", "RocksDB ldb: put, delete, deleterange", appendLDB, nil},
	{"mdb", "input of LMDB's mdb_load", appendMDB, endMDB},
	{"accumulo", "Accumulo shell: insert, delete", appendAccumulo, nil},
}

// Names returns the short names of all forms, for options.
func Names() (list []string) {
	for i := range forms {
		list = append(list, forms[i].name)
	}
	return list
}

// Writer writes entries in one form, one after another.
type Writer struct {
	form  *form
	table string // table of the previous entry
	begun bool
}

// New returns a Writer of the named form, nil if there is none.
func New(name string) *Writer {
	for i := range forms {
		if forms[i].name == name {
			return &Writer{form: &forms[i]}
		}
	}
	return nil
}

// Append appends lines that write one entry, each with a line feed. An error says why the form
// cannot write it; dst is then returned unchanged.
func (w *Writer) Append(dst []byte, e *store.Entry) ([]byte, error) {
	out, err := w.form.append(w, dst, e)
	if err != nil {
		return dst, err
	}
	w.begun = true
	return out, nil
}

// End appends what follows the last entry.
func (w *Writer) End(dst []byte) []byte {
	if w.form.end == nil {
		return dst
	}
	return w.form.end(w, dst)
}

// cell is an entry of a store with rows.
type cell struct {
	row, family, qualifier, value            []byte
	hasFamily, hasQualifier, hasValue, known bool
	visibility                               []byte
}

// cellOf splits an entry into its parts; shell is the tool's name, for errors.
func cellOf(e *store.Entry, shell string) (c cell, err error) {
	for i := range e.Parts {
		b := e.Parts[i].Bytes
		switch e.Parts[i].Name {
		case store.Row:
			c.row, c.known = b, true
		case store.Family:
			c.family, c.hasFamily = b, true
		case store.Qualifier:
			c.qualifier, c.hasQualifier = b, true
		case store.Visibility:
			c.visibility = b
		case store.Value:
			c.value, c.hasValue = b, true
		default:
			return c, errors.New(e.Parts[i].Name + ": " + shell + " has no such part")
		}
	}
	if !c.known {
		return c, errors.New("it has no row key; " + shell + " has no command for it")
	}
	return c, nil
}

// pairOf splits an entry of a store with pairs.
func pairOf(e *store.Entry, tool string) (key, value []byte, hasValue bool, err error) {
	hasKey := false
	for i := range e.Parts {
		b := e.Parts[i].Bytes
		switch e.Parts[i].Name {
		case store.Key:
			key, hasKey = b, true
		case store.Value:
			value, hasValue = b, true
		default:
			return nil, nil, false, errors.New(e.Parts[i].Name + ": a pair has key and value only; " + tool + " cannot write this part")
		}
	}
	switch {
	case !hasKey:
		err = errors.New("it has no key; " + tool + " cannot write it")
	case e.Increment:
		err = errors.New("increment: " + tool + " has no command for it")
	case e.Timestamp != "":
		err = errors.New("timestamp: " + tool + " keeps none with a pair")
	case !hasValue && e.Deleted == "":
		err = errors.New("it has no value and is no deletion; " + tool + " cannot write it")
	}
	return key, value, hasValue, err
}

// Deletion is the deleted member of a row to be removed, for any store.
const Deletion = "delete"

func noSuchDeletion(e *store.Entry, shell string) error {
	return errors.New("deleted: " + shell + " has no command for a tombstone of the type " + e.Deleted)
}
