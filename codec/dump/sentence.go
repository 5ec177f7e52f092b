package dump

import "bytes"

// Messages and logs have a key inside a sentence, or inside the name of a region. Where quotes or the name tell where it
// begins and ends, it is taken out; otherwise a note says that the words were read as part of it.

// openDoubled makes an edit that reads a doubled backslash as one, in strings of JSON and in logs whose lines are objects of
// it; nil if another backslash starts an escape in the sample.
func openDoubled(sm *sample) lineEdit {
	if n := bytes.Count(sm.text, []byte(`\x`)); n == 0 || n != bytes.Count(sm.text, []byte(`\\x`)) {
		return nil
	}
	if found, _ := detect(sm); found[0].ID != "json-string" && (!lenientForm(found[0]) || !sm.every(jsonObject)) {
		return nil
	}
	return func(line []byte) ([]byte, bool) {
		line = bytes.ReplaceAll(line, []byte(`\\`), []byte(`\`))
		if message, _ := quotedPieces(line); line[0] == '{' && message != nil {
			line = message
		}
		return line, true
	}
}

// openPiece makes an edit that leaves one piece of each line; nil if a line of the sample has none, or the whole lines have
// a form of their own.
func openPiece(cut func(line []byte) []byte) func(*sample) lineEdit {
	return func(sm *sample) lineEdit {
		if !sm.every(func(line []byte) bool { return cut(line) != nil }) {
			return nil
		}
		if found, _ := detect(sm); !lenientForm(found[0]) && !valueForm(found[0]) {
			return nil
		}
		return func(line []byte) ([]byte, bool) {
			if piece := cut(line); piece != nil {
				line = piece
			}
			return line, true
		}
	}
}

// quotedPiece returns what a line has in quotes with escapes in it, if that is one text and something stands around it. Of
// bytes of Python the quotes are part. A value that is JSON as a whole has only those.
func quotedPiece(line []byte) []byte {
	piece, others := quotedPieces(line)
	if others || (line[0] == '{' || line[0] == '[') && !startsPython(piece) {
		return nil
	}
	return piece
}

// quotedPieces returns the last piece, and whether others differ from it. Before the first one there are no escapes, as in
// a sentence; and none is text with escapes of UTF-8, as names in a longer text.
func quotedPieces(line []byte) (piece []byte, others bool) {
	const most = 2048 // a longer line is no message
	if len(line) > most {
		return nil, false
	}
	around := false
	for at := 0; at < len(line); at++ {
		from := at
		if line[at] == 'b' && at+1 < len(line) {
			at++
		}
		end := -1
		if c := line[at]; (c == '\'' || c == '"' || c == '`') && (from == 0 || bytes.IndexByte([]byte(" =:,([{"), line[from-1]) >= 0) {
			end = closingQuote(line, at)
		}
		if end < 0 {
			if at, around = from, around || line[from] > ' '; piece == nil && line[from] == '\\' {
				return nil, false
			}
			continue
		}
		text := line[at+1 : end]
		if at > from {
			text = line[from : end+1]
		}
		if unreadable(text) {
			others = others || piece != nil && !bytes.Equal(piece, text)
			piece = text
		}
		at = end
	}
	if !around {
		return nil, false
	}
	return piece, others
}

// unreadable reports whether escaped text stands for bytes that are no text.
func unreadable(text []byte) bool {
	b, _ := appendBinary(nil, text)
	return len(b) < len(text) && fitText(&sample{text: b, whole: true}) != yes
}

// closingQuote finds the quote that closes the one at line[open]: no letter follows it.
func closingQuote(line []byte, open int) int {
	for at := open + 1; at < len(line); at++ {
		if line[at] == line[open] && (at+1 == len(line) || bytes.IndexByte([]byte(" ,.;:)]}"), line[at+1]) >= 0) {
			return at
		}
	}
	return -1
}

// startKey returns the start key in the name of a region of HBase, `<table>,<start key>,<time>.<md5 in hex>.`
func startKey(line []byte) []byte {
	const md5 = 32
	_, rest, ok := bytes.Cut(line, []byte{','})
	at := bytes.LastIndexByte(rest, ',')
	if !ok || at <= 0 {
		return nil
	}
	time, hash, ok := bytes.Cut(bytes.TrimSuffix(rest[at+1:], []byte{'.'}), []byte{'.'})
	if !ok || !decimal(time) || len(hash) != md5 || !hexOnly(hash) {
		return nil
	}
	return rest[:at]
}

// onlyCell returns the cell in what HBase's Result prints, `keyvalues={<row>/<family>:<qualifier>/<ts>/<type>/vlen=<n>/seqid=<n>}`,
// if there is only one.
func onlyCell(line []byte) []byte {
	_, cells, ok := bytes.Cut(line, []byte("keyvalues={"))
	cell, closed := bytes.CutSuffix(bytes.TrimRight(cells, " "), []byte{'}'})
	if !ok || !closed || bytes.Count(cell, []byte("/vlen=")) != 1 {
		return nil
	}
	return cell
}

const noteWords = "words or brackets stand around the escapes and were read as bytes, too: give the key alone, or in quotes"

// inSentence reports whether at least two plain words stand beside each other in a text, a name such as `row=` before the
// escapes, brackets around them, or several texts in quotes.
func inSentence(text []byte) bool {
	if !unreadable(text) {
		return false
	}
	if text = bytes.TrimSpace(text); named(text) || bracketed(text) || bytes.Contains(text, []byte("keyvalues={")) {
		return true
	}
	if _, others := quotedPieces(text); others {
		return true
	}
	plain := 0
	for _, word := range bytes.Fields(text) {
		if len(word) < 2 || len(bytes.Trim(word, "abcdefghijklmnopqrstuvwxyz")) > 0 {
			plain = 0
		} else if plain++; plain == 2 {
			return true
		}
	}
	return false
}

// named reports whether a name such as `row=` or `key: ` stands before the first escape of a text.
func named(text []byte) bool {
	before, _, _ := bytes.Cut(text, []byte{'\\'})
	for at, c := range before {
		if c != '=' && (c != ':' || !bytes.HasPrefix(before[at+1:], []byte{' '})) {
			continue
		}
		from := bytes.LastIndexFunc(before[:at], func(r rune) bool { return r != '_' && (r|0x20 < 'a' || r|0x20 > 'z') }) + 1
		if columnPart(before[from:at]) != "" {
			return true
		}
	}
	return false
}

// bracketed reports whether a text is in brackets as a whole, or in parentheses after a word: `[…]`, `Get(…)`.
func bracketed(text []byte) bool {
	open := bytes.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if len(open) < 2 || open[1] == '"' { // a list of JSON
		return false
	}
	first, last := open[0], open[len(open)-1]
	return first == '(' && last == ')' || first == '[' && last == ']' && len(open) == len(text)
}
