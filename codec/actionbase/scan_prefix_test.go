package actionbase_test

import (
	"bytes"
	"math/rand"
	"slices"
	"strings"
	"testing"

	gofuzz "github.com/google/gofuzz"
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
)

func scanPrefix(t *testing.T, record, fields string) ([]byte, error) {
	t.Helper()
	v, err := value.Parse([]byte(fields))
	if err != nil {
		t.Fatalf("%v in %s", err, fields)
	}
	plan, err := actionbase.Format.Record(record).Scan.Plan(&format.Input{}, &format.Query{Fields: v})
	part, b := plan.Part, plan.Prefix
	if err == nil && part != store.Row {
		t.Errorf("%s: the prefix is one of %q", fields, part)
	}
	return b, err
}

func TestAPrefixIsTheStartOfEveryKeyThatHasItsFields(t *testing.T) {
	const start = `{"table":"t","directedSource":{"type":"long","value":"1"}`
	whole := map[string]string{
		"edge-index": `,"direction":"IN","index":"i","indexValues":[{"order":"DESC","value":{"type":"string","value":"b"}}],"directedTarget":{"type":"byte","value":1},"version":"1"}`,
		"edge-group": `,"direction":"IN","group":"g","groupValues":[],"sum":"1"}`,
		"edge-cache": `,"direction":"IN","cache":"c","directedTarget":{"type":"byte","value":1},"version":"1"}`,
		"edge-count": `,"direction":"IN","count":"1"}`,
	}
	for record, rest := range whole {
		e, err := encode(t, record, start+rest, format.Input{})
		if err != nil {
			t.Fatal(err)
		}
		key, _ := e.Part(store.Row)
		for i, c := range []string{"}", `,"direction":"IN"}`, `,"direction":"IN","index":"i","group":"g","cache":"c"}`,
			`,"direction":"IN","index":"i","indexValues":[{"order":"DESC","value":{"type":"string","value":"b"}}]}`, rest} {
			if i >= 3 && record != "edge-index" {
				break
			}
			b, err := scanPrefix(t, record, start+c)
			if err != nil || !bytes.HasPrefix(key, b) || len(b) < 18 {
				t.Errorf("%s %s: %x, %v; the key is %x", record, c, b, err, key)
			}
		}
	}
	for _, record := range []string{"edge-state", "edge-lock"} {
		e, err := encode(t, record, `{"table":"t",`+src+`,`+tgt+`}`, format.Input{Only: []string{store.Row}})
		key, _ := e.Part(store.Row)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []string{`{"table":"t",` + src + `}`, `{"table":"t",` + src + `,` + tgt + `}`} {
			if b, err := scanPrefix(t, record, c); err != nil || !bytes.HasPrefix(key, b) {
				t.Errorf("%s %s: %x, %v; the key is %x", record, c, b, err, key)
			}
		}
	}
}

func TestAPrefixHasNoGaps(t *testing.T) {
	for _, c := range []struct{ record, fields, why string }{
		{"edge-state", `{` + src + `}`, "table: expected a name"},
		{"edge-state", `{"table":"t"}`, "source: expected an object"},
		{"edge-state", `{"table":"t","source":{"type":"null"}}`, "source that is not null"},
		{"edge-state", `{"table":"t",` + src + `,"target":1}`, "target: expected an object"},
		{"edge-state", `{"table":"t",` + src + `,"target":{"type":"string","value":"\u0000"}}`, "U+0000"},
		{"edge-index", `{` + dirSrc + `}`, "table: expected a name"},
		{"edge-index", `{"table":"t"}`, "directedSource: expected an object"},
		{"edge-index", `{"table":"t","directedSource":{"type":"null"}}`, "not null"},
		{"edge-index", `{"table":"t",` + dirSrc + `,"index":"i"}`, "must be given before index"},
		{"edge-group", `{"table":"t",` + dirSrc + `,"groupCode":1}`, "must be given before group"},
		{"edge-cache", `{"table":"t",` + dirSrc + `,"cache":"c"}`, "must be given before cache"},
		{"edge-index", `{"table":"t",` + dirSrc + `,"direction":"X"}`, `"OUT" or "IN"`},
		{"edge-index", `{"table":"t",` + dirSrc + `,"direction":"IN","indexValues":[]}`, "must be given before its values"},
		{"edge-index", `{"table":"t",` + dirSrc + `,"direction":"IN","index":1}`, "index: expected a name"},
		{"edge-index", `{"table":"t",` + dirSrc + `,"direction":"IN","index":"i","indexValues":1}`, "indexValues: expected a list"},
		{"edge-index", `{"table":"t",` + dirSrc + `,"direction":"IN","index":"i","indexValues":[{"order":"ASC","value":{"type":"string","value":"\u0000"}}]}`, "U+0000"},
		{"edge-index", `{"table":"t",` + dirSrc + `,"direction":"IN","index":"i","directedTarget":1}`, "directedTarget: expected an object"},
	} {
		if b, err := scanPrefix(t, c.record, c.fields); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s\ngot  %x, %v\nwant %s", c.record, c.fields, b, err, c.why)
		}
	}
}

// A scan from a prefix to its successor gives the keys with that prefix and no others.
func TestAScanOfAPrefixFindsExactlyItsKeys(t *testing.T) {
	f := formattest.Generator(formattest.Seed())
	r := rand.New(rand.NewSource(formattest.Seed()))
	c := &gofuzz.Continue{Rand: r}
	for range 2000 {
		var base actionbase.EdgeIndexKey
		f.Fuzz(&base)
		base.Values = append(base.Values, actionbase.OrderedValue{Value: base.Target, Order: order.Desc})
		var keys [][]byte
		want := 0
		for range 20 {
			k := base
			k.Values = slices.Clone(base.Values)
			if r.Intn(2) == 0 {
				k.Values[0].Value = formattest.Neighbour(k.Values[0].Value, c)
			}
			if r.Intn(4) == 0 {
				k.Source = formattest.Neighbour(k.Source, c)
			}
			b, err := actionbase.AppendEdgeIndexKey(nil, &k)
			if err != nil {
				continue // a source that became null
			}
			keys = append(keys, b)
			if formattest.Compare(&k.Source, &base.Source) == 0 && formattest.Compare(&k.Values[0].Value, &base.Values[0].Value) == 0 {
				want++
			}
		}
		checkScan(t, &base, keys, want)
	}
}

func checkScan(t *testing.T, base *actionbase.EdgeIndexKey, keys [][]byte, want int) {
	t.Helper()
	whole, err := actionbase.AppendEdgeIndexKey(nil, base)
	if err != nil {
		t.Fatal(err)
	}
	var rest []byte
	for i := range base.Values[1:] {
		if rest, err = actionbase.AppendValue(rest, &base.Values[1+i].Value, base.Values[1+i].Order); err != nil {
			t.Fatal(err)
		}
	}
	if rest, err = actionbase.AppendValue(rest, &base.Target, order.Asc); err != nil {
		t.Fatal(err)
	}
	from := whole[:len(whole)-len(rest)]
	slices.SortFunc(keys, bytes.Compare)
	i, _ := slices.BinarySearchFunc(keys, from, bytes.Compare)
	got := 0
	for ; i < len(keys) && bytes.HasPrefix(keys[i], from); i++ {
		got++
	}
	if got != want {
		t.Fatalf("ROWLENS_SEED=%d: the scan of %x finds %d of %d keys", formattest.Seed(), from, got, want)
	}
}
