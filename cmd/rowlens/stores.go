package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/internal/stores"
	"github.com/rowlens/rowlens/internal/unpack"
)

// storing is what a command knows about the stores among its inputs.
type storing struct {
	tables      []string // --table
	start, stop string
	stored      bool
	salvage     bool
	forTexts    bool // the flags apply to texts, too: the command handles that itself
	threads     uint // --threads; 0 for one per core
	apart       bool // rows are used by goroutines other than the scanning one

	set       *stores.Given
	standsFor string // the input that represents all stores
	picks     []storage.Pick
	asked     file.Query
	piped     file.File // what came through standard input, if it is a store
}

// storesFlags is the heading for flags about stores.
const storesFlags = "Store flags"

// entryFlags adds the flags that select entries of stores.
func (x *storing) entryFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&x.tables, "table", nil,
		"only the table `NAME`: a column family, named database, table or locality group; may be repeated")
	fs.BoolVar(&x.stored, "stored", false, "every version and tombstone, not only what readers of the store see")
	fs.BoolVar(&x.salvage, "salvage", false, "also entries found without an index or tree")
	fs.StringVar(&x.start, "start", "", "only entries from `KEY` on, in any spelling")
	fs.StringVar(&x.stop, "stop", "", "only entries before `KEY`, in any spelling")
	undefaulted(cmd, "table")
	group(cmd, storesFlags, "table", "stored", "salvage", "start", "stop")
	completesNothing(cmd, "table", "start", "stop")
}

// any reports whether a flag asks for something that only stores have.
func (x *storing) any() bool {
	return len(x.tables) > 0 || x.stored || x.salvage || x.start != "" || x.stop != ""
}

// bounds parses --start and --stop.
func (x *storing) bounds() (err error) {
	x.asked.Stored, x.asked.Salvage = x.stored, x.salvage
	if x.asked.Start, err = keyOf("--start", x.start); err == nil {
		x.asked.Stop, err = keyOf("--stop", x.stop)
	}
	return err
}

// checkBounds notes a bound that may be meant differently, and a range that is empty if keys are in byte order.
func (x *storing) checkBounds(c *call) {
	for flag, text := range map[string]string{"--start": x.start, "--stop": x.stop} {
		if text != "" && len(text)%2 == 0 && strings.Trim(text, "abcdefABCDEF") == "" {
			c.note("note: " + flag + " " + text + " is read as hex; the text " + text + " is " + hex.EncodeToString([]byte(text)))
		}
	}
	if x.asked.Start != nil && x.asked.Stop != nil && bytes.Compare(x.asked.Start, x.asked.Stop) >= 0 {
		c.note("note: --stop is not after --start, so nothing is between them, unless the store has an order of its own")
	}
}

// keyOf returns a key given in any spelling; nil for an empty text.
func keyOf(flag, text string) ([]byte, error) {
	if text == "" {
		return nil, nil
	}
	res, err := dump.ParseText([]byte(text), dump.Options{})
	if err == nil && res.Waiting != "" {
		return nil, usage("%s %s: this is hex with half a byte missing (0%s has it); in both quotes, '\"%s\"', it is text",
			flag, text, text, text)
	}
	if err == nil && len(res.Rows) == 1 && res.Rows[0].Err != nil {
		return nil, usage("%s %s: %v", flag, text, res.Rows[0].Err)
	}
	if err != nil || len(res.Rows) != 1 || len(res.Rows[0].Entry.Parts) == 0 {
		return nil, usage("%s %s: expected one key, as text, hex or in another spelling, found %d", flag, text, len(res.Rows))
	}
	return res.Rows[0].Entry.Parts[0].Bytes, nil
}

// openStores opens the stores among the inputs as one set. The set becomes one input, in the place of the first
// store. It returns the names of all inputs.
func (r *reading) openStores(names []string) ([]string, error) {
	if r.form != "" || r.verbatim {
		return names, r.noStores()
	}
	var paths, all []string
	for _, name := range names {
		is, err := r.isStore(name)
		switch {
		case err != nil:
			return nil, err
		case !is:
			all = append(all, name)
			continue
		case len(paths) == 0:
			all = append(all, name)
		}
		paths = append(paths, name)
	}
	if len(paths) == 0 && slices.ContainsFunc(names, isMissing) {
		return all, nil // reported when it is its turn
	}
	if len(paths) == 0 {
		return all, r.noStores()
	}
	if err := r.bounds(); err != nil {
		return nil, err
	}
	r.standsFor = paths[0]
	comparer := storage.Comparer{Numbering: r.numbering}
	if r.meta != "" {
		meta, err := r.sideText(r.meta, metaMax)
		if err != nil {
			return nil, err
		}
		comparer.Meta = string(meta)
	}
	given, err := r.openSet(paths, r.piped, file.Options{Compare: comparer.Compare})
	if err != nil {
		return nil, err
	}
	r.set = given
	r.checkBounds(r.call)
	return all, nil
}

// openInputs opens the stores among the inputs, finds the models in them, and uses these to find the tables
// given by --table. It returns the names of the inputs.
func (r *reading) openInputs(names []string) ([]string, error) {
	names, err := r.openStores(names)
	if err == nil {
		err = r.find(names)
	}
	if err == nil && r.set != nil {
		err = r.pickTables()
	}
	return names, err
}

// isMissing reports whether a file does not exist.
func isMissing(name string) bool {
	_, err := os.Stat(name)
	return name != "-" && errors.Is(err, fs.ErrNotExist)
}

// noStores refuses flags for stores if there are none.
func (r *reading) noStores() error {
	if r.storing.any() && !r.forTexts {
		return usage("--table, --stored, --salvage, --start and --stop are for the files of stores; the input is text")
	}
	return nil
}

// pickTables finds the tables given by --table.
func (r *reading) pickTables() (err error) {
	r.picks, err = pickTables(r.set.Stores, r.tables, func(name string) string {
		cf, err := schema.Family(name, r.format, r.schemas)
		if err != nil {
			return ""
		}
		return cf
	})
	return err
}

func pickTables(list []file.Store, tables []string, family func(string) string) (picks []storage.Pick, err error) {
	for _, name := range tables {
		found := storage.Named(list, name, family)
		if len(found) == 0 {
			names := storage.Names(list)
			const most = 20
			more := ""
			if len(names) > most {
				names, more = names[:most], ", …"
			}
			return nil, usage("there is no table %q%s There are: %s", name, ended(meant(name, names)), strings.Join(names, ", ")+more)
		}
		picks = append(picks, found...)
	}
	return picks, nil
}

// openSet opens paths, or what came through a pipe, as stores.
func (c *call) openSet(paths []string, piped file.File, opt file.Options) (*stores.Given, error) {
	var folder *stores.Folder
	if piped != nil && len(paths) == 1 {
		folder = stores.Piped(piped, &c.meter.read)
	} else {
		for _, p := range paths {
			if p == "-" {
				return nil, usage("standard input and other stores cannot be one input")
			}
		}
		var err error
		if folder, err = stores.New(paths, &c.meter.read); err != nil {
			return nil, unreadable(fileError(err))
		}
	}
	given, err := stores.Open(folder, opt)
	switch {
	case c.ctx.Err() != nil:
		return nil, c.ctx.Err()
	case err != nil:
		return nil, unreadable(fileError(err))
	}
	c.ends = append(c.ends, given.Close)
	if p, found := given.Unknown(); p != "" {
		return nil, c.notOfStore(p, found, given)
	}
	if len(given.Stores) == 0 {
		return nil, c.noStore(paths, given)
	}
	for _, found := range given.Refused() {
		c.note(given.Shown(found.Name) + ": note: " + found.Title + ": " + found.Why)
	}
	return given, nil
}

// notOfStore says why a file that the user named is not read.
func (c *call) notOfStore(p string, found *file.Found, given *stores.Given) error {
	if lost := given.Lost(p); lost != "" {
		return unreadable(errors.New(lost))
	}
	why := input.Advice(p)
	if found != nil {
		if what := given.Foreign(found); what != nil {
			why = "is " + what.Sentence(input.Quoted(p), input.Quoted(filepath.Dir(p)))
		}
	}
	if why == "" {
		why = stores.ErrNone.Error()
	}
	return unreadable(errors.New(p + ": " + why))
}

// noStore says why there is nothing to read in the paths.
func (c *call) noStore(paths []string, given *stores.Given) error {
	for _, found := range given.Refused() {
		return unreadable(errors.New(given.Shown(found.Name) + ": is " + found.Title + ": " + found.Why + " (" + found.Refuse + ")"))
	}
	if name, what := given.Other(); what != nil {
		p := given.Shown(name)
		return unreadable(errors.New(p + ": is " + what.Sentence(input.Quoted(p), input.Quoted(filepath.Dir(p)))))
	}
	if lost := given.Lost(""); lost != "" {
		return unreadable(errors.New(lost))
	}
	if len(paths) == 1 {
		if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
			return unreadable(errors.New(paths[0] + ": is a folder without store files that rowlens reads; name the dumps in it"))
		}
	}
	return unreadable(errors.New(strings.Join(paths, ", ") + ": " + stores.ErrNone.Error()))
}

// isStore reports whether an input is a store, or a folder, which cannot be anything else.
func (r *reading) isStore(name string) (bool, error) {
	if name == "-" {
		return r.stdinIsStore()
	}
	info, err := os.Stat(name)
	switch {
	case err != nil: // reported when it is its turn
		return false, nil
	case info.IsDir():
		return true, nil
	case !info.Mode().IsRegular():
		return false, nil
	}
	found, err := stores.Kind(name)
	return err == nil && found.Kind != nil, nil
}

// stdinIsStore reports whether standard input is a store's file. If so, what comes through a pipe is read
// to its end; otherwise nothing of the input is lost.
func (r *reading) stdinIsStore() (bool, error) {
	if input.Regular(r.in) {
		return r.regularIsStore()
	}
	live, ok := r.stdin().(*input.Live)
	if !ok {
		return false, nil
	}
	head := make([]byte, 64<<10)
	n, err := live.Read(head)
	if head = head[:n]; err != nil && err != io.EOF {
		return false, r.ctx.Err()
	}
	live.Unread(head)
	if !r.maybeStore(head) {
		return false, nil
	}
	var whole io.Reader = live
	if unpack.Is(head) {
		if whole, err = unpack.All(live); err != nil {
			return false, unreadable(errors.New("standard input: " + err.Error()))
		}
	}
	content, done, err := stores.Spool(whole)
	if err != nil {
		if r.ctx.Err() != nil {
			return false, r.ctx.Err()
		}
		return false, unreadable(errors.New("standard input: " + err.Error()))
	}
	r.ends = append(r.ends, done)
	found, err := stores.KindOf(content)
	if err != nil || found.Kind == nil {
		r.live = io.NewSectionReader(content, 0, content.Size())
		return false, err
	}
	r.piped = content
	return true, nil
}

// regularIsStore is stdinIsStore for standard input that was redirected from a file.
func (r *reading) regularIsStore() (bool, error) {
	if at, err := r.in.Seek(0, io.SeekCurrent); err != nil || at != 0 {
		return false, nil
	}
	content, err := stores.Regular(r.in)
	if err != nil {
		return false, nil
	}
	head, err := file.ReadAll(content, nil, 0, file.ProbeBytes)
	if err != nil {
		return false, nil
	}
	if unpack.Is(head) && r.maybeStore(head) {
		plain, err := unpack.All(io.NewSectionReader(content, 0, content.Size()))
		if err != nil {
			return false, nil
		}
		packed, done, err := stores.Spool(plain)
		if err != nil {
			return false, nil
		}
		r.ends = append(r.ends, done)
		content = packed
	}
	found, err := stores.KindOf(content)
	if err != nil || found.Kind == nil {
		return false, nil
	}
	r.piped = content
	return true, nil
}

// maybeStore reports whether an input with this start may be a store's file: it is binary, and nothing
// else that rowlens reads.
func (r *reading) maybeStore(head []byte) bool {
	if unpack.Is(head) {
		plain, err := unpack.All(bytes.NewReader(head))
		if err != nil {
			return false
		}
		part := make([]byte, file.ProbeBytes)
		n, _ := io.ReadFull(plain, part) // it ends with the available bytes
		head = part[:n]
	}
	if !stores.Binary(head) || unpack.IsUTF16(head) {
		return false
	}
	res, err := dump.ParseText(head, dump.Options{Rows: 1})
	return err != nil || res.Form == nil || res.Form.ID == "raw"
}
