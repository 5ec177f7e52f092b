package inspector

import (
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
)

func TestEveryFormatHasASampleWhileThereIsRoom(t *testing.T) {
	many := func(title string, n int) *format.Format {
		f := &format.Format{Title: title}
		for range n {
			f.Samples = append(f.Samples, format.Sample{What: "w", Text: "t"})
		}
		return f
	}
	count := map[string]int{}
	for _, s := range SamplesOf([]*format.Format{many("a", 9), many("b", 1), many("c", 0), many("d", 2)}) {
		count[s.Format]++
	}
	if count["a"] != 5 || count["b"] != 1 || count["c"] != 0 || count["d"] != 2 {
		t.Errorf("got %v", count)
	}
	if got := len(SamplesOf(nil)); got != 0 {
		t.Errorf("%d samples of no format", got)
	}
}

// The rows of the pair come from scans of a real store.
func TestThePairIsReal(t *testing.T) {
	for text, name := range map[string]string{firstScan: "actionbase-hbase-shell.txt", secondScan: "actionbase-hbase-shell-damaged.txt"} {
		scan, err := os.ReadFile("../golden/actionbase/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			if !strings.Contains("\n"+string(scan), "\n"+line) {
				t.Errorf("%s has no line %q", name, line)
			}
		}
	}
	rows, err := os.ReadFile("../golden/actionbase/actionbase-hbase-shell.expected.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(keySamples) {
		if !strings.Contains(string(rows), strings.TrimSpace(line)) {
			t.Errorf("no row has the key %s", line)
		}
	}
}

// The damaged dump is part of the dump of a real store.
func TestTheDamagedDumpIsReal(t *testing.T) {
	whole, err := os.ReadFile("../golden/implexus/corrupt.dump.hex.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(damagedDump) {
		if !strings.Contains("\n"+string(whole), "\n"+line) {
			t.Errorf("corrupt.dump.hex.txt has no line %q", line)
		}
	}
}

func TestStoresOfTheEmptyPageSayWhatIsInThem(t *testing.T) {
	stores, err := storeSamples()
	if err != nil {
		t.Fatal(err)
	}
	opens := map[string]string{}
	for _, s := range stores {
		opens[s.Title] = s.Opens
		if !strings.Contains(s.Facts, " rows, ") || strings.HasPrefix(s.Facts, "0 ") {
			t.Errorf("%s: %s", s.Name, s.Facts)
		}
	}
	if len(opens) < 4 || opens["RocksDB"] != "Tables" || opens["LMDB"] != "Rows" {
		t.Errorf("got %v", opens)
	}
}
