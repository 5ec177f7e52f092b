// Command hfiles makes HBase write HFiles of random cells with random options, and the folders
// of tables with their logs. It compares what HBase itself and rowlens read in them: all cells
// and ranges of rows; scans of one version, of three, and raw ones.
//
//	go run ./fuzz/oracle/hfiles -for 20s -seed 1
//
// It keeps the first file that differs and exits with 1. It needs a JDK and Maven.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/fuzz/oracle/internal/scans"
	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/ondisk"
	"github.com/rowlens/rowlens/internal/peers"
)

func main() {
	lasting := flag.Duration("for", 20*time.Second, "how long to go on")
	seed := flag.Int64("seed", 1, "of the first file; the next one has the next number")
	flag.Parse()
	if err := run(*lasting, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "hfiles:", err)
		os.Exit(1)
	}
}

func run(lasting time.Duration, seed int64) error {
	root, err := lint.Root()
	if err != nil {
		return err
	}
	classpath, err := peers.Classpath(filepath.Join(root, "fuzz", "oracle", "regions", "pom.xml"), filepath.Join(root, "dist", "regions"))
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		class, what string
		same        func(name string) (cells int, err error)
	}{{"HFiles", "files", sameFile}, {"Folders", "tables", sameTable}} {
		ask := exec.Command("java", "-XX:+UseSerialGC", "-Xmx512m", "-cp", classpath, "rowlens.regions."+kind.class)
		n, cells, err := judge(ask, seed, lasting/2, kind.same)
		if err != nil {
			return err
		}
		fmt.Printf("%d %s of HBase's, with %d cells, read as HBase itself reads them\n", n, kind.what, cells)
	}
	return nil
}

// judge starts the program that writes, and compares until the time is up.
func judge(cmd *exec.Cmd, seed int64, lasting time.Duration, same func(name string) (int, error)) (n, cells int, err error) {
	folder, err := os.MkdirTemp("", "rowlens-hfiles-")
	if err != nil {
		return 0, 0, err
	}
	var messages bytes.Buffer
	cmd.Args = append(cmd.Args, folder, fmt.Sprint(seed))
	cmd.Stderr = &messages
	ask, err := cmd.StdinPipe()
	if err != nil {
		return 0, 0, err
	}
	answers, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	n, cells, err = compare(folder, bufio.NewReader(answers), ask, lasting, same)
	ask.Close() // so that the JVM ends
	if wait := cmd.Wait(); err == nil {
		err = wait
	}
	if err != nil {
		return n, cells, fmt.Errorf("%w\n%s", err, messages.Bytes()[max(0, messages.Len()-4000):])
	}
	return n, cells, os.RemoveAll(folder)
}

// compare reads what HBase writes until the time is up, which starts when HBase has started.
func compare(
	folder string, answers *bufio.Reader, ask io.Writer, lasting time.Duration, same func(name string) (int, error),
) (n, cells int, err error) {
	var until time.Time
	for {
		number, err := answers.ReadString('\n')
		if err != nil {
			return n, cells, fmt.Errorf("HBase wrote nothing: %w", err)
		}
		if until.IsZero() {
			until = time.Now().Add(lasting)
		}
		name := filepath.Join(folder, strings.TrimSpace(number))
		read, err := same(name)
		if err != nil {
			return n, cells, fmt.Errorf("seed %s: %w", strings.TrimSpace(number), err)
		}
		n, cells = n+1, cells+read
		written, err := filepath.Glob(name + "*")
		if err != nil {
			return n, cells, err
		}
		for _, done := range written {
			if err := os.RemoveAll(done); err != nil {
				return n, cells, err
			}
		}
		if time.Now().After(until) {
			return n, cells, nil
		}
		if _, err := io.WriteString(ask, "\n"); err != nil {
			return n, cells, err
		}
	}
}

// sameFile compares one HFile with what HBase's reader read in it.
func sameFile(name string) (cells int, err error) {
	path := name + ".hfile"
	content, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	want, err := scans.Lines(name + ".jsonl")
	if err != nil {
		return 0, err
	}
	s, err := scans.Open(file.Files{"one.hfile": content}, hfile.Kind)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	got, err := scans.Read(s, file.Query{Stored: true})
	if err == nil {
		err = scans.Differ(got, want)
	}
	if err == nil {
		err = scans.Ranges(s, want, 5)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return len(want), s.Close()
}

// sameTable compares the folder of a table with what HBase's region found in it.
func sameTable(name string) (cells int, err error) {
	s, err := scans.Open(ondisk.Dir(name), hfile.Kind)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	for _, view := range []struct {
		name  string
		query file.Query
	}{{"scan", file.Query{}}, {"scan3", file.Query{Versions: 3}}, {"raw", file.Query{Stored: true}}} {
		want, err := scans.Lines(name + "." + view.name + ".jsonl")
		if err != nil {
			return 0, err
		}
		got, err := scans.Read(s, view.query)
		if err == nil {
			err = scans.Differ(got, want)
		}
		if err != nil {
			return 0, fmt.Errorf("%s, %s: %w", name, view.name, err)
		}
		cells += len(want)
	}
	return cells, s.Close()
}
