package maryk_test

import (
	"bytes"
	"errors"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// field is a length-delimited protobuf field.
func field(number uint32, content ...[]byte) []byte {
	b := bytes.Join(content, nil)
	return append(maryk.AppendVarint(maryk.AppendExtra(nil, number, 2), uint64(len(b))), b...)
}

// number is a var-int field.
func number(n uint32, v uint64) []byte {
	return maryk.AppendVarint(maryk.AppendExtra(nil, n, 0), v)
}

func text(n uint32, s string) []byte { return field(n, []byte(s)) }

// property is a property with the definition's message of a type.
func property(index uint64, name string, kind uint32, definition ...[]byte) []byte {
	return field(1, number(1, index), text(2, name), field(4, field(kind, definition...)))
}

func meta(name string, more ...[]byte) []byte { return field(2, text(1, name), bytes.Join(more, nil)) }

// dependent is a primitive of the dependents.
func dependent(kind uint32, message ...[]byte) []byte { return field(1, field(kind, message...)) }

const (
	typeEmbed     = 4
	typeEnum      = 5
	typeMap       = 11
	typeReference = 14
	typeString    = 16
	typeValue     = 18
)

// plain is a root model that does not say anything wrong.
func plain(more ...[]byte) []byte {
	return bytes.Join([][]byte{property(1, "x", typeString), bytes.Join(more, nil), meta("Plain")}, nil)
}

// nested is a message inside of a message, and so on, deep times.
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

func hostileModels() map[string]hostileModel {
	keyDef := field(5, field(typeString))
	maps := nested(300, field(typeString), func(b []byte) []byte { return field(typeMap, keyDef, field(6, b)) })
	normalized := nested(300, field(2, []byte{1}), func(b []byte) []byte { return field(7, field(1, b)) })
	var enumCases, manyEnums, manyProperties, doubling []byte
	for i := range 4000 {
		enumCases = append(enumCases, field(2, number(1, uint64(i)), text(2, "case "+strconv.Itoa(i)))...)
		manyEnums = append(manyEnums, property(uint64(i+1), "e"+strconv.Itoa(i), typeEnum, field(4, text(1, "E")))...)
		manyProperties = append(manyProperties, property(uint64(i+2), "p"+strconv.Itoa(i), typeString)...)
	}
	for i := range 40 {
		next := text(4, "V"+strconv.Itoa(i+1))
		doubling = append(doubling, dependent(3, property(1, "a", typeValue, next), property(2, "b", typeValue, next), meta("V"+strconv.Itoa(i)))...)
	}
	doubling = append(doubling, dependent(3, property(1, "a", 6, number(7, 1<<20)), meta("V40"))...)
	enum := dependent(4, text(1, "E"), enumCases)
	key := func(part []byte) []byte { return meta("K", field(3, part)) }
	finalRef := bytes.Join([][]byte{number(1, 1), number(2, 1), text(7, "K")}, nil)
	return map[string]hostileModel{
		"maps of maps of maps":                 {plain(field(1, number(1, 2), text(2, "m"), field(4, maps))), nil, wire.Limit},
		"normalize of normalize":               {append(property(1, "x", typeString), meta("K", field(4, normalized))...), nil, wire.Limit},
		"two properties of one index":          {plain(property(1, "y", typeString)), nil, wire.BadValue},
		"two properties of one name":           {plain(property(2, "x", typeString)), nil, wire.BadValue},
		"two dependents of one name":           {plain(), append(dependent(2, plain()), dependent(2, plain())...), wire.BadValue},
		"two cases of one index":               {plain(property(2, "e", typeEnum, field(4, text(1, "E"), field(2, number(1, 1), text(2, "a")), field(2, number(1, 1), text(2, "b"))))), nil, wire.BadValue},
		"a length of 4 GB":                     {[]byte("\x0a\xff\xff\xff\xff\x0f"), nil, wire.Truncated},
		"a length of 4 GB inside":              {plain([]byte("\x1a\xff\xff\xff\xff\x0f")), nil, wire.Truncated},
		"groups in groups":                     {plain(bytes.Repeat([]byte{0x1b}, 5000)), nil, wire.Limit},
		"value models that double":             {plain(), doubling, wire.BadValue},
		"a value model of itself":              {plain(), dependent(3, property(1, "a", typeValue, text(4, "V")), meta("V")), wire.OK},
		"two embedded models of each other":    {plain(property(2, "e", typeEmbed, text(3, "A"))), append(dependent(2, property(1, "b", typeEmbed, text(3, "B")), meta("A")), dependent(2, property(1, "a", typeEmbed, text(3, "A")), meta("B"))...), wire.OK},
		"two value models of each other":       {plain(), append(dependent(3, property(1, "b", typeValue, text(4, "B")), meta("A")), dependent(3, property(1, "a", typeValue, text(4, "A")), meta("B"))...), wire.OK},
		"an embedded model of itself":          {plain(property(2, "e", typeEmbed, text(3, "M"))), dependent(2, property(1, "m", typeEmbed, text(3, "M")), meta("M")), wire.OK},
		"a key of the model's own keys":        {append(property(1, "r", typeReference, finalRef), key(field(2, []byte{1}))...), nil, wire.OK},
		"an enum that is repeated 4000 times":  {plain(), append(append([]byte(nil), enum...), dependent(2, manyEnums, meta("M"))...), wire.Limit},
		"an enum that was never there":         {plain(property(2, "e", typeEnum, field(4, text(1, "E")))), nil, wire.Missing},
		"4000 properties":                      {plain(manyProperties), nil, wire.OK},
		"a high index":                         {append(property(32767, "x", typeString), meta("K")...), nil, wire.OK},
		"an index of upstream's own":           {append(property(19000, "x", typeString), meta("K")...), nil, wire.BadValue},
		"a key of text":                        {append(property(1, "x", typeString, number(2, 1)), key(field(2, []byte{1}))...), nil, wire.BadValue},
		"a Multiple in a Multiple as key":      {append(property(1, "x", 1, number(2, 1)), key(field(4, field(1, field(4, field(1, field(2, []byte{1}))))))...), nil, wire.BadValue},
		"an empty Multiple":                    {append(property(1, "x", 1, number(2, 1)), key(field(4))...), nil, wire.Missing},
		"a geohash of 12 bits":                 {append(property(1, "x", 8, number(2, 1)), key(field(10, field(1, []byte{1}), number(2, 12)))...), nil, wire.BadValue},
		"an index of a property that is not":   {append(property(1, "x", typeString), meta("K", field(4, field(2, []byte{9})))...), nil, wire.BadValue},
		"the same index many times":            {append(property(1, "x", typeString), meta("K", bytes.Repeat(field(4, field(2, []byte{1})), 5000))...), nil, wire.OK},
		"a default that is cut":                {plain(property(2, "l", 10, field(5, field(typeString)), []byte{0x32, 0x05, 'a'})), nil, wire.Truncated},
		"a decimal of a million digits":        {plain(property(2, "d", 19, number(4, 2), text(7, strings.Repeat("9", 1<<20)))), nil, wire.BadValue},
		"reserved indices without end":         {append(property(1, "x", typeString), meta("K", field(5, bytes.Repeat([]byte{1}, 1<<18)))...), nil, wire.OK},
		"no properties":                        {meta("K"), nil, wire.Missing},
		"no name":                              {property(1, "x", typeString), nil, wire.Missing},
		"nothing":                              {nil, nil, wire.Missing},
		"dependents without a dependent":       {plain(), []byte{}, wire.Missing},
		"a list of embedded values":            {plain(property(2, "l", 10, field(5, field(typeEmbed, text(3, "M"))))), nil, wire.Missing},
		"a map whose keys are embedded values": {plain(property(2, "m", typeMap, field(5, field(typeEmbed, text(3, "M"))), field(6, field(typeString)))), nil, wire.BadType},
	}
}

func TestHostileModelsAreReadOrRefusedClearly(t *testing.T) {
	for name, h := range hostileModels() {
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

// cost decodes annotated, and fails when that takes long or much memory.
func cost(t *testing.T, record string, in *format.Input) error {
	t.Helper()
	var tree span.Tree
	var w value.Writer
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	err := identify.Explain(maryk.Format.Record(record), in, &tree, &w)
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
		{"a transport path without end", "property-ref", "transport", `{"model":"Zoo"}`, append([]byte{0x0d}, bytes.Repeat([]byte{0x05}, big)...)},
		{"a long text", "storage-value", "value", `{"definition":{"type":"String"}}`, bytes.Repeat([]byte{0xff}, big)},
		{"a long decimal", "transport-value", "field", `{"field":1,"definition":{"type":"Decimal","scale":2,"byteSize":128}}`, field(1, bytes.Repeat([]byte{'9'}, big))},
		{"many items", "transport-value", "field", `{"field":1,"definition":{"type":"List","valueDefinition":{"type":"Boolean"}}}`, field(1, bytes.Repeat([]byte{1}, big/8))},
		{"many fields of an embed", "transport-value", "field", `{"field":1,"definition":{"type":"Embed","dataModel":"Zoo"}}`, field(1, bytes.Repeat([]byte{0x78, 2}, big/8))},
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
	m := linked(t).Model("Zoo")
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
	if err := maryk.Format.Record("index-entry").Encode(&format.Input{}, fields, &e); err == nil {
		t.Error("an entry is encoded without a model")
	}
}
