package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func formatsCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "formats [FORMAT] [FLAGS]",
		Short: "list the formats, or the record kinds and fields of one",
		Long: "Lists what is supported. With a FORMAT it prints its record kinds with their parts and fields, from the legends " +
			"that the decoder itself uses. " +
			"--forms lists the texts in which bytes are read and written.",
		Example: `  # all formats
  rowlens formats
  # the fields of one
  rowlens formats actionbase
  # the forms of text
  rowlens formats --forms`,
	}
	fs := cmd.Flags()
	forms := fs.Bool("forms", false, "list the forms of text instead")
	json := fs.Bool("json", false, "print JSON Lines: a format or form a line")
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return completeFormats(cmd, args, word)
	}
	cmd.RunE = c.runs(func(args []string) error { return c.formats(args, *forms, *json) })
	return cmd
}

func (c *call) formats(args []string, forms, json bool) error {
	switch {
	case len(args) > 1 || forms && len(args) > 0:
		return usage("formats takes one format")
	case forms:
		return c.listForms(json)
	}
	list := codec.Formats()
	if len(args) == 1 {
		f := codec.Find(args[0])
		if f == nil {
			return unknown("format", args[0], formatNames())
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
	s.Width = 0 // the list may wrap; nothing is cut
	s.Table(&t, "")
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
		for _, fd := range r.Fields {
			s.Put(screen.Plain, "    ")
			s.Put(screen.RoleStyle(fd.Role), screen.Pad(fd.Name, 18))
			s.Put(screen.Plain, screen.Pad(answer.TypeOf(fd), 16)+fd.Doc+"\n")
		}
	}
}

// listForms lists the forms of text that rowlens reads, and which of them it writes.
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
