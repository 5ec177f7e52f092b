package exports

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// vectorLine is the part of a line in golden/vectors that these tests need.
type vectorLine struct {
	ID     string            `json:"id"`
	Record string            `json:"record"`
	Ops    []string          `json:"ops"`
	Given  json.RawMessage   `json:"given"`
	Bytes  map[string]string `json:"bytes"`
	Fields json.RawMessage   `json:"fields"`
}

func vectorsOf(t *testing.T, format string) (list []vectorLine) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "golden", "vectors", format+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v vectorLine
		if json.Unmarshal(lines.Bytes(), &v) == nil { // Decode does not take parts that are lists
			list = append(list, v)
		}
	}
	return list
}

// Decode takes no given: a handle brings it, and the definitions to which it refers.
func TestAHandleBringsWhatIsGiven(t *testing.T) {
	for _, format := range []string{"maryk-core", "maryk-rocksdb", "lexicoders", "accumulograph"} {
		defined, tried := int64(0), 0
		for i, v := range vectorsOf(t, format) {
			if slices.Contains(v.Ops, "define") {
				defined = openOrFail(t, format, map[string]any{"op": "define", "given": v.Given, "bytes": v.Bytes, "uses": usesOf(defined)})
				continue
			}
			if i%5 != 0 || !slices.Contains(v.Ops, "decode") || len(v.Fields) == 0 || len(v.Given) == 0 || bytes.Contains(v.Given, []byte(`true`)) {
				continue
			}
			handle := openOrFail(t, format, map[string]any{"given": v.Given, "uses": usesOf(defined)})
			var parts []Part
			for name, text := range v.Bytes {
				data, err := hex.DecodeString(text)
				if err != nil {
					t.Fatal(err)
				}
				parts = append(parts, Part{name, data})
			}
			tried++
			out := make([]byte, 1<<20)
			var e Error
			n := Decode(handle, format, v.Record, parts, 0, FieldsJSON, out, &e)
			if want := answered(t, format, v, usesOf(defined)); n < 0 || `{"id":null,"fields":`+string(out[:n])+`}` != want {
				t.Errorf("%s: %d %+v\n%s\nwant\n%s", v.ID, n, e, out[:max(n, 0)], want)
			}
			SchemaClose(handle)
		}
		if tried < 50 {
			t.Errorf("%s: only %d vectors", format, tried)
		}
	}
}

func usesOf(handle int64) []int64 {
	if handle == 0 {
		return nil
	}
	return []int64{handle}
}

func openOrFail(t *testing.T, format string, schema any) int64 {
	t.Helper()
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	var e Error
	handle := SchemaOpen(format, text, &e)
	if handle < 0 {
		t.Fatalf("%s: %+v\n%s", format, e, text)
	}
	return handle
}

// answered returns the answer to the equivalent request.
func answered(t *testing.T, format string, v vectorLine, handles []int64) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{"op": "decode", "format": format, "record": v.Record, "given": v.Given,
		"bytes": v.Bytes, "schema": handles})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, 1<<20)
	n := Answer(line, out, new(Error))
	return string(out[:max(n, 0)])
}

func TestSchemasThatAreRefused(t *testing.T) {
	handle := openOrFail(t, "actionbase", map[string]any{"name": "s", "names": []string{"a"}})
	defer SchemaClose(handle)
	uses := fmt.Sprintf(`"uses":[%d]`, handle)
	for text, want := range map[string]Code{
		`{"given":{"schema":"s"},` + uses + `}`:   OK,
		`{"given":{"schema":"t"},` + uses + `}`:   Refused,
		`{"op":"define","given":{},` + uses + `}`: Refused,
		`{"given":["a"]}`:                         Refused,
		`{"given":null}`:                          Refused,
		`{"uses":{}}`:                             BadHandle,
		`{"uses":["x"]}`:                          BadHandle,
		`{"uses":[0]}`:                            BadHandle,
		`{"names":["b"]`:                          NotJSON,
		`{"tables":"none"}`:                       Refused,
	} {
		n := SchemaOpen("actionbase", []byte(text), new(Error))
		if n < 0 && Code(n) != want || n > 0 && want != OK {
			t.Errorf("%s: %d, want %d", text, n, want)
		}
		SchemaClose(n)
	}
	if n := SchemaOpen("hbase-orderedbytes", []byte(`{}`), new(Error)); n != int64(Unsupported) {
		t.Errorf("a format without a schema: %d", n)
	}
	if n := SchemaOpen("maryk-core", []byte(`{`+uses+`}`), new(Error)); n != int64(BadHandle) {
		t.Errorf("a handle of another format: %d", n)
	}
}

func TestALayoutIsASchemaAsALine(t *testing.T) {
	for text, want := range map[string]string{
		"id:u32 name:str":              "",
		" id:u32\n":                    "",
		`{"layout":"id:u32 name:str"}`: "",
		"id:u32 name:strng":            "column 13: expected a type: u8 to u64, ",
		"id:u32,,name:u8":              "column 7: expected a name, a literal such as",
		"id = u32":                     "expected a schema as JSON, or a layout as a line such as id:u32 name:str",
		`{"layout":`:                   "not JSON: ",
		`{"layout":"id:u32 name:sx"}`:  "layout: column 13: expected a type: u8 to u64, ",
	} {
		var e Error
		handle := SchemaOpen("layout", []byte(text), &e)
		if (handle > 0) != (want == "") || !strings.HasPrefix(e.Message, want) {
			t.Errorf("%s: %d, %s, want %q", text, handle, e.Message, want)
		}
		SchemaClose(handle)
	}
}
