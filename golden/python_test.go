package golden_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/golden/conform"
	"github.com/rowlens/rowlens/internal/formattest"
)

// secondRecords are the record kinds that the second decoder supports.
var secondRecords = map[string]bool{
	"value": true, "edge-state": true, "edge-index": true, "edge-count": true, "edge-lock": true, "edge-group": true, "edge-cache": true,
}

// secondCases is the number of damaged rows to compare, in addition to the vectors.
const secondCases = 30_000

// material returns the rows to compare: those of vectors and dumps, and damaged copies of them.
func material(t *testing.T) []formattest.Case {
	t.Helper()
	list, err := formattest.Vectors("vectors/actionbase.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	cells, err := formattest.Cells("actionbase/actionbase-hbase-shell.expected.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []formattest.Case
	for _, c := range append(list, cells...) {
		if secondRecords[c.Record] && c.Format.ID == "actionbase" && c.Input.Entry.Len() < 1000 {
			c.Input = format.Input{Entry: c.Input.Entry}
			all = append(all, c)
		}
	}
	r := rand.New(rand.NewSource(formattest.Seed()))
	for n := len(all); len(all) < n+secondCases; {
		all = append(all, damage(r, &all[r.Intn(n)], &all[r.Intn(n)]))
	}
	return all
}

// headers are bytes that have a meaning at some position.
var headers = []byte{
	0x05, 0x29, 0x2a, 0x2b, 0x2c, 0x30, 0x31, 0x32, 0x34, 0x35, 0x36,
	0xfa, 0xd6, 0xd4, 0xd3, 0xcb, 0xcd, 0xce,
	0x00, 0xff, 0x7d, 0x81, 0x82, '{', '"', '[', ' ',
}

// damage returns a copy of c in which some bytes of one part are changed, or
// replaced by bytes of another row.
func damage(r *rand.Rand, c, other *formattest.Case) formattest.Case {
	out := *c
	out.Input.Entry = c.Input.Entry.Clone()
	if len(out.Input.Entry.Parts) == 0 {
		return out
	}
	part := &out.Input.Entry.Parts[r.Intn(len(out.Input.Entry.Parts))]
	for range 1 + r.Intn(3) {
		b := part.Bytes
		at := r.Intn(len(b) + 1)
		switch r.Intn(6) {
		case 0:
			b = b[:at]
		case 1:
			b = append(b[:at:at], append([]byte{headers[r.Intn(len(headers))]}, b[at:]...)...)
		case 2:
			if at < len(b) {
				b = append(b[:at:at], b[at+1:]...)
			}
		case 3:
			if from, ok := other.Input.Entry.Part(part.Name); ok && len(from) > 0 {
				i := r.Intn(len(from))
				b = append(b[:at:at], append(from[i:min(len(from), i+9):min(len(from), i+9)], b[at:]...)...)
			}
		case 4:
			if at < len(b) {
				b[at] = headers[r.Intn(len(headers))]
			}
		default:
			if at < len(b) {
				b[at] ^= 1 << r.Intn(8)
			}
		}
		part.Bytes = b
	}
	return out
}

// python decodes all rows with the second decoder.
func python(t *testing.T, cases []formattest.Case) [][]byte {
	t.Helper()
	program, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("this test compares with a decoder in Python, and there is no python3: instead, run .ci/install python3")
	}
	var in bytes.Buffer
	for i := range cases {
		parts := map[string]string{}
		for _, p := range cases[i].Input.Entry.Parts {
			parts[p.Name] = hex.EncodeToString(p.Bytes)
		}
		line, err := json.Marshal(map[string]any{"record": cases[i].Record, "parts": parts})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(program, "-B", filepath.Join("python", "actionbase_decode.py"))
	cmd.Stdin = &in
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	var answers [][]byte
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		answers = append(answers, bytes.Clone(lines.Bytes()))
	}
	return answers
}

func TestASecondDecoderThatKnowsOnlyTheDocumentAgrees(t *testing.T) {
	cases := material(t)
	answers := python(t, cases)
	if len(answers) != len(cases) {
		t.Fatalf("%d answers for %d rows", len(answers), len(cases))
	}
	accepted, wrong := 0, 0
	for i := range cases {
		ok, err := compareSecond(&cases[i], answers[i])
		if ok {
			accepted++
		}
		if err == nil {
			continue
		}
		if wrong++; wrong <= 10 {
			t.Errorf("ROWLENS_SEED=%d, row %d, %s: %v", formattest.Seed(), i, cases[i].Record, err)
			for _, p := range cases[i].Input.Entry.Parts {
				t.Logf("%s %x", p.Name, p.Bytes)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d rows differ", wrong, len(cases))
	}
	if accepted < len(cases)/20 || accepted > len(cases)*19/20 {
		t.Errorf("%d of %d rows were accepted: too few or too many to compare", accepted, len(cases))
	}
}

// compareSecond returns nil if both decoders refuse a row, or return the same
// fields and the same verdict on the salt.
func compareSecond(c *formattest.Case, answer []byte) (accepted bool, err error) {
	var second struct {
		Fields json.RawMessage
		Salt   *bool
		Error  string
	}
	if err := json.Unmarshal(answer, &second); err != nil {
		return false, err
	}
	var w value.Writer
	var tree span.Tree
	err = identify.Explain(c.Format.Record(c.Record), &c.Input, &tree, &w)
	var refused *wire.Error
	switch {
	case errors.As(err, &refused) && second.Error != "":
		return false, nil
	case err != nil:
		return false, errors.Join(errors.New("only rowlens refuses"), err)
	case second.Error != "":
		return true, errors.New("only Python refuses: " + second.Error)
	}
	if second.Salt != nil && tree.Nodes[1].Flags&span.Checked != 0 != *second.Salt {
		return true, errors.New("the salt is right for one only")
	}
	return true, conform.Compare{}.JSON(second.Fields, w.Buf)
}
