package main

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// rowSet is rows of one record kind, with a column for each part.
type rowSet struct {
	format, record string
	parts          []column
	rows           int
}

type column struct {
	name  string
	cells [][]byte
}

// read takes rows from the vectors, reusing them if there are too few.
func read(folder, format, record string, parts []string, rows int) (*rowSet, error) {
	f, err := os.Open(filepath.Join(folder, format+".jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	s := &rowSet{format: format, record: record, rows: rows}
	for _, name := range parts {
		s.parts = append(s.parts, column{name: name})
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	found := 0
	for found < rows && lines.Scan() {
		var v struct {
			Record        string
			Given, Fields json.RawMessage
			Bytes         map[string]string
		}
		if json.Unmarshal(lines.Bytes(), &v) != nil || v.Record != record || v.Fields == nil || strings.Contains(string(v.Given), "true") {
			continue
		}
		if s.add(v.Bytes) {
			found++
		}
	}
	if found == 0 {
		return nil, fmt.Errorf("no vector of %s %s", format, record)
	}
	for i := found; i < rows; i++ {
		for k := range s.parts {
			s.parts[k].cells = append(s.parts[k].cells, s.parts[k].cells[i-found])
		}
	}
	return s, lines.Err()
}

func (s *rowSet) add(parts map[string]string) bool {
	cells := make([][]byte, len(s.parts))
	for k, p := range s.parts {
		b, err := hex.DecodeString(parts[p.name])
		if err != nil || len(b) == 0 {
			return false
		}
		cells[k] = b
	}
	for k := range s.parts {
		s.parts[k].cells = append(s.parts[k].cells, cells[k])
	}
	return true
}

// write writes the rows in the format read by calls/calls.c.
func (s *rowSet) write(w io.Writer) error {
	for _, p := range s.parts {
		var name [16]byte
		copy(name[:], p.name)
		offsets := []int32{0}
		var data []byte
		for _, c := range p.cells {
			data = append(data, c...)
			offsets = append(offsets, int32(len(data)))
		}
		for _, what := range []any{name, offsets, data} {
			if err := binary.Write(w, binary.NativeEndian, what); err != nil {
				return err
			}
		}
	}
	return nil
}

// caller is a running process of calls/calls.c.
type caller struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(program string, s *rowSet) (*caller, error) {
	f, err := os.CreateTemp("", "rows")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := s.write(f); err != nil {
		return nil, err
	}
	c := &caller{cmd: exec.Command(program, s.format, s.record, f.Name(), strconv.Itoa(s.rows))}
	c.cmd.Stderr = os.Stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	_, err = c.chunk("empty") // by now it has read the file
	return c, err
}

// chunk runs one operation for all rows and returns ns per row.
func (c *caller) chunk(op string) (float64, error) {
	if _, err := io.WriteString(c.in, op+"\n"); err != nil {
		return 0, err
	}
	line, err := c.out.ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("calls %s: %w", op, err)
	}
	return strconv.ParseFloat(strings.TrimSpace(line), 64)
}

func (c *caller) stop() {
	c.in.Close()
	c.cmd.Wait() // its errors were reported with its answers
}
