package exports

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/wire"
)

// The numbers are part of the interface. This test repeats them, so that a change
// in package wire cannot change them unnoticed.
func TestCodesKeepTheirNumbers(t *testing.T) {
	want := map[string]Code{
		"truncated": -1, "bad-header": -2, "bad-type": -3, "unterminated": -4, "trailing": -5, "bad-value": -6, "bad-text": -7,
		"bad-json": -8, "null": -9, "missing": -10, "limit": -11, "bad-check": -12, "non-canonical": -13,
		"null-pointer": -100, "bad-length": -101, "bad-offsets": -102, "unknown-format": -103, "unknown-record": -104,
		"bad-part": -105, "bad-option": -106, "bad-handle": -107, "unsupported": -108, "refused": -109, "not-json": -110,
		"too-large": -111, "forked": -112, "internal": -113, "bad-column": -114, "not-cbor": -115,
	}
	table := CodeTable()
	if len(table) != len(want) {
		t.Errorf("%d codes, want %d: add the new one here with its number", len(table), len(want))
	}
	for _, info := range table {
		if info.Code != want[info.Name] {
			t.Errorf("%s is %d, want %d", info.Name, info.Code, want[info.Name])
		}
		if got := info.Code.String(); got != info.Name {
			t.Errorf("code %d is called %s, want %s", info.Code, got, info.Name)
		}
		if got := Strerror(info.Code); got != info.Name+": "+info.Meaning {
			t.Errorf("Strerror(%d) is %q", info.Code, got)
		}
	}
	if len(wireMeanings) != len(wire.Codes()) {
		t.Errorf("%d meanings for %d codes of package wire", len(wireMeanings), len(wire.Codes()))
	}
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "golden", "actionbase", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const valueLine = `{"id":"1","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c8000018f3c9be200"}}`

var long = []byte{0x2c, 0x80, 0, 0x01, 0x8f, 0x3c, 0x9b, 0xe2, 0}

func TestAnAnswerThatDoesNotFitIsMeasured(t *testing.T) {
	var s session.Session
	want := s.Answer(nil, []byte(valueLine))
	for room := range len(want) + 2 {
		out := bytes.Repeat([]byte{0xa5}, room+8)
		if n := Answer([]byte(valueLine), out[:room:room], new(Error)); n != int64(len(want)) {
			t.Fatalf("with room for %d: %d, want %d", room, n, len(want))
		}
		if room >= len(want) && !bytes.Equal(out[:len(want)], want) {
			t.Errorf("with room for %d: %q", room, out[:len(want)])
		}
		if !bytes.Equal(out[room:], bytes.Repeat([]byte{0xa5}, 8)) {
			t.Errorf("with room for %d, bytes after it were written", room)
		}
	}
}

func TestAFailureSaysWhere(t *testing.T) {
	var e Error
	n := Decode(0, "actionbase", "value", []Part{{"value", long[:4]}}, 0, FieldsJSON, nil, &e)
	if n != int64(wireCode(wire.Truncated)) || e.Code != Code(n) || e.Part != "value" || e.Offset < 1 || e.Offset > 4 || e.Row != -1 {
		t.Errorf("%d %+v", n, e)
	}
	var object map[string]any
	if err := json.Unmarshal(e.JSON(nil), &object); err != nil || object["name"] != "truncated" {
		t.Errorf("%s: %v", e.JSON(nil), err)
	}
}

// A call must not keep the caller's memory: after the call, C may free it.
func TestNothingOfTheCallersIsKept(t *testing.T) {
	in := append(make([]byte, 0, 256), long...)
	out := make([]byte, 256)
	name := string([]byte("value"))
	n := Decode(0, "actionbase", "value", []Part{{name, in}}, 0, FieldsJSON, out, new(Error))
	if n < 0 {
		t.Fatal(n)
	}
	c := calls.get() // most likely the one just used; it stays alive below
	defer runtime.KeepAlive(c)
	freed := make(chan bool, 2)
	runtime.SetFinalizer(&in[0], func(*byte) { freed <- true })
	runtime.SetFinalizer(&out[0], func(*byte) { freed <- true })
	in, out = nil, nil
	for range 20 {
		runtime.GC()
		if len(freed) == 2 {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d of 2 buffers were freed", len(freed))
}

func TestSchemasAreSharedByThreads(t *testing.T) {
	model := fixture(t, "actionbase-hbase-shell.schema.json")
	rows := bytes.Split(bytes.TrimSpace(fixture(t, "actionbase-hbase-shell.expected.jsonl")), []byte("\n"))
	handle := SchemaOpen("actionbase", model, new(Error))
	if handle <= 0 {
		t.Fatal(handle)
	}
	defer SchemaClose(handle)
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			out := make([]byte, 1<<16)
			for range 20 {
				for _, line := range rows {
					var row struct{ Record, Row, Value string }
					if err := json.Unmarshal(line, &row); err != nil {
						t.Error(err)
						return
					}
					var e Error
					parts := []Part{{"row", unhex(row.Row)}, {"value", unhex(row.Value)}}
					if n := Decode(handle, "actionbase", row.Record, parts, 0, FieldsJSON, out, &e); n < 0 {
						t.Errorf("%s: %+v", row.Record, e)
						return
					}
				}
				other := SchemaOpen("actionbase", []byte(`{"names":["a"]}`), new(Error))
				if SchemaClose(other) != 0 {
					t.Error("a schema is closed twice")
				}
			}
		})
	}
	group.Wait()
}

func unhex(s string) []byte {
	var b []byte
	const digits = "0123456789abcdef"
	for i := 0; i+1 < len(s); i += 2 {
		b = append(b, byte(strings.IndexByte(digits, s[i])<<4|strings.IndexByte(digits, s[i+1])))
	}
	return b
}

func TestASchemaIsNamedByItsHandle(t *testing.T) {
	answer := func(line string) string {
		out := make([]byte, 4096)
		n := Answer([]byte(line), out, new(Error))
		return string(out[:n])
	}
	if got := answer(`{"id":"d","op":"d\u0065fine","format":"actionbase","given":{"name":"s","names":["a"]}}`); !strings.Contains(got, "rl_schema_open") {
		t.Error(got)
	}
	if got := answer(`{"op":"decode","format":"actionbase","record":"value","schema":99,"bytes":{"value":"00"}}`); !strings.Contains(got, "99") {
		t.Error(got)
	}
}

func TestASteadyDecodeAllocatesLittle(t *testing.T) {
	out := make([]byte, 4096)
	columns := []Column{equal("value", long, 256)}
	starts, codes := make([]int32, 257), make([]int32, 256)
	big := make([]byte, 1<<16)
	// Nothing is allocated, although the collector may empty the pool in between.
	const most = 1
	if n := testing.AllocsPerRun(50, func() {
		DecodeBatch(0, "actionbase", "value", columns, 256, 0, FieldsCBOR, starts, codes, big, new(Error))
	}); n > most {
		t.Errorf("a batch of 256 rows allocates %v times, want at most %d", n, most)
	}
	parts := []Part{{"value", long}}
	if n := testing.AllocsPerRun(50, func() {
		Decode(0, "actionbase", "value", parts, 0, FieldsCBOR, out, new(Error))
	}); n > most {
		t.Errorf("one row allocates %v times, want at most %d", n, most)
	}
}

func TestNoCallStartsAGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	out := make([]byte, 1<<16)
	for range 100 {
		Answer([]byte(valueLine), out, new(Error))
		Inspect([]byte(`{"text":"2c8000018f3c9be200"}`), out, new(Error))
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines, %d before", now, before)
	}
}

// leavesNoGoroutine fails the test if goroutines that it started are still there at its end. One that was told to end
// takes a moment to do so.
func leavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		after := runtime.NumGoroutine()
		for end := time.Now().Add(10 * time.Second); after > before && time.Now().Before(end); after = runtime.NumGoroutine() {
			time.Sleep(time.Millisecond)
		}
		if after > before {
			t.Errorf("%d goroutines, then %d", before, after)
		}
	})
}

func TestZones(t *testing.T) {
	if offset, ok := hostZones.Offset("Asia/Seoul", 1714780800); !ok || offset != 9*3600 {
		t.Error(offset, ok)
	}
	for _, name := range []string{"", "Local", "Not/AZone", "../etc/passwd"} {
		if _, ok := hostZones.Offset(name, 0); ok {
			t.Errorf("%q is a zone", name)
		}
	}
}

// Without a record kind, each row is of one of the format's kinds.
func TestRowsOfAnyKind(t *testing.T) {
	rows := []string{
		"8a21aff9346974656d002bdafe659d297e2983", // a count
		"8a21aff9346974656d002bdafe659d297e29",   // the beginning of a count
		"0021aff9346974656d002bdafe659d297e2983", // a count with a wrong salt
	}
	offsets, data := []int32{0}, []byte(nil)
	for _, row := range rows {
		b, err := hex.DecodeString(row)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, b...)
		offsets = append(offsets, int32(len(data)))
	}
	columns := []Column{{Name: "row", Offsets: offsets, Data: data}}
	out, starts, codes := make([]byte, 1<<12), make([]int32, 4), make([]int32, 3)
	e := new(Error)
	if n := DecodeBatch(0, "actionbase", "", columns, 3, Check, FieldsJSON, starts, codes, out, e); n < 0 {
		t.Fatal(e.Message)
	}
	first := string(out[:starts[1]])
	if want := `"record":"edge-count"}`; codes[0] != 0 || !strings.HasPrefix(first, `{"fields":{`) || !strings.HasSuffix(first, want) {
		t.Errorf("%d %s: want …%s", codes[0], first, want)
	}
	if codes[1] >= 0 || Code(codes[2]).String() != "bad-check" {
		t.Errorf("codes %v: want a cut row and a wrong salt to be refused", codes)
	}
	if n := Encode(0, "actionbase", "", "row", []byte("{}"), 0, out, e); Code(n) != UnknownRecord {
		t.Errorf("encoding any kind: %d", n)
	}
}
