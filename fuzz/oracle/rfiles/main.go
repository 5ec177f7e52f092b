// Command rfiles makes Accumulo's own writer write RFiles of up to 100,000 random entries with random settings
// (compression, sizes of blocks, locality groups, samples, summaries). It compares what Accumulo's scanner and
// rowlens read in them: all entries, those that a reader with some labels sees, and the newest of those; and
// ranges of rows against the entries within them.
//
//	go run ./fuzz/oracle/rfiles -for 20s -seed 1
//
// It keeps the first file that is read differently and exits with 1. It needs a JDK and Maven.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/rfile"
	"github.com/rowlens/rowlens/fuzz/oracle/internal/scans"
	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/peers"
)

func main() {
	during := flag.Duration("for", 20*time.Second, "how long to go on")
	seed := flag.Int64("seed", 1, "of the first file; the next one has the next number")
	flag.Parse()
	if err := run(*seed, *during); err != nil {
		fmt.Fprintln(os.Stderr, "rfiles:", err)
		os.Exit(1)
	}
}

func run(seed int64, during time.Duration) error {
	root, err := lint.Root()
	if err != nil {
		return err
	}
	classpath, err := peers.Classpath(filepath.Join(root, "fuzz", "oracle", "rfiles", "pom.xml"), filepath.Join(root, "dist", "rfiles"))
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "rowlens-rfiles")
	if err != nil {
		return err
	}
	cmd := exec.Command("java", "-XX:+UseSerialGC", "-Xmx1g", "-cp", classpath, "rowlens.rfiles.RFiles", folder,
		fmt.Sprint(seed), fmt.Sprint(int(during.Seconds())))
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	files, entries := 0, 0
	for lines := bufio.NewScanner(out); lines.Scan(); files++ {
		name, settings, _ := strings.Cut(lines.Text(), " ")
		n, err := compare(filepath.Join(folder, name))
		if err != nil {
			_ = cmd.Process.Kill()
			return fmt.Errorf("%s.rf (%s): %w", filepath.Join(folder, name), settings, err)
		}
		entries += n
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w\n%s", err, &messages)
	}
	fmt.Printf("%d RFiles with %d entries from seed %d: read as Accumulo reads them\n", files, entries, seed)
	if files == 0 {
		return fmt.Errorf("expected at least one file")
	}
	return os.RemoveAll(folder)
}

// labels are the scanner's labels.
var labels = []string{"a", "public", "x.y"}

// compare reads a file that Accumulo has read, and returns its number of entries.
func compare(path string) (int, error) {
	b, err := os.ReadFile(path + ".rf")
	if err != nil {
		return 0, err
	}
	s, err := scans.Open(file.Files{filepath.Base(path) + ".rf": b}, rfile.Kind)
	if err != nil {
		return 0, err
	}
	all := 0
	for _, view := range []struct {
		suffix string
		query  file.Query
	}{
		{".raw", file.Query{Stored: true}},
		{".visible", file.Query{Versions: 1 << 30, Labels: labels, HasLabels: true}},
		{".latest", file.Query{Labels: labels, HasLabels: true}},
	} {
		want, err := scans.Lines(path + view.suffix)
		if err != nil {
			return 0, err
		}
		got, err := scans.Read(s, view.query)
		if err == nil {
			err = scans.Differ(got, want)
		}
		if err == nil && view.query.Stored {
			all = len(want)
			err = scans.Ranges(s, want, 4)
		}
		if err != nil {
			return 0, fmt.Errorf("%s: %w", view.suffix[1:], err)
		}
	}
	for _, suffix := range []string{".rf", ".raw", ".visible", ".latest"} {
		if err := os.Remove(path + suffix); err != nil {
			return 0, err
		}
	}
	return all, s.Close()
}
