// Command expand writes the requests of all shared vectors, one per line, to
// standard output. The C and Python tests send them.
//
//	go run ./cshared/test/expand golden/vectors/*.gz
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// vector is a line of a vector file. Values keep their original text.
type vector struct {
	ID     string          `json:"id"`
	Format string          `json:"format"`
	Record string          `json:"record"`
	Ops    []string        `json:"ops"`
	Given  json.RawMessage `json:"given"`
	Bytes  json.RawMessage `json:"bytes"`
	Fields json.RawMessage `json:"fields"`
	Input  json.RawMessage `json:"input"`
}

// request is what is sent for one operation of a vector.
type request struct {
	ID     string          `json:"id"`
	Op     string          `json:"op"`
	Format string          `json:"format"`
	Record string          `json:"record"`
	Given  json.RawMessage `json:"given,omitempty"`
	Bytes  json.RawMessage `json:"bytes,omitempty"`
	Fields json.RawMessage `json:"fields,omitempty"`
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	for _, file := range os.Args[1:] {
		if err := expand(out, file); err != nil {
			fmt.Fprintf(os.Stderr, "expand: %s: %v\n", file, err)
			os.Exit(1)
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "expand:", err)
		os.Exit(1)
	}
}

func expand(out io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for in := json.NewDecoder(z); ; {
		var v vector
		if err := in.Decode(&v); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		for _, op := range v.Ops {
			if err := lines.Encode(v.request(op)); err != nil {
				return err
			}
		}
	}
}

func (v *vector) request(op string) request {
	r := request{ID: v.ID + "/" + op, Op: op, Format: v.Format, Record: v.Record, Given: v.Given}
	switch {
	case op != "encode":
		r.Bytes = v.Bytes
	case v.Input != nil:
		r.Fields = v.Input
	default:
		r.Fields = v.Fields
	}
	return r
}
