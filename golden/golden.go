// Package golden holds what rowlens must read and write byte for byte, and the
// rules for comparing answers: vectors of every format (requests with the answers
// that the systems themselves gave), real dumps, and a corpus of annotated rows.
//
// It does not depend on the codec, so it can test other implementations: Run asks a
// function for the answer to each request line, as described in docs/testee.md.
//
//	vectors/*.jsonl.gz         conformance vectors, one file per format
//	known-differences.json     checks that may fail; see KnownDifferences
//	<format>/<record>/<case>   .hex bytes, .tree.txt annotated dump, .fields.json fields
//	<format>/*.txt, dumps/     output of other programs, with its expected content
//	scans/hbase/*.jsonl        planned scans in the syntax of the HBase shell, with the cells that HBase finds
//	hostile/calls.jsonl        wrong calls, and how each package refuses them
//	manifest.json              64-bit xxHash of every file, against accidental changes
//	SOURCES.json               which programs wrote those files, in which versions, and how
//
// `go test ./golden -update` renews the corpus and the manifest; read the diff.
//
// Not promised: the Go names are for the tests. The files themselves are promised, byte for byte.
package golden

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"testing"

	"github.com/rowlens/rowlens/golden/conform"
)

// Vector is one line of a vector file.
type Vector = conform.Vector

// Files holds the vectors, and the Actionbase dumps with what they decode to.
//
//go:embed vectors/*.jsonl.gz known-differences.json actionbase/*.txt actionbase/*.json actionbase/*.jsonl
var Files embed.FS

// lineMax exceeds the longest vector.
const lineMax = 16 << 20

// Lines returns the lines of a file in Files, decompressed if it ends in .gz.
func Lines(file string) ([][]byte, error) {
	text, err := Files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var plain interface{ Read([]byte) (int, error) } = bytes.NewReader(text)
	if bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
		if plain, err = gzip.NewReader(plain); err != nil {
			return nil, err
		}
	}
	var lines [][]byte
	s := bufio.NewScanner(plain)
	s.Buffer(nil, lineMax)
	for s.Scan() {
		lines = append(lines, bytes.Clone(s.Bytes()))
	}
	return lines, s.Err()
}

// Vectors reads a vector file.
func Vectors(file string) ([]Vector, error) {
	lines, err := Lines(file)
	if err != nil {
		return nil, err
	}
	list := make([]Vector, len(lines))
	for i, line := range lines {
		if list[i], err = conform.Parse(line); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, i+1, err)
		}
	}
	return list, nil
}

// KnownDifferences returns the checks listed in known-differences.json.
func KnownDifferences() (conform.Known, error) {
	text, err := Files.ReadFile("known-differences.json")
	if err != nil {
		return nil, err
	}
	return conform.ParseKnown(text)
}

// Run asks testee for the answer to every check of a vector file, in order, each in
// a subtest. All must pass except those listed in KnownDifferences.
func Run(t *testing.T, file string, testee func(line []byte) []byte) {
	t.Helper()
	vectors, err := Vectors(file)
	if err != nil {
		t.Fatal(err)
	}
	known, err := KnownDifferences()
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for i := range vectors {
		checks, err := vectors[i].Checks()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			answer := bytes.Clone(testee(c.Request))
			ran++
			t.Run(c.ID, func(t *testing.T) {
				if err := known.Judge(&c, answer); err != nil {
					t.Errorf("%v\nrequest %s\nanswer  %s", err, c.Request, answer)
				}
			})
		}
	}
	if ran == 0 {
		t.Errorf("%s asks for nothing", file)
	}
}
