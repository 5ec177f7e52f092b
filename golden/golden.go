// Package golden holds what rowlens must read and write byte for byte, and the
// rules for comparing answers: vectors of every format (requests with the answers
// that the systems themselves gave), real dumps, and a corpus of annotated rows.
//
// It does not depend on the codec, so it can test other implementations: Run asks
// a function for the answer to each request line, as docs/testee.md describes.
//
//	vectors/*.jsonl.gz         conformance vectors, one format a file
//	known-differences.json     checks that may fail; see KnownDifferences
//	<format>/<record>/<case>   .hex bytes, .tree.txt annotated dump, .fields.json fields
//	<format>/*.txt, dumps/     output of other programs, with its expected content
//	manifest.json              64-bit xxHash of every file, against accidental changes
//	SOURCES.json               which programs wrote those files, their versions, and how
//
// `go test ./golden -update` renews the corpus and the manifest; read the
// diff.
//
// Not promised: the files are, byte for byte; the Go names are for the tests.
package golden

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

// Files are the vectors, and the dumps of Actionbase with what they decode to.
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

// Vector is one line of a vector file.
type Vector struct {
	ID        string          `json:"id"`
	Format    string          `json:"format"`
	Record    string          `json:"record"`
	Ops       []string        `json:"ops"`
	Given     json.RawMessage `json:"given"`
	Bytes     json.RawMessage `json:"bytes"`
	Fields    json.RawMessage `json:"fields"`
	Input     json.RawMessage `json:"input"`
	Result    json.RawMessage `json:"result"`
	Refused   json.RawMessage `json:"error"`
	OrRefuse  bool            `json:"or_refuse"`
	Unordered []string        `json:"unordered"`
	Single    bool            `json:"single"`
}

// Vectors reads a vector file.
func Vectors(file string) ([]Vector, error) {
	lines, err := Lines(file)
	if err != nil {
		return nil, err
	}
	list := make([]Vector, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal(line, &list[i]); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, i+1, err)
		}
	}
	return list, nil
}

// Parts returns the named parts of v.Bytes that are hex, or nil.
func (v *Vector) Parts() map[string]string {
	var parts map[string]any
	if len(v.Bytes) == 0 || json.Unmarshal(v.Bytes, &parts) != nil {
		return nil
	}
	texts := map[string]string{}
	for name, part := range parts {
		if s, ok := part.(string); ok {
			texts[name] = s
		}
	}
	return texts
}

// Check is one request of a vector. The expected answer is in the vector.
type Check struct {
	ID      string // the vector's id, a slash, the operation
	Op      string
	Request []byte // one line without its line feed
	Vector  *Vector
}

type request struct {
	ID     string          `json:"id"`
	Op     string          `json:"op"`
	Format string          `json:"format"`
	Record string          `json:"record"`
	Given  json.RawMessage `json:"given,omitempty"`
	Bytes  json.RawMessage `json:"bytes,omitempty"`
	Fields json.RawMessage `json:"fields,omitempty"`
}

// Checks returns the checks of a vector, one for each operation.
func (v *Vector) Checks() ([]Check, error) {
	var list []Check
	for _, op := range v.Ops {
		r := request{ID: v.ID + "/" + op, Op: op, Format: v.Format, Record: v.Record, Given: v.Given}
		switch {
		case op == "encode" && v.Input != nil:
			r.Fields = v.Input
		case op == "encode":
			r.Fields = v.Fields
		default:
			r.Bytes = v.Bytes
		}
		line, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		list = append(list, Check{ID: r.ID, Op: op, Request: line, Vector: v})
	}
	return list, nil
}

// answered maps each operation to the member that holds its answer.
var answered = map[string]string{"decode": "fields", "encode": "bytes", "derive": "result", "define": "ok"}

// Judge returns nil if the answer line is what the vector expects, or else what is
// wrong with it.
func (c *Check) Judge(line []byte) error {
	parsed, err := parse(line)
	if err != nil {
		return fmt.Errorf("the answer is not JSON: %w", err)
	}
	answer, ok := parsed.(map[string]any)
	if !ok || answer["id"] != c.ID {
		return fmt.Errorf("the answer is not for %s", c.ID)
	}
	if answer["unsupported"] == true {
		return errors.New("unsupported")
	}
	reason, refused := answer["error"]
	if text, _ := reason.(string); refused && text == "" {
		return errors.New("error must be a text that is not empty")
	}
	v := c.Vector
	if v.Refused != nil {
		return c.judgeRefusal(answer, refused)
	}
	if refused && v.OrRefuse {
		return nil
	}
	if refused {
		return fmt.Errorf("refused: %v", reason)
	}
	member := answered[c.Op]
	got, ok := answer[member]
	if !ok {
		return fmt.Errorf("the answer has no %s", member)
	}
	if c.Op == "define" {
		if got != true {
			return errors.New("ok must be true")
		}
		return nil
	}
	want, err := parse(map[string]json.RawMessage{"fields": v.Fields, "bytes": v.Bytes, "result": v.Result}[member])
	if err != nil {
		return err
	}
	return Compare{Unordered: v.Unordered, Single: v.Single}.values(want, got, member, v.Single)
}

func (c *Check) judgeRefusal(answer map[string]any, refused bool) error {
	if !refused {
		return fmt.Errorf("accepted, but must be refused: %s", c.Vector.Refused)
	}
	parsed, err := parse(c.Vector.Refused)
	if err != nil {
		return err
	}
	want, _ := parsed.(map[string]any)
	for _, name := range [...]string{"code", "offset"} {
		if w, ok := want[name]; ok && (Compare{}).values(w, answer[name], name, false) != nil {
			return fmt.Errorf("refused with %s %v, want %v", name, answer[name], w)
		}
	}
	return nil
}

// KnownDifferences lists the ids of checks that may fail, each because upstream
// contradicts itself and a person decided. It may only shrink: a listed check that
// passes fails the run, as does one that does not exist.
func KnownDifferences() (map[string]bool, error) {
	text, err := Files.ReadFile("known-differences.json")
	if err != nil {
		return nil, err
	}
	var list []struct{ ID, Why string }
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, d := range list {
		if d.Why == "" {
			return nil, fmt.Errorf("known-differences.json: %s does not say why", d.ID)
		}
		known[d.ID] = true
	}
	return known, nil
}

// Run asks testee for the answer to every check of a vector file, in order, each as
// a subtest. All must pass except those that KnownDifferences lists.
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
				err := c.Judge(answer)
				switch {
				case err != nil && !known[c.ID]:
					t.Errorf("%v\nrequest %s\nanswer  %s", err, c.Request, answer)
				case err == nil && known[c.ID]:
					t.Errorf("passes now: instead, take it off known-differences.json")
				}
			})
		}
	}
	if ran == 0 {
		t.Errorf("%s asks for nothing", file)
	}
}
