package actionbase_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

const (
	src    = `"source":{"type":"long","value":"1"}`
	dirSrc = `"directedSource":{"type":"long","value":"1"}`
	tgt    = `"target":{"type":"string","value":"a"}`
	state  = `"table":"t",` + src + `,` + tgt + `,"active":true,"version":"1"`
	index  = `"table":"t","direction":"OUT","index":"i",` + dirSrc + `,"directedTarget":{"type":"byte","value":1},"version":"1"`
)

func encode(t *testing.T, record, fields string, in format.Input) (store.Entry, error) {
	t.Helper()
	v, err := value.Parse([]byte(fields))
	if err != nil {
		t.Fatalf("%v in %s", err, fields)
	}
	var out store.Entry
	return out, actionbase.Format.Record(record).Encode(&in, v, &out)
}

func typed(kind, content string) string {
	return `{"order":"ASC","value":{"type":"` + kind + `","value":` + content + `}}`
}

// refusals are fields that no row can hold, with a part of the refusal's text.
var refusals = []struct{ record, fields, why string }{
	{"value", typed("string", `"a\u0000"`), "U+0000"},
	{"value", typed("byte", `128`), "from -128 to 127, found 128"},
	{"value", typed("byte", `-129`), "from -128 to 127"},
	{"value", typed("short", `32768`), "from -32768 to 32767"},
	{"value", typed("int", `2147483648`), "from -2147483648 to 2147483647"},
	{"value", typed("long", `"9223372036854775808"`), "64 bits"},
	{"value", typed("long", `1.5`), "64 bits, found 1.5"},
	{"value", typed("long", `true`), "found a truth value"},
	{"value", typed("float", `1e39`), "a number of 32 bits, found 1e39; the greatest is 3.4028235e+38"},
	{"value", typed("float", `"nan"`), "a 32-bit number, found \"nan\""},
	{"value", typed("double", `1e999`), "a number of 64 bits, found 1e999; the greatest is 1.7976931348623157e+308"},
	{"value", typed("boolean", `1`), "true or false, found a number"},
	{"value", typed("string", `1`), "expected text, found a number"},
	{"value", typed("null", `1`), "a null has no value"},
	{"value", typed("json", `"{\"a\": 1}"`), "white space"},
	{"value", typed("json", `"1 2"`), "one JSON value"},
	{"value", typed("json", `"{"`), "one JSON value"},
	{"value", typed("json", `""`), "one JSON value"},
	{"value", typed("json", `{}`), "expected text, found an object"},
	{"value", typed("decimal", `1`), `string or boolean), found "decimal"`},
	{"value", typed("", `1`), `found ""`},
	{"value", `{"order":"ASC","value":{"type":7,"value":1}}`, "string or boolean), found a number"},
	{"value", `{"order":"ASC","value":{"type":"byte","value":1,"x":1}}`, "x: there is no such field"},
	{"value", `{"order":"ASC","value":{"type":"string","value":"a","bits":"61"}}`, "bits: there is no such field"},
	{"value", `{"order":"ASC","value":{"type":"long","value":"1","bits":"0000000000000001"}}`, "bits: there is no such field"},
	{"value", `{"order":"ASC","value":{"type":"null","bits":"7fc00001"}}`, "bits: there is no such field"},
	{"value-from-bits", `{"order":"ASC","type":"float","bits":"7fc00000","value":1}`, "value: there is no such field"},
	{"value-from-utf16", `{"order":"ASC","utf16":[97],"value":"b"}`, "value: there is no such field"},
	{"value", `{"order":"ASC","value":5}`, "found a number"},
	{"value", `{"order":"UP","value":{"type":"null"}}`, `"ASC" or "DESC", found UP`},
	{"value", `{"value":{"type":"null"}}`, `"ASC" or "DESC", found null`},
	{"value", `{"order":"ASC","values":{"type":"null"}}`, "values: there is no such field"},
	{"value-from-bits", `{"order":"ASC","type":"float","bits":"7fc0"}`, "8 hex digits"},
	{"value-from-bits", `{"order":"ASC","type":"long","bits":"7fc00000"}`, "8 hex digits"},
	{"value-from-bits", `{"type":"float","bits":"7fc00000"}`, "order"},
	{"value-from-utf16", `{"order":"ASC","utf16":[65536]}`, "0 to 65535"},
	{"value-from-utf16", `{"order":"ASC","utf16":"a"}`, "a list of UTF-16 code units"},
	{"value-from-utf16", `{"utf16":[]}`, "order"},
	{"value-from-utf16", `{"order":"ASC","utf16":[0]}`, "U+0000"},
	{"edge-state", `{` + state + `,"color":1}`, "color: there is no such field"},
	{"edge-state", `{` + strings.Replace(state, src, `"source":{"type":"null"}`, 1) + `}`, "source that is not null"},
	{"edge-state", `{` + strings.Replace(state, tgt, `"target":{"type":"null"}`, 1) + `}`, "target that is not null"},
	{"edge-state", `{` + strings.Replace(state, src, `"source":1`, 1) + `}`, "source: expected an object"},
	{"edge-state", `{` + strings.Replace(state, `"table":"t"`, `"table":1`, 1) + `}`, "table: expected a name"},
	{"edge-state", `{` + strings.Replace(state, `"table":"t"`, `"table":"t","tableCode":1`, 1) + `}`, "1 is not the code of t"},
	{"edge-state", `{` + strings.Replace(state, `"table":"t"`, `"table":["t"],"tableCode":1`, 1) + `}`, "table: expected a name, found a list"},
	{"edge-state", `{` + state + `,"properties":[{"code":5,"value":{"type":"byte","value":1},"version":"1"},` +
		`{"code":5,"value":{"type":"byte","value":2},"version":"1"}]}`, "each property once, found code 5 again"},
	{"edge-index", `{` + index + `,"properties":[{"name":"a","value":{"type":"byte","value":1}},{"name":"b","value":{"type":"byte","value":1}},` +
		`{"name":"a","value":{"type":"byte","value":2}}]}`, "each property once"},
	{"edge-state", `{` + strings.Replace(state, `"table":"t"`, `"tableCode":2147483648`, 1) + `}`, "32 bits, found 2147483648"},
	{"edge-state", `{` + strings.Replace(state, `true`, `1`, 1) + `}`, "active: expected true or false"},
	{"edge-state", `{` + strings.Replace(state, `"version":"1"`, `"version":null`, 1) + `}`, "version: expected a whole number"},
	{"edge-state", `{` + state + `,"createdAt":"x"}`, "createdAt: expected a whole number of 64 bits, found x"},
	{"edge-state", `{` + state + `,"deletedAt":[]}`, "deletedAt: expected a whole number"},
	{"edge-state", `{` + state + `,"properties":{}}`, "properties: expected a list"},
	{"edge-state", `{` + state + `,"properties":[1]}`, "properties[0]: expected an object"},
	{"edge-state", `{` + state + `,"properties":[{"code":1,"value":{"type":"null"}}]}`, "version: expected a whole number"},
	{"edge-state", `{` + state + `,"properties":[{"code":1,"version":"1"}]}`, "value: expected an object"},
	{"edge-state", `{` + state + `,"properties":[{"value":{"type":"null"},"version":"1"}]}`, "name: expected a name"},
	{"edge-state", `{` + state + `,"properties":[{"code":1,"value":{"type":"null"},"version":"1","x":1}]}`, "x: there is no such field"},
	{"edge-state", `{` + state + `,"properties":[{"name":"__InsertTs__","value":{"type":"null"},"version":"1"}]}`, "belong to createdAt"},
	{"edge-index", `{` + strings.Replace(index, `"OUT"`, `"BOTH"`, 1) + `}`, `"OUT" or "IN", found BOTH`},
	{"edge-index", `{` + strings.Replace(index, `{"type":"byte","value":1}`, `{"type":"null"}`, 1) + `}`, "a target that is not null"},
	{"edge-index", `{` + strings.Replace(index, `"index":"i",`, ``, 1) + `}`, "index: expected a name"},
	{"edge-index", `{` + index + `,"indexValues":[{"value":{"type":"null"}}]}`, `"ASC" or "DESC", found null`},
	{"edge-index", `{` + index + `,"indexValues":[{"order":"ASC","value":{"type":"string","value":"\u0000"}}]}`, "U+0000"},
	{"edge-index", `{` + index + `,"indexValues":[{"order":"ASC","value":{"type":"null"},"x":1}]}`, "x: there is no such field"},
	{"edge-index", `{` + index + `,"properties":[{"code":1,"value":{"type":"string","value":"\u0000"}}]}`, "U+0000"},
	{"edge-index", `{` + index + `,"properties":[{"code":1,"value":{"type":"null"},"version":"1"}]}`, "version: there is no such field"},
	{"edge-count", `{"table":"t","direction":"IN",` + dirSrc + `}`, "count: expected a whole number"},
	{"edge-count", `{"table":"t","direction":1,` + dirSrc + `,"count":"1"}`, "direction"},
	{"edge-lock", `{"table":"t",` + src + `,` + tgt + `}`, "lockedAt: expected a whole number"},
	{"edge-group", `{"table":"t","direction":"IN",` + dirSrc + `,"sum":"1"}`, "group: expected a name"},
	{"edge-group", `{"table":"t","direction":"IN","group":"g",` + dirSrc + `,"sum":"1","groupValues":[{"type":"string","value":"\u0000"}]}`, "U+0000"},
	{"edge-group", `{"table":"t","direction":"IN","group":"g",` + dirSrc + `,"groupValues":[]}`, "sum: expected a whole number"},
	{"edge-cache", `{"table":"t","direction":"IN",` + dirSrc + `}`, "cache: expected a name"},
	{"edge-cache", `{"table":"t","direction":"IN","cache":"c",` + dirSrc + `}`, "directedTarget: expected an object"},
	{"edge-cache", `{"table":"t","direction":"IN","cache":"c",` + dirSrc + `,"cacheValues":[1]}`, "cacheValues[0]: expected an object"},
	{"edge-id", `{` + src + `}`, "target: expected an object"},
	{"edge-id", `{"x":1,` + src + `,` + tgt + `}`, "x: there is no such field"},
	{"edge-id", `{` + src + `,"target":{"type":"null"}}`, "not null"},
	{"edge-id", `{` + tgt + `}`, "source: expected an object"},
	{"edge-id", `{` + src + `,"target":{"type":"string","value":"\u0000"}}`, "U+0000"},
	{"metastore-row", `{` + strings.Replace(state, src, `"source":{"type":"null"}`, 1) + `}`, "source that is not null"},
	{"metastore-row", `{` + strings.Replace(state, tgt, `"target":{"type":"null"}`, 1) + `}`, "target that is not null"},
	{"metastore-row", `{` + state + `,"properties":[1]}`, "properties[0]"},
}

func TestWhatUpstreamCannotWriteIsRefused(t *testing.T) {
	for _, c := range refusals {
		_, err := encode(t, c.record, c.fields, format.Input{})
		var refusal *format.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s\ngot  %v\nwant %s", c.record, c.fields, err, c.why)
		}
	}
}

func TestPartsLongerThanUpstreamsBufferAreRefused(t *testing.T) {
	text := func(n int) string { return `{"type":"string","value":"` + strings.Repeat("a", n) + `"}` }
	// A state's row key is 4 + source + 5 + 2 + target; the target here takes 3.
	row := func(n int) string {
		return `{"table":"t","source":` + text(n-4-2-5-2-3) + `,"target":{"type":"string","value":"a"},"active":true,"version":"1"}`
	}
	// Its cell is 2 + 9, and 5 + value + 9 for a property.
	cell := func(n int) string {
		return `{` + state + `,"properties":[{"code":1,"value":` + text(n-11-5-2-9) + `,"version":"1"}]}`
	}
	for _, c := range []struct {
		name, fields, part string
	}{{"row", row(5120), store.Row}, {"cell", cell(5120), store.Value}} {
		e, err := encode(t, "edge-state", c.fields, format.Input{})
		if b, _ := e.Part(c.part); err != nil || len(b) != 5120 {
			t.Errorf("%s of 5120 bytes: %d bytes, %v", c.name, len(b), err)
		}
	}
	for _, c := range []struct{ name, fields string }{{"row", row(5121)}, {"cell", cell(5121)}} {
		if _, err := encode(t, "edge-state", c.fields, format.Input{}); err == nil ||
			!strings.Contains(err.Error(), "5121 bytes; Actionbase cannot write more than 5120") {
			t.Errorf("%s of 5121 bytes: %v", c.name, err)
		}
		if _, err := encode(t, "edge-state", c.fields, format.Input{Unlimited: true}); err != nil {
			t.Errorf("%s of 5121 bytes, unlimited: %v", c.name, err)
		}
	}
	if _, err := encode(t, "value", `{"order":"ASC","value":`+text(9000)+`}`, format.Input{}); err != nil {
		t.Errorf("a lone value is limited: %v", err)
	}
}

func TestOnlyWantedPartsAreEncoded(t *testing.T) {
	e, err := encode(t, "edge-state", `{"table":"t",`+src+`,`+tgt+`}`, format.Input{Only: []string{store.Row, store.Family}})
	if err != nil || len(e.Parts) != 2 {
		t.Errorf("%d parts, %v", len(e.Parts), err)
	}
}

var (
	badText    = actionbase.Value{Kind: actionbase.String, Text: []byte("a\x00")}
	oneByte    = actionbase.Value{Kind: actionbase.Byte}
	goodPrefix = actionbase.Prefix{Source: oneByte}
	badPrefix  = actionbase.Prefix{Source: badText}
)

// failures are calls that must fail.
var failures = map[string]func([]byte) ([]byte, error){
	"unknown kind": func(b []byte) ([]byte, error) {
		return actionbase.AppendValue(b, &actionbase.Value{Kind: 99}, order.Asc)
	},
	"not UTF-8": func(b []byte) ([]byte, error) {
		return actionbase.AppendValue(b, &actionbase.Value{Kind: actionbase.String, Text: []byte{0xff}}, order.Desc)
	},
	"not JSON": func(b []byte) ([]byte, error) {
		return actionbase.AppendValue(b, &actionbase.Value{Kind: actionbase.JSON, Text: []byte("{")}, order.Asc)
	},
	"prefix": func(b []byte) ([]byte, error) { return actionbase.AppendPrefix(b, &badText, 1, actionbase.EdgeState) },
	"null source": func(b []byte) ([]byte, error) {
		return actionbase.AppendPrefix(b, &actionbase.Value{}, 1, actionbase.EdgeState)
	},
	"state target": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeStateKey(b, &actionbase.EdgeStateKey{Prefix: goodPrefix, Target: badText})
	},
	"state source": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeStateKey(b, &actionbase.EdgeStateKey{Prefix: badPrefix, Target: oneByte})
	},
	"null target": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeStateKey(b, &actionbase.EdgeStateKey{Prefix: goodPrefix})
	},
	"lock target": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeLockKey(b, &actionbase.EdgeLockKey{Prefix: goodPrefix, Target: badText})
	},
	"state cell": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeStateValue(b, &actionbase.EdgeStateValue{Properties: []actionbase.StateProperty{{Value: badText}}})
	},
	"index value": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeIndexKey(b, &actionbase.EdgeIndexKey{Prefix: goodPrefix, Direction: actionbase.In,
			Values: []actionbase.OrderedValue{{Value: badText}}, Target: oneByte})
	},
	"index target": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeIndexKey(b, &actionbase.EdgeIndexKey{Prefix: goodPrefix, Direction: actionbase.In, Target: badText})
	},
	"direction": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeIndexKey(b, &actionbase.EdgeIndexKey{Prefix: goodPrefix, Target: oneByte})
	},
	"index source": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeIndexKey(b, &actionbase.EdgeIndexKey{Prefix: badPrefix, Direction: actionbase.In, Target: oneByte})
	},
	"index cell": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeIndexValue(b, &actionbase.EdgeIndexValue{Properties: []actionbase.IndexProperty{{Value: badText}}})
	},
	"count": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeCountKey(b, &actionbase.EdgeCountKey{Prefix: goodPrefix, Direction: 4})
	},
	"count source": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeCountKey(b, &actionbase.EdgeCountKey{Prefix: badPrefix, Direction: actionbase.Out})
	},
	"group key": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeGroupKey(b, &actionbase.EdgeGroupKey{Prefix: goodPrefix})
	},
	"group": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeGroupQualifier(b, &actionbase.EdgeGroupQualifier{Values: []actionbase.Value{oneByte, badText}})
	},
	"cache key": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeCacheKey(b, &actionbase.EdgeCacheKey{Prefix: goodPrefix, Direction: 1})
	},
	"cache": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeCacheQualifier(b,
			&actionbase.EdgeCacheQualifier{Values: []actionbase.OrderedValue{{Value: badText}}, Target: oneByte})
	},
	"cache, target": func(b []byte) ([]byte, error) {
		return actionbase.AppendEdgeCacheQualifier(b, &actionbase.EdgeCacheQualifier{})
	},
}

func TestAppendLeavesTheBufferAloneOnFailure(t *testing.T) {
	for name, add := range failures {
		got, err := add([]byte("before"))
		if err == nil || !bytes.Equal(got, []byte("before")) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
