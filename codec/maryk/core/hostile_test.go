package core_test

import (
	"bytes"
	"errors"
	"maps"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/core"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// plain returns a root model without errors.
func plain(more ...[]byte) []byte {
	return bytes.Join([][]byte{marykfixture.Property(1, "x", marykfixture.TypeString), bytes.Join(more, nil),
		marykfixture.Meta("Plain")}, nil)
}

// nested returns a message inside a message, and so on, deep times.
func nested(deep int, inner []byte, wrap func([]byte) []byte) []byte {
	for range deep {
		inner = wrap(inner)
	}
	return inner
}

type hostileModel struct {
	model, deps []byte
	code        wire.Code // OK: it can be read
}

// keyed returns a model with this key.
func keyed(part []byte) []byte { return marykfixture.Meta("K", marykfixture.Field(3, part)) }

func hostileModels() map[string]hostileModel {
	keyDef := marykfixture.Field(5, marykfixture.Field(marykfixture.TypeString))
	maps := nested(300, marykfixture.Field(marykfixture.TypeString), func(b []byte) []byte {
		return marykfixture.Field(marykfixture.TypeMap, keyDef, marykfixture.Field(6, b))
	})
	normalized := nested(300, marykfixture.Field(2, []byte{1}),
		func(b []byte) []byte { return marykfixture.Field(7, marykfixture.Field(1, b)) })
	var enumCases, manyEnums, manyProperties, doubling []byte
	for i := range 4000 {
		enumCases = append(enumCases, marykfixture.Field(2, marykfixture.Number(1, uint64(i)), marykfixture.Text(2, "case "+strconv.Itoa(i)))...)
		manyEnums = append(manyEnums, marykfixture.Property(uint64(i+1), "e"+strconv.Itoa(i), marykfixture.TypeEnum,
			marykfixture.Field(4, marykfixture.Text(1, "E")))...)
		manyProperties = append(manyProperties, marykfixture.Property(uint64(i+2), "p"+strconv.Itoa(i), marykfixture.TypeString)...)
	}
	for i := range 40 {
		next := marykfixture.Text(4, "V"+strconv.Itoa(i+1))
		doubling = append(doubling, marykfixture.Dependent(3, marykfixture.Property(1, "a", marykfixture.TypeValue, next),
			marykfixture.Property(2, "b", marykfixture.TypeValue, next), marykfixture.Meta("V"+strconv.Itoa(i)))...)
	}
	doubling = append(doubling, marykfixture.Dependent(3, marykfixture.Property(1, "a", 6, marykfixture.Number(7, 1<<20)),
		marykfixture.Meta("V40"))...)
	enum := marykfixture.Dependent(4, marykfixture.Text(1, "E"), enumCases)
	finalRef := bytes.Join([][]byte{marykfixture.Number(1, 1), marykfixture.Number(2, 1), marykfixture.Text(7, "K")}, nil)
	return map[string]hostileModel{
		"maps of maps of maps": {plain(marykfixture.Field(1, marykfixture.Number(1, 2), marykfixture.Text(2, "m"),
			marykfixture.Field(4, maps))), nil, wire.Limit},
		"normalize of normalize": {append(marykfixture.Property(1, "x", marykfixture.TypeString),
			marykfixture.Meta("K", marykfixture.Field(4, normalized))...), nil, wire.Limit},
		"two properties of one index": {plain(marykfixture.Property(1, "y", marykfixture.TypeString)), nil, wire.BadValue},
		"two properties of one name":  {plain(marykfixture.Property(2, "x", marykfixture.TypeString)), nil, wire.BadValue},
		"two dependents of one name": {plain(),
			append(marykfixture.Dependent(2, plain()), marykfixture.Dependent(2, plain())...), wire.BadValue},
		"two cases of one index": {plain(marykfixture.Property(2, "e", marykfixture.TypeEnum,
			marykfixture.Field(4, marykfixture.Text(1, "E"),
				marykfixture.Field(2, marykfixture.Number(1, 1), marykfixture.Text(2, "a")),
				marykfixture.Field(2, marykfixture.Number(1, 1), marykfixture.Text(2, "b"))))), nil, wire.BadValue},
		"a length of 4 GB":         {[]byte("\x0a\xff\xff\xff\xff\x0f"), nil, wire.Truncated},
		"a length of 4 GB inside":  {plain([]byte("\x1a\xff\xff\xff\xff\x0f")), nil, wire.Truncated},
		"groups in groups":         {plain(bytes.Repeat([]byte{0x1b}, 5000)), nil, wire.Limit},
		"value models that double": {plain(), doubling, wire.BadValue},
		"a value model of itself": {plain(),
			marykfixture.Dependent(3, marykfixture.Property(1, "a", marykfixture.TypeValue, marykfixture.Text(4, "V")),
				marykfixture.Meta("V")), wire.OK},
		"two embedded models of each other": {plain(marykfixture.Property(2, "e", marykfixture.TypeEmbed,
			marykfixture.Text(3, "A"))), append(marykfixture.Dependent(2,
			marykfixture.Property(1, "b", marykfixture.TypeEmbed, marykfixture.Text(3, "B")), marykfixture.Meta("A")),
			marykfixture.Dependent(2, marykfixture.Property(1, "a", marykfixture.TypeEmbed, marykfixture.Text(3, "A")),
				marykfixture.Meta("B"))...), wire.OK},
		"two value models of each other": {plain(),
			append(marykfixture.Dependent(3, marykfixture.Property(1, "b", marykfixture.TypeValue, marykfixture.Text(4, "B")),
				marykfixture.Meta("A")), marykfixture.Dependent(3,
				marykfixture.Property(1, "a", marykfixture.TypeValue, marykfixture.Text(4, "A")), marykfixture.Meta("B"))...), wire.OK},
		"an embedded model of itself": {plain(marykfixture.Property(2, "e", marykfixture.TypeEmbed,
			marykfixture.Text(3, "M"))), marykfixture.Dependent(2,
			marykfixture.Property(1, "m", marykfixture.TypeEmbed, marykfixture.Text(3, "M")), marykfixture.Meta("M")), wire.OK},
		"a key of the model's own keys": {append(marykfixture.Property(1, "r", marykfixture.TypeReference, finalRef),
			keyed(marykfixture.Field(2, []byte{1}))...), nil, wire.OK},
		"an enum that is repeated 4000 times": {plain(),
			append(append([]byte(nil), enum...), marykfixture.Dependent(2, manyEnums, marykfixture.Meta("M"))...), wire.Limit},
		"an enum that was never there": {plain(marykfixture.Property(2, "e", marykfixture.TypeEnum,
			marykfixture.Field(4, marykfixture.Text(1, "E")))), nil, wire.Missing},
		"4000 properties": {plain(manyProperties), nil, wire.OK},
		"a high index": {append(marykfixture.Property(32767, "x", marykfixture.TypeString),
			marykfixture.Meta("K")...), nil, wire.OK},
		"an index of upstream's own": {append(marykfixture.Property(19000, "x", marykfixture.TypeString),
			marykfixture.Meta("K")...), nil, wire.BadValue},
	}
}

// hostileDefinitions returns models with one wrong key, index or property.
func hostileDefinitions() map[string]hostileModel {
	return map[string]hostileModel{
		"a key of text": {append(marykfixture.Property(1, "x", marykfixture.TypeString,
			marykfixture.Number(2, 1)), keyed(marykfixture.Field(2, []byte{1}))...), nil, wire.BadValue},
		"a Multiple in a Multiple as key": {append(marykfixture.Property(1, "x", 1, marykfixture.Number(2, 1)),
			keyed(marykfixture.Field(4, marykfixture.Field(1,
				marykfixture.Field(4, marykfixture.Field(1, marykfixture.Field(2, []byte{1}))))))...), nil, wire.BadValue},
		"an empty Multiple": {append(marykfixture.Property(1, "x", 1, marykfixture.Number(2, 1)),
			keyed(marykfixture.Field(4))...), nil, wire.Missing},
		"a geohash of 12 bits": {append(marykfixture.Property(1, "x", 8, marykfixture.Number(2, 1)),
			keyed(marykfixture.Field(10, marykfixture.Field(1, []byte{1}), marykfixture.Number(2, 12)))...), nil, wire.BadValue},
		"an index of a property that is not": {append(marykfixture.Property(1, "x", marykfixture.TypeString),
			marykfixture.Meta("K", marykfixture.Field(4, marykfixture.Field(2, []byte{9})))...), nil, wire.BadValue},
		"the same index many times": {append(marykfixture.Property(1, "x", marykfixture.TypeString),
			marykfixture.Meta("K", bytes.Repeat(marykfixture.Field(4, marykfixture.Field(2, []byte{1})), 5000))...), nil, wire.OK},
		"a default that is cut": {plain(marykfixture.Property(2, "l", 10,
			marykfixture.Field(5, marykfixture.Field(marykfixture.TypeString)), []byte{0x32, 0x05, 'a'})), nil, wire.Truncated},
		"a decimal of a million digits": {plain(marykfixture.Property(2, "d", 19, marykfixture.Number(4, 2),
			marykfixture.Text(7, strings.Repeat("9", 1<<20)))), nil, wire.BadValue},
		"reserved indices without end": {append(marykfixture.Property(1, "x", marykfixture.TypeString),
			marykfixture.Meta("K", marykfixture.Field(5, bytes.Repeat([]byte{1}, 1<<18)))...), nil, wire.OK},
		"no properties":                  {marykfixture.Meta("K"), nil, wire.Missing},
		"no name":                        {marykfixture.Property(1, "x", marykfixture.TypeString), nil, wire.Missing},
		"nothing":                        {nil, nil, wire.Missing},
		"dependents without a dependent": {plain(), []byte{}, wire.Missing},
		"a list of embedded values": {plain(marykfixture.Property(2, "l", 10,
			marykfixture.Field(5, marykfixture.Field(marykfixture.TypeEmbed, marykfixture.Text(3, "M"))))), nil, wire.Missing},
		"a map whose keys are embedded values": {plain(marykfixture.Property(2, "m", marykfixture.TypeMap,
			marykfixture.Field(5, marykfixture.Field(marykfixture.TypeEmbed, marykfixture.Text(3, "M"))),
			marykfixture.Field(6, marykfixture.Field(marykfixture.TypeString)))), nil, wire.BadType},
	}
}

func TestHostileModelsAreReadOrRefusedClearly(t *testing.T) {
	all := hostileModels()
	maps.Copy(all, hostileDefinitions())
	for name, h := range all {
		t.Run(name, func(t *testing.T) {
			in := format.Input{Lenient: true}
			in.Entry.Add("model", h.model)
			if h.deps != nil {
				in.Entry.Add("dependents", h.deps)
			}
			err := cost(t, "model-definition", &in)
			var e *wire.Error
			if err != nil && !errors.As(err, &e) {
				t.Fatalf("an error of another type: %v", err)
			}
			code := wire.OK
			if e != nil {
				code = e.Code
			}
			if code != h.code {
				t.Errorf("%v, want %v", err, h.code)
			}
		})
	}
}

// cost decodes with a tree, and fails if that takes much time or memory.
func cost(t *testing.T, record string, in *format.Input) error {
	t.Helper()
	var tree span.Tree
	var w value.Writer
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	err := identify.Explain(core.Format.Record(record), in, &tree, &w)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
	// Two nodes of 120 bytes for each byte, the model, its JSON.
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(1500*in.Entry.Len()+4<<20); got > most {
		t.Errorf("%d bytes are allocated for %d, %v", got, in.Entry.Len(), err)
	}
	if took > 5*time.Second {
		t.Errorf("takes %v", took)
	}
	return err
}

func TestHostileBytesTakeLittleTimeAndMemory(t *testing.T) {
	const big = 1 << 20
	known := schemas(t)
	given := func(text string) value.Value {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	zoo := `{"model":"Zoo","index":{"part":"Multiple","parts":[{"part":"Ref","ref":"name"},{"part":"Ref","ref":"title"}]},"key":"00"}`
	for _, c := range []struct {
		name, record, part, given string
		b                         []byte
	}{
		{"embeds without end", "property-ref", "storage", `{"model":"Zoo"}`, append([]byte{0x6e}, bytes.Repeat([]byte{0x2e}, big)...)},
		{"embeds without a model", "property-ref", "storage", `{}`, bytes.Repeat([]byte{0x0e}, big)},
		{"maps without a model", "property-ref", "storage", `{}`, bytes.Repeat([]byte{0x0c, 0, 4}, big/3)},
		{"markers without end", "property-ref", "storage", `{}`, append([]byte{0x0c}, bytes.Repeat([]byte{0, 4}, big)...)},
		{"a transport path without end", "property-ref", "transport", `{"model":"Zoo"}`,
			append([]byte{0x0d}, bytes.Repeat([]byte{0x05}, big)...)},
		{"a long text", "storage-value", "value", `{"definition":{"type":"String"}}`, bytes.Repeat([]byte{0xff}, big)},
		{"a long decimal", "transport-value", "field", `{"field":1,"definition":{"type":"Decimal","scale":2,"byteSize":128}}`,
			marykfixture.Field(1, bytes.Repeat([]byte{'9'}, big))},
		{"many items", "transport-value", "field", `{"field":1,"definition":{"type":"List","valueDefinition":{"type":"Boolean"}}}`,
			marykfixture.Field(1, bytes.Repeat([]byte{1}, big/8))},
		{"many fields of an embed", "transport-value", "field", `{"field":1,"definition":{"type":"Embed","dataModel":"Zoo"}}`,
			marykfixture.Field(1, bytes.Repeat([]byte{0x78, 2}, big/8))},
		{"lengths without end", "index-entry", "entries", zoo, bytes.Repeat([]byte{0x80}, big)},
		{"lengths of nothing", "index-entry", "entries", zoo, bytes.Repeat([]byte{0x00}, big)},
		{"a var-int without end", "varint", "value", `{"type":"ULong"}`, bytes.Repeat([]byte{0x80}, big)},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, lenient := range []bool{false, true} {
				in := format.Input{Given: given(c.given), Schemas: known, Lenient: lenient}
				in.Entry.Add(c.part, c.b)
				_ = cost(t, c.record, &in)
			}
		})
	}
}

func TestEntriesOfARecordAreBounded(t *testing.T) {
	m := marykfixture.Linked(t).Model("Zoo")
	var names []string
	for i := range 500 {
		names = append(names, `{"type":"String","value":"`+strconv.Itoa(i)+`"}`)
	}
	tags := `{"type":"Set","value":[` + strings.Join(names, ",") + `]}`
	fields, err := value.Parse([]byte(`{"tags":` + tags + `}`))
	if err != nil {
		t.Fatal(err)
	}
	record, err := maryk.ParseRecord(fields, m)
	if err != nil {
		t.Fatal(err)
	}
	description, err := value.Parse([]byte(`{"part":"Multiple","parts":[{"part":"Ref","ref":"tags.*"},{"part":"Ref","ref":"tags.*"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	x, err := maryk.ParseIndex(description, m)
	if err != nil {
		t.Fatal(err)
	}
	if _, entries, err := x.Entries(&record, nil); err == nil {
		t.Errorf("%d entries, want a refusal", len(entries))
	}
	var e store.Entry
	if err := core.Format.Record("index-entry").Encode(&format.Input{}, fields, &e); err == nil {
		t.Error("an entry is encoded without a model")
	}
}
