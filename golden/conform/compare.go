package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Compare says how to compare answers: exactly, down to the last member, except
// where a vector says otherwise. Objects must have the same members in any order,
// lists the same items in the same order, texts the same code points. Numbers are
// equal if they are the same 64-bit float (in an object of type float, the same
// 32-bit float); two integers are compared exactly. 0 does not equal "-0.0", and 5
// does not equal "5".
//
// In the expected JSON, {"$any":true} matches any value, and "$more":true in an
// object allows other members.
type Compare struct {
	Unordered []string // members whose lists are compared as multisets
	Single    bool     // all numbers are 32-bit floats
}

// JSON returns nil if the JSON text got matches want; otherwise an error that says
// where and how they differ.
func (c Compare) JSON(want, got []byte) error {
	w, err := parse(want)
	if err != nil {
		return fmt.Errorf("want: %w", err)
	}
	g, err := parse(got)
	if err != nil {
		return fmt.Errorf("got: %w", err)
	}
	return c.values(w, g, "", c.Single)
}

// parse reads JSON, keeping numbers as written.
func parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("there is more than one value")
	}
	return v, nil
}

func (c Compare) values(want, got any, at string, single bool) error {
	switch want := want.(type) {
	case map[string]any:
		return c.objects(want, got, at, single)
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return fmt.Errorf("%s: want %d items, got %s", at, len(want), short(got))
		}
		for i := range want {
			if err := c.values(want[i], list[i], at+"["+strconv.Itoa(i)+"]", single); err != nil {
				return err
			}
		}
		return nil
	}
	if !same(want, got, single) {
		return fmt.Errorf("%s: want %s, got %s", at, short(want), short(got))
	}
	return nil
}

// singles are the types whose numbers are 32-bit floats.
var singles = []string{"float", "float32", "Float32"}

func (c Compare) objects(want map[string]any, got any, at string, single bool) error {
	if len(want) == 1 && want["$any"] == true {
		return nil
	}
	object, ok := got.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: want an object, got %s", at, short(got))
	}
	kind, _ := want["type"].(string)
	single = single || slices.Contains(singles, kind)
	if _, open := want["$more"]; !open {
		for name, member := range object {
			if _, ok := want[name]; !ok {
				return fmt.Errorf("%s.%s: not wanted, got %s", at, name, short(member))
			}
		}
	}
	for name, w := range want {
		if name == "$more" {
			continue
		}
		g, ok := object[name]
		if !ok {
			return fmt.Errorf("%s.%s: missing", at, name)
		}
		if err := c.values(c.arranged(name, w), c.arranged(name, g), at+"."+name, single); err != nil {
			return err
		}
	}
	return nil
}

// arranged sorts a list whose order is irrelevant.
func (c Compare) arranged(name string, v any) any {
	list, ok := v.([]any)
	if !ok || !slices.Contains(c.Unordered, name) {
		return v
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b any) int { return strings.Compare(key(a), key(b)) })
	return list
}

// key returns a sort key that is the same for equal values.
func key(v any) string {
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		var b strings.Builder
		for _, name := range names {
			b.WriteString(strconv.Quote(name) + ":" + key(v[name]) + ",")
		}
		return "{" + b.String() + "}"
	case []any:
		var b strings.Builder
		for _, item := range v {
			b.WriteString(key(item) + ",")
		}
		return "[" + b.String() + "]"
	case json.Number:
		if minusZero(v) {
			return `"-0.0"`
		}
		if f, err := v.Float64(); err == nil && (math.Abs(f) < 1<<53 || !whole(v)) {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		return v.String()
	case string:
		return strconv.Quote(v)
	}
	return fmt.Sprint(v)
}

func same(want, got any, single bool) bool {
	if minusZero(want) || minusZero(got) {
		return minusZero(want) && minusZero(got)
	}
	w, isNumber := want.(json.Number)
	g, both := got.(json.Number)
	if !isNumber || !both {
		return !isNumber && !both && want == got
	}
	if whole(w) && whole(g) {
		return w == g
	}
	a, err := w.Float64()
	b, bad := g.Float64()
	if err != nil || bad != nil {
		return false
	}
	return a == b || single && float32(a) == float32(b)
}

func whole(n json.Number) bool { return !strings.ContainsAny(n.String(), ".eE") }

// minusZero reports whether v is negative zero, as a number or spelled out.
func minusZero(v any) bool {
	if n, ok := v.(json.Number); ok {
		f, err := n.Float64()
		return err == nil && f == 0 && math.Signbit(f)
	}
	return v == "-0.0"
}

func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if len(text) > 160 {
		return string(text[:160]) + "…"
	}
	return string(text)
}
