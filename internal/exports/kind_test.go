package exports

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"weak"
)

// formatsWithVectors returns the formats that have a file in golden/vectors.
func formatsWithVectors(t *testing.T) (list []string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Join("..", "..", "golden", "vectors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), ".jsonl.gz"); ok {
			list = append(list, name)
		}
	}
	return list
}

// pair is an open kind, and what it was opened with.
type pair struct {
	kind, schema   int64
	format, record string
	flags          uint32
	out, want      []byte
}

// decodes compares a decoding with that of a call that looks everything up.
func (p *pair) decodes(t *testing.T, parts []Part, form uint32) {
	t.Helper()
	var e, wanted Error
	want := Decode(p.schema, p.format, p.record, parts, p.flags, form, p.want, &wanted)
	got := KindDecode(p.kind, parts, form, p.out, &e)
	if got != want || e != wanted || got > 0 && !bytes.Equal(p.out[:got], p.want[:want]) {
		t.Errorf("%s %s, flags %d, form %d: %d %+v\n%s\nwant %d %+v\n%s", p.format, p.record, p.flags, form,
			got, e, p.out[:max(got, 0)], want, wanted, p.want[:max(want, 0)])
	}
}

// encodes does the same for encoding one part.
func (p *pair) encodes(t *testing.T, part string, fields []byte) {
	t.Helper()
	var e, wanted Error
	want := Encode(p.schema, p.format, p.record, part, fields, p.flags, p.want, &wanted)
	got := KindEncode(p.kind, part, fields, p.out, &e)
	if got != want || e != wanted || got > 0 && !bytes.Equal(p.out[:got], p.want[:want]) {
		t.Errorf("%s %s, flags %d: %s of %s: %d %+v, want %d %+v", p.format, p.record, p.flags, part, fields, got, e, want, wanted)
	}
}

// pairs are the kinds of one format, each opened once and used for all calls.
type pairs map[string]*pair

func (all pairs) of(t *testing.T, format string, v vectorLine, flags uint32, defined int64) *pair {
	t.Helper()
	key := strings.Join([]string{v.Record, string(v.Given), string(rune('0' + flags))}, " ")
	if p := all[key]; p != nil {
		return p
	}
	p := &pair{format: format, record: v.Record, flags: flags, out: make([]byte, 1<<20), want: make([]byte, 1<<20)}
	if len(v.Given) > 0 {
		p.schema = openOrFail(t, format, map[string]any{"given": v.Given, "uses": usesOf(defined)})
	}
	var e Error
	if p.kind = KindOpen(p.schema, format, v.Record, flags, &e); p.kind <= 0 {
		t.Fatalf("%s %s: %+v", format, v.Record, e)
	}
	all[key] = p
	return p
}

func (all pairs) close(t *testing.T) {
	t.Helper()
	for _, p := range all {
		if KindClose(p.kind) != 0 || p.schema != 0 && SchemaClose(p.schema) != 0 {
			t.Errorf("%s %s is not open at its end", p.format, p.record)
		}
	}
}

// Nothing of one call affects the next: kinds that have read the previous vectors read each
// vector whole, truncated and in every form, and encode it.
func TestAKindAnswersAsTheCallsWithoutOne(t *testing.T) {
	for _, format := range formatsWithVectors(t) {
		defined, tried, all := int64(0), 0, pairs{}
		for i, v := range vectorsOf(t, format) {
			if slices.Contains(v.Ops, "define") {
				defined = openOrFail(t, format, map[string]any{"op": "define", "given": v.Given, "bytes": v.Bytes, "uses": usesOf(defined)})
				all.close(t)
				all = pairs{}
				continue
			}
			if i%11 != 0 || len(v.Bytes) == 0 || len(v.Record) == 0 {
				continue
			}
			tried++
			p := all.of(t, format, v, []uint32{0, Lenient, Doubts, Check | Strict}[tried%4], defined)
			compare(t, p, v)
		}
		all.close(t)
		if tried < 10 {
			t.Errorf("%s: only %d vectors", format, tried)
		}
	}
}

func compare(t *testing.T, p *pair, v vectorLine) {
	t.Helper()
	var parts []Part
	for name, text := range v.Bytes {
		data, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, Part{name, data})
	}
	for form := range uint32(formsEnd + 1) {
		p.decodes(t, parts, form)
	}
	for i := range parts {
		if fields := []byte(v.Fields); len(fields) > 0 {
			p.encodes(t, parts[i].Name, fields)
			p.encodes(t, parts[i].Name, fields[:len(fields)-1])
		}
		if n := len(parts[i].Data); n > 0 {
			parts[i].Data = parts[i].Data[:n-1]
			p.decodes(t, parts, FieldsJSON)
		}
	}
	p.decodes(t, append(parts, parts[0]), FieldsJSON)
	p.decodes(t, nil, FieldsJSON)
	p.encodes(t, "no-such-part", []byte("{}"))
}

// A kind of any record determines the record kind of each entry anew: what it learnt from one
// entry says nothing about the next.
func TestAKindOfAnyRecord(t *testing.T) {
	p := &pair{format: "actionbase", out: make([]byte, 1<<20), want: make([]byte, 1<<20)}
	p.kind = KindOpen(0, p.format, "", 0, new(Error))
	for i, v := range vectorsOf(t, p.format) {
		if i%31 == 0 && len(v.Bytes) > 0 {
			compare(t, p, v)
		}
	}
	if KindClose(p.kind) != 0 {
		t.Error("it is not open at its end")
	}
}

func TestBatchesOfAKind(t *testing.T) {
	offsets, data := []int32{0, 9, 14, 23}, slices.Concat(long, long[:5], long)
	columns := []Column{{"value", offsets, data}}
	for _, flags := range []uint32{0, Strict, Doubts} {
		kind := KindOpen(0, "actionbase", "value", flags, new(Error))
		var e, wanted Error
		starts, codes, out := make([]int32, 4), make([]int32, 3), make([]byte, 4096)
		starts2, codes2, out2 := make([]int32, 4), make([]int32, 3), make([]byte, 4096)
		want := DecodeBatch(0, "actionbase", "value", columns, 3, flags, FieldsJSON, starts, codes, out, &wanted)
		got := KindDecodeBatch(kind, columns, 3, FieldsJSON, starts2, codes2, out2, &e)
		if got != want || e != wanted || !slices.Equal(starts, starts2) || !slices.Equal(codes, codes2) || !bytes.Equal(out, out2) {
			t.Errorf("flags %d: %d %v %v %s", flags, got, starts2, codes2, out2)
		}
		fields := slices.Clone(out[:max(want, 0)])
		back, back2 := make([]byte, 64), make([]byte, 64)
		want = EncodeBatch(0, "actionbase", "value", "value", starts, fields, 3, flags, slices.Clone(starts), codes, back, &wanted)
		got = KindEncodeBatch(kind, "value", starts, fields, 3, slices.Clone(starts), codes2, back2, &e)
		if got != want || e != wanted || !slices.Equal(codes, codes2) || !bytes.Equal(back, back2) {
			t.Errorf("flags %d: %d %+v %v, want %d %+v %v", flags, got, e, codes2, want, wanted, codes)
		}
		if n := KindDecodeBatch(kind, columns, 3, formsEnd, starts, codes, out, &e); n != int64(BadOption) {
			t.Errorf("an unknown form: %d", n)
		}
		bad := []int32{0, 9, 4, 23}
		if n := KindDecodeBatch(kind, []Column{{"value", bad, data}}, 3, FieldsJSON, starts, codes, out, &e); n != int64(BadOffsets) {
			t.Errorf("offsets that go back: %d", n)
		}
		if n := KindEncodeBatch(kind, "value", bad, data, 3, starts, codes, out, &e); n != int64(BadOffsets) {
			t.Errorf("offsets that go back: %d", n)
		}
		KindClose(kind)
	}
}

func TestHandlesThatAreOfNoKind(t *testing.T) {
	schema := openOrFail(t, "actionbase", map[string]any{"names": []string{"a"}})
	defer SchemaClose(schema)
	open := KindOpen(schema, "actionbase", "value", 0, new(Error))
	defer KindClose(open)
	closed := KindOpen(0, "actionbase", "value", 0, new(Error))
	if KindClose(closed) != 0 || KindClose(closed) != int64(BadHandle) {
		t.Error("a kind is closed once")
	}
	again := KindOpen(0, "actionbase", "value", 0, new(Error))
	defer KindClose(again)
	if again == closed || again&placeMask != closed&placeMask {
		t.Errorf("%x after %x: want another handle at the same place", again, closed)
	}
	starts, codes, out := make([]int32, 2), make([]int32, 1), make([]byte, 64)
	parts, columns := []Part{{"value", long}}, []Column{{"value", []int32{0, 9}, long}}
	wrong := []int64{0, -1, 1, schema, closed, open + 1, open ^ 1<<40, open &^ kindBit, -open, kindBit, 1<<63 - 1, -1 << 63, placeMask}
	for _, h := range wrong {
		for name, n := range map[string]int64{
			"decode":       KindDecode(h, parts, FieldsJSON, out, new(Error)),
			"decode batch": KindDecodeBatch(h, columns, 1, FieldsJSON, starts, codes, out, new(Error)),
			"encode":       KindEncode(h, "value", []byte("{}"), out, new(Error)),
			"encode batch": KindEncodeBatch(h, "value", []int32{0, 2}, []byte("{}"), 1, starts, codes, out, new(Error)),
			"close":        KindClose(h),
		} {
			if n != int64(BadHandle) {
				t.Errorf("%s with %x: %d", name, h, n)
			}
		}
	}
	if n := SchemaClose(open); n != int64(BadHandle) {
		t.Errorf("a kind closed as a schema: %d", n)
	}
	if n := KindDecode(open, parts, FieldsJSON, out, new(Error)); n <= 0 {
		t.Errorf("the open kind: %d", n)
	}
}

func TestKindsThatCannotBeOpened(t *testing.T) {
	schema := openOrFail(t, "actionbase", map[string]any{"names": []string{"a"}})
	defer SchemaClose(schema)
	for _, c := range []struct {
		schema         int64
		format, record string
		flags          uint32
		want           Code
	}{
		{0, "no-such", "value", 0, UnknownFormat}, {0, "actionbase", "no-such", 0, UnknownRecord}, {0, "actionbase", "value", flagsEnd, BadOption},
		{-1, "actionbase", "value", 0, BadHandle}, {schema, "maryk-core", "hlc", 0, BadHandle}, {schema, "maryk-core", "", 0, BadHandle},
	} {
		var e Error
		if n := KindOpen(c.schema, c.format, c.record, c.flags, &e); n != int64(c.want) || e.Code != c.want {
			t.Errorf("%+v: %d %+v", c, n, e)
		}
	}
	var full kinds
	table := make([]atomic.Pointer[kind], placeMask+1)
	full.table.Store(&table)
	if n := full.add(new(kind)); n != 0 {
		t.Errorf("with every place taken: %d", n)
	}
}

// A kind keeps what it needs of a schema after the schema is closed.
func TestAKindOutlivesItsSchema(t *testing.T) {
	key, err := hex.DecodeString("8a21aff9346974656d002bdafe659d297e2983")
	if err != nil {
		t.Fatal(err)
	}
	schema := openOrFail(t, "actionbase", map[string]any{"names": []string{"demo.follow"}})
	kind := KindOpen(schema, "actionbase", "edge-count", 0, new(Error))
	defer KindClose(kind)
	SchemaClose(schema)
	out := make([]byte, 4096)
	n := KindDecode(kind, []Part{{"row", key}}, FieldsJSON, out, new(Error))
	if n < 0 || !bytes.Contains(out[:n], []byte(`"table":"demo.follow"`)) {
		t.Errorf("%d %s", n, out[:max(n, 0)])
	}
}

// Threads open, use and close kinds while others do. The race detector runs this.
func TestKindsAreSharedByThreads(t *testing.T) {
	shared := KindOpen(0, "actionbase", "value", 0, new(Error))
	var group sync.WaitGroup
	var handles sync.Map
	for range 16 {
		group.Go(func() {
			out := make([]byte, 256)
			for range 100 {
				own := KindOpen(0, "actionbase", "value", 0, new(Error))
				if _, twice := handles.LoadOrStore(own, true); twice {
					t.Errorf("handle %x is given twice", own)
				}
				for _, h := range []int64{shared, own} {
					if n := KindDecode(h, []Part{{"value", long}}, FieldsJSON, out, new(Error)); n <= 0 {
						t.Errorf("%x: %d", h, n)
					}
				}
				if KindClose(own) != 0 || KindDecode(own, nil, 0, nil, new(Error)) != int64(BadHandle) {
					t.Errorf("%x is not closed", own)
				}
			}
		})
	}
	group.Wait()
	if KindClose(shared) != 0 {
		t.Error("the shared kind was closed")
	}
}

// Memory that C passes may be freed after the call, even while the kind stays open.
func TestAKindKeepsNothingOfTheCallers(t *testing.T) {
	kind := KindOpen(0, "actionbase", "value", 0, new(Error))
	defer KindClose(kind)
	in, out := append(make([]byte, 0, 256), long...), make([]byte, 256)
	if n := KindDecode(kind, []Part{{string([]byte("value")), in}}, FieldsJSON, out, new(Error)); n < 0 {
		t.Fatal(n)
	}
	fields := []byte(`{"order":"ASC","value":{"type":"string","value":"` + strings.Repeat("a", 100) + `"}}`)
	if n := KindEncode(kind, string([]byte("value")), fields, out, new(Error)); n < 0 {
		t.Fatal(n)
	}
	k := openKinds.find(kind)
	d, n := k.decoders.get(), k.encoders.get() // most likely the ones just used; they stay alive below
	defer runtime.KeepAlive(d)
	defer runtime.KeepAlive(n)
	freed := make(chan bool, 3)
	runtime.SetFinalizer(&in[0], func(*byte) { freed <- true })
	runtime.SetFinalizer(&out[0], func(*byte) { freed <- true })
	runtime.SetFinalizer(&fields[0], func(*byte) { freed <- true })
	in, out, fields = nil, nil, nil
	for range 20 {
		runtime.GC()
		if len(freed) == 3 {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d of 3 buffers were freed", len(freed))
}

func TestASteadyDecodeOfAKindAllocatesLittle(t *testing.T) {
	kind := KindOpen(0, "actionbase", "value", 0, new(Error))
	defer KindClose(kind)
	parts, out := []Part{{"value", long}}, make([]byte, 4096)
	var e Error
	// Nothing is allocated, although the collector may empty the pool in between.
	if n := testing.AllocsPerRun(50, func() { KindDecode(kind, parts, FieldsCBOR, out, &e) }); n > 1 {
		t.Errorf("one row allocates %v times, want at most 1", n)
	}
}

// Kinds that are opened and closed leave nothing behind, however many there are.
func TestClosedKindsAreFreed(t *testing.T) {
	handle := KindOpen(0, "actionbase", "value", 0, new(Error))
	if n := KindDecode(handle, []Part{{"value", long}}, FieldsJSON, make([]byte, 256), new(Error)); n < 0 {
		t.Fatal(n)
	}
	closed := weak.Make(openKinds.find(handle))
	KindClose(handle)
	before := len(*openKinds.table.Load())
	for range 1000 {
		KindClose(KindOpen(0, "actionbase", "value", 0, new(Error)))
	}
	if now := len(*openKinds.table.Load()); now != before {
		t.Errorf("the table has %d places after 1000 kinds, one after the other, and had %d", now, before)
	}
	for range 20 {
		runtime.GC()
		if closed.Value() == nil {
			return
		}
	}
	t.Error("a closed kind is still in memory")
}
