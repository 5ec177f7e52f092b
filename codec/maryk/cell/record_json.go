package cell

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// WriteJSON writes a simple value as in Maryk's JSON: booleans; integers up to 32 bits as numbers,
// longer ones as text; floats as a JVM prints them; cases of an enum as "Name(index)"; value objects
// as objects by property name; everything else as text.
func WriteJSON(w *value.Writer, v *maryk.Value) {
	switch {
	case v.Type == maryk.Boolean:
		w.Bool(v.Num != 0)
	case v.Type == maryk.Enum:
		w.Text(appendCase(nil, v.Def.Cases.CaseName(uint32(v.Num)), uint32(v.Num)))
	case v.Type == maryk.ValueObject && v.Def.Model != nil:
		w.Object()
		for i := range v.Items {
			w.AnyKey(v.Def.Model.Property(v.Items[i].Index).Name)
			WriteJSON(w, &v.Items[i])
		}
		w.EndObject()
	case v.Type != maryk.Number || v.Number.Float():
		w.Text(appendText(nil, v))
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

// appendText appends the text of a simple value as upstream's stores show it: Value.AppendText, but
// floats as a JVM prints them, and points without brackets.
func appendText(dst []byte, v *maryk.Value) []byte {
	switch {
	case v.Type == maryk.GeoPoint:
		latitude, longitude := v.Degrees()
		return javanum.AppendText(append(javanum.AppendText(dst, latitude), ','), longitude)
	case v.Type != maryk.Number || !v.Number.Float():
		return v.AppendText(dst)
	case v.Number == maryk.Float32:
		return javanum.AppendText32(dst, float32(v.Float()))
	}
	return javanum.AppendText(dst, v.Float())
}
