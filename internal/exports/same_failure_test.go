package exports

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/golden"
)

// failure is what a caller is told about a row that fails.
type failure struct {
	Code, Message, Part, Field string
	Offset                     int64
}

// failureIn reads what a batch has in place of a row.
func failureIn(t *testing.T, answer []byte) failure {
	t.Helper()
	var row struct{ Error *failure }
	if err := json.Unmarshal(answer, &row); err != nil || row.Error == nil {
		t.Fatalf("%q: %v", answer, err)
	}
	return *row.Error
}

// inBatch decodes a batch of one row that fails, and returns its code and the reason.
func inBatch(t *testing.T, v *golden.Vector, record string, columns []Column) (Code, failure) {
	t.Helper()
	var e Error
	starts, codes, out := make([]int32, 2), make([]int32, 1), make([]byte, 1<<16)
	n := DecodeBatch(0, v.Format, record, columns, 1, 0, FieldsJSON, starts, codes, out, &e)
	if n < 0 || n > int64(len(out)) || int64(starts[1]) != n {
		t.Fatalf("%s: %d %+v", v.ID, n, e)
	}
	return Code(codes[0]), failureIn(t, out[:n])
}

// inColumn is inBatch for the column of errors.
func inColumn(t *testing.T, v *golden.Vector, record string, columns []Column) (Code, failure) {
	t.Helper()
	var e Error
	codes, out := make([]int32, 1), make([]byte, 1<<16)
	if n := DecodeColumns(0, v.Format, record, columns, 1, 0, []Field{{"", TypeError}}, codes, out, &e); n < 0 || n > int64(len(out)) {
		t.Fatalf("%s: %d %+v", v.ID, n, e)
	}
	offsets, data := binary.NativeEndian.Uint64(out[24:]), binary.NativeEndian.Uint64(out[32:])
	size := binary.NativeEndian.Uint32(out[offsets+4:])
	return Code(codes[0]), failureIn(t, out[data:data+uint64(size)])
}

// Nobody should have to know whether a row came alone or in a batch to tell why it failed. Without schemas, vectors fail for the
// bytes and for want of what the bytes do not say.
func TestARowFailsInABatchAsItDoesAlone(t *testing.T) {
	count := map[Code]int{}
	eachVector(t, func(_ int, v *golden.Vector, parts map[string]string) {
		if !HasRecord(v.Format, v.Record) {
			return
		}
		var list []Part
		var columns []Column
		for _, name := range slices.Sorted(maps.Keys(parts)) {
			b, err := hex.DecodeString(parts[name])
			if err != nil {
				return // the vector is about a wrong request
			}
			list, columns = append(list, Part{name, b}), append(columns, equal(name, b, 1))
		}
		for _, record := range []string{v.Record, ""} {
			var e Error
			if Decode(0, v.Format, record, list, 0, FieldsJSON, nil, &e) >= 0 || e.Code < NullPointer && e.Code != Refused {
				continue // decoded, or the whole call is wrong
			}
			count[e.Code]++
			want := failure{e.Code.String(), e.Message, e.Part, e.Field, e.Offset}
			if code, got := inBatch(t, v, record, columns); code != e.Code || got != want {
				t.Errorf("%s %q, in a batch: %d %+v, want %d %+v", v.ID, record, code, got, e.Code, want)
			}
			if code, got := inColumn(t, v, record, columns); code != e.Code || got != want {
				t.Errorf("%s %q, in a column: %d %+v, want %d %+v", v.ID, record, code, got, e.Code, want)
			}
		}
	})
	if count[Refused] < 1000 || len(count) < 8 {
		t.Errorf("%v: too few kinds of failures", count)
	}
}
