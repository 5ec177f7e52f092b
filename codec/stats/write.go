package stats

import (
	"cmp"
	"slices"

	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// Write writes the report as one object. Numbers of rows and bytes are JSON numbers; times are
// milliseconds since 1970-01-01 UTC.
func (r *Report) Write(w *value.Writer) {
	w.Object()
	r.WriteMembers(w)
	w.EndObject()
}

// WriteMembers is Write for callers that add members of their own.
func (r *Report) WriteMembers(w *value.Writer) {
	w.Member("rows").Int(r.Rows)
	w.Member("bytes").Int(r.Bytes())
	w.Member("keyBytes").Int(r.KeyBytes)
	w.Member("valueBytes").Int(r.ValueBytes)
	w.Key("keys")
	w.Object()
	r.Keys.write(w)
	w.Member("repeatedBytes").Int(r.Repeated)
	w.EndObject()
	w.Key("records")
	w.Array()
	for i := range r.Records {
		r.Records[i].write(w, r.Bytes())
	}
	w.EndArray()
	w.Key("tables")
	w.Array()
	for i := range r.Tables {
		r.Tables[i].write(w)
	}
	w.EndArray()
	w.Key("families")
	w.Array()
	for i := range r.Families {
		f := &r.Families[i]
		w.Object()
		w.Optional("table", f.Table)
		w.Optional("cf", f.CF)
		f.Tally.write(w)
		w.EndObject()
	}
	w.EndArray()
	w.Key("entities")
	r.Entities.write(w)
	w.Key("salts")
	r.writeRegions(w)
	w.Key("times")
	w.Object()
	w.Key("series")
	w.Array()
	for i := range r.Times {
		r.Times[i].write(w)
	}
	w.EndArray()
	w.EndObject()
	w.Key("sizes")
	w.Object()
	w.Key("keys")
	r.KeySizes.write(w)
	w.Key("values")
	r.ValueSizes.write(w)
	w.EndObject()
	w.Key("properties")
	w.Array()
	for i := range r.Properties {
		r.Properties[i].write(w)
	}
	w.EndArray()
	r.writeProblems(w)
}

func (r *Report) writeProblems(w *value.Writer) {
	w.Key("deletions")
	w.Array()
	for _, d := range r.Deletions {
		w.Object()
		w.Optional("format", d.Format)
		w.Member("deleted").String(d.Name)
		w.Member("rows").Int(d.Rows)
		w.EndObject()
	}
	w.EndArray()
	w.Member("damage").Int(r.Damage)
	w.Key("undecodable")
	w.Object()
	for _, code := range r.Codes() {
		w.AnyKey(code.Code)
		w.Int(code.Rows)
	}
	w.EndObject()
	w.Key("doubts")
	w.Object()
	for _, d := range r.Doubts {
		w.Member(d.What).Int(d.Rows)
	}
	w.EndObject()
	w.Member("doubtful").Int(r.Doubtful)
	w.Key("reasons")
	w.Array()
	for _, x := range r.Reasons {
		w.Object()
		w.Member("what").String(x.What)
		w.Optional("code", x.Code)
		w.Optional("format", x.Format)
		w.Optional("record", x.Record)
		if x.What == doubtNames[doubtTie] {
			w.Optional("other", x.Field)
		} else {
			w.Optional("field", x.Field)
		}
		w.Member("rows").Int(x.Rows)
		w.EndObject()
	}
	w.EndArray()
}

// Codes returns how many rows do not decode, by error code, most first.
func (r *Report) Codes() (codes []Reason) {
	for _, x := range r.Reasons {
		if x.What != undecodable {
			continue
		}
		i := slices.IndexFunc(codes, func(c Reason) bool { return c.Code == x.Code })
		if i < 0 {
			i = len(codes)
			codes = append(codes, Reason{What: x.What, Code: x.Code})
		}
		codes[i].Rows += x.Rows
	}
	sorting.Stable(codes, func(a, b Reason) int { return cmp.Compare(b.Rows, a.Rows) })
	return codes
}

func (t *Tally) write(w *value.Writer) {
	w.Member("rows").Int(t.Rows)
	w.Member("keyBytes").Int(t.KeyBytes)
	w.Member("valueBytes").Int(t.ValueBytes)
}

func (c *Count) write(w *value.Writer) {
	w.Member("distinct").Int(c.N)
	w.Member("error").Float(c.Error, 64)
}

// Share returns part/whole, a number between 0 and 1, rounded to four decimals.
func Share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return rounded(float64(part)/float64(whole), 10_000)
}

// rounded rounds x to multiples of 1/parts. The product is rounded by itself, because some
// processors would fuse it with the addition.
func rounded(x, parts float64) float64 {
	return float64(int64(float64(x*parts)+0.5)) / parts
}

func (k *Kind) write(w *value.Writer, all int64) {
	w.Object()
	w.Member("format").String(k.Format)
	w.Member("record").String(k.Record)
	k.Tally.write(w)
	w.Member("share").Float(Share(k.Bytes(), all), 64)
	w.Member("repeatedBytes").Int(k.Repeated)
	w.Key("keys")
	k.Keys.write(w)
	w.Key("values")
	k.Vals.write(w)
	w.EndObject()
}

func (t *Table) write(w *value.Writer) {
	w.Object()
	w.Member("format").String(t.Format)
	w.Member("table").String(t.Name)
	t.Tally.write(w)
	w.Key("parts")
	w.Array()
	for i := range t.Parts {
		p := &t.Parts[i]
		w.Object()
		w.Member("record").String(p.Record)
		w.Optional("name", p.Name)
		p.Tally.write(w)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}

func (e *Entities) write(w *value.Writer) {
	w.Object()
	e.Count.write(w)
	w.Member("rowsError").Int(e.RowsError)
	w.Member("bytesError").Int(e.BytesError)
	for _, list := range [...]struct {
		name string
		of   []Entity
	}{{"byRows", e.ByRows}, {"byBytes", e.ByBytes}} {
		w.Key(list.name)
		w.Array()
		for i := range list.of {
			x := &list.of[i]
			w.Object()
			w.Member("format").String(x.Format)
			w.Optional("table", x.Table)
			w.Member("entity").String(x.Name)
			w.Member("type").String(x.Kind.String())
			x.Tally.write(w)
			w.EndObject()
		}
		w.EndArray()
	}
	w.EndObject()
}

// Text returns the name of the entity for people: text in quotes.
func (e *Entity) Text() string {
	if e.Kind == span.Text {
		return string(value.AppendQuoted(nil, e.Name))
	}
	return e.Name
}

// hottestMax is how many regions are listed as the hottest.
const hottestMax = 5

// Hottest returns the regions with the most rows, at most five.
func (r *Report) Hottest() []Region {
	list := slices.Clone(r.Regions)
	sorting.Stable(list, func(a, b Region) int { return cmp.Compare(b.Rows, a.Rows) })
	list = list[:min(len(list), hottestMax)]
	return slices.DeleteFunc(list, func(x Region) bool { return x.Rows == 0 })
}

func (r *Report) writeRegions(w *value.Writer) {
	w.Object()
	for _, list := range [...]struct {
		name string
		of   []Region
	}{{"buckets", r.Regions}, {"hottest", r.Hottest()}} {
		w.Key(list.name)
		w.Array()
		for i := range list.of {
			x := &list.of[i]
			w.Object()
			w.Member("region").Int(int64(x.Number))
			w.Member("start").Hex(x.Start)
			x.Tally.write(w)
			w.EndObject()
		}
		w.EndArray()
	}
	w.EndObject()
}

func (t *Times) write(w *value.Writer) {
	w.Object()
	w.Optional("format", t.Format)
	w.Optional("field", t.Field)
	w.Member("count").Int(t.Count)
	w.Member("outside").Int(t.Outside)
	w.Member("future").Int(t.Future)
	if t.Count > t.Outside {
		w.Member("oldest").Int(t.Oldest)
		w.Member("newest").Int(t.Newest)
	}
	if t.Logical {
		w.Key("counter")
		w.Object()
		w.Member("highest").Int(int64(t.Highest))
		w.Member("limit").Int(int64(t.LogicalMax))
		w.Member("near").Int(t.Near)
		w.EndObject()
	}
	writeBars(w, t.Bars)
	w.EndObject()
}

func (s *Sizes) write(w *value.Writer) {
	w.Object()
	w.Member("min").Int(s.Min)
	w.Member("p50").Int(s.P50)
	w.Member("p95").Int(s.P95)
	w.Member("max").Int(s.Max)
	w.Member("mean").Float(s.Mean(), 64)
	writeBars(w, s.Bars)
	w.EndObject()
}

// Mean returns the mean size, in hundredths.
func (s *Sizes) Mean() float64 {
	if s.Count == 0 {
		return 0
	}
	return rounded(float64(s.Sum)/float64(s.Count), 100)
}

func writeBars(w *value.Writer, bars []Bar) {
	w.Key("histogram")
	w.Array()
	for _, b := range bars {
		w.Object()
		w.Member("from").Int(b.From)
		w.Member("to").Int(b.To)
		w.Member("rows").Int(b.Rows)
		w.EndObject()
	}
	w.EndArray()
}

func (p *Property) write(w *value.Writer) {
	w.Object()
	w.Member("format").String(p.Format)
	w.Member("table").String(p.Table)
	w.Member("property").String(p.Name)
	w.Key("types")
	w.Array()
	for _, t := range p.Types {
		w.Object()
		w.Member("type").String(t.Name)
		w.Member("values").Int(t.Values)
		w.Member("bytes").Int(t.Bytes)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}
