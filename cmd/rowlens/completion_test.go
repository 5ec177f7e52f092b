package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// completions returns the words that a shell's script gets for a line whose last
// word is being typed, and the directive after them.
func completions(t *testing.T, words ...string) (list []string, directive string) {
	t.Helper()
	for _, line := range lines(rowlens(t, "", append([]string{"__complete"}, words...)...).want(t, 0).out) {
		if rest, ok := strings.CutPrefix(line, ":"); ok {
			directive = rest
			continue
		}
		word, _, _ := strings.Cut(line, "\t")
		list = append(list, word)
	}
	return list, directive
}

func TestCompletions(t *testing.T) {
	const files, noFiles = "0", "4"
	for _, c := range []struct {
		words     []string
		want      []string // among others
		not       []string
		directive string
	}{
		{[]string{"dec"}, []string{"decode"}, []string{"encode"}, noFiles},
		{[]string{"decode", "--cs"}, []string{"--csv"}, []string{"--cbor"}, noFiles},
		{[]string{"decode", ""}, nil, []string{"actionbase"}, files},
		{[]string{"decode", "--model", ""}, nil, nil, files},
		{[]string{"decode", "--zone", "+0"}, nil, nil, noFiles},
		{[]string{"inspect", "-f", ""}, nil, nil, files},
		{[]string{"inspect", ""}, nil, nil, noFiles},
		{[]string{"decode", "--format", "maryk"}, []string{"maryk-hbase", "maryk-rocksdb"}, nil, noFiles},
		{[]string{"decode", "--format", "actionbase", "--record", ""}, []string{"edge-state", "edge-index"}, []string{"row"}, noFiles},
		{[]string{"decode", "--record", "uniq"}, []string{"unique"}, nil, noFiles},
		{[]string{"decode", "--input-form=ldb"}, []string{"ldb-scan"}, nil, noFiles},
		{[]string{"encode", "--as", ""}, []string{"hex", "java", "record"}, nil, noFiles},
		{[]string{"range", "--as", "m"}, []string{"mdb"}, nil, noFiles},
		{[]string{"hlc", "--layout", "c"}, []string{"cockroach"}, nil, noFiles},
		{[]string{"formats", "imp"}, []string{"implexus"}, nil, noFiles},
		{[]string{"help", "hl"}, []string{"hlc"}, nil, noFiles},
		{[]string{"completion", ""}, []string{"bash", "zsh", "fish", "powershell"}, nil, noFiles},
		{[]string{"model", ""}, nil, nil, files},
		{[]string{"model", "rows.jsonl", ""}, nil, nil, noFiles},
	} {
		got, directive := completions(t, c.words...)
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %q is not among %q", c.words, want, got)
			}
		}
		for _, not := range c.not {
			if slices.Contains(got, not) {
				t.Errorf("%q: %q is among %q", c.words, not, got)
			}
		}
		if directive != c.directive {
			t.Errorf("%q: directive %s, want %s", c.words, directive, c.directive)
		}
	}
}

func TestEveryShellHasItsScript(t *testing.T) {
	for shell, want := range map[string]string{
		"bash": "__start_rowlens", "zsh": "#compdef rowlens", "fish": "complete -c rowlens",
		"powershell": "Register-ArgumentCompleter -CommandName 'rowlens'",
	} {
		if text := rowlens(t, "", "completion", shell).want(t, 0).out; !strings.Contains(text, want) {
			t.Errorf("%s: the script lacks %q", shell, want)
		}
	}
}

// The function from the package bash-completion that the script calls, for the test's words.
const wordsOfBash = `_get_comp_words_by_ref() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword-1]}; }
rowlens() { "$PROGRAM" "$@"; }
`

func TestBashCompletes(t *testing.T) {
	script := wordsOfBash + rowlens(t, "", "completion", "bash").want(t, 0).out + `
compopt() { :; }
COMP_WORDS=(rowlens deco); COMP_CWORD=1; COMP_TYPE=9; __start_rowlens; echo "${COMPREPLY[@]}"
COMP_WORDS=(rowlens decode --cs); COMP_CWORD=2; __start_rowlens; echo "${COMPREPLY[@]}"`
	sh := exec.Command("bash", "-c", script)
	sh.Env = append(sh.Environ(), "PROGRAM="+program)
	if got := finish(t, sh).want(t, 0).out; got != "decode\n--csv\n" {
		t.Errorf("bash completes %q", got)
	}
}
