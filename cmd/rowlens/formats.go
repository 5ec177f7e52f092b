package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func formatsCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "formats [FORMAT] [FLAGS]",
		Short: "list the formats, or the record kinds and fields of one",
		Long: "Lists what is supported. For a FORMAT it prints the record kinds with their parts and fields, from the legends that the " +
			"decoder itself uses; for a kind of store files, the words for damage and the fields of its blocks. --files lists only " +
			"the kinds of store files, --forms the forms of text in which bytes are read and written.\n\n" +
			"--samples writes small real stores of each kind, or of one, to a new folder, to try `rowlens tables` and `rowlens " +
			"decode` on.",
		Example: `  # all formats
  rowlens formats
  # the fields of one
  rowlens formats actionbase
  # the forms of text
  rowlens formats --forms
  # the kinds of store files, for a program
  rowlens formats --files --json
  # small real stores, and what is in them
  rowlens formats --samples samples && rowlens tables samples`,
	}
	fs := cmd.Flags()
	forms := fs.Bool("forms", false, "list the forms of text instead")
	files := fs.Bool("files", false, "list the kinds of store files instead")
	json := fs.Bool("json", false, "print JSON Lines: one format, form or kind of files per line")
	samples := fs.String("samples", "", "write small real stores to `FOLDER` instead")
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		list, directive := completeFormats(cmd, args, word)
		for _, k := range all.Kinds() {
			list = append(list, cobra.CompletionWithDesc(k.ID, "files of "+k.Title))
		}
		return list, directive
	}
	cmd.RunE = c.runs(func(args []string) error {
		if *samples != "" {
			if *forms || *files || *json {
				return usage("--samples excludes --forms, --files and --json")
			}
			return c.samplesOf(args, *samples)
		}
		return c.formats(args, *forms, *files, *json)
	})
	return cmd
}

// samplesOf writes the samples of a kind of store files, or of all kinds.
func (c *call) samplesOf(args []string, folder string) error {
	kinds := all.Kinds()
	switch {
	case len(args) > 1:
		return usage("formats takes one format")
	case len(args) == 1 && kindOf(args[0]) == nil:
		return unknown("kind of store files", args[0], kindNames())
	case len(args) == 1:
		kinds = []*file.Kind{kindOf(args[0])}
	}
	return c.writeSamples(folder, kinds)
}

func (c *call) formats(args []string, forms, files, json bool) error {
	switch {
	case len(args) > 1 || (forms || files) && len(args) > 0:
		return usage("formats takes one format")
	case forms && files:
		return usage("--forms and --files exclude each other")
	case files:
		return c.listKinds(json)
	case forms:
		return c.listForms(json)
	}
	list := codec.Formats()
	if len(args) == 1 && kindOf(args[0]) != nil {
		s := c.screen()
		if json {
			s.Buf = appendKind(s.Buf, kindOf(args[0]))
		} else {
			describeKind(s, kindOf(args[0]))
		}
		return c.show(s)
	}
	if len(args) == 1 {
		f := codec.Find(args[0])
		if f == nil {
			return unknown("format", args[0], append(formatNames(), kindNames()...))
		}
		list = []*format.Format{f}
	}
	s := c.screen()
	if json {
		for _, f := range list {
			w := value.Writer{Buf: s.Buf}
			answer.WriteFormat(&w, f)
			s.Buf = append(w.Buf, '\n')
		}
		return c.show(s)
	}
	if len(args) == 1 {
		describe(s, list[0])
		return c.show(s)
	}
	t := screen.Table{Head: []string{"format", "store", "record kinds"}}
	for _, f := range list {
		t.Rows = append(t.Rows, []string{f.ID, f.Store, strings.Join(recordNames(f), ", ")})
	}
	s.Width = 0 // the list may wrap, but nothing is cut
	s.Table(&t, "")
	s.Line()
	kindTable(s)
	return c.show(s)
}

// describe prints everything about a format.
func describe(s *screen.Screen, f *format.Format) {
	s.Put(screen.Title, f.Title)
	s.Put(screen.Plain, " on "+f.Store+"\n"+screen.Wrap(f.Doc, "", s.Width))
	for i := range f.Records {
		r := &f.Records[i]
		s.Line()
		s.Put(screen.Bold, r.Name)
		s.Put(screen.Plain, "  "+answer.Operations(r)+"\n")
		if r.Doc != "" {
			s.Put(screen.Plain, screen.Wrap(r.Doc, "  ", s.Width))
		}
		if len(r.Parts) > 0 {
			s.Put(screen.Dim, "  parts: "+strings.Join(r.Parts, ", ")+"\n")
		}
		fieldLines(s, r.Fields)
	}
}

// listForms lists the text forms that rowlens reads, and says which of them it writes.
func (c *call) listForms(json bool) error {
	s := c.screen()
	t := screen.Table{Head: []string{"form", "text", "written by --as"}}
	for _, f := range dump.Forms() {
		as := ""
		if i := slices.IndexFunc(dump.Printers(), func(p dump.Printer) bool { return p.ID == f.ID }); i >= 0 {
			as = dump.Printers()[i].Name
		}
		if !json {
			t.Rows = append(t.Rows, []string{f.ID, f.Title, as})
			continue
		}
		var w value.Writer
		w.Object()
		for _, m := range [...]struct{ key, text string }{{"form", f.ID}, {"title", f.Title}, {"as", as}} {
			w.Key(m.key)
			w.String(m.text)
		}
		w.EndObject()
		s.Buf = append(append(s.Buf, w.Buf...), '\n')
	}
	if !json {
		s.Table(&t, "")
	}
	return c.show(s)
}
