package store

// As turns an entry with the single part Bytes into an entry with the named part instead. Any other
// entry, and any entry if the name is empty, is returned unchanged. The part is put into memory,
// which may be nil.
func (e *Entry) As(part string, memory []Part) Entry {
	lone, ok := e.Part(Bytes)
	if !ok || part == "" {
		return *e
	}
	return Entry{Parts: append(memory[:0], Part{part, lone})}
}
