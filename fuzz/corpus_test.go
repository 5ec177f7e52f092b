package fuzz

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/golden"
	"github.com/rowlens/rowlens/internal/formattest"
)

var (
	update = flag.Bool("update", false, "write seeds from vectors and dumps, and rename what a fuzzer found")
	from   = flag.String("from", "", "with -update: a folder of corpora that a fuzzer left, one folder a target")
)

const corpora = "testdata/fuzz"

// corpusMax is the maximum total size of all corpora, in bytes.
const corpusMax = 5 << 20

// recordOf names the record kind of each target that decodes one.
var recordOf = map[string]string{
	"FuzzEdgeState": "edge-state", "FuzzEdgeIndex": "edge-index", "FuzzEdgeCount": "edge-count", "FuzzEdgeLock": "edge-lock",
	"FuzzEdgeGroup": "edge-group", "FuzzEdgeCache": "edge-cache", "FuzzMetastoreRow": "metastore-row", "FuzzEdgeID": "edge-id",
	"FuzzValue": "value", "FuzzV0Value": "v0-value", "FuzzRowType": "row-type",
}

var otherTargets = []string{"FuzzAnyRecord", "FuzzAnswer", "FuzzInspect", "FuzzRoundTrip", "FuzzOrder"}

func targets() []string {
	return append(slices.Sorted(maps.Keys(recordOf)), otherTargets...)
}

// operations are requests in addition to those in the vectors.
var operations = []string{
	`{"op":"order","text":"2c80000000000000ff\n2c7fffffffffffffff\n2c80000000000000ff"}`,
	`{"op":"order","format":"maryk-rocksdb","cf":"0601","schema":{"1":{"name":"M","keySize":2}},"entries":[{"parts":{"key":"000121e5ffffffffffffff"}},{"parts":{"key":"00012161e5ffffffffffff00"}}]}`,
	`{"op":"order","entries":[{"parts":{"row":"61","family":"66"},"timestamp":"7","deleted":"DeleteColumn"},{"parts":{"row":"61","family":"66"},"timestamp":"5"}]}`,
	`{"op":"range","format":"actionbase","record":"edge-index","fields":{"table":"t","directedSource":{"type":"long","value":"7"},"direction":"IN","index":"i","indexValues":[{"order":"DESC","value":{"type":"string","value":"x"}}]}}`,
	`{"op":"hlc","layout":"cockroach","text":"2018-12-21T17:12:25.678000001+09:00/3"}`,
	`{"op":"hlc","layout":"ms-16","form":"varint","text":"838080a7ff81c7be16"}`,
}

// seedName returns the name of a seed: the 64-bit xxHash of its file.
func seedName(text []byte) string { return fmt.Sprintf("%016x", xxhash.Sum64(text)) }

func seedText(data []byte) []byte {
	return []byte("go test fuzz v1\n[]byte(" + strconv.Quote(string(data)) + ")\n")
}

// seedData is the inverse of seedText.
func seedData(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	body, ok := strings.CutPrefix(string(text), "go test fuzz v1\n[]byte(")
	body, closed := strings.CutSuffix(strings.TrimSpace(body), ")")
	data, err := strconv.Unquote(body)
	if !ok || !closed || err != nil {
		t.Fatalf("%s is not a seed of one []byte: %v", file, err)
	}
	return []byte(data)
}

func TestCorporaAreNamedByTheirContentAndSmall(t *testing.T) {
	if *update {
		writeCorpora(t)
	}
	size := 0
	for _, target := range targets() {
		files, err := filepath.Glob(filepath.Join(corpora, target, "*"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no corpus: instead, run go test ./fuzz -update", target)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			size += len(text)
			if want := seedName(text); filepath.Base(file) != want {
				t.Errorf("%s is not named by its xxHash, %s: instead, run go test ./fuzz -update", file, want)
			}
		}
	}
	if size > corpusMax {
		t.Errorf("%d bytes, at most %d: instead, remove %s and run go test ./fuzz -update", size, corpusMax, corpora)
	}
}

// Each record kind of Actionbase has its own target; FuzzAnyRecord covers the kinds of all formats.
func TestEveryRecordKindIsFuzzed(t *testing.T) {
	for _, p := range formattest.Probes() {
		if p.Format.ID == "actionbase" && p.Record.Name != "json-text" &&
			!slices.Contains(slices.Collect(maps.Values(recordOf)), p.Record.Name) {
			t.Errorf("%s has no fuzz target", p.Record.Name)
		}
	}
}

// findings are inputs that once exposed a defect. They are always kept.
var findings = map[string][]string{
	"FuzzValue":   {"\x02\x32 0\x00"},                          // JSON with white space was not reported as non-canonical
	"FuzzInspect": {"\"v A\"\"\"\n0000\n", "v\x1b,w\n00,01\n"}, // the name of a column was written unescaped
}

// corpus keeps the shortest input of each kind that a target distinguishes.
type corpus map[string][]byte

func (c corpus) add(kind string, data []byte) {
	if old, ok := c[kind]; !ok || len(data) < len(old) {
		c[kind] = data
	}
}

// kindOf classifies what an input makes the decoder do: how it fails, which fields
// it reads, with which values and remarks. Repetitions count once.
func kindOf(p *formattest.Probe, data []byte) string {
	var in format.Input
	formattest.Split(p.Record, data, &in)
	if p.Decode(&in) != nil {
		return seedName(data) // a finding, to be kept
	}
	var b strings.Builder
	fmt.Fprint(&b, in.Lenient, len(in.Entry.Parts))
	if p.Err != nil {
		fmt.Fprint(&b, p.Err.Part, p.Err.Code, p.Err.Field, p.Err.Expected)
	}
	seen := map[string]bool{}
	for i := range p.Tree.Nodes {
		n := &p.Tree.Nodes[i]
		seen[fmt.Sprint(n.Field.Name, n.Value.Kind, n.Value.Width, n.Flags)] = p.Err == nil
	}
	for _, s := range slices.Sorted(maps.Keys(seen)) {
		if seen[s] {
			b.WriteString(s)
		}
	}
	return b.String()
}

// writeCorpora writes the seeds: the present ones, and those from vectors, dumps
// and the folder given by -from that add something.
func writeCorpora(t *testing.T) {
	for _, target := range targets() {
		c := corpus{}
		kind := seedKind(target)
		for _, data := range material(t, target) {
			c.add(kind(data), data)
		}
		for i, data := range findings[target] {
			c.add("finding "+strconv.Itoa(i), []byte(data))
		}
		for _, folder := range []string{corpora, *from} {
			files, _ := filepath.Glob(filepath.Join(folder, target, "*"))
			for _, file := range files {
				data := seedData(t, file)
				c.add(kind(data), data)
			}
		}
		writeSeeds(t, filepath.Join(corpora, target), c)
	}
}

func seedKind(target string) func([]byte) string {
	if record := recordOf[target]; record != "" {
		p := formattest.NewProbe(codec.Find("actionbase"), record)
		return func(data []byte) string { return kindOf(p, data) }
	}
	if target == "FuzzAnyRecord" {
		all := formattest.Probes()
		return func(data []byte) string {
			p, rest := pick(all, data)
			return p.Format.ID + p.Record.Name + kindOf(p, rest)
		}
	}
	return func(data []byte) string { // the shape of the answer, without its content
		if target == "FuzzRoundTrip" || target == "FuzzOrder" {
			return fmt.Sprint(data[:min(1, len(data))], len(data)/8)
		}
		var s session.Session
		answer := s.Answer(nil, data)
		if target == "FuzzInspect" {
			answer = s.Inspect(nil, inspectText(data))
		}
		return shape(answer)
	}
}

func writeSeeds(t *testing.T, folder string, c corpus) {
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, data := range c {
		text := seedText(data)
		if err := os.WriteFile(filepath.Join(folder, seedName(text)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// material returns what the seeds of a target are made from.
func material(t *testing.T, target string) [][]byte {
	const vectors = "vectors/actionbase.jsonl.gz"
	var list [][]byte
	switch target {
	case "FuzzRoundTrip", "FuzzOrder":
		for which := range 24 { // every struct, and every type in both orders
			list = append(list, []byte(string(rune(which))+strings.Repeat("\x7f\x01\xff\x800aZ", 1+which%5)),
				append([]byte{0x80 | byte(which)}, "\x01\x02\x03\x04\x05\x06\x07"...))
		}
	case "FuzzAnyRecord":
		for i := range formattest.Probes() {
			list = append(list, []byte{byte(i >> 8), byte(i), 0, 0, 1, 5, 0, 1, 0x66, 0xff})
		}
	case "FuzzAnswer":
		all, err := golden.Vectors(vectors)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			checks, err := all[i].Checks()
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range checks {
				list = append(list, c.Request)
			}
		}
		for _, line := range operations {
			list = append(list, []byte(line))
		}
	case "FuzzInspect":
		list = texts(t)
	default:
		list = containers(t, vectors, recordOf[target])
	}
	return list
}

func containers(t *testing.T, vectors, record string) [][]byte {
	cases, err := formattest.Vectors(vectors)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"actionbase-hbase-shell", "actionbase-hbase-shell-damaged"} {
		dump := "actionbase/" + name + ".expected.jsonl"
		cells, err := formattest.Cells(dump)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, cells...)
	}
	var list [][]byte
	for i := range cases {
		r := cases[i].Format.Record(record)
		if data := formattest.Join(r, &cases[i].Input); cases[i].Record == record && len(data) < 2000 {
			list = append(list, data)
		}
	}
	return list
}

// texts returns samples, single lines of the dumps, and short whole dumps.
func texts(t *testing.T) [][]byte {
	var list [][]byte
	for _, f := range codec.Formats() {
		for _, s := range f.Samples {
			list = append(list, []byte(s.Text))
		}
	}
	for _, dump := range []string{"actionbase/actionbase-hbase-shell.txt", "actionbase/actionbase-hbase-shell-wrapped.txt"} {
		lines, err := golden.Lines(dump)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, lines[1], []byte(string(lines[0])+"\n"+string(lines[1])+"\n"+string(lines[2])+"\n"))
	}
	files, err := filepath.Glob("../golden/dumps/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && len(text) < 1200 {
			list = append(list, text)
		}
	}
	return list
}
