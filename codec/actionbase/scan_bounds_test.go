package actionbase_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	gofuzz "github.com/google/gofuzz"
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

// world is a table with an index, a cache and a group of the same random fields, and rows of each.
type world struct {
	r      *rand.Rand
	kinds  []actionbase.Kind
	orders []order.Order
	pools  [][]actionbase.Value // values that occur, by field
	target []actionbase.Value
	schema *actionbase.Schema
	rows   []scannedRow
}

// scannedRow is a row with what its key and qualifier were made from.
type scannedRow struct {
	record         string
	source         int64
	direction      actionbase.Direction
	name           string
	values         []actionbase.Value
	target         actionbase.Value
	key, qualifier []byte
}

var scanKinds = []string{"edge-state", "edge-index", "edge-cache", "edge-group"}

func newWorld(t *testing.T, r *rand.Rand) *world {
	t.Helper()
	c := &gofuzz.Continue{Rand: r}
	w := &world{r: r}
	var fields, properties, groups []string
	for i := range r.Intn(4) {
		kind := actionbase.Kind(1 + r.Intn(int(actionbase.Boolean)))
		w.kinds, w.orders = append(w.kinds, kind), append(w.orders, order.Asc)
		if r.Intn(2) == 0 {
			w.orders[i] = order.Desc
		}
		pool := []actionbase.Value{{}}
		for range 3 {
			a, b := formattest.Pair(kind, c)
			pool = append(pool, asStored(t, a), asStored(t, b))
		}
		w.pools = append(w.pools, pool)
		properties = append(properties, fmt.Sprintf(`{"name":"p%d","type":%q,"nullable":true}`, i, kind))
		fields = append(fields, fmt.Sprintf(`{"name":"p%d","order":%q}`, i, w.orders[i]))
		groups = append(groups, fmt.Sprintf(`{"name":"p%d"}`, i))
	}
	a, b := formattest.Pair(actionbase.String, c)
	w.target = []actionbase.Value{asStored(t, a), asStored(t, b), text("x"), text("xy")}
	f, named := strings.Join(fields, ","), ""
	for i, name := range []string{"one", "two"} {
		if i > 0 {
			named += ","
		}
		named += `{"%[1]s":"` + name + `","fields":[%[2]s]}`
	}
	list := func(what, fields string) string { return fmt.Sprintf(named, what, fields) }
	v, err := value.Parse([]byte(`{"tables":[{"table":"t.r","source":"long","target":"string","properties":[` + strings.Join(properties, ",") + `],"indexes":[` +
		list("index", f) + `],"caches":[` + list("cache", f) + `],"groups":[` + list("group", strings.Join(groups, ",")) + `]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := actionbase.ParseSchema(v)
	if err != nil {
		t.Fatal(err)
	}
	w.schema = s.(*actionbase.Schema)
	for range 300 {
		w.add(t)
	}
	return w
}

// asStored returns a value as it is read back: a neighbour may lie outside its type.
func asStored(t *testing.T, v actionbase.Value) (w actionbase.Value) {
	t.Helper()
	b, err := actionbase.AppendValue(nil, &v, order.Asc)
	if err == nil {
		_, err = actionbase.DecodeValue(b, &w)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// add adds a random row.
func (w *world) add(t *testing.T) {
	t.Helper()
	x := scannedRow{record: scanKinds[w.r.Intn(len(scanKinds))], direction: actionbase.Out, name: "one"}
	x.source, x.target = int64(w.r.Intn(2)), w.target[w.r.Intn(4)]
	if w.r.Intn(4) == 0 {
		x.name = "two"
	}
	var ordered []actionbase.OrderedValue
	for i := range w.kinds {
		x.values = append(x.values, w.pools[i][w.r.Intn(len(w.pools[i]))])
		ordered = append(ordered, actionbase.OrderedValue{Value: x.values[i], Order: w.orders[i]})
	}
	var err error
	p, code := actionbase.Prefix{Source: actionbase.LongValue(x.source), Table: actionbase.Code("t.r")}, actionbase.Code(x.name)
	switch x.record {
	case "edge-state":
		x.values = nil
		x.key, err = actionbase.AppendEdgeStateKey(nil, &actionbase.EdgeStateKey{Prefix: p, Target: x.target})
	case "edge-index":
		k := actionbase.EdgeIndexKey{Prefix: p, Direction: x.direction, Index: code, Values: ordered, Target: x.target}
		x.key, err = actionbase.AppendEdgeIndexKey(nil, &k)
	case "edge-cache":
		k := actionbase.EdgeCacheKey{Prefix: p, Direction: x.direction, Cache: code}
		if x.key, err = actionbase.AppendEdgeCacheKey(nil, &k); err == nil {
			x.qualifier, err = actionbase.AppendEdgeCacheQualifier(nil, &actionbase.EdgeCacheQualifier{Values: ordered, Target: x.target})
		}
	case "edge-group":
		k := actionbase.EdgeGroupKey{Prefix: p, Direction: x.direction, Group: code}
		if x.key, err = actionbase.AppendEdgeGroupKey(nil, &k); err == nil {
			x.qualifier, err = actionbase.AppendEdgeGroupQualifier(nil, &actionbase.EdgeGroupQualifier{Values: x.values})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	w.rows = append(w.rows, x)
}

// typedJSON returns a value as {"type","value"}, and just the value.
func typedJSON(t *testing.T, v actionbase.Value) (typed, plain json.RawMessage) {
	t.Helper()
	b, err := actionbase.AppendValue(nil, &v, order.Asc)
	if err != nil {
		t.Fatal(err)
	}
	var out, inner struct{ Value json.RawMessage }
	var in format.Input
	in.Entry.Add(store.Value, b)
	var w value.Writer
	if err := actionbase.Format.Record("value").Decode(&in, nil, &w); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(w.Buf, &out); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Value, &inner); err != nil {
		t.Fatal(err)
	}
	return out.Value, inner.Value
}

// question is a random query, with the filter that means the same.
type question struct {
	record   string
	modelled bool
	fields   map[string]any
	given    []actionbase.Value
	closed   *actionbase.Value // the target
	bounds   []format.Bound
	limits   []actionbase.Value // of the bounds
	shown    string
}

var lists = map[string][2]string{"edge-index": {"index", "indexValues"}, "edge-cache": {"cache", "cacheValues"}, "edge-group": {"group", "groupValues"}}

func (w *world) ask(t *testing.T) *question {
	t.Helper()
	q := &question{record: scanKinds[w.r.Intn(len(scanKinds))], modelled: w.r.Intn(2) == 0, fields: map[string]any{"table": "t.r"}}
	source, _ := typedJSON(t, actionbase.LongValue(1))
	target := "directedTarget"
	n := len(w.kinds)
	if q.record == "edge-state" {
		q.fields["source"], target, n = source, "target", 0
	} else {
		q.fields["directedSource"], q.fields["direction"], q.fields[lists[q.record][0]] = source, "OUT", "one"
	}
	lead := w.r.Intn(n + 1)
	var list []any
	byName := q.modelled && w.r.Intn(2) == 0
	for i := range lead {
		v := w.pools[i][w.r.Intn(len(w.pools[i]))]
		q.given = append(q.given, v)
		if item := w.item(t, q, v, i); byName {
			q.fields[fmt.Sprint("p", i)] = item
		} else {
			list = append(list, item)
		}
	}
	if list != nil {
		q.fields[lists[q.record][1]] = list
	}
	switch end := q.record != "edge-group" && lead == n; {
	case end && w.r.Intn(3) == 0:
		q.closed = &w.target[w.r.Intn(4)]
		q.fields[target], _ = typedJSON(t, *q.closed)
	case end || lead < n:
		w.bound(t, q, lead, target, end)
	}
	q.shown = fmt.Sprint(q.record, q.modelled, string(must(t, q.fields)), q.bounds, w.kinds, w.orders)
	return q
}

// item returns the value of a field as a query has it.
func (w *world) item(t *testing.T, q *question, v actionbase.Value, i int) any {
	t.Helper()
	typed, plain := typedJSON(t, v)
	switch {
	case q.modelled && v.Kind == w.kinds[i] && v.Kind != actionbase.JSON && w.r.Intn(2) == 0:
		return plain
	case q.record == "edge-group" || q.modelled && w.r.Intn(2) == 0:
		return typed
	}
	return map[string]any{"order": w.orders[i].String(), "value": typed}
}

// bound bounds the next field, or the target, once or twice.
func (w *world) bound(t *testing.T, q *question, lead int, target string, end bool) {
	t.Helper()
	name, pool := target, w.target
	if !end {
		pool = w.pools[lead][1:]
		if name = lists[q.record][1]; q.modelled && w.r.Intn(2) == 0 {
			name = fmt.Sprint("p", lead)
		}
	}
	ops := [][]format.Op{{}, {format.Above}, {format.From}, {format.Below}, {format.To}}
	ops = append(ops, []format.Op{format.From, format.Below}, []format.Op{format.Above, format.To})
	if slices.ContainsFunc(pool, func(v actionbase.Value) bool { return v.Kind == actionbase.String }) {
		ops = append(ops, []format.Op{format.Begins}, []format.Op{format.Begins, format.Above})
	}
	for _, op := range ops[w.r.Intn(len(ops))] {
		v := pool[w.r.Intn(len(pool))]
		fits := func() bool {
			text := v.Kind == actionbase.String || op != format.Begins
			return v.Kind != actionbase.Null && text && (len(q.limits) == 0 || v.Kind == q.limits[0].Kind)
		}
		for !fits() {
			v = pool[w.r.Intn(len(pool))]
		}
		var item any
		if end {
			item, _ = typedJSON(t, v)
		} else {
			item = w.item(t, q, v, lead)
		}
		parsed, err := value.Parse(must(t, item))
		if err != nil {
			t.Fatal(err)
		}
		q.bounds, q.limits = append(q.bounds, format.Bound{Name: name, Op: op, Value: parsed}), append(q.limits, v)
	}
}

func must(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// means reports whether a row is one that the query asks for.
func (q *question) means(x *scannedRow) bool {
	if x.record != q.record || x.source != 1 || x.record != "edge-state" && x.name != "one" {
		return false
	}
	for i := range q.given {
		if !sameValue(&x.values[i], &q.given[i]) {
			return false
		}
	}
	if q.closed != nil {
		return sameValue(&x.target, q.closed)
	}
	next := &x.target
	if len(q.given) < len(x.values) {
		next = &x.values[len(q.given)]
	}
	for i, b := range q.bounds {
		if next.Kind != q.limits[i].Kind || !holds(b.Op, next, &q.limits[i]) {
			return false
		}
	}
	return true
}

func sameValue(a, b *actionbase.Value) bool { return a.Kind == b.Kind && formattest.Compare(a, b) == 0 }

func holds(op format.Op, a, b *actionbase.Value) bool {
	c := formattest.Compare(a, b)
	switch op {
	case format.Above:
		return c > 0
	case format.From:
		return c >= 0
	case format.Below:
		return c < 0
	case format.To:
		return c <= 0
	}
	return bytes.HasPrefix(a.Text, b.Text)
}

func found(p *keys.Range, x *scannedRow) bool {
	in := func(b, start, stop []byte) bool {
		return bytes.Compare(b, start) >= 0 && (stop == nil || bytes.Compare(b, stop) < 0)
	}
	return in(x.key, p.Start, p.Stop) && (p.Columns == nil || in(x.qualifier, p.Columns.Start, p.Columns.Stop))
}

// A scan finds exactly the rows that a filter of all rows finds: every kind of row, every type, both orders, with a
// schema and without.
func TestABoundedScanFindsWhatAFilterFinds(t *testing.T) {
	r := rand.New(rand.NewSource(formattest.Seed()))
	asked, hits, empty, resumed := 0, 0, 0, 0
	for range 300 {
		w := newWorld(t, r)
		for range 40 {
			q := w.ask(t)
			asked++
			in := format.Input{Given: value.OfMembers()}
			if q.modelled {
				in.Schema = w.schema
			}
			fields, err := value.Parse(must(t, q.fields))
			if err != nil {
				t.Fatal(err)
			}
			query := format.Query{Fields: fields, Bounds: q.bounds}
			p, err := keys.RangeOf(&actionbase.Format, actionbase.Format.Record(q.record), &in, &query)
			none := err != nil && strings.Contains(err.Error(), "no value is within these bounds")
			if err != nil && !none {
				t.Fatalf("ROWLENS_SEED=%d %s: %v", formattest.Seed(), q.shown, err)
			}
			var last *scannedRow
			for i := range w.rows {
				x := &w.rows[i]
				if got := !none && found(&p, x); got != q.means(x) {
					t.Fatalf("ROWLENS_SEED=%d %s: row %x %x of %v %v is found: %v", formattest.Seed(), q.shown, x.key, x.qualifier,
						x.values, x.target, got)
				} else if got {
					hits++
					last = x
				}
			}
			if none {
				empty++
			} else if last != nil && q.record != "edge-group" && q.closed == nil {
				resumed++
				w.resume(t, q, &in, query, last)
			}
		}
	}
	if hits < 10_000 || empty < 10 || resumed < 1000 {
		t.Errorf("%d queries, %d rows found, %d without a value, %d resumed", asked, hits, empty, resumed)
	}
	t.Logf("%d queries, %d rows found, %d without a value, %d resumed", asked, hits, empty, resumed)
}

// resume queries again for what follows a row.
func (w *world) resume(t *testing.T, q *question, in *format.Input, query format.Query, last *scannedRow) {
	t.Helper()
	suffix := last.qualifier
	if suffix == nil {
		start := q.fieldsOnly(t, in)
		suffix = last.key[len(start):]
	}
	query.Offset = string(actionbase.AppendCursor(nil, suffix))
	p, err := keys.RangeOf(&actionbase.Format, actionbase.Format.Record(q.record), in, &query)
	none := err != nil && strings.Contains(err.Error(), "no value is within these bounds")
	if err != nil && !none {
		t.Fatalf("%s after %x: %v", q.shown, suffix, err)
	}
	for i := range w.rows {
		x := &w.rows[i]
		want := q.means(x) && (bytes.Compare(x.key, last.key) > 0 || bytes.Compare(x.qualifier, last.qualifier) > 0)
		if got := !none && found(&p, x); got != want {
			t.Fatalf("%s after %x: row %x %x is found: %v", q.shown, suffix, x.key, x.qualifier, got)
		}
	}
}

// fieldsOnly returns the key up to the values.
func (q *question) fieldsOnly(t *testing.T, in *format.Input) []byte {
	t.Helper()
	fixed := map[string]any{}
	for _, name := range []string{"table", "source", "directedSource", "direction", "index"} {
		if v, has := q.fields[name]; has {
			fixed[name] = v
		}
	}
	v, err := value.Parse(must(t, fixed))
	if err != nil {
		t.Fatal(err)
	}
	p, err := actionbase.Format.Record(q.record).Scan.Plan(in, &format.Query{Fields: v})
	if err != nil {
		t.Fatal(err)
	}
	return p.Prefix
}
