// Package conform makes requests from conformance vectors and judges the answers, for
// any implementation of the formats (docs/testee.md). It does not depend on the codec.
//
// Not promised: the Go names are for `rowlens conform`. The vectors themselves are promised, byte for byte.
package conform

import (
	"encoding/json"
	"errors"
	"fmt"
)

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

// Parse reads a line of a vector file.
func Parse(line []byte) (Vector, error) {
	var v Vector
	if err := json.Unmarshal(line, &v); err != nil {
		return v, fmt.Errorf("not a vector: %w", inJSON(err))
	}
	if v.ID == "" || v.Format == "" || v.Ops == nil {
		return v, errors.New("not a vector: it needs id, format, record and ops")
	}
	return v, nil
}

// inJSON describes a wrong type in the terms of JSON, as its writer would, rather than in terms of Go types.
func inJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Field == "":
		return errors.New("it is JSON, but of the kind " + wrong.Value)
	}
	return errors.New(wrong.Field + " is of the kind " + wrong.Value)
}

// Parts returns those parts in v.Bytes that are hex, by name, or nil.
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

// Check is one request made from a vector. The expected answer is in the vector.
type Check struct {
	ID      string // the vector's id, a slash, and the operation
	Op      string
	Request []byte // one line, without its line feed
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

// ChecksOf returns the checks of a line of a vector file.
func ChecksOf(line []byte) ([]Check, error) {
	v, err := Parse(line)
	if err != nil {
		return nil, err
	}
	return v.Checks()
}

// answered maps each operation to the member that holds its answer.
var answered = map[string]string{"decode": "fields", "encode": "bytes", "derive": "result", "define": "ok"}

// ErrUnsupported is the verdict on a testee that does not support what is asked for.
var ErrUnsupported = errors.New("unsupported")

// Judge returns nil if the answer line is what the vector expects, otherwise an
// error that says what is wrong.
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
		return ErrUnsupported
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
