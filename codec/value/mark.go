package value

// Mark is a position in a writer's output.
type Mark struct {
	size, depth int
	top         frame
	afterKey    bool
	steps       int    // on the tape
	name        string // the tape's pending name
	place       place  // position of the picker
}

// Mark returns the current position.
func (w *Writer) Mark() Mark {
	m := Mark{size: len(w.Buf), depth: w.depth, top: *w.frame(w.depth), afterKey: w.afterKey}
	if w.Tape != nil {
		m.steps, m.name = len(w.Tape.Steps), w.Tape.name
	}
	if w.Picker != nil {
		m.place = w.Picker.place
	}
	return m
}

// Back drops everything that was written since m.
func (w *Writer) Back(m Mark) {
	w.Buf, w.depth, w.afterKey = w.Buf[:m.size], m.depth, m.afterKey
	*w.frame(w.depth) = m.top
	if w.Tape != nil {
		w.Tape.Steps, w.Tape.name = w.Tape.Steps[:m.steps], m.name
	}
	if w.Picker != nil {
		w.Picker.back(m.place)
	}
}
