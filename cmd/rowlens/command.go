package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

const about = `rowlens explains the bytes that key-value stores hold: it finds out which format wrote them, says what every byte means, ` +
	`and turns fields back into bytes.`

// The groups of commands in the help.
const (
	groupBytes  = "bytes"
	groupStores = "stores"
	groupTools  = "tools"
)

// newRoot returns all commands. Help, manual pages and completions are made from
// it, and a test runs its examples.
func newRoot(c *call) *cobra.Command {
	cobra.EnableCommandSorting = false // help lists them in the order of use
	var version bool
	root := &cobra.Command{
		Use:                   "rowlens COMMAND [ARGUMENTS] [FLAGS]",
		Short:                 "read the bytes of key-value stores",
		Long:                  about,
		Args:                  cobra.ArbitraryArgs,
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableAutoGenTag:     true,
		DisableFlagsInUseLine: true,
		CompletionOptions:     cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if version {
				return c.version(args, false)
			}
			c.print(string(c.help(cmd).Buf))
			return silently(exitUsage)
		},
	}
	root.AddGroup(&cobra.Group{ID: groupBytes, Title: "Keys and values:"},
		&cobra.Group{ID: groupStores, Title: "Stores and dumps:"},
		&cobra.Group{ID: groupTools, Title: "More:"})
	add := func(group string, commands ...*cobra.Command) {
		for _, cmd := range commands {
			cmd.GroupID, cmd.DisableFlagsInUseLine = group, true
			cmd.Flags().SortFlags = false
			root.AddCommand(cmd)
		}
	}
	add(groupBytes, inspectCommand(c), encodeCommand(c), rangeCommand(c), orderCommand(c), hashCommand(c), hlcCommand(c))
	add(groupStores, tablesCommand(c), dumpCommand(c), decodeCommand(c), statsCommand(c),
		assembleCommand(c), disassembleCommand(c), verifyCommand(c), diffCommand(c), migrateCommand(c), modelCommand(c))
	help := helpCommand(c)
	add(groupTools, formatsCommand(c), serveCommand(c), batchCommand(c), conformCommand(c),
		completionCommand(c), manCommand(c), versionCommand(c), help)
	root.SetHelpCommand(help)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { _ = c.showHelp(cmd) }) // Flush returns the error again
	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolVarP(&version, "version", "V", false, "print the version")
	root.PersistentFlags().BoolVarP(&c.quiet, "quiet", "q", false, "print neither notes nor progress, only errors")
	root.PersistentFlags().BoolP("help", "h", false, "print this help")
	root.SetOut(c.out)
	root.SetErr(c.err)
	return root
}

// call is one run of a command, with its environment.
type call struct {
	ctx    context.Context
	cancel func()
	name   string // of the command, with which diagnostics begin
	in     *os.File
	live   io.Reader    // standard input, unless it is a file
	ahead  bytes.Buffer // what was read from in to examine it
	endsAs atomic.Int32 // exit code after a signal

	noted    []string
	ends     []func() // called before the program ends
	quiet    bool     // --quiet: neither notes nor progress
	meter    meter
	status   status
	verbatim bool // inputs are read unchanged
	out      *bufio.Writer
	err      *os.File

	outTerminal, errTerminal bool
	colour                   bool
	width                    int // of the terminal, in columns; 0 if there is none
}

// look examines the output. With NO_COLOR (no-color.org) and on dumb terminals there are no colours.
func (c *call) look() {
	c.outTerminal, c.errTerminal = term.IsTerminal(int(os.Stdout.Fd())), term.IsTerminal(int(os.Stderr.Fd()))
	c.colour = c.outTerminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if c.outTerminal {
		c.width = 80
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
			c.width = w
		}
	}
}

// screen returns an empty screen for the output.
func (c *call) screen() *screen.Screen { return &screen.Screen{Colour: c.colour, Width: c.width} }

// show prints a screen. On a terminal, no line is wider than the terminal.
func (c *call) show(s *screen.Screen) error {
	_, err := c.out.Write(screen.Fit(s.Buf, c.width))
	return err
}

// dispatch runs the command that the arguments name.
func (c *call) dispatch(args []string) error {
	root := newRoot(c)
	if err := checkArguments(root, args); err != nil {
		if cmd, _, bad := root.Find(args); bad == nil {
			c.name = cmd.CommandPath()
		}
		return err
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(c.ctx)
	c.name = cmd.CommandPath()
	return err
}

// runs adapts the function of a command for cobra.
func (c *call) runs(run func(args []string) error) func(*cobra.Command, []string) error {
	return c.runsAs(run, false)
}

// runsPatiently is runs for a command that finishes what it has begun when it is interrupted.
func (c *call) runsPatiently(run func(args []string) error) func(*cobra.Command, []string) error {
	return c.runsAs(run, true)
}

func (c *call) runsAs(run func(args []string) error, patient bool) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c.name = cmd.CommandPath()
		c.interrupts(patient)
		return run(args)
	}
}
