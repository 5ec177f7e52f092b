package dump

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
)

// rocksLines reads what RocksDB's ldb and sst_dump (7.8.3) print, one line per entry:
//
//	ldb --hex scan                      0x<KEY> : 0x<VALUE>
//	ldb --hex scan --no_value           0x<KEY>
//	ldb --hex dump                      0x<KEY> ==> 0x<VALUE>, also without both 0x
//	ldb --hex idump, sst_dump --output_hex
//	                                    '<KEY>' seq:<n>, type:<t> => <VALUE>
//	ldb --key_hex scan                  0x<KEY> : <text>
//	ldb scan                            <text> : <text>
//	sst_dump                            '<text>' seq:<n>, type:<t> => <text>
//
// Hex is exact. Text is cut at its first NUL and nothing in it is escaped, so entries with text are
// never exact. Lines that the tools print around entries are skipped.
type rocksLines struct {
	cut       func(line []byte) (rocksPair, bool)
	wants     string
	keyText   bool
	valueText bool
	count     count
}

// rocksPair is one line, split but not decoded.
type rocksPair struct {
	key, value []byte
	hasValue   bool
	seq, kind  []byte
}

func openRocks(cut func([]byte) (rocksPair, bool), wants string, keyText, valueText bool) func(*Scanner, *sample) reader {
	return func(s *Scanner, _ *sample) reader {
		if !s.opt.RocksDB {
			s.note(NoteFamily)
		}
		return &rocksLines{cut: cut, wants: wants, keyText: keyText, valueText: valueText}
	}
}

// NoteFamily is the note on a dump whose rows can be read only with their column family, which
// neither the text nor the options say.
const NoteFamily = "the text has the rows of one column family of RocksDB and does not say which"

// OneFamily reports whether a text of the form has the rows of one column family of RocksDB without saying which.
func (f *Form) OneFamily() bool {
	return f.ID != "ldb-command" && (strings.HasPrefix(f.ID, "ldb-") || strings.HasPrefix(f.ID, "sst_dump-"))
}

const noteRocksText = "printed as text: cut at its first NUL, and nothing is escaped; use --hex to be sure"

func (r *rocksLines) next(s *Scanner) error {
	for {
		line, err := s.lines.next()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			continue
		}
		if n, ok := rocksCount(line); ok {
			if err := r.count.check(s, n, "keys"); err != nil {
				return err
			}
			continue
		}
		if rocksChatter(line) {
			if bytes.HasPrefix(line, []byte("Warning")) {
				s.warned(line)
			}
			continue
		}
		err = r.read(s, line)
		r.count.add(err)
		return err
	}
}

func (r *rocksLines) read(s *Scanner, line []byte) error {
	p, ok := r.cut(line)
	if !ok {
		return s.lineError(r.wants, line)
	}
	s.entry.Source.Line = s.lines.line
	return r.emit(s, p, line)
}

// rocksCount reads the count after the entries of ldb dump and idump.
func rocksCount(line []byte) (n int64, ok bool) {
	if n, ok = countedAfter(line, "Keys in range: "); !ok {
		n, ok = countedAfter(line, "Internal keys in range: ")
	}
	return n, ok
}

func (r *rocksLines) emit(s *Scanner, p rocksPair, line []byte) error {
	s.room(len(line))
	if p.kind != nil {
		s.detail.Seq, s.detail.Type = s.keep(p.seq), s.keep(p.kind)
		s.entry.Deleted = rocksDeletion(p.kind)
	}
	if !r.part(s, store.Key, p.key, r.keyText) {
		return s.lineError("an even count of hex digits in the key", line)
	}
	if !p.hasValue || s.entry.Deleted != "" && len(p.value) == 0 {
		return nil
	}
	if !r.part(s, store.Value, p.value, r.valueText) {
		return s.lineError("an even count of hex digits in the value", line)
	}
	return nil
}

func (r *rocksLines) part(s *Scanner, name string, text []byte, asText bool) bool {
	from := len(s.buf)
	if asText {
		s.inexact(noteRocksText)
		s.buf = append(s.buf, text...)
	} else {
		b, ok := appendHex(s.buf, text)
		if !ok {
			return false
		}
		s.buf = b
	}
	s.add(name, s.buf[from:])
	return true
}

// rocksDeletion returns the name of a tombstone type of RocksDB's dbformat.h.
func rocksDeletion(kind []byte) string {
	switch string(kind) {
	case "0":
		return "Deletion"
	case "7":
		return "SingleDeletion"
	case "15":
		return "RangeDeletion"
	}
	return ""
}

// rocksChatter recognizes the lines that the tools print around entries.
func rocksChatter(line []byte) bool {
	for _, start := range []string{
		"Keys in range: ", "Internal keys in range: ", "Warning",
		"options.env is ", "Process ", "Sst file format: ", "from [",
	} {
		if bytes.HasPrefix(line, []byte(start)) {
			return true
		}
	}
	return false
}

func cutRocksHex(separator string) func([]byte) (rocksPair, bool) {
	return func(line []byte) (p rocksPair, ok bool) {
		key, value, ok := bytes.Cut(line, []byte(separator))
		if !ok || !hexWord(key) || !hexWord(value) {
			return p, false
		}
		return rocksPair{key: key[2:], value: value[2:], hasValue: true}, true
	}
}

// cutRocksArrow splits the lines of a dump, even without the 0x that people leave out when they copy.
func cutRocksArrow(line []byte) (p rocksPair, ok bool) {
	const arrow = " ==> "
	if p, ok = cutRocksHex(arrow)(line); ok {
		return p, true
	}
	key, value, ok := bytes.Cut(line, []byte(arrow))
	if !ok || len(key) < 2 || len(key)%2 != 0 || len(value)%2 != 0 || !hexOnly(key) || !hexOnly(value) {
		return p, false
	}
	return rocksPair{key: key, value: value, hasValue: true}, true
}

func cutRocksKey(line []byte) (p rocksPair, ok bool) {
	if !hexWord(line) {
		return p, false
	}
	return rocksPair{key: line[2:]}, true
}

func cutRocksKeyHex(line []byte) (p rocksPair, ok bool) {
	key, value, ok := bytes.Cut(line, []byte(" : "))
	if !ok || !hexWord(key) {
		return p, false
	}
	return rocksPair{key: key[2:], value: value, hasValue: true}, true
}

func cutRocksText(line []byte) (p rocksPair, ok bool) {
	key, value, ok := bytes.Cut(line, []byte(" : "))
	return rocksPair{key: key, value: value, hasValue: true}, ok
}

// cutInternal splits `'<KEY>' seq:<n>, type:<t> => <VALUE>`. The key of a text dump may contain a
// quote, so it ends at the last `' seq:` that fits.
func cutInternal(line []byte) (p rocksPair, ok bool) {
	if len(line) == 0 || line[0] != '\'' {
		return p, false
	}
	head, value, ok := bytes.Cut(line, []byte(" => "))
	if !ok {
		if head, ok = bytes.CutSuffix(line, []byte(" =>")); !ok { // an empty value, and an editor that trims lines
			return p, false
		}
	}
	i := bytes.LastIndex(head, []byte("' seq:"))
	if i < 0 {
		return p, false
	}
	seq, kind, ok := bytes.Cut(head[i+len("' seq:"):], []byte(", type:"))
	if !ok || !decimal(seq) || !decimal(kind) {
		return p, false
	}
	return rocksPair{key: head[1:max(i, 1)], value: value, hasValue: true, seq: seq, kind: kind}, true
}

// cutInternalText also accepts a line whose key part was cut at a NUL.
func cutInternalText(line []byte) (p rocksPair, ok bool) {
	if p, ok = cutInternal(line); ok {
		return p, true
	}
	head, value, ok := bytes.Cut(line, []byte(" => "))
	if !ok || len(head) == 0 || head[0] != '\'' {
		return p, false
	}
	return rocksPair{key: head[1:], value: value, hasValue: true}, true
}

func hexWord(text []byte) bool {
	return len(text) >= 2 && text[0] == '0' && text[1] == 'x' && hexOnly(text[2:])
}

func hexOnly(text []byte) bool {
	for ; len(text) >= 8; text = text[8:] {
		t := text[:8]
		if unhex[t[0]]|unhex[t[1]]|unhex[t[2]]|unhex[t[3]]|unhex[t[4]]|unhex[t[5]]|unhex[t[6]]|unhex[t[7]] > 15 {
			return false
		}
	}
	for _, c := range text {
		if unhex[c] > 15 {
			return false
		}
	}
	return true
}

func decimal(text []byte) bool {
	for _, c := range text {
		if c-'0' > 9 {
			return false
		}
	}
	return len(text) > 0
}

// fitRocks detects a dump in which every line fits or is printed by the tool around entries.
func fitRocks(cut func([]byte) (rocksPair, bool), least int, accept func(*sample) bool) func(*sample) fit {
	return func(s *sample) fit {
		n := 0
		for _, line := range s.lines {
			if rocksChatter(line) || toolFailure(line) {
				continue
			}
			if _, ok := cut(line); !ok {
				return no
			}
			n++
		}
		if n < least || accept != nil && !accept(s) {
			return no
		}
		return yes
	}
}

// fromSST reports whether the lines are from sst_dump rather than ldb.
func fromSST(s *sample) bool {
	return s.some(10, func(line []byte) bool {
		return bytes.HasPrefix(line, []byte("Process ")) || bytes.HasPrefix(line, []byte("from ["))
	})
}

func fromLDB(s *sample) bool { return !fromSST(s) }

// hexInternal reports whether keys and values of an internal dump are hex.
func hexInternal(s *sample) bool {
	return s.every(func(line []byte) bool {
		p, ok := cutInternal(line)
		return rocksChatter(line) || toolFailure(line) || ok && hexOnly(p.key) && hexOnly(p.value)
	})
}
