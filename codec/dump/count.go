package dump

import (
	"bytes"
	"strconv"
)

// Some tools print a count of their entries at the end. If it differs from the number of entries above it, the result
// is an Error with Miscounted: whoever copied, cut or filtered the text lost some entries.

// count compares what was read with what the tool counted.
type count struct {
	entries int64 // as the tool counts them
	damaged int64 // lines that may have been entries
}

// add records the result of an entry.
func (c *count) add(err error) {
	if err == nil {
		c.entries++
	} else {
		c.damaged++
	}
}

// check compares with the tool's count in the last returned line, and starts again. what is the tool's word for entries.
func (c *count) check(s *Scanner, said int64, what string) error {
	got := *c
	*c = count{}
	if got.entries <= said && said <= got.entries+got.damaged {
		return nil
	}
	return miscounted(s.lines.line, said, got, what)
}

func miscounted(line int, said int64, got count, what string) *Error {
	found := strconv.FormatInt(got.entries, 10)
	if got.damaged > 0 {
		found += ", and " + strconv.FormatInt(got.damaged, 10) + " damaged"
	}
	expected := strconv.FormatInt(said, 10) + " " + what + " above this line, which counts them"
	return &Error{Line: line, Offset: -1, Expected: expected, Found: found, Miscounted: true}
}

// counted reads the number at the start of text, which must be followed by rest.
func counted(text []byte, rest string) (n int64, ok bool) {
	i := 0
	const most = 18 // digits that 64 bits are sure to hold
	for i < len(text) && i < most && text[i]-'0' < 10 {
		n = 10*n + int64(text[i]-'0')
		i++
	}
	return n, i > 0 && bytes.HasPrefix(text[i:], []byte(rest))
}

// countedAfter reads the number that follows a word of the tool and ends the line.
func countedAfter(line []byte, word string) (n int64, ok bool) {
	text, ok := bytes.CutPrefix(line, []byte(word))
	if !ok {
		return 0, false
	}
	text = bytes.TrimRight(text, " ")
	n, ok = counted(text, "")
	return n, ok && decimal(text)
}
