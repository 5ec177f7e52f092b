package dump

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/rowlens/rowlens/codec/store"
)

// hbaseCommand is the form "hbase-command": commands typed into the HBase shell, one per line,
// whose strings hold the bytes of a cell.
//
//	get 'table', "row\x00", 'family:qualifier'
//	get 'table', "row\x00", {COLUMN => 'family:qualifier'}
//	put 'table', "row", 'family:qualifier', "value", 1700000000000
//	incr 'table', "row", 'family:qualifier', 5                   1 without a number
//	delete 'table', "row", 'family:qualifier', 1700000000000     one version
//	deleteall 'table', "row", 'family:qualifier'                 all versions; also for a family or a row
//	scan 'table', {STARTROW => "row", STOPROW => "end"}          the bounds are entries
//
// Strings are Ruby's: "…" has escapes, '…' has none but \' and \\. Exact.
type hbaseCommand struct {
	stop  []byte // row that ends the scan in the previous line
	line  int
	table string
}

const noteSingle = `in single quotes the HBase shell takes \xHH for four characters; it is a byte only in double quotes`

func openHBaseCommand(*Scanner, *sample) reader { return &hbaseCommand{} }

func (h *hbaseCommand) next(s *Scanner) error {
	for {
		if h.stop != nil {
			s.entry.Source.Line, s.entry.Source.Table = h.line, h.table
			s.add(store.Row, h.stop)
			h.stop = nil
			return nil
		}
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		c, ok := cutCommand(line)
		if !ok {
			if isCommand(line) || brokenOff(line) {
				return s.lineError("get, put, incr, delete, deleteall or scan, with table, row, column and value in quotes", line)
			}
			if bad := s.skip(line, noteSkipped); bad != nil {
				return bad
			}
			continue
		}
		s.entry.Source.Line, s.entry.Source.Table = s.lines.line, string(c.table)
		s.add(store.Row, c.row)
		if bytes.Contains(c.row, []byte(`\x`)) {
			s.note(noteSingle)
		}
		if c.column != nil {
			family, qualifier, both := bytes.Cut(c.column, []byte{':'})
			s.add(store.Family, family)
			if both || c.deleted != "" {
				s.add(store.Qualifier, qualifier)
			}
		}
		if c.value != nil {
			s.add(store.Value, c.value)
		}
		s.entry.Timestamp, s.entry.Deleted, s.entry.Increment = string(c.time), c.deleted, c.increment
		if h.stop = c.stop; h.stop != nil {
			h.line, h.table = s.lines.line, s.entry.Source.Table
		}
		return nil
	}
}

// command is one typed line, unescaped.
type command struct {
	table, row, column, value, time []byte

	stop      []byte // of a scan
	deleted   string
	increment bool
}

// trimPrompt removes the shell's prompt from a line.
func trimPrompt(line []byte) []byte {
	line = bytes.TrimLeft(line, " ")
	if bytes.HasPrefix(line, []byte("hbase")) {
		if _, rest, ok := bytes.Cut(line, []byte("> ")); ok {
			return bytes.TrimLeft(rest, " ")
		}
	}
	return line
}

func isCommand(line []byte) bool {
	line = trimPrompt(line)
	name, rest, _ := bytes.Cut(line, []byte{' '})
	switch string(name) {
	case "get", "put", "incr", "append", "delete", "deleteall", "scan":
		return len(rest) > 0 && (rest[0] == '\'' || rest[0] == '"')
	}
	return false
}

func cutCommand(line []byte) (c command, ok bool) {
	if !isCommand(line) {
		return c, false
	}
	name, rest, _ := bytes.Cut(trimPrompt(line), []byte{' '})
	if string(name) == "append" {
		return c, false // what the cell then holds is not known
	}
	if c.table, rest, ok = rubyString(rest); !ok {
		return c, false
	}
	if string(name) == "scan" {
		ok = c.cutRange(rest)
		return c, ok
	}
	if c.row, rest, ok = rubyString(bytes.TrimLeft(rest, ", ")); !ok {
		return c, false
	}
	if options, braced := bytes.CutPrefix(bytes.TrimLeft(rest, ", "), []byte{'{'}); braced {
		_, options, _ = bytes.Cut(options, []byte("COLUMN"))
		c.column, _, _ = rubyString(bytes.TrimLeft(options, "S =>["))
		return c, true
	}
	if c.column, rest, ok = rubyString(bytes.TrimLeft(rest, ", ")); !ok || len(c.column) == 0 && string(name) != "put" {
		c.column = nil
	}
	c.deleted = c.deletion(string(name))
	if !ok {
		return c, true
	}
	switch string(name) {
	case "incr":
		ok = c.cutNumber(rest)
		return c, ok
	case "put":
		if c.value, rest, ok = rubyString(bytes.TrimLeft(rest, ", ")); !ok {
			return c, false
		}
		if c.value == nil {
			c.value = []byte{}
		}
	}
	if time := argument(rest); decimal(time) {
		c.time = time
	}
	return c, true
}

// argument returns the first argument that is left, such as a number.
func argument(rest []byte) []byte {
	first, _, _ := bytes.Cut(bytes.TrimLeft(rest, ", "), []byte{','})
	return bytes.TrimRight(first, " ;")
}

// cutNumber reads what incr adds.
func (c *command) cutNumber(rest []byte) bool {
	n, err := int64(1), error(nil)
	if text := argument(rest); len(text) > 0 && text[0] != '{' {
		n, err = strconv.ParseInt(string(text), 10, 64)
	}
	c.value, c.increment = binary.BigEndian.AppendUint64(nil, uint64(n)), true
	return err == nil
}

// deletion returns the type of the tombstone that a command writes, empty for other commands.
func (c *command) deletion(name string) string {
	whole := bytes.IndexByte(c.column, ':') < 0
	switch {
	case name != "delete" && name != "deleteall":
		return ""
	case c.column == nil:
		return "delete"
	case name == "delete" && whole:
		return "DeleteFamilyVersion"
	case name == "delete":
		return "Delete"
	case whole:
		return "DeleteFamily"
	}
	return "DeleteColumn"
}

// cutRange reads the bounds of a scan: `, {STARTROW => "…", STOPROW => "…"`.
func (c *command) cutRange(rest []byte) (ok bool) {
	rest, braced := bytes.CutPrefix(bytes.TrimLeft(rest, ", "), []byte("{STARTROW => "))
	if !braced {
		return false
	}
	if c.row, rest, ok = rubyString(rest); !ok {
		return false
	}
	if rest, more := bytes.CutPrefix(rest, []byte(", STOPROW => ")); more {
		c.stop, _, ok = rubyString(rest)
	}
	return ok
}

func fitHBaseCommand(s *sample) fit {
	found := false
	for _, line := range s.lines {
		_, ok := cutCommand(line)
		found = found || ok
	}
	if !found || !isCommand(s.first()) {
		return no
	}
	return yes
}
