package dump

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/store"
)

const noteMessages = "only the messages in the lines of the log were read"

// openLogged makes an edit that leaves the messages of a log whose lines are objects of JSON, as Docker, Kubernetes' agents
// and loggers write them; nil if most lines of the sample have none, or are rows themselves.
func openLogged(sm *sample) lineEdit {
	var buf []byte
	hasMessage := func(line []byte) (ok bool) {
		buf, ok = message(buf[:0], line)
		return ok
	}
	// Docker ends each message with a line feed, except for a piece of a longer line. That would be a row without its end, and
	// stays as it is, which shows.
	ends := func(line []byte) bool { return hasMessage(line) && bytes.HasSuffix(buf, []byte{'\n'}) }
	if !sm.mostly(hasMessage) {
		return nil
	}
	ended := sm.mostly(ends)
	return func(line []byte) ([]byte, bool) {
		if !hasMessage(line) || ended && !bytes.HasSuffix(buf, []byte{'\n'}) {
			return line, true
		}
		return bytes.TrimSuffix(buf, []byte{'\n'}), true
	}
}

// message appends the message of a log's line, if it is one line of text and the object says nothing of a row.
func message(dst, line []byte) (text []byte, ok bool) {
	if !jsonObject(line) {
		return dst, false
	}
	var raw []byte
	row := false
	eachMember(line, func(name, member []byte) bool {
		switch string(name) {
		case "log", "msg", "message", "MESSAGE", "textPayload":
			raw = member
		case "parts":
			row = true
		default:
			part := columnPart(name)
			row = row || part == store.Row || part == store.Key || part == store.Value || part == store.Bytes
		}
		return !row
	})
	if row || len(raw) == 0 || raw[0] != '"' {
		return dst, false
	}
	q := quotedText{text: raw, i: 1, rules: jsonString}
	text, bad := q.read(dst, '"')
	return text, bad == nil && bytes.IndexByte(bytes.TrimSuffix(text, []byte{'\n'}), '\n') < 0
}
