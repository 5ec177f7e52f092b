//go:build wasip1

package main

import (
	"encoding/base64"
	"errors"
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// opened is the host's files, with the stores in them.
type opened struct {
	set    *file.Set
	stores []file.Store
	err    error // why the stores of a kind cannot be opened

	// The file whose structure was asked for last.
	name      string
	structure file.Structure
	pieces    []file.Piece
}

// given is the files that the host provided, once they have been examined.
var given *opened

var (
	errNoStores = errors.New("no store is open")
	errNoStore  = errors.New("there is no store in the files")
)

// openStores examines the host's files again and opens the stores.
func openStores() (*opened, error) {
	if given != nil {
		given.close()
	}
	set, err := file.Look(hostFolder{}, all.Kinds())
	if err != nil {
		return nil, err
	}
	o := &opened{set: set}
	o.stores, o.err = set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
	given = o
	return o, nil
}

func (o *opened) close() {
	o.forget()
	for _, s := range o.stores {
		s.Close()
	}
	given = nil
}

// forget closes the structure.
func (o *opened) forget() {
	if o.structure != nil {
		o.structure.Close()
	}
	o.name, o.structure, o.pieces = "", nil, nil
}

// about describes the files:
//
//	{"stores":[{"kind","title","path","damage":[…],"tables":[…],"missing":[{"file","table"}]}],"titles":{cf:title},"schemas":{format:models},
//	 "files":[{"file","bytes","kind","what","title","place":[store,table],"level","refuse","why"}],"error"}
//
// Tables are in the form of `rowlens tables --json`. Titles are what the models in the stores call column families; schemas has
// these models by the format that uses them. Missing lists files of tables, by number, that are not there. Files are listed if
// they are recognised; kind and what are absent for files of no kind, refuse and why for files that are read.
func (o *opened) about(dst []byte) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("stores")
	w.Array()
	for _, s := range o.stores {
		writeStore(&w, s)
	}
	w.EndArray()
	o.writeModels(&w)
	w.Key("files")
	w.Array()
	places := o.places()
	for i := range o.set.Files {
		o.writeFile(&w, &o.set.Files[i], places)
	}
	w.EndArray()
	if o.err != nil {
		w.Member("error").String(o.err.Error())
	}
	w.EndObject()
	return w.Buf
}

// samples writes the samples of all kinds: [{"kind","name","title","files":[{"name","gzip"}]}], gzip in base64.
func samples(dst []byte) []byte {
	w := value.Writer{Buf: dst}
	w.Array()
	for _, kind := range all.Kinds() {
		for i := range kind.Samples {
			writeSample(&w, kind.ID, &kind.Samples[i])
		}
	}
	w.EndArray()
	return w.Buf
}

func writeSample(w *value.Writer, kind string, sample *file.Sample) {
	w.Object()
	w.Member("kind").String(kind)
	w.Member("name").String(sample.Name)
	w.Member("title").String(sample.Title)
	w.Key("files")
	w.Array()
	for _, f := range sample.Files {
		w.Object()
		w.Member("name").String(f.Name)
		w.Member("gzip").String(base64.StdEncoding.EncodeToString([]byte(f.Gzip)))
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}

func writeStore(w *value.Writer, s file.Store) {
	w.Object()
	w.Member("kind").String(s.Kind().ID)
	w.Member("title").String(s.Kind().Title)
	w.Member("path").String(s.Path())
	w.Key("damage")
	w.Array()
	damage := s.Damage()
	for i := range damage {
		storage.WriteDamage(w, &damage[i])
	}
	w.EndArray()
	w.Key("tables")
	w.Array()
	tables := s.Tables()
	for i := range tables {
		storage.WriteTable(w, s, &tables[i], s.Path())
	}
	w.EndArray()
	writeMissing(w, s)
	w.EndObject()
}

func writeMissing(w *value.Writer, s file.Store) {
	w.Key("missing")
	w.Array()
	if placed, ok := s.(file.Placed); ok {
		for _, p := range placed.Places() {
			if !p.Missing {
				continue
			}
			w.Object()
			w.Member("file").String(p.File)
			w.Member("table").Int(int64(p.Table))
			w.EndObject()
		}
	}
	w.EndArray()
}

func (o *opened) writeFile(w *value.Writer, found *file.Found, places map[string]place) {
	foreign, _ := storage.Foreign(o.set, found) // unreadable files are not known
	if found.Kind == nil && foreign == nil {
		return
	}
	w.Object()
	w.Member("file").String(found.Name)
	w.Member("bytes").Int(found.Size)
	if foreign != nil {
		w.Member("title").String(foreign.Title)
		w.Member("refuse").String("foreign")
		w.Member("why").String(foreign.Sentence(found.Name, file.Dir(found.Name)))
		w.EndObject()
		return
	}
	w.Member("kind").String(found.Kind.ID)
	w.Member("what").String(found.What)
	w.Member("title").String(found.Title)
	if p, ok := places[found.Name]; ok {
		p.write(w)
	}
	if found.Refuse != "" {
		w.Member("refuse").String(found.Refuse)
		w.Member("why").String(found.Why)
	}
	w.EndObject()
}

// take opens the structure of a file, unless it is still open.
func (o *opened) take(name string) (*file.Found, error) {
	var found *file.Found
	for i := range o.set.Files {
		if o.set.Files[i].Name == name {
			found = &o.set.Files[i]
		}
	}
	switch {
	case found == nil:
		return nil, &hostError{name, file.ErrNotThere}
	case found.Kind == nil, found.Kind.Structure == nil:
		return nil, &hostError{name, errNoKind}
	case o.structure != nil && o.name == name:
		return found, nil
	}
	o.forget()
	s, err := found.Kind.Structure(o.set, name, file.Options{}.Limits())
	if err != nil {
		return nil, err
	}
	o.name, o.structure, o.pieces = name, s, s.Pieces()
	return found, nil
}

var errNoKind = errors.New("it is no file of a store that is explained")

// listPieces appends the pieces of a file, one per line, in the form of `rowlens inspect --structure --json`.
func (o *opened) listPieces(dst []byte, name string) ([]byte, error) {
	if _, err := o.take(name); err != nil {
		return dst, err
	}
	for i := range o.pieces {
		dst = storage.AppendPiece(dst, i+1, &o.pieces[i])
	}
	return dst, nil
}

// explain appends the tree of a piece, as storage.Noter writes it. The request is {"file","block"} or {"file","offset"},
// with "format" and "schema" for the notes on entries, and "entry", from 1, for an entry whose fields to explain, too.
func (o *opened) explain(dst []byte, request value.Value) ([]byte, error) {
	name, _ := request.Member("file").Text()
	found, err := o.take(name)
	if err != nil {
		return dst, err
	}
	n, err := o.piece(request)
	if err != nil {
		return dst, err
	}
	var noter storage.Noter
	noter.Format, _ = request.Member("format").Text()
	within, _ := request.Member("entry").Int()
	noter.Within = int(min(max(within, math.MinInt32), math.MaxInt32))
	if v := request.Member("schema"); !v.IsNull() {
		if noter.Schemas, err = schema.Parse(v, noter.Format); err != nil {
			return dst, err
		}
	}
	var tree span.Tree
	if err := o.structure.Explain(&o.pieces[n], &tree, noter.Note); err != nil && len(tree.Nodes) == 0 {
		return dst, err
	}
	w := value.Writer{Buf: dst}
	noter.Explain(&w, &tree, found.Kind.ID, o.pieces[n].What)
	return w.Buf, nil
}

// piece returns the index of the piece that a request names.
func (o *opened) piece(request value.Value) (int, error) {
	if v := request.Member("block"); !v.IsNull() {
		n, ok := v.Int()
		if !ok || n < 1 || n > int64(len(o.pieces)) {
			return 0, errors.New("the file has the blocks 1 to " + strconv.Itoa(len(o.pieces)))
		}
		return int(n) - 1, nil
	}
	offset, ok := request.Member("offset").Int()
	if n := storage.PieceAt(o.pieces, offset); ok && n >= 0 {
		return n, nil
	}
	return 0, errors.New("no piece of the file has this offset")
}

// findModels adds the models found in the stores to those that the host gave, which come first.
func (o *opened) findModels(given format.SchemaSet, id string) (known format.SchemaSet, notes []string) {
	found, notes := storage.Models(o.set, o.stores, id)
	if len(found) == 0 {
		return given, notes
	}
	for f, s := range given {
		found[f] = s
	}
	return found, notes
}
