package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
)

// planting copies a scan of the HBase shell and plants changes in it.
type planting struct {
	out     *bufio.Writer
	every   int // number of lines between two changes
	planted []string
	same    int
}

// line copies line number n.
func (p *planting) line(n int, line string) error {
	row, rest, cell := strings.Cut(line, " column=f:")
	if !cell {
		_, err := p.out.WriteString(line + "\n")
		return err
	}
	qualifier, _, _ := strings.Cut(rest, ", timestamp=")
	at := unescape(strings.TrimPrefix(row, " ")) + " " + unescape(qualifier)
	if n%p.every != 0 {
		p.same++
		_, err := p.out.WriteString(line + "\n")
		return err
	}
	var err error
	switch n / p.every % 4 {
	case 0:
		p.planted = append(p.planted, "removed "+at)
	case 1:
		p.planted = append(p.planted, "changed "+at)
		_, err = p.out.WriteString(line + "x\n")
	case 2:
		p.planted = append(p.planted, "changed "+at)
		_, err = p.out.WriteString(strings.Replace(line, ", timestamp=", ", timestamp=1", 1) + "\n")
	default:
		p.planted = append(p.planted, "added "+hex.EncodeToString([]byte("new"))+at)
		p.same++
		_, err = fmt.Fprintf(p.out, " new%s\n%s\n", strings.TrimPrefix(line, " "), line)
	}
	return err
}

// unescape returns in hex what the HBase shell prints with \x escapes.
func unescape(text string) string {
	var b []byte
	for i := 0; i < len(text); i++ {
		if strings.HasPrefix(text[i:], `\x`) {
			n, err := strconv.ParseUint(text[i+2:i+4], 16, 8)
			if err != nil {
				panic(text)
			}
			b = append(b, byte(n))
			i += 3
			continue
		}
		b = append(b, text[i])
	}
	return hex.EncodeToString(b)
}

// plant writes a scan with about the given number of changes, and with its lines in another order.
func plant(t *testing.T, scan string, cells, changes int) (file string, p *planting) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "later.txt")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := os.Open(scan)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	p = &planting{out: bufio.NewWriter(f), every: max(cells/changes, 1)}
	s := bufio.NewScanner(in)
	r := rand.New(rand.NewPCG(1, 2))
	var some []string
	write := func(n int) {
		r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		for i, line := range some {
			if err := p.line(n-i, line); err != nil {
				t.Fatal(err)
			}
		}
		some = some[:0]
	}
	n := 0
	for ; s.Scan(); n++ {
		if some = append(some, s.Text()); n == 0 || len(some) == 1000 {
			write(n)
		}
	}
	write(n)
	if err := p.out.Flush(); err != nil || s.Err() != nil {
		t.Fatal(err, s.Err())
	}
	slices.Sort(p.planted)
	return file, p
}

// foundChanges returns "change row qualifier" for each difference in a comparison as JSON, sorted, and how
// many rows are equal.
func foundChanges(t *testing.T, args ...string) (list []string, same int) {
	t.Helper()
	inLittleMemory(t).sorting(t, exitDifferences, func(line []byte) {
		var d struct {
			Change string
			Parts  struct{ Row, Qualifier string }
			Totals *struct{ Same int }
		}
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		if d.Totals != nil {
			same = d.Totals.Same
			return
		}
		list = append(list, d.Change+" "+d.Parts.Row+" "+d.Parts.Qualifier)
	}, append([]string{"diff", "--json"}, args...)...)
	slices.Sort(list)
	return list, same
}

func TestPlantedChangesAreFoundInLittleMemory(t *testing.T) {
	table := spilled()
	scan := generated(t, table.Write)
	later, planted := plant(t, scan, table.Cells, 1000)
	model := writeFile(t, generate.Model)
	for _, old := range []string{scan, tableStore(t, spilled())} {
		got, same := foundChanges(t, "--model", model, old, later)
		if !slices.Equal(got, planted.planted) || same != planted.same {
			t.Errorf("%d differences, want %d; %d the same, want %d: %.1000q, want %.1000q",
				len(got), len(planted.planted), same, planted.same, got, planted.planted)
		}
		t.Logf("%d cells, %d differences", table.Cells, len(got))
	}
}
