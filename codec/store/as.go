package store

// As returns lone bytes, an entry with a part Bytes, as an entry of the named part
// alone. Any other entry, or any entry if the name is empty, is returned unchanged. The part is
// put into memory, which may be nil.
func (e *Entry) As(part string, memory []Part) Entry {
	lone, ok := e.Part(Bytes)
	if !ok || part == "" {
		return *e
	}
	return Entry{Parts: append(memory[:0], Part{part, lone})}
}
