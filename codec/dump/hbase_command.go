package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// hbaseCommand is the form "hbase-command": commands typed into the HBase shell,
// one a line, whose strings hold the bytes of a cell.
//
//	get 'table', "row\x00", 'family:qualifier'
//	get 'table', "row\x00", {COLUMN => 'family:qualifier'}
//	put 'table', "row", 'family:qualifier', "value", 1700000000000
//	delete 'table', "row", 'family:qualifier'
//
// Strings are Ruby's: "…" has escapes, '…' has none but \' and \\. Exact.
type hbaseCommand struct{}

func openHBaseCommand(*Scanner, *sample) reader { return hbaseCommand{} }

func (hbaseCommand) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		c, ok := cutCommand(line)
		if !ok {
			if isCommand(line) {
				return s.lineError("a command with a table and a row in quotes", line)
			}
			if len(bytes.TrimSpace(line)) > 0 {
				s.note(noteSkipped)
			}
			continue
		}
		s.entry.Source.Line, s.entry.Source.Table = s.lines.line, string(c.table)
		s.add(store.Row, c.row)
		if c.column != nil {
			family, qualifier, both := bytes.Cut(c.column, []byte{':'})
			s.add(store.Family, family)
			if both {
				s.add(store.Qualifier, qualifier)
			}
		}
		if c.value != nil {
			s.add(store.Value, c.value)
		}
		s.entry.Timestamp = string(c.time)
		return nil
	}
}

// command is one typed line, unescaped.
type command struct{ table, row, column, value, time []byte }

// trimPrompt takes the shell's prompt off a line.
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
	return prefixed("get '", `get "`, "put '", `put "`, "delete '", `delete "`, "deleteall '", `deleteall "`)(trimPrompt(line))
}

func cutCommand(line []byte) (c command, ok bool) {
	line = trimPrompt(line)
	if !isCommand(line) {
		return c, false
	}
	name, rest, _ := bytes.Cut(line, []byte{' '})
	if c.table, rest, ok = rubyString(rest); !ok {
		return c, false
	}
	if c.row, rest, ok = rubyString(bytes.TrimLeft(rest, ", ")); !ok {
		return c, false
	}
	if options, braced := bytes.CutPrefix(bytes.TrimLeft(rest, ", "), []byte{'{'}); braced {
		_, options, _ = bytes.Cut(options, []byte("COLUMN"))
		c.column, _, _ = rubyString(bytes.TrimLeft(options, "S =>["))
		return c, true
	}
	if c.column, rest, ok = rubyString(bytes.TrimLeft(rest, ", ")); !ok {
		return c, true
	}
	if string(name) == "put" {
		if c.value, rest, ok = rubyString(bytes.TrimLeft(rest, ", ")); !ok {
			return c, false
		}
		if c.value == nil {
			c.value = []byte{}
		}
	}
	if time := bytes.Trim(rest, ", ;"); decimal(time) {
		c.time = time
	}
	return c, true
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
