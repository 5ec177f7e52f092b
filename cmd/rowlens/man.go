package main

import "strings"

// manPage is the manual in the roff of man(7), from the same text as the help.
func manPage() string {
	var b strings.Builder
	b.WriteString(".TH ROWLENS 1 \"\" \"rowlens " + version() + "\" \"User Commands\"\n")
	b.WriteString(".SH NAME\nrowlens \\- read the bytes of key\\-value stores\n")
	b.WriteString(".SH SYNOPSIS\n.B rowlens\n.I COMMAND\n[ARGUMENTS] [FLAGS]\n")
	b.WriteString(".SH DESCRIPTION\n" + roff(about) + "\n.SH COMMANDS\n")
	for _, cmd := range commands() {
		b.WriteString(".SS \"" + roff(usageLine(cmd)) + "\"\n")
		for i, p := range strings.Split(cmd.text, "\n\n") {
			if i > 0 {
				b.WriteString(".PP\n")
			}
			b.WriteString(roff(strings.Join(strings.Fields(p), " ")) + "\n")
		}
		for _, f := range flagsOf(cmd) {
			b.WriteString(".TP\n.B " + roff(f.head()) + "\n" + roff(f.usage) + "\n")
		}
		for _, e := range cmd.examples {
			b.WriteString(".PP\n" + roff(e.what) + ":\n.PP\n.nf\n.RS\n" + roff(e.line) + "\n.RE\n.fi\n")
		}
	}
	b.WriteString(".SH EXIT STATUS\n" + roff(exitCodes) + "\n")
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours, whatever its value\n.TP\n.B ROWLENS_ADDR\naddress of rowlens serve\n")
	return b.String()
}

// roff escapes text: a dash is a minus sign, a backslash is none, and no line
// begins with a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
