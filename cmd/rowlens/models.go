package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/unpack"
)

func (r *reading) storeFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&r.cf, "cf", "", "column `FAMILY` of a RocksDB dump that does not name it: hex, or TYPE/MODEL such as table/1")
	group(cmd, inputFlags, "cf")
	completesNothing(cmd, "cf")
	r.metaFlag(cmd)
}

func (r *reading) metaFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.meta, "meta", "", "metadata `FILE` of the database: MARYK_META.yml")
	group(cmd, inputFlags, "meta")
	r.numberingFlag(cmd)
}

func (r *reading) numberingFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.numbering, "family-numbering", "",
		"`NUMBERING` of the column families of Maryk on RocksDB: old (releases up to 0.5) or new; without it a family of type 00 means old")
	group(cmd, inputFlags, "family-numbering")
	completes(cmd, "family-numbering", completeNames(numberings()...))
}

// numberings returns all values that --family-numbering accepts.
func numberings() (names []string) {
	for _, f := range codec.Formats() {
		if f.Models != nil {
			names = append(names, f.Models.Numberings...)
		}
	}
	return names
}

// checkNumbering refuses a numbering that the format lacks, and one that none has.
func (r *reading) checkNumbering() error {
	if f := codec.Find(r.format); f != nil && (f.Models == nil || len(f.Models.Numberings) == 0) {
		return usage("--family-numbering: %s has no column families that are numbered in different ways", f.Title)
	}
	if !slices.Contains(numberings(), r.numbering) {
		return unknown("numbering", r.numbering, numberings())
	}
	return nil
}

// numbered adds the numbering from --family-numbering to models, which may be null.
func (r *reading) numbered(models value.Value) value.Value {
	if r.numbering == "" {
		return models
	}
	return format.With(models, "familyNumbering", value.Of(r.numbering))
}

// checkMeta refuses a file that no format with such a file accepts. Formats without one accept
// any object.
func (r *reading) checkMeta(models value.Value) error {
	err := errors.New("no format has such a file")
	for _, f := range codec.Formats() {
		if f.Models == nil || f.Models.MetaFile == "" || r.format != "" && r.format != f.ID {
			continue
		}
		if _, err = f.ParseSchema(models); err == nil {
			return nil
		}
	}
	return err
}

// openFamily converts the column family given by --cf to hex.
func (r *reading) openFamily() error {
	if r.cf == "" {
		return nil
	}
	cf, err := schema.Family(r.cf, r.format, r.schemas)
	if err != nil {
		return usage("--cf %s: %s", r.cf, err)
	}
	r.cf = cf
	return nil
}

// familyOf returns the column family of the rows in a file whose text in this form does not say it: the one
// given by --cf or else the one in the file's name.
func (r *reading) familyOf(file string, form *dump.Form) string {
	if r.cf != "" || file == "" || file == "-" || !form.OneFamily() {
		return r.cf
	}
	cf := schema.FamilyInName(filepath.Base(file), r.format, r.schemas)
	if cf != "" {
		r.once(file + ": note: the family " + cf + " is taken from the file's name; --cf says another")
	}
	return cf
}

// search looks for models in a dump itself.
type search struct {
	*reading
	finder *schema.Finder
	placed bool // a row that names its family has been seen
	only   bool // nothing else reads the rows later, and reports what is damaged

	unread int   // rows of a text that could not be read
	why    error // about the first of them
}

const (
	// aheadBytes is how much of a pipe is searched before its rows are decoded, if the first
	// row names its family: the models of a database are among its rows.
	aheadBytes = 8 << 20
	// aheadPause is how long a pipe may pause meanwhile. After a longer pause, the rows read so
	// far are decoded with the models found so far.
	aheadPause = time.Second
)

// find finds models in the inputs themselves, unless the user gave some. For that it reads a file
// twice if its rows name their families. Of a pipe, only the start is buffered and searched.
func (r *reading) find(inputs []string) error {
	x := r.search()
	if x == nil {
		return nil
	}
	stop := x.searching("looking for models", inputs)
	defer stop()
	for _, name := range inputs {
		if err := x.input(name); err != nil {
			return err
		}
	}
	stop()
	return x.finish(inputs)
}

// findIn is find for a text in memory, which was read from a file if file is not empty.
func (r *reading) findIn(text []byte, file string) error {
	x := r.search()
	if x == nil {
		return nil
	}
	if err := x.rows(bytes.NewReader(text), file, false); err != nil {
		return err
	}
	return x.finish(nil)
}

// search prepares a search; nil if there is nothing to look for.
func (r *reading) search() *search {
	x := &search{reading: r, finder: schema.NewFinder(r.format)}
	if r.model != "" || x.finder == nil {
		return nil
	}
	return x
}

// input searches one input. Unreadable rows are reported later, when they are decoded.
func (x *search) input(name string) error {
	if x.isGiven(name) {
		return x.stores()
	}
	if name != "-" {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return nil
		}
		in, err := x.openInput(name)
		if err != nil {
			return nil
		}
		defer in.Close()
		return x.rows(in, name, false)
	}
	if !input.Regular(x.in) {
		x.ahead.Reset()
		in, err := unpack.Text(&input.Ahead{Live: x.stdin(), Seen: &x.call.ahead, Most: aheadBytes, Patience: aheadPause},
			x.guessed("standard input"))
		if err != nil {
			return x.ctx.Err()
		}
		return x.rows(in, name, true)
	}
	at, err := x.in.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil
	}
	if in, err := unpack.Text(x.in, x.guessed("standard input")); err == nil {
		if err := x.rows(metered{input.Unclosed{Reader: in}, &x.meter}, name, false); err != nil {
			return err
		}
	}
	_, err = x.in.Seek(at, io.SeekStart)
	return err
}

// stores passes the rows of each table to the finders.
func (x *search) stores() error {
	for i, s := range x.set.Stores {
		for j, t := range s.Tables() {
			for _, e := range storage.Description(&t) {
				x.finder.Add(&e)
			}
			if err := x.table(storage.Pick{Store: i, Table: j}, t.CF != nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// table passes on rows until it is certain that no more models will come. All rows of a column family are
// of one kind.
func (x *search) table(p storage.Pick, family bool) error {
	in := x.storedEntries([]storage.Pick{p}, file.Query{})
	in.stored.Remark = nil // it will be reported later
	defer in.Close()
	models := false
	for others := 0; x.ctx.Err() == nil; {
		e, err := in.Next()
		if where, one := bad(err); one {
			if x.only {
				x.lose(&where, err)
			}
			continue
		}
		if err != nil {
			return nil // it will be reported later
		}
		found := x.row(e)
		if found == format.ModelPart {
			models = true
		} else if others++; others >= schema.OthersMax && !models && (family || found == format.Elsewhere && !x.placed) {
			return nil
		}
	}
	return x.ctx.Err()
}

// rows passes rows to the finders until it is certain that no more models will come.
func (x *search) rows(in io.Reader, name string, ahead bool) error {
	list, err := x.scanned(in, name)
	if err != nil {
		return nil
	}
	elsewhere := 0
	for x.ctx.Err() == nil {
		e, err := list.Next()
		if _, one := bad(err); one {
			if x.unread++; x.why == nil {
				x.why = err
			}
			continue
		}
		if err != nil {
			return nil
		}
		if x.row(e) == format.Elsewhere {
			if elsewhere++; ahead || !x.placed && elsewhere >= schema.OthersMax {
				return nil
			}
		}
	}
	return x.ctx.Err()
}

// row passes a row to the finder.
func (x *search) row(e *store.Entry) format.Found {
	found := x.finder.Add(e)
	x.placed = x.placed || found != format.Elsewhere
	return found
}

// finish makes schemas from the models found.
func (x *search) finish(inputs []string) error {
	known := format.SchemaSet{}
	for _, found := range x.finder.Found() {
		f, models := found.Format, found.Models
		for _, p := range found.Problems {
			x.note("note: in the dump: " + p.Error())
		}
		meta, from, err := x.metaOf(f, inputs)
		if err != nil {
			return err
		}
		if models.IsNull() && from == "" {
			continue
		}
		if from != "" {
			models = format.WithMeta(models, meta)
		}
		if f.Models.Numberings != nil {
			models = x.numbered(models)
		}
		sc, err := f.ParseSchema(models)
		if err != nil {
			x.note("note: the models in the dump are not used: " + err.Error())
			continue
		}
		known[f] = sc
		var w value.Writer
		w.Value(models)
		x.rules = w.Buf
	}
	if len(known) > 0 {
		known = schema.WithOpener(known, x.opener)
		for f, sc := range x.schemas {
			if known[f] == nil {
				known[f] = sc
			}
		}
		x.schemas = known
	}
	return nil
}

// metaOf returns the metadata of the database: the file given by the user or, if the rows come
// from the format's store, the one beside the dump.
func (x *search) metaOf(f *format.Format, inputs []string) (text, from string, err error) {
	if f.Models.MetaFile == "" {
		return "", "", nil
	}
	if from = x.meta; from != "" {
		b, err := x.sideText(from, metaMax)
		return string(b), from, err
	}
	if !x.placed {
		return "", "", nil
	}
	for _, name := range inputs {
		for _, from := range x.beside(name, f.Models.MetaFile) {
			if b, err := x.sideText(from, metaMax); err == nil {
				x.note("note: " + from + " is used")
				return string(b), from, nil
			}
		}
	}
	return "", "", nil
}

// beside returns the places where a metadata file may be: in the stores, and beside an input.
func (x *search) beside(name, file string) (list []string) {
	if name == "-" {
		return nil
	}
	if x.isGiven(name) {
		for _, found := range x.set.Set.Files {
			if path.Base(found.Name) == file {
				list = append(list, x.set.Shown(found.Name))
			}
		}
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return append(list, filepath.Join(name, file))
	}
	return append(list, filepath.Join(filepath.Dir(name), file))
}
