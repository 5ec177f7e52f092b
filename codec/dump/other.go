package dump

import "bytes"

// Some readers skip what stands around the rows: prompts, warnings, words of people. Rows of another tool are none of
// that: in dumps that were joined, skipping them would lose them in silence.

const wantsOneTool = "rows of one tool: dumps of several are read from a file each"

// otherTool reports whether a line is a row as another tool prints it, or a header or an end that tells of its rows. A row
// is read in a form of its own; but a word may be hex or base64, and a sentence have an escape, without being one.
func otherTool(line []byte) bool {
	const least = 16
	switch {
	case string(line) == "HEADER=END", string(line) == "DATA=END", isScanHeader(line), isGetHeader(line), isColumnNames(line),
		isPSQLRecord(line), isSparkRecord(line), isMySQLRow(line), isRule(line) && bytes.IndexByte(line, '+') >= 0:
		return true
	case isFooter(line), timeLength(line) > 0: // logs may have millions of lines
		return false
	}
	found, _ := detect(newSample(line, true))
	switch f := found[0]; f.ID {
	case "text", "raw", "base64url":
		return false
	case "hex", "int-list", "json-string":
		return len(line) >= least
	case "base64":
		return len(line) > least && base64Line(line) && bytes.ContainsAny(line, "0123456789+/=")
	default:
		return !lenientForm(f) || bytes.IndexByte(line, ' ') < 0 && bytes.Contains(line, []byte(`\x`))
	}
}

// isColumnNames reports whether a line is the header of a table in CSV or TSV: at least two of its words name parts.
func isColumnNames(line []byte) bool {
	n := 0
	for _, name := range columnNames(line) {
		if columnPart(name) != "" {
			n++
		}
	}
	return n > 1
}
