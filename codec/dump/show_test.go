package dump

import (
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
)

// show renders a result, one entry per line: its line number, its parts, then the timestamp after
// @, a tombstone after !, sequence and type after #, the table after $, whether it is an increment, an
// offset after +, and ~ if it is not exact; or its error.
func show(res *Result) string {
	var b strings.Builder
	for _, row := range res.Rows {
		if row.Err != nil {
			b.WriteString(row.Err.Error() + "\n")
			continue
		}
		e := row.Entry
		b.WriteString(strconv.Itoa(e.Source.Line))
		for _, p := range e.Parts {
			b.WriteString(" " + p.Name + "=" + hex.EncodeToString(p.Bytes))
		}
		for _, mark := range []struct{ sign, text string }{
			{"@", e.Timestamp}, {"!", e.Deleted}, {"#", row.Detail.Seq}, {"#", row.Detail.Type}, {"$", e.Source.Table}, {"cf ", e.Source.CF},
		} {
			if mark.text != "" {
				b.WriteString(" " + mark.sign + mark.text)
			}
		}
		if e.Increment {
			b.WriteString(" increment")
		}
		if row.Detail.Offset > 0 {
			b.WriteString(" +" + strconv.FormatUint(row.Detail.Offset, 10))
		}
		if !row.Detail.Exact {
			b.WriteString(" ~")
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// formCase is a text, the form that it must be detected as, and what it spells.
// An empty form is not checked; a form with = in front is pinned.
type formCase struct{ name, text, form, want string }

func checkForms(t *testing.T, cases []formCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Helper()
			pin, pinned := strings.CutPrefix(c.form, "=")
			opt := Options{}
			if pinned {
				opt.Form = pin
			}
			res, err := ParseText([]byte(c.text), opt)
			if err != nil {
				t.Fatal(err)
			}
			if res.Form.ID != pin && pin != "" {
				t.Errorf("read as %s, want %s", res.Form.ID, pin)
			}
			if got := show(res); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
