package cell

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// WriteJSON writes a simple value as in Maryk's JSON: booleans; integers up to 32 bits as numbers,
// longer ones as text; floats as a JVM prints them; cases of an enum as "Name(index)"; everything
// else as text.
func WriteJSON(w *value.Writer, v *maryk.Value) {
	switch {
	case v.Type == maryk.Boolean:
		w.Bool(v.Num != 0)
	case v.Type == maryk.Enum:
		w.Text(appendCase(nil, v.Def.Cases.CaseName(uint32(v.Num)), uint32(v.Num)))
	case v.Type != maryk.Number:
		w.Text(appendText(nil, v))
	case v.Number.Float():
		writeFloat(w, v)
	case v.Number == maryk.SInt64:
		w.Int64(int64(v.Num))
	case v.Number == maryk.UInt64:
		w.Uint64(v.Num)
	default:
		w.Int(int64(v.Num))
	}
}

func appendCase(dst []byte, name string, index uint32) []byte {
	dst = strconv.AppendUint(append(append(dst, name...), '('), uint64(index), 10)
	return append(dst, ')')
}

func writeFloat(w *value.Writer, v *maryk.Value) {
	if v.Number == maryk.Float32 {
		w.Text(javanum.AppendText32(nil, float32(v.Float())))
	} else {
		w.Text(javanum.AppendText(nil, v.Float()))
	}
}
