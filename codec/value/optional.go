package value

// Optional writes a member with a text, or nothing for an empty one. name is as for Key.
func (w *Writer) Optional(name, text string) {
	if text != "" {
		w.Member(name).String(text)
	}
}
