package dump

import "bytes"

// Some readers skip what stands around the rows: prompts, warnings, words of people. Rows of another tool are none of
// that: in dumps that were joined, skipping them would lose them in silence.

const wantsOneTool = "rows of one tool: dumps of several are read from a file each"

// otherTool reports whether a line is a row as another tool prints it, or a header or an end that tells of its rows.
// What a log or a person writes looks like none of these.
func otherTool(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	switch {
	case line[0] == ' ':
		return bytes.Contains(line, tagColumn) && bytes.Contains(line, tagTime)
	case string(line) == "HEADER=END" || string(line) == "DATA=END" || isScanHeader(line) || isGetHeader(line):
		return true
	case bytes.HasPrefix(line, []byte("0x")):
		return cuts(cutRocksHex(" : "))(line) || cuts(cutRocksArrow)(line)
	case line[0] == '\'':
		return hexInternalLine(line)
	case line[0] == '{':
		return jsonObject(line) && isRecord(line)
	}
	if _, ok := cutHFile(line); ok {
		return true
	}
	c, ok := cutAccumulo(line, true)
	return ok && (bytes.IndexByte(line, '\t') >= 0 || len(c.time) > 0) || accumuloSpaces(line)
}

// accumuloSpaces reports whether a line is an entry of the Accumulo shell with a TAB that is printed as four spaces.
func accumuloSpaces(line []byte) bool {
	c, ok := cutAccumulo(line, false)
	return ok && c.spaces
}
