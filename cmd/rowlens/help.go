package main

import (
	"flag"
	"strings"
)

func helpCommand() *command {
	return &command{
		name: "help", args: "[COMMAND]",
		summary: "tell what a command does",
		text:    "Prints all commands, or everything about one of them. With --man it prints the manual page in the form that man reads.",
		examples: []example{
			{"all commands", "rowlens help"},
			{"the manual page", "rowlens help --man | head -3"},
		},
		setup: func(c *call, fs *flag.FlagSet) func([]string) error {
			man := fs.Bool("man", false, "print the manual page of all commands, for man")
			return func(args []string) error { return c.help(args, *man) }
		},
	}
}

func (c *call) help(args []string, man bool) error {
	text := overview()
	switch {
	case man:
		text = manPage()
	case len(args) == 1:
		cmd := findCommand(args[0])
		if cmd == nil {
			return usage("there is no command %q%s", args[0], nearest(args[0]))
		}
		text = helpText(cmd)
	case len(args) > 1:
		return usage("help takes one command")
	}
	_, err := c.out.WriteString(text)
	return err
}

const exitCodes = `Exit codes: 0 all done; 1 some input could not be decoded or encoded, the rest was; 2 wrong usage; ` +
	`3 an input could not be read; 4 verify found differences; 130 interrupted.`

const about = `rowlens reads the keys and cells that a key-value store really holds: it finds out which format wrote ` +
	`the bytes, says what every byte means, and goes back from fields to bytes.`

// overview is what `rowlens help` prints.
func overview() string {
	var b strings.Builder
	b.WriteString(wrap(about, "") + "\nUsage: rowlens COMMAND [ARGUMENTS] [FLAGS]\n\nCommands:\n")
	for _, cmd := range commands() {
		b.WriteString("  " + pad(cmd.name, 12) + cmd.summary + "\n")
	}
	b.WriteString("\n" + wrap("`rowlens COMMAND --help` tells more, with an example. Flags may stand anywhere; -- ends them.", ""))
	b.WriteString("\n" + wrap(exitCodes, ""))
	return b.String()
}

// helpText is what `rowlens COMMAND --help` prints.
func helpText(cmd *command) string {
	var b strings.Builder
	b.WriteString("rowlens " + cmd.name + ": " + cmd.summary + "\n\nUsage: " + usageLine(cmd) + "\n")
	for _, p := range strings.Split(cmd.text, "\n\n") {
		b.WriteString("\n" + wrap(p, ""))
	}
	if list := flagsOf(cmd); len(list) > 0 {
		b.WriteString("\nFlags:\n")
		for _, f := range list {
			b.WriteString(wrap(f.usage, pad("  "+f.head(), 24)))
		}
	}
	for i, e := range cmd.examples {
		if i == 0 {
			b.WriteString("\nExamples:\n")
		}
		b.WriteString("  # " + e.what + "\n  " + e.line + "\n")
	}
	return b.String()
}

func usageLine(cmd *command) string {
	line := "rowlens " + cmd.name
	if cmd.args != "" {
		line += " " + cmd.args
	}
	if len(flagsOf(cmd)) > 0 {
		line += " [FLAGS]"
	}
	return line
}

// flagHelp is a flag as help, man page and completions show it.
type flagHelp struct{ name, value, usage string }

// head is "--format NAME", or "-f FILE" for a short one.
func (f flagHelp) head() string {
	text := "--" + f.name
	if len(f.name) == 1 {
		text = "-" + f.name
	}
	if f.value != "" {
		text += " " + f.value
	}
	return text
}

// flagsOf lists the flags of a command by name.
func flagsOf(cmd *command) []flagHelp {
	fs := newFlags(cmd)
	cmd.setup(&call{}, fs)
	var list []flagHelp
	fs.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			text += " (default " + f.DefValue + ")"
		}
		list = append(list, flagHelp{f.Name, value, text})
	})
	return list
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-len(text), 1))
}

// wrap breaks a paragraph into lines of at most 80 columns. The first line
// begins with head, the others are indented as far.
func wrap(text, head string) string {
	const width = 80
	var b strings.Builder
	indent := strings.Repeat(" ", len(head))
	b.WriteString(head)
	used := len(head)
	for i, word := range strings.Fields(text) {
		if i > 0 && used+1+len(word) > width {
			b.WriteString("\n" + indent)
			used = len(indent)
		} else if i > 0 {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += len(word)
	}
	return b.String() + "\n"
}
