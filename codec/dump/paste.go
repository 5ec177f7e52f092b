package dump

import (
	"bytes"
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/store"
)

// Row is one entry of a pasted text, or the reason why there is none.
type Row struct {
	Entry  store.Entry
	Detail Detail
	Err    *Error
}

// Result is what ParseText finds in a text.
type Result struct {
	Form         *Form
	Alternatives []*Form // other forms that parse, best first
	Notes        []string
	Rows         []Row
	RowCount     int // rows in the text, more than len(Rows) if Options.Rows is less

	// Waiting is "one more hex digit" if only that is missing, as while somebody types; there are no rows then.
	Waiting string
}

// anything reports whether a form is a fallback that accepts any text.
func anything(f *Form) bool { return f.ID == "text" || f.ID == "base64" || f.ID == "base64url" }

// waitingHex is the text of Result.Waiting.
const waitingHex = "one more hex digit"

// ParseKeys is ParseText for a list of keys: in a plain text, which otherwise is one value, each line is one.
func ParseKeys(text []byte, opt Options) (*Result, error) {
	res, err := ParseText(text, opt)
	if err != nil || res.Form.ID != "text" || res.RowCount > 1 {
		return res, err
	}
	out := &Result{Form: res.Form, Alternatives: res.Alternatives, Notes: res.Notes}
	most := opt.Rows
	opt.Form, opt.Rows = res.Form.ID, 0
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one, err := ParseText(line, opt)
		if err != nil {
			return nil, err
		}
		for i := range one.Rows {
			if row := &one.Rows[i]; row.Err != nil {
				row.Err.Line = number
			} else {
				row.Entry.Source.Line = number
			}
		}
		out.RowCount += one.RowCount
		if most == 0 || len(out.Rows) < most {
			out.Rows = append(out.Rows, one.Rows...)
		}
	}
	return out, nil
}

// ParseText reads a text that is entirely in memory. The rows share no memory with it. The only
// errors it returns concern bad options: a text that cannot be read becomes a row with an Err.
func ParseText(text []byte, opt Options) (*Result, error) {
	s, err := openText(text, opt)
	if err != nil {
		return nil, err
	}
	res := &Result{Form: s.form, Alternatives: s.others}
	if hex := formByID("hex"); s.form == hex || opt.Form == "" && (s.fell || anything(s.form) || cutEscape(bytes.TrimSpace(text)) > 0) {
		if hexWaits(text) {
			if s.form != hex {
				res.Alternatives = append([]*Form{s.form}, s.others...)
			}
			res.Form, res.Waiting = hex, waitingHex
			return res, nil
		}
	}
	for {
		e, err := s.Next()
		if err == io.EOF {
			break
		}
		res.RowCount++
		if opt.Rows > 0 && len(res.Rows) == opt.Rows {
			continue
		}
		row := Row{Detail: s.detail}
		if err != nil {
			errors.As(err, &row.Err)
			row.Entry.Source = row.Err.Source(opt.File)
			row.Entry.Source.Table = s.table
		} else {
			row.Entry = e.Clone()
		}
		res.Rows = append(res.Rows, row)
	}
	res.Notes = s.notes
	return res, nil
}
