package columns

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/parquet-go/parquet-go"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/typed"
)

// records cover everything: numbers at their limits, empty and absent parts, fields of three kinds, errors,
// doubts, damage, and members that have no column or do not fit theirs.
var records = []string{
	`{"format":"lexicoders","record":"ulong","parts":{"value":"ff"},"timestamp":"-9223372036854775808",` +
		`"source":{"file":"a","line":1},"fields":{"value":"18446744073709551615"}}`,
	`{"format":"lexicoders","record":"double","parts":{"value":""},"source":{"offset":0,"sequence":"18446744073709551615","level":0,"at":3},` +
		`"fields":{"value":"-0.0","value":"1.5"},"tie":["a/b"],"canonical":false}`,
	`{"format":"lexicoders","record":"double","parts":{"key":"00","value":"01"},"fields":{"value":"NaN"},"extra":3}`,
	`{"format":"lexicoders","record":"long","parts":{},"fields":{"value":"ten","unit":"x"}}`,
	`{"format":"lexicoders","record":"bytes","parts":{"bytes":"","state":"01"},"timestamp":"yesterday","fields":{"value":"0aff"},"more":[1,{"a":null}]}`,
	`{"source":{"file":"b.sst"},"error":{"code":"bad-block","message":"m","offset":null,"lost":7,"after":"00ff","surplus":true}}`,
	`{"parts":{"row":"00"},"error":"all","source":"none","fields":["no object"]}`,
	`{}`,
}

// batchOf returns a batch with records given as JSON.
func batchOf(t testing.TB, s *typed.Schema, lines ...string) *typed.Batch {
	t.Helper()
	b, x := typed.NewBatch(s), typed.Filler{Schema: s}
	for _, line := range lines {
		v, err := value.Parse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		var e store.Entry
		for i := range v.Member("parts").Len() {
			part, _ := v.Member("parts").At(i).Hex()
			e.Add(v.Member("parts").Name(i), part)
		}
		e.Timestamp, _ = v.Member("timestamp").Text()
		id, _ := v.Member("format").Text()
		kind, _ := v.Member("record").Text()
		f, rec := codec.Find(id), (*format.Record)(nil)
		if f != nil {
			rec = f.Record(kind)
		}
		x.Write(b, f, rec, &e, func(w *value.Writer) {
			for i := range v.Len() {
				if !slices.Contains([]string{"format", "record", "parts", "timestamp"}, v.Name(i)) {
					w.AnyKey(v.Name(i))
					w.Value(v.At(i))
				}
			}
		})
	}
	return b
}

func written(t testing.TB, s *typed.Schema, lines ...string) (parquetFile, arrowStream []byte) {
	t.Helper()
	return writtenBatch(t, batchOf(t, s, lines...))
}

func writtenBatch(t testing.TB, b *typed.Batch) (parquetFile, arrowStream []byte) {
	t.Helper()
	var p, a bytes.Buffer
	for _, w := range []*Writer{NewParquet(&p, b.Schema), NewArrow(&a, b.Schema)} {
		if err := w.Write(table{b}, b.Len()); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return p.Bytes(), a.Bytes()
}

// texts returns the rows of a Parquet file: the non-null values by path.
func texts(t testing.TB, file []byte) (rows []map[string]string) {
	t.Helper()
	r := parquet.NewReader(bytes.NewReader(file))
	defer r.Close()
	paths := r.Schema().Columns()
	buf := make([]parquet.Row, 16)
	for {
		n, err := r.ReadRows(buf)
		for _, row := range buf[:n] {
			one := map[string]string{}
			for _, v := range row {
				path := strings.Join(paths[v.Column()], ".")
				leaf, _ := r.Schema().Lookup(paths[v.Column()]...)
				switch {
				case v.IsNull():
				case v.Kind() == parquet.ByteArray && leaf.Node.Type().LogicalType() == nil:
					one[path] = fmt.Sprintf("%x", v.ByteArray())
				case leaf.Node.Type().String() == "INT(64,false)":
					one[path] = fmt.Sprint(v.Uint64())
				case v.Kind() == parquet.Double && v.Double() == 0 && math.Signbit(v.Double()):
					one[path] = "-0"
				default:
					one[path] = v.String()
				}
			}
			rows = append(rows, one)
		}
		if errors.Is(err, io.EOF) {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestNothingOfARecordIsLost(t *testing.T) {
	file, _ := written(t, schemaOf(t, "lexicoders", ""), records...)
	want := []map[string]string{
		{"format": "lexicoders", "record": "ulong", "value": "ff", "timestamp": "-9223372036854775808", "source.file": "a",
			"source.line": "1", "fields": `{"value":"18446744073709551615"}`, "lexicoders_ulong.value": "18446744073709551615"},
		{"format": "lexicoders", "record": "double", "value": "", "source.offset": "0", "source.sequence": "18446744073709551615",
			"source.level": "0", "source.at": "3", "fields": `{"value":"-0.0","value":"1.5"}`, "lexicoders_double.value": "-0", "lexicoders_double.rest": `{"value":"1.5"}`,
			"doubts": `{"tie":["a/b"],"canonical":false}`},
		{"format": "lexicoders", "record": "double", "key": "00", "value": "01", "fields": `{"value":"NaN"}`,
			"lexicoders_double.value": "NaN", "doubts": `{"extra":3}`},
		{"format": "lexicoders", "record": "long", "fields": `{"value":"ten","unit":"x"}`,
			"lexicoders_long.rest": `{"value":"ten","unit":"x"}`},
		{"format": "lexicoders", "record": "bytes", "fields": `{"value":"0aff"}`, "lexicoders_bytes.value": "0aff",
			"bytes": "", "rest": `{"parts":{"state":"01"},"timestamp":"yesterday","more":[1,{"a":null}]}`},
		{"source.file": "b.sst", "error.code": "bad-block", "error.message": "m", "error.lost": "7", "error.after": "00ff",
			"rest": `{"error":{"surplus":true}}`},
		{"row": "00", "fields": `["no object"]`, "rest": `{"error":"all","source":"none"}`},
		{},
	}
	got := texts(t, file)
	if len(got) != len(want) {
		t.Fatalf("%d rows", len(got))
	}
	for i := range want {
		if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			t.Errorf("row %d:\n%v\nexpected\n%v", i, got[i], want[i])
		}
	}
}

// An Arrow stream has the columns, types and values of the Parquet file.
func TestArrowSaysTheSame(t *testing.T) {
	s := schemaOf(t, "lexicoders", "")
	file, stream := written(t, s, records...)
	got := arrowRows(t, stream)
	if want := texts(t, file); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Arrow has\n%v\nParquet\n%v", got, want)
	}
}

// arrowRows returns the rows of a stream: the non-null values by path.
func arrowRows(t testing.TB, stream []byte) (got []map[string]string) {
	t.Helper()
	r, err := ipc.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	for r.Next() {
		batch := r.RecordBatch()
		for row := range int(batch.NumRows()) {
			one := map[string]string{}
			for i, f := range batch.Schema().Fields() {
				arrowTexts(one, f.Name, batch.Column(i), row)
			}
			got = append(got, one)
		}
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return got
}

func arrowTexts(to map[string]string, path string, a arrow.Array, row int) {
	if a.IsNull(row) {
		return
	}
	switch a := a.(type) {
	case *array.Struct:
		for i, f := range a.DataType().(*arrow.StructType).Fields() {
			arrowTexts(to, path+"."+f.Name, a.Field(i), row)
		}
	case *array.Binary:
		to[path] = fmt.Sprintf("%x", a.Value(row))
	case *array.Float64:
		to[path] = fmt.Sprint(a.Value(row))
	default:
		to[path] = a.ValueStr(row)
	}
}

// Selected rows of a batch equal those rows in the batch.
func TestSomeRowsOfABatch(t *testing.T) {
	b := batchOf(t, schemaOf(t, "lexicoders", ""), records...)
	file, _ := writtenBatch(t, b)
	all := texts(t, file)
	for n := range len(records) + 1 {
		var p, a bytes.Buffer
		for _, w := range []*Writer{NewParquet(&p, b.Schema), NewArrow(&a, b.Schema)} {
			if err := errors.Join(w.Write(table{b}, n), w.Close()); err != nil {
				t.Fatal(err)
			}
		}
		if got := texts(t, p.Bytes()); fmt.Sprint(got) != fmt.Sprint(all[:n]) {
			t.Errorf("the first %d rows are %v", n, got)
		}
		if got := arrowRows(t, a.Bytes()); fmt.Sprint(got) != fmt.Sprint(all[:n]) {
			t.Errorf("the first %d rows are in Arrow %v", n, got)
		}
		if n == len(records) {
			break
		}
		file, _ := writtenBatch(t, b.Copy(n))
		if got := texts(t, file); fmt.Sprint(got) != fmt.Sprint(all[n:n+1]) {
			t.Errorf("row %d alone is %v", n, got)
		}
	}
	b.Reset()
	if file, _ := writtenBatch(t, b); b.Len() != 0 || len(texts(t, file)) != 0 {
		t.Error("a batch that was reset has rows")
	}
}

func TestSelectedColumns(t *testing.T) {
	kinds, err := typed.Kinds("lexicoders", "")
	if err != nil {
		t.Fatal(err)
	}
	s := typed.NewSchema(kinds)
	if name := s.Select([]string{"record", "line", "parts.value", "lexicoders_ulong.value", "lexicoders_long"}); name != "" {
		t.Fatal(name)
	}
	const want = "record utf8\nvalue binary\nsource struct\n\tline int64\nlexicoders_long struct\n\tvalue int64\n\trest json\n" +
		"lexicoders_ulong struct\n\tvalue uint64\n"
	if s.String() != want {
		t.Errorf("the columns are\n%s", s)
	}
	file, stream := written(t, s, records...)
	if got := fmt.Sprint(texts(t, file)[:4]); got != "[map[lexicoders_ulong.value:18446744073709551615 record:ulong source.line:1 value:ff] "+
		"map[record:double value:] map[record:double value:01] map[lexicoders_long.rest:{\"value\":\"ten\",\"unit\":\"x\"} record:long]]" {
		t.Error(got)
	}
	if len(stream) == 0 {
		t.Error("no stream")
	}
	for _, name := range typed.NewSchema(kinds).Names() {
		if unknown := typed.NewSchema(kinds).Select([]string{name}); unknown != "" {
			t.Errorf("%s is offered and not found", unknown)
		}
	}
	for _, name := range []string{"lines", "source.x", "lexicoders_ulong.value.x", ""} {
		if got := typed.NewSchema(kinds).Select([]string{"record", name}); got != name {
			t.Errorf("%q: %q", name, got)
		}
	}
}

// A file is written in row groups, and the memory in use does not grow with the file.
func TestMemoryIsBounded(t *testing.T) {
	s := schemaOf(t, "actionbase", "")
	w := NewParquet(io.Discard, s)
	var most uint64
	b, x := typed.NewBatch(s), typed.Filler{Schema: s}
	for i := range 30_000 {
		b.Reset()
		x.Write(b, nil, codec.Find("actionbase").Record("edge-count"), new(store.Entry), func(w *value.Writer) {
			w.Member("fields").Object()
			w.Member("directedSource").Object()
			w.Member("value").String(strings.Repeat(fmt.Sprint(i), 600))
			w.EndObject()
			w.EndObject()
		})
		if err := w.Write(table{b}, 1); err != nil {
			t.Fatal(err)
		}
		if i%5000 == 4999 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if most > 192<<20 {
		t.Errorf("%d MiB are in use", most>>20)
	}
	t.Logf("at most %d MiB", most>>20)
}

func TestWritingFails(t *testing.T) {
	s := schemaOf(t, "lexicoders", "long")
	full := errors.New("full")
	for _, w := range []*Writer{NewParquet(failing{full}, s), NewArrow(failing{full}, s)} {
		err := w.Write(table{batchOf(t, s, records[0])}, 1)
		if err = errors.Join(err, w.Close()); !errors.Is(err, full) {
			t.Errorf("the error is %v", err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzRecords passes arbitrary objects to the writers as records: each becomes a row, and nothing panics.
func FuzzRecords(f *testing.F) {
	for _, line := range records {
		f.Add([]byte(line))
	}
	s := schemaOf(f, "lexicoders", "")
	f.Fuzz(func(t *testing.T, line []byte) {
		v, err := value.Parse(line)
		if err != nil || v.Kind != value.Object {
			return
		}
		file, _ := written(t, s, v.String())
		if n := len(texts(t, file)); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
}

func BenchmarkRecords(b *testing.B) {
	s := schemaOf(b, "actionbase", "edge-count")
	one := batchOf(b, s, `{"format":"actionbase","record":"edge-count","parts":{"row":"00bd92fd346974656d2d31002ba95c6311297e2983",`+
		`"value":"0000000000000003"},"timestamp":"1714658400000","source":{"file":"scan.txt","line":2},"fields":{"tableCode":1,`+
		`"direction":"IN","directedSource":{"type":"string","value":"item-1"},"count":"3"}}`)
	for name, w := range map[string]*Writer{"parquet": NewParquet(io.Discard, s), "arrow": NewArrow(io.Discard, s)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Write(table{one}, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
