package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/rowlens/rowlens/cmd/internal/outfile"
)

func manCommand(c *call) *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:   "man [COMMAND] [FLAGS]",
		Short: "print or write the manual pages",
		Long: "Prints the manual page of rowlens, or of one command, in the form that man reads. --write writes a page for each " +
			"command to a folder: rowlens.1, rowlens-decode.1 and so on, as packages install them. They are dated SOURCE_DATE_EPOCH, " +
			"or else today.",
		Example: `  # read one
  rowlens man decode > decode.1 # then: man -l decode.1
  # all pages, to install
  rowlens man --write man1`,
		ValidArgsFunction: completeCommands,
	}
	cmd.Flags().StringVar(&folder, "write", "", "write the pages of all commands to `FOLDER`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.name = cmd.CommandPath()
		about, err := named(cmd.Root(), args)
		switch {
		case err != nil:
			return err
		case folder == "":
			return c.manPage(about)
		case len(args) > 0:
			return usage("--write writes the pages of all commands: give no command")
		}
		return c.writeManPages(folder)
	}
	return cmd
}

// manPage prints the page of one command.
func (c *call) manPage(cmd *cobra.Command) error { return writeManPage(c.out, cmd) }

func (c *call) writeManPages(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return unreadable(outfile.Why(filepath.Join(folder, "rowlens.1"), err))
	}
	root := newRoot(c)
	pages := append([]*cobra.Command{root}, root.Commands()...)
	for _, cmd := range pages {
		var page bytes.Buffer
		if err := writeManPage(&page, cmd); err != nil {
			return err
		}
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		if err := os.WriteFile(filepath.Join(folder, name), page.Bytes(), 0o644); err != nil {
			return unreadable(outfile.Why(filepath.Join(folder, name), err))
		}
	}
	_, err := c.out.WriteString("wrote " + count(len(pages), "page") + " to " + folder + "\n")
	return err
}

// writeManPage writes a page. Sections that cobra lacks, or writes without the names of
// values, are added at the end of the description.
func writeManPage(w io.Writer, cmd *cobra.Command) error {
	cmd.InitDefaultHelpFlag()
	var more strings.Builder
	if !cmd.HasParent() {
		more.WriteString("\n\n# COMMANDS\n")
		for _, sub := range cmd.Commands() {
			define(&more, "**"+sub.Name()+"**", sub.Short)
		}
	}
	more.WriteString("\n\n# OPTIONS\n")
	for _, g := range flagGroups(cmd) {
		if g.title != ownFlags {
			more.WriteString("\n## " + g.title + "\n")
		}
		for _, f := range g.flags {
			define(&more, "**"+strings.TrimSpace(f.head())+"**", f.does())
			f.Hidden = true
		}
	}
	more.WriteString("\n\n# EXIT STATUS\n")
	for _, e := range exitCodes {
		define(&more, "**"+strconv.Itoa(e.code)+"**", e.means)
	}
	if !cmd.HasParent() {
		more.WriteString("\n\n# ENVIRONMENT\n")
		define(&more, "**NO_COLOR**", "no colours, whatever its value")
		define(&more, "**ROWLENS_ADDR**", "address of `rowlens serve`")
	}
	cmd.Long += more.String()
	return doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Source: "rowlens " + version(), Manual: "User Commands"}, w)
}

// define writes an entry of a definition list in Markdown.
func define(b *strings.Builder, term, text string) { b.WriteString("\n" + term + "\n: " + text + "\n") }
