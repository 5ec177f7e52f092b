package verify

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Totals account for the rows of a dump and for the findings.
type Totals struct {
	Rows        int64 // all rows, including those that could not be read
	Checked     int64
	Undecodable int64
	Other       int64 // of another format or family, or without a model
	Unmodeled   int64 // of these, rows whose table or model is not in the schema
	Unplaced    int64 // of these, rows whose column family or table is not known
	Outside     int64 // rows that the sample does not need

	Errors, Warnings, Infos int64

	Accepted int64 // known findings, which do not count
	Gone     int64 // known findings that no longer occur
}

// Totals returns the account of the rows and findings so far.
func (v *Checker) Totals() Totals {
	v.sum()
	t := v.totals
	t.Gone = int64(len(v.Gone()))
	return t
}

// sum computes the totals.
func (v *Checker) sum() {
	if v.summed {
		return
	}
	t := Totals{}
	v.each(func(f *format.Finding, _ *check, accepted bool) bool {
		switch {
		case accepted:
			t.Accepted++
		case f.Severity == format.Error:
			t.Errors++
		case f.Severity == format.Warning:
			t.Warnings++
		default:
			t.Infos++
		}
		return true
	})
	t.Rows, t.Undecodable, t.Outside = v.unread+v.outside, v.unread, v.outside
	counts := v.counts
	for i := range counts {
		t.Rows += counts[i]
		counts[i] += v.changes[i]
	}
	t.Checked, t.Unmodeled, t.Unplaced = counts[format.Checked], counts[format.Unmodeled], counts[format.Unplaced]
	t.Undecodable += counts[format.Undecodable]
	t.Other = t.Rows - t.Checked - t.Undecodable - t.Outside
	v.totals, v.summed = t, true
}

// Write writes {"totals":{"rows","checked","undecodable","other","errors","warnings","infos"}},
// and, if they apply, "withoutModel", "withoutFamily", "accepted", "gone", "outside".
func (t *Totals) Write(w *value.Writer) {
	w.Object()
	w.Key("totals")
	w.Object()
	for _, m := range [...]struct {
		key   string
		n     int64
		spare bool
	}{
		{"rows", t.Rows, false}, {"checked", t.Checked, false}, {"undecodable", t.Undecodable, false}, {"other", t.Other, false},
		{"errors", t.Errors, false}, {"warnings", t.Warnings, false}, {"infos", t.Infos, false},
		{"withoutModel", t.Unmodeled, true}, {"withoutFamily", t.Unplaced, true}, {"accepted", t.Accepted, true}, {"gone", t.Gone, true},
		{"outside", t.Outside, true},
	} {
		if !m.spare || m.n > 0 {
			w.Member(m.key).Int(m.n)
		}
	}
	w.EndObject()
	w.EndObject()
}

// Incomplete says why the check says nothing about the dump: no row was checked, or fewer than half of
// the rows were checked or are outside the sample. It is empty if the check is meaningful.
func (v *Checker) Incomplete(t *Totals) string {
	switch {
	case t.Rows == 0:
		return "there are no rows"
	case 2*(t.Checked+t.Outside) >= t.Rows && t.Checked > 0:
		return ""
	case 2*t.Outside >= t.Rows && t.Checked == 0:
		return "no row of " + strconv.FormatInt(t.Rows, 10) + " is in the sample; give a smaller --sample"
	}
	checked := "only " + strconv.FormatInt(t.Checked, 10)
	if t.Checked == 0 {
		checked = "none"
	}
	return checked + " of " + plural(t.Rows, "row") + " " + were(t.Checked) + " checked; " + v.advice(t)
}

func were(n int64) string {
	if n < 2 {
		return "was"
	}
	return "were"
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}

// advice says what would get more rows checked.
func (v *Checker) advice(t *Totals) string {
	const models = "give --model FILE with the models of this database"
	likely := v.likely()
	other := likely != "" && !v.has(likely)
	switch {
	case t.Unplaced > 0 && 2*t.Unplaced >= t.Other:
		return plural(t.Unplaced, "row") + " " + belong(t.Unplaced) + " to a table or column family that is not known: " +
			"give --cf FAMILY, or a dump of `rowlens decode`, which says it"
	case t.Unmodeled > 0 && 2*t.Unmodeled >= t.Other:
		return plural(t.Unmodeled, "row") + " " + belong(t.Unmodeled) + " to a table or model that the model file lacks: " + models
	case other && v.models:
		return "the rows look like " + likely + ", and the model is of another format: " + models + ", or none if it needs none"
	case other:
		return "the rows look like " + likely + ", which needs a model: give --model FILE, which says what rows there should be"
	case v.models && t.Other > 0:
		return plural(t.Other, "row") + " " + belong(t.Other) + " to no table of the model: " + models +
			", or --format and --cf if the rows are read as something else"
	case t.Other > 0:
		return "no format says what rows there should be: give --model FILE or --format FORMAT"
	}
	return plural(t.Undecodable, "row") + " could not be decoded: give --input-form or --format if they are read as something else"
}

func belong(n int64) string {
	if n == 1 {
		return "belongs"
	}
	return "belong"
}

// has reports whether the verifier of a format takes part.
func (v *Checker) has(id string) bool {
	for i := range v.checks {
		if v.checks[i].format.ID == id {
			return true
		}
	}
	return false
}
