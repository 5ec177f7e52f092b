//go:build wasip1

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// storeRows says which rows of the host's stores to read instead of text. It comes from a dump's options
// with "store":true (see storage.ReadRequest).
type storeRows struct {
	storage.Request
	part   value.Value // instead of all rows; see limit
	title  string
	notes  []string
	models bool // models have been searched for

	rows     *storage.Rows // nil before the first row
	read     int64         // rows and damaged places so far
	passed   bool          // the host has had rows
	unopened error

	damage  []*storage.Damage // the first damaged places
	damaged int               // number of damaged places
}

func readStoreRows(req value.Value) (*storeRows, error) {
	asked, err := storage.ReadRequest(req)
	return &storeRows{Request: asked, part: req.Member("part")}, err
}

// triesMax is how often a changing store is opened again, as long as none of its rows has been returned.
const triesMax = 5

// fillFromStore reads rows of the host's stores.
func (b *bulk) fillFromStore() (more bool) {
	for try := 1; ; try++ {
		more, b.err = b.scanStore()
		if !errors.Is(b.err, file.ErrMoved) {
			b.store.passed = true
			return more
		}
		b.block.reset() // these rows may belong to two states
		if b.store.passed || try == triesMax {
			return false
		}
		b.store.close()
		if _, b.err = openStores(); b.err != nil {
			return false
		}
	}
}

// startScan opens the stores' tables.
func (b *bulk) startScan() error {
	if err := b.learnModels(); err != nil {
		return err
	}
	picks, err := b.store.Tables(given.stores)
	if err != nil {
		return err
	}
	b.store.title = "entries of " + given.stores[0].Kind().Title
	if len(picks) > 0 {
		b.store.title = "entries of " + given.stores[picks[0].Store].Kind().Title
	}
	rows := &storage.Rows{
		Scan:   storage.Scan{Stores: given.stores, Tables: picks, Query: b.store.Query},
		Remark: func(d *storage.Damage) { b.store.note(d.File + ": " + d.Error()) },
	}
	if err := b.limit(&rows.Scan); err != nil {
		return err
	}
	b.store.unopened = given.err // some stores are missing, or some tables of one
	b.store.rows, b.store.read = rows, 0
	return nil
}

// scanStore adds rows until the block is full. Its error ends the scan.
func (b *bulk) scanStore() (more bool, err error) {
	if b.store.rows == nil {
		if err := b.startScan(); err != nil {
			return false, err
		}
	}
	rows := b.store.rows
	for ; !b.block.full(); b.store.read++ {
		if b.store.Limit > 0 && b.store.read == b.store.Limit {
			return false, nil
		}
		e, err := rows.Next()
		var lost *storage.Damage
		switch {
		case err == io.EOF:
			for _, sentence := range storage.Assumed(given.stores) {
				b.store.note(sentence)
			}
			return false, b.store.unopened
		case errors.As(err, &lost):
			b.block.addLost(lost)
			b.store.lose(lost)
		case err != nil:
			return false, err
		default:
			about := dump.Detail{Exact: true}
			if forPackages {
				about = dump.Detail{Note: rows.Note()}
			}
			b.block.add(e, about, b.kind(e))
		}
	}
	return true, nil
}

// close ends a scan.
func (x *storeRows) close() {
	if x != nil && x.rows != nil {
		x.rows.Scan.Close()
		x.rows = nil
	}
}

// learnModels opens the stores, unless they are open, and searches them for models, once.
func (b *bulk) learnModels() error {
	if b.store == nil {
		return nil
	}
	o := given
	if o == nil {
		var err error
		if o, err = openStores(); err != nil {
			return err
		}
	}
	if len(o.stores) == 0 {
		if o.err != nil {
			return o.err
		}
		return errNoStore
	}
	if b.store.models {
		return nil
	}
	b.store.models = true
	known, notes := o.findModels(b.schemas, b.pin.Format)
	b.schemas, b.pin.Schemas = known, known
	for _, text := range notes {
		b.store.note(text)
	}
	return nil
}

// notesMax bounds the sentences that are kept, damageMax the damaged places.
const (
	notesMax  = 20
	damageMax = 100
)

func (x *storeRows) note(sentence string) {
	if len(x.notes) < notesMax {
		x.notes = append(x.notes, sentence)
	}
}

// lose records damage for the answer about the rows.
func (x *storeRows) lose(d *storage.Damage) {
	if x.damaged++; x.damaged <= damageMax {
		kept := *d
		kept.After, kept.Before = bytes.Clone(d.After), bytes.Clone(d.Before)
		x.damage = append(x.damage, &kept)
	}
}

// writeDamage writes the damage met while rows were read. Each such place is also among the rows, as a row that does not
// decode.
func (x *storeRows) writeDamage(w *value.Writer) {
	w.Member("damaged").Int(int64(x.damaged))
	w.Key("damage")
	w.Array()
	for _, d := range x.damage {
		storage.WriteDamage(w, &d.Damage)
	}
	w.EndArray()
}

// addLost adds damage in the place of missing rows.
func (p *packer) addLost(d *storage.Damage) {
	where := d.Source()
	b := binary.AppendVarint(append(p.rows, isBad|isDamaged), where.Place())
	for _, text := range [...]string{d.File, d.Code, d.Text, d.Expected, d.Found} {
		b = appendText(b, text)
	}
	b = binary.AppendUvarint(b, uint64(max(d.Lost, 0)))
	for _, key := range [...][]byte{d.After, d.Before} {
		if key == nil {
			b = append(b, 0)
			continue
		}
		b = append(binary.AppendUvarint(b, uint64(len(key))+1), key...)
	}
	p.end(b, 0)
}

// damage reads what addLost wrote; its place has already been read to e.
func (u *unpacker) damage(e *store.Entry) *storage.Damage {
	d := &storage.Damage{}
	d.File, d.Code, d.Text, d.Expected, d.Found = u.text(), u.text(), u.text(), u.text(), u.text()
	d.Lost = int64(u.wide())
	d.After, d.Before = u.key(), u.key()
	d.Offset = file.NoOffset
	if e.Source.Lineless {
		d.Offset = e.Source.Offset
	}
	e.Source.File = d.File
	return d
}

// key returns bytes that may be nil.
func (u *unpacker) key() []byte {
	n := u.number()
	if n == 0 || u.broken {
		return nil
	}
	if n--; n > len(u.b) {
		u.broken = true
		return nil
	}
	b := u.b[:n:n]
	u.b = u.b[n:]
	return b
}
