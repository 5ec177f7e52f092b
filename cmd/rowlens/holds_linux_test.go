package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// prelude defines what the scripts in testdata/holds.sh.txt use. A command must exit by
// itself with one of our codes: one that is killed or panics proves nothing.
const prelude = `
ACTIONBASE=actionbase/actionbase-hbase-shell
export ACTIONBASE
rowlens() { "$ROWLENS" "$@"; }
# The exit code of a command, whose output goes to the file said.
run() { code=0; "$@" >said 2>&1 || code=$?; [ $code -lt 5 ] || fail "exit code $code: $*"; }
fail() { head -c 2000 said; echo "$*"; exit 1; }
# exits CODE COMMAND…
exits() { want=$1; shift; run "$@"; [ $code -eq $want ] || fail "exit code $code, want $want: $*"; }
# says PATTERN COMMAND…: its output, diagnostics too, has a line with the pattern.
says() { want=$1; shift; run "$@"; grep -q -e "$want" said || fail "lacks $want: $*"; }
lacks() { want=$1; shift; run "$@"; ! grep -q -e "$want" said || fail "has $want: $*"; }
# answers PATTERN REQUEST…: the last answer of batch to the requests has the pattern.
answers() { want=$1; shift; says "$want" last "$@"; }
last() { printf '%s\n' "$@" | "$ROWLENS" batch | tail -n 1; }
# define prints the requests that define the schemas of the vectors.
define() { gzip -dc $G/vectors/maryk-rocksdb.jsonl.gz | grep '"ops":\["define"\]' | sed 's/"ops":\["define"\]/"op":"define"/'; }
`

func TestWhatMustHold(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "holds.sh.txt"))
	if err != nil {
		t.Fatal(err)
	}
	golden, err := filepath.Abs(filepath.Join("..", "..", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		title, script, _ := strings.Cut(part, "\n")
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("sh", "-eu", "-c", prelude+script)
			cmd.Dir = t.TempDir()
			cmd.Env = append(os.Environ(), "ROWLENS="+program, "G="+golden)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
