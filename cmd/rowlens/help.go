package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

func helpCommand(c *call) *cobra.Command {
	var man bool
	cmd := &cobra.Command{
		Use:   "help [COMMAND] [FLAGS]",
		Short: "explain a command",
		Long:  "Prints all commands, or everything about one of them. With --man it prints the manual page instead, as `rowlens man` does.",
		Example: `  # all commands
  rowlens help
  # everything about one
  rowlens help decode`,
		ValidArgsFunction: completeCommands,
	}
	cmd.Flags().BoolVar(&man, "man", false, "print the manual page, for man")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.name = cmd.CommandPath()
		about, err := named(cmd.Root(), args)
		if err != nil {
			return err
		}
		if man {
			return c.manPage(about)
		}
		return c.showHelp(about)
	}
	return cmd
}

// showHelp prints help. Its examples are not wrapped, so that they can be copied.
func (c *call) showHelp(cmd *cobra.Command) error {
	_, err := c.out.Write(c.help(cmd).Buf)
	return err
}

// named returns the command that the arguments name, or the root if there are none.
func named(root *cobra.Command, args []string) (*cobra.Command, error) {
	switch {
	case len(args) == 0:
		return root, nil
	case len(args) > 1:
		return nil, usage("expected one command, found %d", len(args))
	}
	for _, cmd := range root.Commands() {
		if cmd.Name() == args[0] {
			return cmd, nil
		}
	}
	return nil, usage("there is no command %q%s (`rowlens help` lists all)", args[0], meant(args[0], commandNames(root)))
}

func commandNames(root *cobra.Command) (list []string) {
	for _, cmd := range root.Commands() {
		list = append(list, cmd.Name())
	}
	return list
}

// help returns the output of `rowlens COMMAND --help`, at the width of the terminal.
func (c *call) help(cmd *cobra.Command) *screen.Screen {
	cmd.InitDefaultHelpFlag()
	s := c.screen()
	if s.Width == 0 {
		s.Width = 80
	}
	if !cmd.HasParent() {
		c.overview(s, cmd)
		return s
	}
	s.Put(screen.Plain, screen.Wrap(cmd.Short, cmd.CommandPath()+": ", s.Width))
	usageLine(s, cmd)
	for _, p := range strings.Split(cmd.Long, "\n\n") {
		s.Put(screen.Plain, "\n"+screen.Wrap(p, "", s.Width))
	}
	flagsHelp(s, cmd)
	heading(s, "Examples")
	s.Put(screen.Plain, cmd.Example+"\n")
	return s
}

// overview returns the output of `rowlens help`.
func (c *call) overview(s *screen.Screen, root *cobra.Command) {
	s.Put(screen.Plain, screen.Wrap(about, "", s.Width))
	usageLine(s, root)
	for _, g := range root.Groups() {
		s.Put(screen.Bold, "\n"+g.Title+"\n")
		for _, cmd := range root.Commands() {
			if cmd.GroupID == g.ID {
				s.Put(screen.Plain, screen.Wrap(cmd.Short, screen.Pad("  "+cmd.Name(), 14), s.Width))
			}
		}
	}
	flagsHelp(s, root)
	const more = "`rowlens COMMAND --help` explains a command, with examples. Flags may stand anywhere after the command; -- ends them."
	var codes []string
	for _, e := range exitCodes {
		codes = append(codes, strconv.Itoa(e.code)+" "+e.means)
	}
	for _, p := range []string{more, "Exit codes: " + strings.Join(codes, "; ") + "."} {
		s.Put(screen.Plain, "\n"+screen.Wrap(p, "", s.Width))
	}
}

func usageLine(s *screen.Screen, cmd *cobra.Command) {
	s.Put(screen.Bold, "\nUsage:")
	s.Put(screen.Plain, screen.Wrap(cmd.UseLine(), "       ", s.Width)[len("Usage:"):])
}

func heading(s *screen.Screen, title string) { s.Put(screen.Bold, "\n"+title+":\n") }

// flagsHelp prints flags beside their descriptions, or above them on a narrow terminal.
func flagsHelp(s *screen.Screen, cmd *cobra.Command) {
	const narrow = 30 // columns for the description of a flag
	for _, g := range flagGroups(cmd) {
		heading(s, g.title)
		wide := 0
		for _, f := range g.flags {
			wide = max(wide, len(f.head()))
		}
		for _, f := range g.flags {
			head := screen.Pad("  "+f.head(), wide+4)
			if s.Width-len(head) < narrow {
				s.Put(screen.Plain, "  "+f.head()+"\n")
				head = "        "
			}
			s.Put(screen.Plain, screen.Wrap(f.does(), head, s.Width))
		}
	}
}
