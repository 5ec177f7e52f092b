package main

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func manCommand(c *call) *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:   "man [COMMAND] [FLAGS]",
		Short: "print or write the manual pages",
		Long: "Prints the manual page of rowlens, or of one command, in the form that man reads. " +
			"--write writes all pages to a folder, one a command: rowlens.1, rowlens-decode.1 and so on, as packages install " +
			"them. " +
			"Their date is that of SOURCE_DATE_EPOCH, or else today.",
		Example: `  # read one
  rowlens man decode > decode.1 # then: man -l decode.1
  # all pages, to be installed
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
func (c *call) manPage(cmd *cobra.Command) error {
	return doc.GenMan(forMan(cmd), manHeader(), c.out)
}

func (c *call) writeManPages(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return unreadable(fileError(err))
	}
	root := newRoot(c)
	for _, cmd := range root.Commands() {
		forMan(cmd)
	}
	if err := doc.GenManTree(forMan(root), manHeader(), folder); err != nil {
		return unreadable(fileError(err))
	}
	_, err := c.out.WriteString("wrote " + count(len(root.Commands())+1, "page") + " to " + folder + "\n")
	return err
}

func manHeader() *doc.GenManHeader {
	return &doc.GenManHeader{Section: "1", Source: "rowlens " + version(), Manual: "User Commands"}
}

// forMan adds what a manual page says besides the help.
func forMan(cmd *cobra.Command) *cobra.Command {
	cmd.Long += "\n\n# EXIT STATUS\n" + exitCodes
	if !cmd.HasParent() {
		cmd.Long += "\n\n# ENVIRONMENT\n\n**NO_COLOR**\n: no colours, whatever its value\n\n**ROWLENS_ADDR**\n: address of `rowlens serve`"
	}
	return cmd
}
