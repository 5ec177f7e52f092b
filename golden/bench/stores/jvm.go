package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/internal/peers"
)

// jvm measures against HBase and Accumulo.
func (b *bench) jvm() ([]row, error) {
	var all []row
	for _, file := range [][]string{
		{"hfile", "none", "NONE"}, {"hfile", "gz", "NONE"}, {"hfile", "none", "FAST_DIFF"}, {"rfile", "none"}, {"rfile", "gz"},
	} {
		name := strings.ToLower(strings.Join(file, "-"))
		if !b.wants(name) {
			continue
		}
		if err := b.buildScans(); err != nil {
			fmt.Fprintln(os.Stderr, "stores: rows of HFiles and RFiles are left out:", err)
			break
		}
		rows, err := b.jvmRows(name, file[0], file[1:])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, rows...)
	}
	return all, nil
}

// buildScans builds golden/bench/scans, once.
func (b *bench) buildScans() (err error) {
	if b.classpath != "" {
		return nil
	}
	b.classpath, err = peers.Classpath(filepath.Join("scans", "pom.xml"), filepath.Join("..", "..", "dist", "scans"))
	return err
}

// jvmRows measures one file: the command against HBase's command, and both the command and our scanner
// against the scanner of the JVM.
func (b *bench) jvmRows(name, kind string, options []string) ([]row, error) {
	path, err := b.jvmFile(kind, options...)
	if err != nil {
		return nil, err
	}
	var all []row
	if kind == "hfile" {
		for _, j := range []job{
			{name: name + "/as-hex", ours: []string{"--as", "hex"}, same: fromPrinted},
			{name: name + "/as-jsonl", ours: []string{"--as", "jsonl"}, alike: true},
		} {
			j.make, j.peer, j.goal = func() (string, error) { return path, nil }, "HFilePrettyPrinter -p", 0.2
			j.theirs = func(path string) []string {
				return b.java("org.apache.hadoop.hbase.io.hfile.HFilePrettyPrinter", "-p", "-f", "file://"+path)
			}
			r, err := b.beside(&j)
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
	}
	scanner, err := b.scanner(name, kind, path)
	return append(all, scanner...), err
}

// scanner measures our scanner and command, then those of the JVM, then ours again.
func (b *bench) scanner(name, kind, path string) ([]row, error) {
	sum, err := digest(b.dump(path, "--as", "hex"), nil)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var ourScans, ourDumps []float64
	ours := func() error {
		costs, err := printed(self, "-scan", path)
		ourScans = append(ourScans, costs...)
		for range b.runs {
			u, once := once(b.dump(path, "--as", "hex"))
			ourDumps, err = append(ourDumps, u.seconds), errors.Join(err, once)
		}
		return err
	}
	if err := ours(); err != nil {
		return nil, err
	}
	theirs, err := b.runJMH(kind, path, sum)
	if err != nil {
		return nil, err
	}
	if err := ours(); err != nil {
		return nil, err
	}
	scans, dumps := costOf(ourScans), costOf(ourDumps)
	return []row{
		newRow(name+"/scan", scans, "its scanner", theirs["scan"], 0),
		newRow(name+"/as-hex", dumps, "its scanner, printing", theirs["print"], 0),
		newRow(name+"/as-hex", dumps, "its scanner alone", theirs["scan"], 1.2),
	}, nil
}

// runJMH measures the scanner of a JVM. It returns the costs by the name of the benchmark.
func (b *bench) runJMH(kind, path, sum string) (map[string]cost, error) {
	work, err := os.MkdirTemp("", "scans")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	results := filepath.Join(work, "results.json")
	command := b.java("org.openjdk.jmh.Main", "rowlens.scans.Scans", "-p", "kind="+kind, "-p", "path="+path, "-p", "sum="+sum,
		"-prof", "rowlens.scans.Cpu", "-rf", "json", "-rff", results, "-foe", "true")
	if err := start(nil, command...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(results)
	if err != nil {
		return nil, err
	}
	var all []struct {
		Benchmark        string
		SecondaryMetrics struct {
			CPU struct{ RawData [][]float64 }
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	costs := map[string]cost{}
	for _, r := range all {
		runs := slices.Concat(r.SecondaryMetrics.CPU.RawData...)
		if len(runs) == 0 {
			return nil, errors.New("JMH has no processor time of " + r.Benchmark)
		}
		for i := range runs {
			runs[i] /= 1e9
		}
		costs[r.Benchmark[strings.LastIndexByte(r.Benchmark, '.')+1:]] = costOf(runs)
	}
	for _, name := range []string{"scan", "print"} {
		if _, ok := costs[name]; !ok {
			return nil, errors.New("JMH has no result of " + name)
		}
	}
	return costs, nil
}

// printed runs a program and returns the numbers that it prints.
func printed(command ...string) (numbers []float64, err error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	for in := bufio.NewScanner(out); in.Scan(); {
		var n float64
		if _, err := fmt.Sscan(in.Text(), &n); err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, cmd.Wait()
}
