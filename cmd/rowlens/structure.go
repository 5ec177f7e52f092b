package main

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/rowlens/rowlens/cmd/internal/input"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores"
)

// inspectStructure runs inspect --structure: it prints the pieces of a store's file, or one of
// them byte by byte.
func (x *inspectCall) inspectStructure(args []string) error {
	switch {
	case len(args) > 0 || x.file != "":
		return usage("--structure FILE takes neither text nor -f")
	case x.block > 0 && x.offset >= 0:
		return usage("--block and --offset exclude each other")
	case x.line || x.all || x.learns || x.rowGiven:
		return usage("--structure takes --block or --offset, and --json")
	}
	if err := x.open(); err != nil {
		return err
	}
	folder, err := x.structureFolder()
	if err != nil {
		return err
	}
	defer folder.Close()
	set, err := file.Look(folder, all.Kinds())
	if err != nil {
		return unreadable(fileError(err))
	}
	if len(set.Files) != 1 || set.Files[0].Kind == nil {
		if why := input.Advice(x.structure); why != "" && x.piped == nil {
			return unreadable(errors.New(x.structure + ": " + why))
		}
		return unreadable(errors.New(x.structure + ": is not a store file that rowlens reads; `rowlens formats` lists the kinds"))
	}
	found := set.Files[0]
	if found.Kind.Structure == nil || found.Refuse != "" {
		return unreadable(errors.New(x.structure + ": is " + found.Title + ": " + cmp.Or(found.Why, "its structure is not shown")))
	}
	s, err := found.Kind.Structure(set, found.Name, file.Options{})
	if err != nil {
		return unreadable(fileError(err))
	}
	defer s.Close()
	pieces := s.Pieces()
	if x.block == 0 && x.offset < 0 {
		return x.listPieces(&found, pieces)
	}
	n, err := x.piece(pieces)
	if err != nil {
		return err
	}
	return x.explainPiece(&found, s, pieces, n)
}

// checkPiece refuses flags that select no piece of a file.
func (x *inspectCall) checkPiece(fs *pflag.FlagSet) error {
	switch block, offset := fs.Changed("block"), fs.Changed("offset"); {
	case (block || offset) && !fs.Changed("structure"):
		return usage("--block and --offset are for --structure FILE")
	case block && x.block < 1:
		return usage("--block counts from 1")
	case offset && x.offset < 0:
		return usage("--offset counts from 0")
	}
	return nil
}

func (x *inspectCall) structureFolder() (*stores.Folder, error) {
	if x.structure == "-" {
		is, err := x.stdinIsStore()
		switch {
		case err != nil:
			return nil, err
		case !is:
			return nil, unreadable(errors.New("standard input: is not a store file that rowlens reads; `rowlens formats` lists the kinds"))
		}
		return stores.Piped(x.piped, &x.meter.read), nil
	}
	folder, err := stores.New([]string{x.structure}, &x.meter.read)
	if err != nil {
		return nil, unreadable(fileError(err))
	}
	if folder.IsFolder() {
		return nil, usage("--structure %s: is a folder; name one of its files", x.structure)
	}
	return folder, nil
}

// piece returns the index of the piece selected by --block or --offset.
func (x *inspectCall) piece(pieces []file.Piece) (int, error) {
	if x.block > 0 {
		if x.block > len(pieces) {
			return 0, usage("--block %d: the file has %s", x.block, count(len(pieces), "piece"))
		}
		return x.block - 1, nil
	}
	if i := storage.PieceAt(pieces, x.offset); i >= 0 {
		return i, nil
	}
	return 0, usage("--offset %d: no piece of the file has it", x.offset)
}

// listPieces prints what the file consists of.
func (x *inspectCall) listPieces(found *file.Found, pieces []file.Piece) error {
	s, damaged := x.screen(), false
	t := screen.Table{
		Head:  []string{"block", "offset", "bytes", "what", "entries", "detail", "first"},
		Right: map[int]bool{0: true, 1: true, 2: true, 4: true},
	}
	if !x.json {
		s.Put(screen.Title, x.structure)
		s.Put(screen.Plain, " is "+found.Title+": "+count(len(pieces), "piece")+"\n\n")
	}
	for i := range pieces {
		p := &pieces[i]
		damaged = damaged || p.Damage != nil && !p.Damage.Remark
		if x.json {
			s.Buf = storage.AppendPiece(s.Buf, i+1, p)
			continue
		}
		detail := p.Detail
		if p.Damage != nil {
			detail = "damaged: " + p.Damage.Text + " (" + p.Damage.Code + "); " + detail
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(i + 1), figure(p.Offset), figure(p.Size), p.What, figure(int64(p.Entries)), detail, keyText(p.First),
		})
	}
	if !x.json {
		s.Table(&t, "")
	}
	if err := x.show(s); err != nil {
		return err
	}
	if damaged {
		return silently(exitFailed)
	}
	return nil
}

// explainPiece prints the tree of a piece.
func (x *inspectCall) explainPiece(found *file.Found, s file.Structure, pieces []file.Piece, n int) error {
	p := &pieces[n]
	var tree span.Tree
	noter := storage.Noter{Format: x.format, Schemas: x.schemas, Zones: &x.zones}
	why := s.Explain(p, &tree, noter.Note)
	if why != nil && len(tree.Nodes) == 0 {
		return unreadable(fileError(why))
	}
	out := x.screen()
	switch {
	case x.json:
		w := value.Writer{Buf: out.Buf}
		tree.Write(&w, found.Kind.ID, p.What)
		out.Buf = append(w.Buf, '\n')
	default:
		out.Put(screen.Title, p.What)
		out.Put(screen.Plain, ", block "+strconv.Itoa(n+1)+" of "+strconv.Itoa(len(pieces))+", ")
		out.Put(screen.Plain, count(int(p.Size), "byte")+" at offset "+figure(p.Offset))
		if p.Detail != "" {
			out.Put(screen.Plain, ": "+screen.Visible(p.Detail))
		}
		out.Put(screen.Plain, "\n\n")
		if x.outTerminal {
			out.Tree(&tree)
		} else {
			out.Buf = append(out.Buf, tree.AppendDump(nil)...)
		}
	}
	if err := x.show(out); err != nil {
		return err
	}
	if why != nil {
		return failed(exitFailed, why)
	}
	if p.Damage != nil && !p.Damage.Remark {
		return failed(exitFailed, errors.New((&storage.Damage{Damage: *p.Damage}).Error()+" ("+p.Damage.Code+")"))
	}
	return nil
}
