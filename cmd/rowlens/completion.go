package main

import (
	"flag"
	"strings"
)

func completionCommand() *command {
	return &command{
		name: "completion", args: "bash|zsh|fish",
		summary: "print the completions of a shell",
		text: "Prints a script that makes the shell complete commands and flags. " +
			"For bash: `source <(rowlens completion bash)`. For zsh: write it to a file called _rowlens in a folder of $fpath. " +
			"For fish: `rowlens completion fish | source`.",
		examples: []example{{"for bash", "rowlens completion bash | bash -n"}},
		setup: func(c *call, _ *flag.FlagSet) func([]string) error {
			return func(args []string) error {
				if len(args) != 1 || completions()[args[0]] == nil {
					return usage("name one shell: bash, zsh or fish")
				}
				_, err := c.out.WriteString(completions()[args[0]]())
				return err
			}
		},
	}
}

func completions() map[string]func() string {
	return map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
}

// words are a command's flags as they are typed.
func words(cmd *command) string {
	var list []string
	for _, f := range flagsOf(cmd) {
		head, _, _ := strings.Cut(f.head(), " ")
		list = append(list, head)
	}
	return strings.Join(append(list, "--help"), " ")
}

func names() string {
	var list []string
	for _, cmd := range commands() {
		list = append(list, cmd.name)
	}
	return strings.Join(list, " ")
}

func bashCompletion() string {
	var b strings.Builder
	b.WriteString("_rowlens() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} words=\n\tCOMPREPLY=()\n")
	b.WriteString("\tif [ \"$COMP_CWORD\" -eq 1 ]; then words='" + names() + "'\n\telse case ${COMP_WORDS[1]} in\n")
	for _, cmd := range commands() {
		list := words(cmd)
		if cmd.name == "help" {
			list += " " + names()
		}
		b.WriteString("\t" + cmd.name + ") words='" + list + "' ;;\n")
	}
	b.WriteString("\tesac; fi\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\ncomplete -o default -F _rowlens rowlens\n")
	return b.String()
}

func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef rowlens\nif (( CURRENT == 2 )); then\n\tlocal -a all=(\n")
	for _, cmd := range commands() {
		b.WriteString("\t\t'" + cmd.name + ":" + shellQuoted(cmd.summary) + "'\n")
	}
	b.WriteString("\t)\n\t_describe command all\nelse\n\tcase $words[2] in\n")
	for _, cmd := range commands() {
		b.WriteString("\t" + cmd.name + ") _arguments")
		for _, f := range flagsOf(cmd) {
			head, value, _ := strings.Cut(f.head(), " ")
			b.WriteString(" '" + head + "[" + shellQuoted(strings.NewReplacer("[", "(", "]", ")", ":", " ").Replace(f.usage)) + "]")
			if value != "" {
				b.WriteString(":" + value + ":_files")
			}
			b.WriteString("'")
		}
		b.WriteString(" '*:file:_files' ;;\n")
	}
	b.WriteString("\tesac\nfi\n")
	return b.String()
}

func fishCompletion() string {
	var b strings.Builder
	for _, cmd := range commands() {
		b.WriteString("complete -c rowlens -n __fish_use_subcommand -f -a " + cmd.name + " -d '" + shellQuoted(cmd.summary) + "'\n")
		for _, f := range flagsOf(cmd) {
			option := " -l " + f.name
			if len(f.name) == 1 {
				option = " -s " + f.name
			}
			if f.value != "" {
				option += " -r"
			}
			b.WriteString("complete -c rowlens -n '__fish_seen_subcommand_from " + cmd.name + "'" + option + " -d '" + shellQuoted(f.usage) + "'\n")
		}
	}
	return b.String()
}

// shellQuoted makes text safe between single quotes.
func shellQuoted(text string) string { return strings.ReplaceAll(text, "'", `'\''`) }
