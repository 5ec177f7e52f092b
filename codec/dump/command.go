package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

// commands reads commands for a store's tool, one per line, as this program writes them:
//
//	ldb --db=DIR --column_family=$'\x03\x01' --hex put 0x<KEY> 0x<VALUE>
//	ldb … delete 0x<KEY>       ldb … deleterange 0x<FIRST> 0x<END>
//	ldb … scan --from=0x<FIRST> --to=0x<END>
//
//	table "t"
//	insert "row" "family" "qualifier" "value" -l "visibility" -ts 17
//	delete "row" "family" "qualifier" -ts 17
//	scan -t "t" -b "first row" -e "end" -ee
//
//	from the key line  <hex>   of a range of LMDB
//	up to and without  <hex>
//
// The bounds of a scan are separate entries. Exact.
type commands struct {
	cut    func(c *commands, line []byte) (rows []store.Entry, ok bool)
	starts func(line []byte) bool
	wants  string

	table string
	rows  []store.Entry // of the last line read
	line  int
}

func openCommands(cut func(*commands, []byte) ([]store.Entry, bool), wants string, starts ...string) func(*Scanner, *sample) reader {
	return func(*Scanner, *sample) reader { return &commands{cut: cut, wants: wants, starts: prefixed(starts...)} }
}

func (c *commands) next(s *Scanner) error {
	for len(c.rows) == 0 {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		switch rows, ok := c.cut(c, line); {
		case ok:
			c.rows, c.line = rows, s.lines.line
		case c.starts(line), bytes.Contains(line, []byte(`" "`)), bytes.Contains(line, []byte(" 0x")):
			return s.lineError(c.wants, line)
		case len(bytes.TrimSpace(line)) > 0:
			if bad := s.skip(line, noteSkipped); bad != nil {
				return bad
			}
		}
	}
	e := &c.rows[0]
	c.rows = c.rows[1:]
	for _, p := range e.Parts {
		s.add(p.Name, p.Bytes)
	}
	s.entry.Timestamp, s.entry.Deleted = e.Timestamp, e.Deleted
	s.entry.Source.Line, s.entry.Source.CF, s.entry.Source.Table = c.line, e.Source.CF, e.Source.Table
	return nil
}

// fitCommands requires that all lines are commands and that one of them has bytes.
func fitCommands(cut func(*commands, []byte) ([]store.Entry, bool)) func(*sample) fit {
	return func(s *sample) fit {
		c, n := commands{}, 0
		if s.every(func(line []byte) bool {
			rows, ok := cut(&c, line)
			n += len(rows)
			return ok
		}) && n > 0 {
			return yes
		}
		return no
	}
}

func keyed(key []byte, more ...store.Part) store.Entry {
	return store.Entry{Parts: append([]store.Part{{Name: store.Key, Bytes: key}}, more...)}
}

// cutLDB splits a command for ldb.
func cutLDB(_ *commands, line []byte) (rows []store.Entry, ok bool) {
	words := bytes.Fields(line)
	if len(words) < 2 || string(words[0]) != "ldb" {
		return nil, false
	}
	verb, cf := "", ""
	var args [][]byte
	for _, word := range words[1:] {
		option, content, _ := bytes.Cut(word, []byte{'='})
		switch {
		case string(option) == "--column_family":
			cf = posixName(content)
		case verb == "scan" && (string(option) == "--from" || string(option) == "--to"):
			args = append(args, content)
		case bytes.HasPrefix(word, []byte("--")):
		case verb == "":
			verb = string(word)
		default:
			args = append(args, word)
		}
	}
	var hex [][]byte
	for _, arg := range args {
		b, ok := appendHex(nil, bytes.TrimPrefix(arg, []byte("0x")))
		if !ok || !hexWord(arg) {
			return nil, false
		}
		hex = append(hex, b)
	}
	switch {
	case verb == "put" && len(hex) == 2:
		rows = []store.Entry{keyed(hex[0], store.Part{Name: store.Value, Bytes: hex[1]})}
	case verb == "delete" && len(hex) == 1:
		rows = []store.Entry{keyed(hex[0])}
		rows[0].Deleted = "Deletion"
	case verb == "deleterange" && len(hex) == 2:
		rows = []store.Entry{keyed(hex[0], store.Part{Name: store.Value, Bytes: hex[1]})}
		rows[0].Deleted = "RangeDeletion"
	case verb == "scan" && len(hex) > 0:
		for _, bound := range hex {
			rows = append(rows, keyed(bound))
		}
	default:
		return nil, false
	}
	for i := range rows {
		rows[i].Source.CF = cf
	}
	return rows, true
}

// posixName returns the hex of a word that may be in $'…' with escapes \xHH; empty for the
// placeholder of an unknown name.
func posixName(word []byte) string {
	if string(word) == "FAMILY" {
		return ""
	}
	inner, quoted := bytes.CutPrefix(word, []byte("$'"))
	if !quoted {
		return string(AppendHex(nil, word))
	}
	b, _ := appendBinary(nil, bytes.TrimSuffix(inner, []byte{'\''}))
	return string(AppendHex(nil, b))
}

// cutAccumuloCommand splits a command for the Accumulo shell.
func cutAccumuloCommand(c *commands, line []byte) (rows []store.Entry, ok bool) {
	words, ok := accumuloWords(line)
	if !ok || len(words) < 2 {
		return nil, false
	}
	e := store.Entry{Source: store.Source{Table: c.table}}
	var args, bounds [][]byte
	label := []byte{}
	for i := 1; i < len(words); i++ {
		option := string(words[i].text)
		switch {
		case words[i].quoted:
			args = append(args, words[i].text)
		case option == "--" || option == "-ee":
		case i+1 == len(words):
			return nil, false
		default:
			i++
			switch next := words[i].text; option {
			case "-ts":
				e.Timestamp = string(next)
			case "-l":
				label = next
			case "-t":
				e.Source.Table = string(next)
			case "-b", "-e":
				bounds = append(bounds, next)
			default:
				return nil, false
			}
		}
	}
	verb := string(words[0].text)
	switch {
	case verb == "table" && len(args) == 1:
		c.table = string(args[0])
		return nil, true
	case verb == "scan" && len(bounds) > 0:
		for _, bound := range bounds {
			rows = append(rows, store.Entry{Parts: []store.Part{{Name: store.Row, Bytes: bound}}, Source: e.Source})
		}
		return rows, true
	case verb == "insert" && len(args) == 4, verb == "delete" && len(args) == 3:
	default:
		return nil, false
	}
	for i, name := range [...]string{store.Row, store.Family, store.Qualifier} {
		e.Add(name, args[i])
	}
	e.Add(store.Visibility, label)
	if verb == "delete" {
		e.Deleted = "delete"
	} else {
		e.Add(store.Value, args[3])
	}
	return []store.Entry{e}, true
}

// accumuloWord is a word of a command. A word that begins with a dash is an option only without quotes.
type accumuloWord struct {
	text   []byte
	quoted bool
}

// accumuloWords splits a command into words, which are unquoted or in double quotes with \xHH and \\.
func accumuloWords(line []byte) (words []accumuloWord, ok bool) {
	for line = bytes.TrimSpace(line); len(line) > 0; line = bytes.TrimLeft(line, " ") {
		if line[0] != '"' {
			word, rest, _ := bytes.Cut(line, []byte{' '})
			words, line = append(words, accumuloWord{text: word}), rest
			continue
		}
		end := 1
		for end < len(line) && line[end] != '"' {
			if line[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(line) {
			return nil, false
		}
		b, _ := appendAccumulo([]byte{}, line[1:end])
		words, line = append(words, accumuloWord{b, true}), line[end+1:]
	}
	return words, true
}

// cutMDBRange reads a line that says which key lines of a dump a range consists of.
func cutMDBRange(_ *commands, line []byte) (rows []store.Entry, ok bool) {
	rest, from := bytes.CutPrefix(line, []byte("from the key line  "))
	if !from {
		if rest, from = bytes.CutPrefix(line, []byte("up to and without  ")); !from {
			return nil, false
		}
	}
	b, ok := appendHex(nil, bytes.TrimSpace(rest))
	return []store.Entry{keyed(b)}, ok
}
