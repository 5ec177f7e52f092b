package screen

import "strings"

// Pad pads text with spaces to a width, with at least one space.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-Columns(text), 1))
}

// Wrap breaks a paragraph into lines of at most width columns, or 80 if width is 0.
// The first line begins with head; the others are indented by its width. Words
// longer than a line are broken.
func Wrap(text, head string, width int) string {
	if width <= 0 {
		width = 80
	}
	var b strings.Builder
	indent := strings.Repeat(" ", Columns(head))
	b.WriteString(head)
	used := len(indent)
	for i, word := range pieces(text, width-len(indent)) {
		columns := Columns(word)
		if i > 0 && used+1+columns > width {
			b.WriteString("\n" + indent)
			used = len(indent)
		} else if i > 0 {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += columns
	}
	return b.String() + "\n"
}

// pieces returns the words of a text. A word that does not fit into a line is divided,
// if the line is wide enough for its parts to be readable.
func pieces(text string, room int) (list []string) {
	const least = 10
	for word := range strings.FieldsSeq(text) {
		for room >= least && Columns(word) > room {
			end := 0
			for i, c := range word {
				if Columns(word[:i+len(string(c))]) > room {
					break
				}
				end = i + len(string(c))
			}
			list, word = append(list, word[:end]), word[end:]
		}
		list = append(list, word)
	}
	return list
}
