package main

import (
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/writeshell"
)

// changes are rows that replace rows of a dump, by database and key. Of two for the same key,
// the later one applies.
type changes struct {
	rows map[string]int // index in list
	list []store.Entry
}

func newChanges() *changes { return &changes{rows: map[string]int{}} }

// samePlace returns a string that is equal for rows with the same database and key.
func samePlace(e *store.Entry) string {
	key, _ := e.Part(store.Key)
	return e.Source.Table + "\x00" + string(key)
}

// add adds a row that can be written, or a deletion.
func (c *changes) add(e *store.Entry) error {
	probe := e.Clone()
	switch e.Deleted {
	case "":
	case writeshell.Deletion, "Deletion":
		probe.Deleted, probe.Parts = "", append(probe.Parts, store.Part{Name: store.Value})
	default:
		return errors.New("deleted: LMDB has no deletion of the type " + e.Deleted)
	}
	if _, err := writeshell.New("mdb").Append(nil, &probe); err != nil {
		return err
	}
	at, known := c.rows[samePlace(e)]
	if !known {
		at = len(c.list)
		c.list = append(c.list, store.Entry{})
		c.rows[samePlace(e)] = at
	}
	c.list[at] = e.Clone()
	return nil
}

// apply writes the dump with the changes. New rows follow those of their database.
func (x *encodeCall) apply() error {
	in, err := x.openInput(x.onto)
	if err != nil {
		return unreadable(fileError(err))
	}
	defer in.Close()
	sc, err := dump.Open(in, dump.Options{Limit: lineMax})
	if err != nil {
		return unreadable(errors.New(x.onto + ": " + err.Error()))
	}
	table, begun := "", false
	for x.ctx.Err() == nil {
		e, err := sc.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return failed(exitFailed, errors.New(x.onto+": "+err.Error()+"; a dump that would lose a row is not written"))
		}
		if begun && e.Source.Table != table {
			if err := x.rest(table); err != nil {
				return err
			}
		}
		table, begun = e.Source.Table, true
		if at, known := x.changes.rows[samePlace(e)]; known {
			if e = &x.changes.list[at]; e.Deleted == "" {
				err = x.row(e)
			}
			x.changes.list[at] = store.Entry{Deleted: writeshell.Deletion}
		} else {
			err = x.row(e)
		}
		if err != nil {
			return err
		}
	}
	if err := x.ctx.Err(); err != nil {
		return err
	}
	if err := x.rest(table); err != nil {
		return err
	}
	for i := range x.changes.list { // of databases that the dump does not have
		if err := x.rest(x.changes.list[i].Source.Table); err != nil {
			return err
		}
	}
	return nil
}

// rest writes the new rows of a database.
func (x *encodeCall) rest(table string) error {
	for i := range x.changes.list {
		e := &x.changes.list[i]
		if e.Deleted != "" || e.Source.Table != table {
			continue
		}
		if err := x.row(e); err != nil {
			return err
		}
		*e = store.Entry{Deleted: writeshell.Deletion}
	}
	return nil
}

func (x *encodeCall) row(e *store.Entry) error {
	out, err := x.shell.Append(nil, e)
	if err != nil {
		return failed(exitFailed, errors.New(x.onto+": "+x.named(e, err).Error()))
	}
	_, err = x.out.Write(out)
	return err
}
