package dump

import (
	"bytes"
	"strings"
)

// When a dump tool fails, its message appears among the entries, because most tools write both to
// the same stream. A dump with such a line may be incomplete, so the line becomes an Error with
// Words wherever a reader would skip or refuse it. Lines that parse as entries are never examined.

// failureStarts begin lines in which a tool, a shell or a virtual machine reports a failure.
var failureStarts = [...]string{
	"Failed", "FAILED", "ERROR", "Error:", "Error ", "error:", "Exception", "FATAL", "SEVERE", "Traceback ", "Caused by: ",
	"Corruption:", "IO error:", "Invalid argument:", "Unable to ", "Unknown ", "terminate called", "Segmentation fault", "Killed",
	"mdb_dump:", "mdb_dump ", "mdb_env_", "mdb_txn_", "mdb_cursor_", "ldb:", "sst_dump:", "accumulo:", "bash:", "sh:",
	"java.", "org.apache.", "NativeException", "NameError", "NoMethodError", "\tat ",
}

// failureTexts occur anywhere in such lines.
var failureTexts = [...]string{
	" ERROR ", " ERROR:", " FATAL ", "[ERROR]", "Exception: ", "Corruption: ", ": command not found", ": No such file or directory",
	": Permission denied", ": Input/output error", "core dumped",
}

// toolFailure reports whether a line is the message of a failed tool.
func toolFailure(line []byte) bool {
	for _, start := range failureStarts {
		if len(line) >= len(start) && string(line[:len(start)]) == start {
			return true
		}
	}
	const most = 4 << 10 // a longer line is data
	if len(line) > most {
		return false
	}
	for _, text := range failureTexts {
		if bytes.Contains(line, []byte(text)) {
			return true
		}
	}
	return bytes.HasSuffix(line, []byte("Exception"))
}

// traceLine recognizes the lines after an exception's name, which tell the reader of a dump nothing more.
func traceLine(line []byte) bool {
	bare := bytes.TrimLeft(line, " \t")
	if len(bare) == len(line) {
		return false
	}
	return bytes.HasPrefix(bare, []byte("at ")) || bytes.HasPrefix(bare, []byte("... ")) || bytes.HasPrefix(bare, []byte("from "))
}

// judge turns an error about the last line into one with the tool's message, if the line is one.
// more reports a line of a stack trace after such a message.
func (s *Scanner) judge(e *Error) (more bool) {
	if e.Line != s.lines.line || e.Words != "" {
		return false
	}
	line := s.lines.current()
	if s.failing > 0 && s.failing == s.lines.line-1 && traceLine(line) {
		s.failing = s.lines.line
		return true
	}
	if toolFailure(line) {
		s.failing = s.lines.line
		e.Words, e.Offset = words(line), -1
	}
	return false
}

// words returns a tool's message as our errors quote it.
func words(line []byte) string {
	const most = 400
	text := strings.ToValidUTF8(string(bytes.TrimSpace(line[:min(len(line), most)])), "\uFFFD")
	if len(line) > most {
		text += "…"
	}
	return text
}

// warningsMost limits how many warnings become notes.
const warningsMost = 5

// warned notes a warning of the tool.
func (s *Scanner) warned(line []byte) {
	if s.warnings++; s.warnings <= warningsMost {
		s.note("the tool that wrote the dump warns: " + words(line))
	}
}

// onlyFailure reports whether a text begins with a tool's failure and no form of dumps reads it:
// the tool then wrote no dump.
func (s *sample) onlyFailure(f *Form) bool {
	return valueForm(f) && len(s.lines) > 0 && toolFailure(s.lines[0])
}

// openNoDump refuses every line of a text that is not a dump.
func openNoDump() reader {
	return &list{parse: func(_ *Scanner, dst, text []byte) ([]byte, *Error) {
		return dst, syntax(-1, "an entry of a dump", found(text))
	}}
}
