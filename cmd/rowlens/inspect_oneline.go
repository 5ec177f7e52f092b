package main

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

// oneline prints one line per row: format, record kind, what is uncertain, and the fields.
func (x *inspectCall) oneline(res *dump.Result) error {
	s := x.screen()
	bad, d := res.RowCount == 0, x.decoder(res.Rows)
	for i := range res.Rows {
		r := &res.Rows[i]
		if x.rowGiven && i != x.row-1 {
			continue
		}
		if r.Err != nil {
			bad = true
			s.Put(screen.Warn, "unreadable")
			s.Put(screen.Plain, "  "+screen.Visible(r.Err.Error())+"\n")
			continue
		}
		bad = !x.onelineOf(s, d, r) || bad
	}
	if rest := res.RowCount - len(res.Rows); rest > 0 && !x.rowGiven {
		x.say(strconv.Itoa(rest) + " more rows are left out; `rowlens decode` decodes all")
		bad = true
	}
	if _, err := x.out.Write(s.Buf); err != nil {
		return err
	}
	if bad {
		return silently(exitFailed)
	}
	return nil
}

// onelineOf prints the line for one row. It reports whether any format reads the row.
func (x *inspectCall) onelineOf(s *screen.Screen, d *stream.Decoder, r *dump.Row) bool {
	parsed, refused := d.Candidates(x.queryOf(r))
	line := screen.Screen{Colour: s.Colour}
	switch {
	case len(parsed) > 0:
		c := parsed[0]
		line.Put(screen.Bold, c.Format.ID+" "+c.Record.Name)
		line.Put(screen.Warn, doubts(parsed))
		fields, _ := value.Parse(c.Fields) // written by rowlens itself
		line.Put(screen.Plain, "  "+screen.Visible(pairs(fields)))
	case len(refused) > 0:
		c := refused[0]
		line.Put(screen.Warn, "unknown")
		lead := "  nearest is "
		if !c.Near() {
			lead = "  nothing is near, farthest is "
		}
		line.Put(screen.Plain, lead+c.Format.ID+" "+c.Record.Name+", "+strconv.Itoa(c.Covered)+" of "+count(c.Total, "byte")+
			": "+screen.Visible(c.Err.Sentence()))
	default:
		line.Put(screen.Warn, "unknown")
	}
	s.Buf = append(append(s.Buf, screen.CutLine(line.Buf, s.Width)...), '\n')
	return len(parsed) > 0
}

// doubts returns what is uncertain about the best reading: " (lenient, a tie with 2 others)".
func doubts(parsed []*identify.Candidate) string {
	c, ties := parsed[0], 0
	for _, other := range parsed[1:] {
		if c.Tie && other.Tie && other.Dots == c.Dots {
			ties++
		}
	}
	text := ""
	add := func(is bool, words string) {
		if is && text != "" {
			text += ", "
		}
		if is {
			text += words
		}
	}
	add(c.Lenient(), "lenient")
	add(c.Covered < c.Total, strconv.Itoa(c.Total-c.Covered)+" extra")
	for _, e := range c.Evidence {
		add(e.Kind == "check-failed", "check does not match")
	}
	add(ties > 0, "a tie with "+count(ties, "other"))
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}
