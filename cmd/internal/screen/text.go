package screen

import "strings"

// Pad fills text with spaces to a width, adding at least one.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-Columns(text), 1))
}

// Wrap breaks a paragraph into lines of at most width columns, 80 if it is 0. The first line
// begins with head, the others are indented by its width.
func Wrap(text, head string, width int) string {
	if width <= 0 {
		width = 80
	}
	var b strings.Builder
	indent := strings.Repeat(" ", Columns(head))
	b.WriteString(head)
	used := len(indent)
	for i, word := range strings.Fields(text) {
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
