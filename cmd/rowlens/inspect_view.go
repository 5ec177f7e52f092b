package main

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// inspectView shows the answer for people: side by side and in colour on a
// terminal, as plain text elsewhere.
type inspectView struct {
	*inspectCall
	*screen.Screen
	res *dump.Result
}

// listed is how many rows of a dump are listed before one of them is explained.
const listed = 20

// spotNumber returns the line of a row, or @ and its offset.
func spotNumber(s *store.Source) string {
	if s.Lineless {
		return "@" + strconv.FormatInt(s.Offset, 10)
	}
	return strconv.Itoa(s.Line)
}

// rows lists the rows of a dump.
func (v *inspectView) rows() {
	v.Put(screen.Title, strconv.Itoa(v.res.RowCount)+" rows")
	v.Put(screen.Plain, ", read as "+v.res.Form.Title+"\n\n")
	t := screen.Table{Head: []string{"row", "line", "what", "summary"}, Right: map[int]bool{0: true, 1: true}}
	d := stream.Summarizer{Decoder: *v.decoder(v.res.Rows)}
	for i := range v.res.Rows {
		if i >= listed && !v.all {
			break
		}
		r := &v.res.Rows[i]
		what, summary := "", ""
		if r.Err != nil {
			what, summary = "unreadable text", r.Err.Error()
		} else {
			var w value.Writer
			f, rec, err := d.Decode(&r.Entry, &w)
			if err != nil {
				what, summary = "undecodable", err.Sentence()
			} else {
				what, summary = f.Title+" "+rec.Title, d.Summary()
			}
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), spotNumber(&r.Entry.Source), what, summary})
	}
	v.Table(&t, " ")
	if rest := v.res.RowCount - len(t.Rows); rest > 0 {
		v.Put(screen.Dim, " and "+strconv.Itoa(rest)+" more; --row N explains another, `rowlens decode` decodes all")
		v.Line()
	}
	v.Line()
	v.Put(screen.Bold, "Row "+strconv.Itoa(v.inspectCall.row))
	v.Line()
}

// row explains one row and reports whether any format reads it.
func (v *inspectView) row(r *dump.Row) bool {
	if r.Err != nil {
		v.Put(screen.Warn, "The text cannot be read as "+v.res.Form.Title+".")
		v.Put(screen.Plain, "\n  "+screen.Visible(r.Err.Error())+"\n")
		v.spelling(r)
		return false
	}
	parsed, refused := v.decoder(v.res.Rows).Candidates(v.queryOf(r))
	if len(parsed) == 0 {
		v.refused(r, refused)
		return false
	}
	shown := parsed[:1]
	if v.inspectCall.all {
		shown = parsed
	}
	for i, c := range shown {
		if i > 0 {
			v.Line()
		}
		v.reading(c)
		if i == 0 {
			v.spelling(r)
		}
		v.Line()
		v.tree(c)
	}
	v.others(parsed, refused)
	return true
}

// reading prints a candidate with the evidence for it.
func (v *inspectView) reading(c *identify.Candidate) {
	v.Put(screen.Title, c.Title())
	v.Put(screen.Plain, "  ")
	v.dots(c.Dots)
	v.Put(screen.Plain, "  "+strconv.Itoa(c.Covered)+" of "+count(c.Total, "byte")+"\n")
	for _, e := range c.Evidence {
		mark, style := "+ ", screen.Good
		switch e.Kind {
		case "check-failed", "not-canonical", "trailing", "lenient":
			mark, style = "- ", screen.Warn
		}
		v.Put(screen.Plain, "  ")
		v.Put(style, mark)
		v.Put(screen.Plain, screen.Visible(e.Text)+"\n")
	}
}

// dots draws how certain a reading is, from 1 to 3.
func (v *inspectView) dots(n int) {
	style := screen.Good
	if n < 3 {
		style = screen.Warn
	}
	v.Put(style, strings.Repeat("●", n)+strings.Repeat("○", 3-n))
}

// spelling prints how the text was read, and what else it could be.
func (v *inspectView) spelling(r *dump.Row) {
	v.Put(screen.Dim, "  read as "+v.res.Form.Title)
	if len(v.res.Alternatives) > 0 && v.form == "" {
		var ids []string
		for _, f := range v.res.Alternatives {
			ids = append(ids, f.ID)
		}
		v.Put(screen.Dim, "; it also parses as "+strings.Join(ids, ", ")+" (--input-form)")
	}
	if r.Entry.Timestamp != "" {
		v.Put(screen.Dim, "; timestamp "+screen.Visible(r.Entry.Timestamp))
	}
	if r.Entry.Deleted != "" {
		v.Put(screen.Dim, "; a tombstone: "+screen.Visible(r.Entry.Deleted))
	}
	v.Line()
	notes := v.res.Notes
	if r.Detail.Note != "" {
		notes = append([]string{r.Detail.Note}, notes...)
	}
	for _, n := range notes {
		if n == dump.NoteFamily {
			if v.cf != "" {
				continue
			}
			n += rows.AdviceFamily
		}
		v.Put(screen.Dim, "  note: "+screen.Visible(n))
		v.Line()
	}
}

// tree prints the bytes with their explanation.
func (v *inspectView) tree(c *identify.Candidate) {
	if v.outTerminal {
		v.Tree(&c.Tree)
		return
	}
	v.Buf = append(v.Buf, c.Tree.AppendDump(nil)...)
}

// others mentions the readings that are not shown.
func (v *inspectView) others(parsed, refused []*identify.Candidate) {
	if !v.inspectCall.all && len(parsed) > 1 {
		v.Line()
		var ties, rest []string
		for _, c := range parsed[1:] {
			if parsed[0].Tie && c.Tie && c.Dots == parsed[0].Dots {
				ties = append(ties, c.Title())
			} else {
				rest = append(rest, c.Title()+" "+strings.Repeat("●", c.Dots)+strings.Repeat("○", 3-c.Dots))
			}
		}
		if len(ties) > 0 {
			v.Put(screen.Warn, "A tie")
			fit := " fit"
			if len(ties) == 1 {
				fit = " fits"
			}
			v.Put(screen.Plain, ": "+enumerated(ties)+fit+" with the same evidence; --all shows all, --format and --record pin one\n")
		}
		if len(rest) > 0 {
			v.Put(screen.Plain, "Also possible: "+strings.Join(rest, ", ")+"\n")
		}
	}
	if v.inspectCall.all {
		v.Line()
		v.nearest(refused)
	}
}

// enumerated returns a list in words: "a, b and c".
func enumerated(list []string) string {
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// nearest lists readings that were refused.
func (v *inspectView) nearest(refused []*identify.Candidate) {
	for _, c := range refused {
		v.Put(screen.Dim, "  not "+c.Title()+" ("+strconv.Itoa(c.Covered)+" of "+count(c.Total, "byte")+"): "+screen.Visible(c.Err.Sentence()))
		v.Line()
	}
}

// refused explains bytes that no format reads, using the nearest reading up to its error.
func (v *inspectView) refused(r *dump.Row, refused []*identify.Candidate) {
	v.Put(screen.Warn, "No format reads these bytes.")
	v.Line()
	v.spelling(r)
	if len(refused) == 0 {
		names := make([]string, len(r.Entry.Parts))
		for i, part := range r.Entry.Parts {
			names[i] = part.Name
		}
		v.Put(screen.Plain, "  No format has entries with these parts: "+screen.Visible(strings.Join(names, ", "))+
			". Give a row key, a qualifier or a value alone, or the whole row.\n")
		return
	}
	c := refused[0]
	lead := "The nearest is "
	if !c.Near() {
		lead = "Nothing is near. What gets farthest is "
	}
	v.Put(screen.Plain, lead+c.Title()+": it reads "+strconv.Itoa(c.Covered)+" of "+count(c.Total, "byte")+", then\n  ")
	v.Put(screen.Warn, screen.Visible(c.Err.Sentence()))
	v.Put(screen.Plain, "\n  "+advice(c.Err)+"\n\n")
	v.tree(c)
	v.Line()
	v.nearest(refused[1:])
}

// advice says what to try after an error.
func advice(e *wire.Error) string {
	switch e.Code {
	case wire.Truncated, wire.Unterminated, wire.Missing:
		return "Is the end missing? A shell cuts at the width of the window; copy the row from a pipe or a file."
	case wire.Trailing:
		return "Is something pasted after it? Pass each part by itself, or the whole shell line."
	case wire.BadHeader, wire.BadType, wire.BadText:
		return "Was the text read as you meant it? --input-form pins its form, --format and --record pin the reading."
	}
	return "--all shows every reading; --format and --record pin one."
}

// count returns a number with its noun.
func count[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(int64(n), 10) + " " + noun + "s"
}
