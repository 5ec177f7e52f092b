package exports

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// writeCount writes the fields of an edge count whose source is of a type; without a count, those of its key.
func writeCount(w *value.Writer, kind string, source func(*value.Writer), count int64) {
	w.Object()
	w.Member("tableCode").Int(5)
	w.Member("direction").String("OUT")
	w.Key("directedSource")
	w.Object()
	w.Member("type").String(kind)
	w.Key("value")
	source(w)
	w.EndObject()
	if count != 0 {
		w.Member("count").Int(count)
	}
	w.EndObject()
}

func inForm(cbor bool, fields func(*value.Writer)) []byte {
	w := value.Writer{CBOR: cbor}
	fields(&w)
	return w.Buf
}

// In CBOR, bytes are not the text of their hex digits: no call may write them as a text or a number.
func TestBytesAreNeitherTextNorNumber(t *testing.T) {
	for _, kind := range []string{"string", "json", "long", "double", "boolean"} {
		fields := func(w *value.Writer) { writeCount(w, kind, func(w *value.Writer) { w.Hex([]byte{0x12}) }, 0) }
		data := inForm(true, fields)
		request := inForm(true, func(w *value.Writer) {
			w.Object()
			w.Member("op").String("encode")
			w.Member("format").String("actionbase")
			w.Member("record").String("edge-count")
			w.Key("fields")
			fields(w)
			w.EndObject()
		})
		var e Error
		for name, n := range map[string]int64{
			"rl_encode":         Encode(0, "actionbase", "edge-count", "row", data, 0, room, &e),
			"rl_range":          Range(0, "actionbase", "edge-count", data, RangeStart, room, &e),
			"rl_encode_batch":   EncodeBatch(0, "actionbase", "edge-count", "row", []int32{0, int32(len(data))}, data, 1, 0, make([]int32, 2), nil, room, &e),
			"rl_encode_columns": int64(encodeOne(t, "actionbase", "edge-count", []string{"row"}, TypeCBOR, data).code),
		} {
			if Code(n) != Refused {
				t.Errorf("%s took bytes for a %s: %d", name, kind, n)
			}
		}
		Encode(0, "actionbase", "edge-count", "row", data, 0, room, &e)
		if e.Field != "directedSource.value" || !strings.HasSuffix(e.Message, "found bytes") {
			t.Errorf("bytes for a %s: %+v", kind, e)
		}
		n := Answer(request, room, &e)
		if n < 0 || !strings.Contains(string(room[:n]), `"code":"refused"`) || !strings.Contains(string(room[:n]), "found bytes") {
			t.Errorf("rl_answer took bytes for a %s: %s", kind, room[:max(n, 0)])
		}
	}
}

// A request in CBOR is answered as in JSON, and one that is cut is refused as what it is.
func TestRequestsMayBeCBOR(t *testing.T) {
	request := func(w *value.Writer) {
		w.Object()
		w.Member("id").Int(7)
		w.Member("op").String("encode")
		w.Member("format").String("actionbase")
		w.Member("record").String("edge-count")
		w.Key("fields")
		writeCount(w, "long", func(w *value.Writer) { w.Int(-3) }, 2)
		w.EndObject()
	}
	var answers [2]string
	for k := range answers {
		n := Answer(inForm(k == 1, request), room, new(Error))
		answers[k] = string(room[:max(n, 0)])
	}
	if answers[0] != answers[1] || !strings.Contains(answers[0], `"bytes":{`) {
		t.Errorf("JSON %s\nCBOR %s", answers[0], answers[1])
	}
	cut := inForm(true, request)
	n := Answer(cut[:len(cut)-1], room, new(Error))
	if n < 0 || !strings.Contains(string(room[:n]), "CBOR") {
		t.Errorf("a cut request: %d %s", n, room[:max(n, 0)])
	}
}

// A float is the whole number that it is, and not the one that its shortest text spells.
func TestAFloatIsAWholeNumberOfAnySize(t *testing.T) {
	field := func(digits string) []byte { return []byte(`{"value":` + digits + `}`) }
	for _, c := range []struct {
		number float64
		bits   int
		digits string
	}{
		{1 << 62, 64, "4611686018427387904"}, {-1 << 63, 64, "-9223372036854775808"}, {1 << 31, 32, "2147483648"},
		{1 << 63, 32, "9223372036854775808"}, {1e22, 64, "10000000000000000000000"}, {3, 64, "3"},
	} {
		for _, record := range []string{"biginteger", "long"} {
			want, got, out := make([]byte, 64), make([]byte, 64), new(Error)
			n := Encode(0, "lexicoders", record, "value", field(c.digits), 0, want, out)
			if n < 0 {
				continue // more than 64 bits for a long
			}
			fields := inForm(true, func(w *value.Writer) {
				w.Object()
				w.Key("value")
				w.Float(c.number, c.bits)
				w.EndObject()
			})
			m := Encode(0, "lexicoders", record, "value", fields, 0, got, out)
			if m != n || string(got[:max(m, 0)]) != string(want[:n]) {
				t.Errorf("%s %s: % x, want % x", record, c.digits, got[:max(m, 0)], want[:n])
			}
		}
	}
}

// So it is in a property of Maryk, whose numbers are texts in the fields.
func TestAFloatIsAWholeNumberOfMaryk(t *testing.T) {
	handle := openOrFail(t, "maryk-core", map[string]any{"given": map[string]any{"definition": map[string]any{"type": "Number", "numberType": "SInt64"}}})
	defer SchemaClose(handle)
	fields := inForm(true, func(w *value.Writer) {
		w.Object()
		w.Key("value")
		w.Object()
		w.Member("type").String("SInt64")
		w.Key("value")
		w.Float(1<<62, 64)
		w.EndObject()
		w.EndObject()
	})
	n := Encode(handle, "maryk-core", "storage-value", "value", fields, 0, room, new(Error))
	if got := string(room[:max(n, 0)]); got != "\xc0\x00\x00\x00\x00\x00\x00\x00" {
		t.Errorf("%x", got)
	}
}
