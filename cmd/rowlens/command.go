package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

// command is one word that rowlens takes. Help, man page and completions are
// made from it, and a test runs its examples.
type command struct {
	name     string
	args     string // "[TEXT...]"
	summary  string // one line
	text     string // paragraphs
	examples []example

	// setup declares the flags and returns what runs with them.
	setup func(c *call, fs *flag.FlagSet) func(args []string) error

	// patient commands end what they have begun when they are interrupted.
	patient bool
}

// example is a command line that a test runs, and what it shows.
type example struct{ what, line string }

// commands returns all commands, in the order of the help.
func commands() []*command {
	return []*command{
		inspectCommand(), decodeCommand(), assembleCommand(), encodeCommand(), rangeCommand(), orderCommand(), hashCommand(), hlcCommand(), modelCommand(),
		verifyCommand(), formatsCommand(), serveCommand(), batchCommand(), completionCommand(), helpCommand(), versionCommand(),
	}
}

func findCommand(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return c
		}
	}
	return nil
}

// call is one run of a command: what surrounds it.
type call struct {
	ctx     context.Context
	command *command
	in      *os.File
	ahead   []byte // of in: what was read to look at it
	out     *bufio.Writer
	err     *os.File

	outTerminal, errTerminal bool
	colour                   bool
	width                    int // columns of the terminal; 0 when there is none
}

// look finds out what the output is. NO_COLOR (no-color.org) and dumb terminals
// get no colours.
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

// screen returns an empty screen like the output.
func (c *call) screen() *screen.Screen { return &screen.Screen{Colour: c.colour, Width: c.width} }

// show prints a screen.
func (c *call) show(s *screen.Screen) error {
	_, err := c.out.Write(s.Buf)
	return err
}

// dispatch finds the command that the first argument names and runs it.
func (c *call) dispatch(args []string, interrupts func(patient bool)) error {
	if len(args) == 0 {
		c.print(overview())
		return silently(exitUsage)
	}
	switch args[0] {
	case "-h", "-help", "--help":
		args = []string{"help"}
	case "-version", "--version":
		args = []string{"version"}
	}
	if c.command = findCommand(args[0]); c.command == nil {
		return usage("there is no command %q%s (`rowlens help` lists all)", args[0], nearest(args[0]))
	}
	interrupts(c.command.patient)
	fs := newFlags(c.command)
	run := c.command.setup(c, fs)
	rest, err := parse(fs, args[1:])
	if errors.Is(err, flag.ErrHelp) {
		_, err := c.out.WriteString(helpText(c.command))
		return err
	}
	if err != nil {
		return usage("%s", strings.TrimPrefix(err.Error(), "flag "))
	}
	return run(rest)
}

func newFlags(cmd *command) *flag.FlagSet {
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are reported once, by run
	fs.Usage = func() {}
	return fs
}

// parse takes flags anywhere, not only in front of the arguments. Behind -- all
// are arguments.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		used := len(args) - fs.NArg()
		if used > 0 && args[used-1] == "--" {
			return append(rest, fs.Args()...), nil
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// nearest suggests a command for a word that is none.
func nearest(word string) string {
	for _, c := range commands() {
		if strings.HasPrefix(c.name, word) || strings.HasPrefix(word, c.name) || oneEdit(word, c.name) {
			return fmt.Sprintf("; did you mean %s?", c.name)
		}
	}
	return ""
}

// oneEdit reports whether a letter too many, too few, wrong or swapped makes one
// word the other.
func oneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return i < len(a) && (a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:])
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}
