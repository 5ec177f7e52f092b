package dump

import (
	"bytes"
	"strconv"
	"strings"
)

// What people paste or save has often passed through other programs, which put something around each line: the quote marks
// of a mail, the line numbers of grep and less, the times of ts, the fences of Markdown, the colours of a terminal.

// A lineEdit takes off what was put around a line. It returns keep false for a line that was put there as a whole. The
// text is valid until the next call.
type lineEdit func(line []byte) (text []byte, keep bool)

// wrapping is one way in which programs wrap lines.
type wrapping struct {
	note string
	// open makes the edit, with its own state; nil if the sample is not wrapped in this way.
	open func(*sample) lineEdit
	// stays keeps the edit for those that follow even if it alone does not help: the lines are wrapped twice.
	stays bool
	// sure reports whether the wrapping is evident, so that it is taken off even if the lines also read with it.
	sure func(before, after *sample, f *Form) bool
}

// wrappings are in the order in which they are taken off.
var wrappings = [...]wrapping{
	{note: noteControl, open: openControl, stays: true},
	{note: noteSpaces, open: replacing(plainSpace), stays: true},
	{note: "the spaces at the end of all lines were left out", open: openPadding, stays: true, sure: padded},
	{note: "only the text inside the fences of Markdown was read", open: openFences, stays: true},
	{note: "the back quotes around the text were left out", open: openInline, sure: evident},
	{note: noteMessages, open: openLogged},
	{note: "the backslashes are doubled, as in strings of JSON; they were read as single ones", open: openDoubled, sure: evident},
	{note: "only the text in quotes was read", open: openPiece(quotedPiece), sure: evident},
	{note: "only the cell in the braces was read", open: openPiece(onlyCell), sure: evident},
	{note: "only the start key in the name of the region was read", open: openPiece(startKey), sure: evident},
	{note: "the quote marks (`>`) at the start of the lines were left out", open: openQuotes, stays: true, sure: several},
	{note: "the times at the start of the lines were left out", open: openTimes, stays: true, sure: timed},
	{note: "the name at the start of all lines was left out", open: openName, stays: true, sure: timed},
	{note: "the lines `--` between the matches of grep were left out", open: openGroups, stays: true},
	{note: "the line numbers at the start of the lines were left out", open: openNumbers, stays: true, sure: numbered},
	{note: "the bullets at the start of the lines were left out", open: openBullets, sure: indented},
	{note: "the indentation of the lines was left out", open: openIndent, sure: indented},
	{note: noteQuotes, open: replacing(plainQuote), stays: true},
}

// openGroups drops the lines that grep prints between matches with their context.
func openGroups(sm *sample) lineEdit {
	between := func(line []byte) bool { return string(line) == "--" }
	if !sm.some(len(sm.lines), between) {
		return nil
	}
	return func(line []byte) ([]byte, bool) { return line, !between(line) }
}

func openControl(sm *sample) lineEdit {
	if bytes.IndexByte(sm.text, escape) < 0 {
		return nil
	}
	return controlEdit()
}

func controlEdit() lineEdit {
	var buf []byte
	return func(line []byte) ([]byte, bool) {
		if bytes.IndexByte(line, escape) >= 0 {
			buf = withoutControl(buf, line)
			line = buf
		}
		return line, true
	}
}

// fence reports whether a line begins or ends a block of Markdown.
func fence(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// openFences keeps what stands between fences, and what is a row although it stands outside.
func openFences(sm *sample) lineEdit {
	n, last := 0, false
	for _, line := range sm.lines {
		if last = fence(line); last {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	inside := n == 1 && last && sm.whole && len(sm.lines) > 1 // the paste begins inside
	return func(line []byte) ([]byte, bool) {
		if fence(line) {
			inside = !inside
			return nil, false
		}
		return line, inside || otherTool(line)
	}
}

// inlineCode reports whether a line is escaped text in the back quotes of a chat, rather than a raw string of Go.
func inlineCode(line []byte) bool {
	return len(line) > 2 && line[0] == '`' && line[len(line)-1] == '`' && bytes.Contains(line, []byte(`\x`))
}

func evident(_, _ *sample, _ *Form) bool { return true }

func openInline(sm *sample) lineEdit {
	if !sm.every(inlineCode) {
		return nil
	}
	return func(line []byte) ([]byte, bool) { return bytes.Trim(line, "`"), true }
}

// quoteMark returns the length of the marks with which mail programs quote a line.
func quoteMark(line []byte) int {
	n := 0
	for n < len(line) && line[n] == '>' {
		if n++; n+1 < len(line) && line[n] == ' ' && line[n+1] == '>' {
			n++
		}
	}
	if n > 0 && n < len(line) && line[n] == ' ' {
		n++
	}
	return n
}

func openQuotes(sm *sample) lineEdit { return openPrefix(sm, quoteMark) }

// several reports whether more than one line is wrapped, which is no coincidence.
func several(before, _ *sample, _ *Form) bool { return len(before.lines) > 1 }

// openPrefix makes an edit that cuts a prefix off each line; nil if a line of the sample lacks it.
func openPrefix(sm *sample, length func(line []byte) int) lineEdit {
	if !sm.every(func(line []byte) bool { return length(line) > 0 }) {
		return nil
	}
	return func(line []byte) ([]byte, bool) { return line[length(line):], true }
}

// lineNumber reads `12:` of grep -n, `12-` of its context, and a number behind spaces and before a TAB or a space: cat -n,
// nl, less -N. end is the character after the number; length is 0 if there is no number.
func lineNumber(line []byte) (n int64, length int, end byte) {
	from := len(line) - len(bytes.TrimLeft(line, " "))
	at := from
	for at < len(line) && at-from < 10 && line[at]-'0' < 10 {
		at++
	}
	if at == from || at == len(line) || line[from] == '0' {
		return 0, 0, 0
	}
	n, _ = strconv.ParseInt(string(line[from:at]), 10, 64)
	end = line[at]
	if end == '\t' || end == ' ' && from > 0 || (end == ':' || end == '-') && from == 0 {
		return n, at + 1, end
	}
	return 0, 0, 0
}

func numberLength(line []byte) int {
	_, length, _ := lineNumber(line)
	return length
}

func openNumbers(sm *sample) lineEdit {
	last, matches := int64(-1), false
	for _, line := range sm.lines {
		n, length, end := lineNumber(line)
		if length == 0 || n <= last {
			return nil
		}
		last, matches = n, matches || end != '-'
	}
	if !matches { // grep prints context only around matches
		return nil
	}
	return openPrefix(sm, numberLength)
}

// numbered reports whether the numbers count all lines, or the lines after them are as the shell of HBase prints them.
// Rows of Accumulo may begin with a number and a colon, but they are not in the order of numbers.
func numbered(before, after *sample, f *Form) bool {
	const least = 3
	first, _, end := lineNumber(before.first())
	last, _, _ := lineNumber(before.lines[len(before.lines)-1])
	counts := len(before.lines) >= least && last-first == int64(len(before.lines)-1)
	return counts && (end != ':' || f.ID == "accumulo-scan") || shellCells(before, after, f) || before.some(len(before.lines), besideHex)
}

const hexDigits = "0123456789abcdefABCDEF"

// besideHex reports whether the number in front of hex with separators cannot be one of its bytes, although it is read as
// one: another separator follows it, or it has a single digit where all bytes are written with two.
func besideHex(line []byte) bool {
	_, length, end := lineNumber(line)
	hex := bytes.TrimRight(line[length:], " ")
	if length == 0 || len(hex) < len("00:00") || strings.IndexByte(":- ", hex[2]) < 0 {
		return false
	}
	padded := false
	for i, b := range hex {
		if i%3 == 2 && b != hex[2] || i%3 != 2 && strings.IndexByte(hexDigits, b) < 0 {
			return false
		}
		padded = padded || i%3 == 0 && b == '0'
	}
	single := length == len("1:") || length > 2 && line[length-3] == ' '
	return len(hex)%3 == 2 && (end != hex[2] || single && padded)
}

// shellCells reports whether all lines begin with a space, as the cells of an HBase shell, only without their prefix.
func shellCells(before, after *sample, f *Form) bool {
	spaced := func(line []byte) bool { return line[0] == ' ' }
	return strings.HasPrefix(f.ID, "hbase") && !before.some(len(before.lines), spaced) && after.every(spaced)
}

// timed reports whether times in front of lines are no part of rows.
func timed(before, after *sample, f *Form) bool {
	return f.ID == "accumulo-scan" && several(before, after, f) || shellCells(before, after, f)
}

// bulletLength returns the length of the bullet with which a line of a list begins.
func bulletLength(line []byte) int {
	for _, bullet := range []string{"- ", "* ", "• "} {
		if bytes.HasPrefix(line, []byte(bullet)) {
			return len(bullet)
		}
	}
	return 0
}

func openBullets(sm *sample) lineEdit { return openPrefix(sm, bulletLength) }

// timeShapes are the times that ts and logs put in front of a line, after the name of the month; 0 stands for any digit.
var timeShapes = []string{"0000-00-00T00:00:00", "0000-00-00 00:00:00", "00:00:00", "00 00:00:00", " 0 00:00:00"}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec "

// timeLength returns the length of the time at the start of a line and the space after it.
func timeLength(line []byte) int {
	at := 0
	if len(line) > 0 && line[0] == '[' {
		at = 1
	}
	if name := line[at:min(at+4, len(line))]; len(name) == 4 && name[3] == ' ' && bytes.Contains([]byte(months), name) {
		at += 4
	}
	for _, shape := range timeShapes {
		rest := line[at:]
		if len(rest) <= len(shape) || !shaped(rest[:len(shape)], shape) {
			continue
		}
		rest = rest[len(shape):]
		if rest[0] == '.' || rest[0] == ',' {
			rest = bytes.TrimLeft(rest[1:], "0123456789")
		}
		rest = bytes.TrimPrefix(rest, []byte("Z"))
		if len(rest) >= len("+00:00") && shaped(rest[1:len("+00:00")], "00:00") && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[len("+00:00"):]
		}
		if line[0] == '[' {
			rest = bytes.TrimPrefix(rest, []byte("]"))
		}
		if len(rest) > 0 && rest[0] == ' ' {
			return len(line) - len(rest) + 1
		}
	}
	return 0
}

func openTimes(sm *sample) lineEdit { return openPrefix(sm, timeLength) }

// nameEnds are what stands between a name and the line: of a container, a process, a logger, and the mark F of whole lines in
// Kubernetes' logs.
var nameEnds = []string{": ", "| ", "] ", " - ", "stdout F ", "stderr F "}

// openName cuts off what all lines begin with if it ends as names do: of a file (grep), of a container or a process (logs).
func openName(sm *sample) lineEdit {
	name := sm.first()
	for _, line := range sm.lines {
		n := 0
		for n < min(len(name), len(line)) && name[n] == line[n] {
			n++
		}
		name = name[:n]
	}
	if at := bytes.IndexAny(name, `{"'`); at >= 0 {
		name = name[:at] // an object or literal has begun
	}
	end := bytes.IndexByte(name, ':') + 1
	if end == 0 || bytes.IndexByte(name[:end], ' ') >= 0 {
		end = 0
		for _, mark := range nameEnds {
			if at := bytes.LastIndex(name, []byte(mark)); at >= 0 {
				end = max(end, at+len(mark))
			}
		}
	}
	if end == 0 || len(sm.lines) < 2 {
		return nil
	}
	name = bytes.Clone(name[:end])
	return func(line []byte) ([]byte, bool) { return bytes.TrimPrefix(line, name), true }
}

// openPadding cuts off the spaces with which a terminal fills its lines when they are copied.
func openPadding(sm *sample) lineEdit {
	width, spaces := 0, false
	for _, line := range sm.lines {
		width = max(width, len(line))
		spaces = spaces || line[len(line)-1] == ' '
	}
	if len(sm.lines) < 2 || !spaces || !sm.every(func(line []byte) bool { return len(line) == width || line[len(line)-1] == ' ' }) {
		return nil
	}
	return func(line []byte) ([]byte, bool) { return bytes.TrimRight(line, " "), true }
}

// padded reports whether the spaces at the ends are no part of values: these are hex, or all lines have one length.
func padded(before, after *sample, f *Form) bool {
	width := len(before.lines[0])
	filled := before.every(func(line []byte) bool { return len(line) == width }) &&
		after.some(len(after.lines), func(line []byte) bool { return len(line) != len(after.lines[0]) })
	return f.ID == "accumulo-scan" && filled || f.ID == "ldb-scan" || f.ID == "ldb-dump"
}

// indented reports whether the text is a scan of Accumulo. With spaces or a bullet in front, a row would end at the first space.
func indented(before, after *sample, f *Form) bool {
	return f.ID == "accumulo-scan" && several(before, after, f)
}

// openIndent cuts off the white space that all lines have in common. A single space belongs to the forms that print one.
func openIndent(sm *sample) lineEdit {
	first := sm.first()
	indent := first[:len(first)-len(bytes.TrimLeft(first, " \t"))]
	for _, line := range sm.lines {
		for !bytes.HasPrefix(line, indent) {
			indent = indent[:len(indent)-1]
		}
	}
	if len(indent) == 0 || string(indent) == " " {
		return nil
	}
	indent = bytes.Clone(indent)
	return func(line []byte) ([]byte, bool) { return bytes.TrimPrefix(line, indent), true }
}
