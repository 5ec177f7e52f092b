package dump

import "bytes"

// unwrapping is a chain of edits, each of which reads what the one before it left.
type unwrapping struct {
	edits []lineEdit
	notes []string
}

func (u *unwrapping) edit(line []byte) (text []byte, keep bool) {
	for _, edit := range u.edits {
		if line, keep = edit(line); !keep {
			return nil, false
		}
	}
	return line, true
}

// score is how well a sample reads. The members are in the order of their weight.
type score struct {
	rank    int // 0 if it is only text or bytes, 1 in a form that fits much else, 2 in any other
	errors  int
	skipped bool // lines that are no rows were skipped
	parts   int
}

func (a score) beats(b score) bool {
	switch {
	case a.rank != b.rank:
		return a.rank > b.rank
	case a.errors != b.errors:
		return a.errors < b.errors
	case a.skipped != b.skipped:
		return b.skipped
	}
	return a.parts > b.parts
}

// rate reads a sample as a text of its own.
func rate(sm *sample, opt Options) (score, *Form) {
	opt.SplitKey, opt.Form = nil, ""
	s := &Scanner{opt: opt, lines: lines{buf: sm.text, limit: limitOf(opt)}}
	sound := s.detect(sm)
	rated := score{rank: 2}
	switch {
	case s.form.ID == "text" || s.form.ID == "raw" || s.form.fit(sound) != yes:
		return score{}, s.form
	case lenientForm(s.form) && s.form.ID != "ldb-scan-keyhex" || anything(s.form):
		rated.rank = 1
	}
	s.reader = s.form.open(s, sound)
	for {
		e, err := s.Next()
		if s.ended {
			break
		}
		if err != nil {
			rated.errors++
			continue
		}
		rated.parts += len(e.Parts)
	}
	for _, note := range s.notes {
		rated.skipped = rated.skipped || note == noteSkipped || note == noteOutside
	}
	return rated, s.form
}

// unwrap looks for what programs put around the lines of a text. It returns the sample without it and how to take it off
// the text; nil if the text reads best as it is.
func unwrap(sm *sample, opt Options) (*sample, *unwrapping) {
	u := unwrapper{opt: opt, cur: sm, best: sm}
	for range 2 { // a mail may quote numbered lines, and less may number quoted ones
		for i := range wrappings {
			u.try(i)
		}
	}
	if u.kept == 0 {
		return sm, nil
	}
	done := new(unwrapping)
	for _, l := range u.chain[:u.kept] {
		done.edits = append(done.edits, l.open(l.before))
		done.notes = append(done.notes, l.note)
	}
	return u.best, done
}

// unwrapper tries wrappings one after the other.
type unwrapper struct {
	opt       Options
	cur, best *sample
	top       score
	chain     []layer
	kept      int // layers that lead to best
	rated     bool
	tried     [len(wrappings)]bool
}

// layer is a wrapping and the sample that it wraps.
type layer struct {
	*wrapping
	before *sample
}

func (u *unwrapper) try(i int) {
	w := &wrappings[i]
	if u.tried[i] || len(u.cur.lines) == 0 {
		return
	}
	edit := w.open(u.cur)
	if edit == nil {
		return
	}
	if !u.rated {
		u.top, _ = rate(u.cur, u.opt)
		u.rated = true
	}
	after := u.cur.edited(edit)
	rated, form := rate(after, u.opt)
	better := rated.beats(u.top) || w.sure != nil && rated.rank > 0 && !u.top.beats(rated) && w.sure(u.cur, after, form)
	if !better && !w.stays {
		return
	}
	u.tried[i] = true
	u.chain = append(u.chain, layer{w, u.cur})
	if u.cur = after; better {
		u.best, u.top, u.kept = after, rated, len(u.chain)
	}
}

// edited returns the sample with the edit of each line. Blank lines stay, because some forms count them.
func (s *sample) edited(edit lineEdit) *sample {
	var text []byte
	for line := range bytes.Lines(s.text) {
		bare := bytes.TrimRight(line, "\r\n")
		if len(bare) == 0 {
			text = append(text, line...)
			continue
		}
		if kept, ok := edit(bare); ok {
			text = append(append(text, kept...), line[len(bare):]...)
		}
	}
	after := newSample(text, true)
	after.whole, after.dump = s.whole, s.dump
	return after
}

// tidy leaves out, in every line, what cannot be data of the form: control sequences, and the spaces of a word processor.
// A form that was asked for is read with the spaces that it has.
func (s *Scanner) tidy(sm *sample) *sample {
	if s.form.control != escaped {
		if s.form.ID != "raw" && hasControl(sm.text) && s.lines.edit == nil {
			s.note(noteKept)
		}
		return sm
	}
	before, control := s.lines.edit, controlEdit()
	// A word processor replaces spaces everywhere, so a sample without such spaces spares the search for them in a long text.
	spaces := s.opt.Form == "" && (before != nil || (&marks{bytes: []byte(spaceStarts)}).in(sm.text))
	if before == nil {
		if s.lines.marks.bytes = []byte{escape}; spaces {
			s.lines.marks.bytes = append(s.lines.marks.bytes, spaceStarts...)
		}
	}
	var buf []byte
	s.lines.edit = func(line []byte) (text []byte, keep bool) {
		text = line
		if before != nil {
			if text, keep = before(line); !keep {
				return nil, false
			}
		}
		if bytes.IndexByte(text, escape) >= 0 {
			s.note(noteControl)
			text, _ = control(text)
		}
		if spaces && onlySpaces(text) && mayReplace(text, plainSpace) {
			s.note(noteSpaces)
			buf = replaced(buf[:0], text, plainSpace)
			text = buf
		}
		return text, true
	}
	if bytes.IndexByte(sm.text, escape) >= 0 {
		return sm.edited(controlEdit())
	}
	return sm
}
