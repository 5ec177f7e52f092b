package stubs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/internal/exports"
)

var root = filepath.Join("..", "..", "..")

func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale (%v): instead, run go generate ./internal/exports", name, err)
		}
	}
}

// header returns the hand-written header without its comments, with white space collapsed.
func header(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "cshared", "include", "rowlens.h"))
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(text), " ")
	return plain
}

func TestTheHeaderDeclaresTheTable(t *testing.T) {
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^[a-z][^#;{}]*\brl_\w+\([^;]*\);`).FindAllString(header(t), -1) {
		got = append(got, strings.Join(strings.Fields(strings.TrimSuffix(m, ";")), " "))
	}
	if len(got) != len(exports.Table) {
		t.Errorf("%d functions in the header, %d in the table", len(got), len(exports.Table))
	}
	for i, x := range exports.Table {
		if want := Prototype(x); i < len(got) && got[i] != want {
			t.Errorf("the header has\n\t%s\nand the table\n\t%s", got[i], want)
		}
	}
}

func TestTheHeaderHasEveryCode(t *testing.T) {
	got := map[string]string{}
	for _, m := range regexp.MustCompile(`\b(RL_E_\w+) = (-\d+)`).FindAllStringSubmatch(header(t), -1) {
		got[m[1]] = m[2]
	}
	for _, info := range exports.CodeTable() {
		if got[info.C] != strconv.Itoa(int(info.Code)) {
			t.Errorf("%s is %q in the header, want %d", info.C, got[info.C], info.Code)
		}
		delete(got, info.C)
	}
	for name := range got {
		t.Errorf("%s is in the header only", name)
	}
}

func TestTheHeaderHasEveryConstant(t *testing.T) {
	text := header(t)
	want := map[string]string{
		"RL_ABI_VERSION": strconv.Itoa(exports.ABI),
		"RL_VERSION":     strconv.Quote(exports.Version),
		"RL_LENGTH_MAX":  strconv.Itoa(exports.LengthMax),
	}
	for _, c := range exports.Constants() {
		if want[c.C] == "" {
			want[c.C] = strconv.FormatInt(c.Value, 10) + "u"
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^#define (RL_\w+) (\S+)\s*$`).FindAllStringSubmatch(text, -1) {
		if strings.HasPrefix(m[1], "RL_VERSION_") {
			continue
		}
		if want[m[1]] != m[2] {
			t.Errorf("%s is %s in the header, want %q", m[1], m[2], want[m[1]])
		}
		delete(want, m[1])
	}
	for name := range want {
		t.Errorf("%s is not in the header", name)
	}
}

// The comment above a function explains what a caller must know, including each argument.
func TestTheHeaderExplainsEveryArgument(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "cshared", "include", "rowlens.h"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range exports.Table {
		if x.Doc == "" || x.Result == "" {
			t.Errorf("%s has no doc or result in the table", x.Name)
		}
		before, _, _ := strings.Cut(string(text), " "+x.Name+"(")
		comment := before[strings.LastIndex(before, "/*"):]
		for _, a := range x.Args {
			if a.Doc == "" {
				t.Errorf("%s: %s has no doc in the table", x.Name, a.Name)
			}
			if !regexp.MustCompile(`\b`+a.Name+`\b`).MatchString(comment) && a.Kind != exports.Signed {
				t.Errorf("%s: the header does not explain %s", x.Name, a.Name)
			}
		}
	}
}

// The table has all structs; one that it lacked would not be compared with it.
func TestTheTableHasEveryStruct(t *testing.T) {
	got := regexp.MustCompile(`typedef struct (rl_\w+)`).FindAllStringSubmatch(header(t), -1)
	if len(got) != len(exports.Structs) {
		t.Errorf("%d structs in the header, %d in the table", len(got), len(exports.Structs))
	}
	for _, s := range exports.Structs {
		if !slices.ContainsFunc(got, func(m []string) bool { return m[1] == s.Name }) {
			t.Errorf("%s is in the table only", s.Name)
		}
	}
}

func TestTheDocumentHasEveryCode(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "c.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range exports.CodeTable() {
		if row := fmt.Sprintf("| `%s` | %d | %s |\n", info.C, info.Code, info.Meaning); !strings.Contains(string(text), row) {
			t.Errorf("docs/c.md lacks %q", row)
		}
	}
}
