package main

import (
	"bytes"
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

// The Maven project that measures HBase and Accumulo with JMH, and its output.
var (
	jmhProject = filepath.Join("jvm", "pom.xml")
	jmhOutput  = filepath.Join("..", "..", "dist", "bench-jvm")
)

// generalRows measures HBase's OrderedBytes and Accumulo's lexicoders against their
// own encoders on a JVM. Each codec is measured right before and right after the
// peer's, and the lower result counts, since the machine may slow down for seconds.
func generalRows() ([]row, error) {
	codecs, err := generalCodecs()
	if err != nil {
		return nil, err
	}
	rows := generalAnnotateRows(codecs)
	classpath, err := peers.Classpath(jmhProject, jmhOutput)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: rows beside hbase-jvm and accumulo-jvm are left out:", err)
		return rows, nil
	}
	work, err := os.MkdirTemp("", "jmh")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	for _, c := range codecs {
		encode, decode := pair(c.encode, c.decode)
		theirs, err := c.runJMH(classpath, work)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		encodeAfter, decodeAfter := pair(c.encode, c.decode)
		for _, o := range []struct {
			name string
			cost float64
			ours op
		}{{"encode", min(encode, encodeAfter), c.encode}, {"decode", min(decode, decodeAfter), c.decode}} {
			rows = append(rows, newRow(c.name+"/"+o.name, c.peer(), o.cost, allocations(o.ours), max(theirs[o.name]-theirs["loop"], 0.1)))
		}
		if c.err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, c.err)
		}
	}
	return rows, nil
}

// generalAnnotateRows measures decoding with a tree against decoding without one.
func generalAnnotateRows(codecs []*generalCodec) (rows []row) {
	for _, c := range codecs {
		rows = append(rows, beside(c.name+"/annotate", "rowlens-decode", c.annotate, c.decode))
	}
	return rows
}

// peer returns the name of the program that defined the format.
func (c *generalCodec) peer() string {
	if strings.HasPrefix(c.name, "hbase") {
		return "hbase-jvm"
	}
	return "accumulo-jvm"
}

// runJMH measures the peer on our samples. It returns the cost of a call by the name of the benchmark.
func (c *generalCodec) runJMH(classpath, work string) (map[string]float64, error) {
	var lines, out bytes.Buffer
	for i := range samples {
		lines.WriteString(c.line(i) + "\n")
	}
	file, results := filepath.Join(work, "samples"), filepath.Join(work, "results.json")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		return nil, err
	}
	cmd := exec.Command("java", "-cp", classpath, "org.openjdk.jmh.Main", "rowlens.bench.Peers",
		"-p", "name="+c.name, "-p", "samples="+file, "-rf", "json", "-rff", results, "-foe", "true")
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("java: %w\n%s", err, &out)
	}
	text, err := os.ReadFile(results)
	if err != nil {
		return nil, err
	}
	return jmhCosts(text)
}

// jmhChunksMin is how many samples of a benchmark are enough: a chunk of HBase's
// numerics may take 50 milliseconds.
const jmhChunksMin = 4

// jmhCosts reads JMH's results. A JMH sample is a chunk of calls; the same
// percentile of samples counts as on our side.
func jmhCosts(text []byte) (map[string]float64, error) {
	var results []struct {
		Benchmark     string
		PrimaryMetric struct {
			ScoreUnit        string
			RawDataHistogram [][][][2]float64 // fork, iteration, value and count
		}
	}
	if err := json.Unmarshal(text, &results); err != nil {
		return nil, err
	}
	costs := map[string]float64{}
	for _, r := range results {
		var chunks []float64
		for _, iteration := range slices.Concat(r.PrimaryMetric.RawDataHistogram...) {
			for _, bin := range iteration {
				chunks = append(chunks, slices.Repeat(bin[:1], int(bin[1]))...)
			}
		}
		if len(chunks) < jmhChunksMin || r.PrimaryMetric.ScoreUnit != "ns/op" {
			return nil, fmt.Errorf("%d results of %s in %s; want %d in ns/op", len(chunks), r.Benchmark, r.PrimaryMetric.ScoreUnit, jmhChunksMin)
		}
		slices.Sort(chunks)
		costs[r.Benchmark[strings.LastIndexByte(r.Benchmark, '.')+1:]] = chunks[len(chunks)*percentile/100] / chunkCalls
	}
	for _, name := range []string{"loop", "encode", "decode"} {
		if costs[name] == 0 {
			return nil, errors.New("JMH has no result of " + name)
		}
	}
	return costs, nil
}
