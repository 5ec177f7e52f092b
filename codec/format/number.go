package format

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/value"
)

// Inexact refuses a number with digits that no number of the width (32 or 64 bits) has (value.Exact), and names the one
// that would be stored. It accepts the digits that Java before 19 writes for some numbers. Callers refuse what is not a
// number.
func Inexact(field string, content value.Value, width int) error {
	if content.Kind != value.Number {
		return nil
	}
	f, ok := content.Exact(width)
	if ok || javanum.Elder(value.BytesOf(content.Raw()), f, width) {
		return nil
	}
	expected := "expected a number of " + strconv.Itoa(width) + " bits, found " + Cut(content.Raw())
	if f-f != 0 {
		most := math.MaxFloat64
		if width == 32 {
			most = math.MaxFloat32
		}
		return Refuse(field, expected+"; the greatest is "+strconv.FormatFloat(most, 'g', -1, width))
	}
	return Refuse(field, expected+"; the nearest is "+string(value.AppendFloat(nil, f, width, false)))
}

// FloatBits returns the IEEE bits of the number in an object's member "value", 32 or 64 bits wide.
// NaN means Java's, unless the member "bits" specifies another; for any other number, bits must be
// that number's own. An error names the member.
func FloatBits(j value.Value, width int) (bits uint64, err error) {
	content := j.Member("value")
	if err := Inexact("value", content, width); err != nil {
		return 0, err
	}
	f, ok := content.Float(width)
	stated, hasBits := j.Get("bits")
	if !ok && !(hasBits && content.IsNull()) {
		return 0, Expect(false, "value", "a "+strconv.Itoa(width)+"-bit number", content)
	}
	bits = math.Float64bits(f)
	if width == 32 {
		bits = uint64(math.Float32bits(float32(f)))
	}
	if !hasBits {
		return bits, nil
	}
	b, isHex := stated.Hex()
	if !isHex || 8*len(b) != width {
		return 0, Expect(false, "bits", strconv.Itoa(width/8)+" bytes as hex", stated)
	}
	own := uint64(0)
	for _, c := range b {
		own = own<<8 | uint64(c)
	}
	same := own == bits || f != f && isNaN(own, width)
	return own, Expect(same || !ok, "bits", "those of the value "+content.Raw(), stated)
}

func isNaN(bits uint64, width int) bool {
	if width == 32 {
		return bits&0x7fffffff > 0x7f800000
	}
	return bits&^(1<<63) > 0x7ff0000000000000
}

// OddNaN reports whether the bits are a NaN other than Java's canonical one, which a number alone cannot show.
func OddNaN(bits uint64, width int) bool {
	canonical := uint64(0x7ff8000000000000)
	if width == 32 {
		canonical = 0x7fc00000
	}
	return isNaN(bits, width) && bits != canonical
}

// WriteFloat writes the member "value" of a number of the width, and the member "bits" if it is a
// NaN other than Java's canonical one.
func WriteFloat(w *value.Writer, bits uint64, width int) {
	w.Key("value")
	if width == 32 {
		w.Float(float64(math.Float32frombits(uint32(bits))), 32)
	} else {
		w.Float(math.Float64frombits(bits), 64)
	}
	if OddNaN(bits, width) {
		w.Key("bits")
		WriteBits(w, bits, width)
	}
}

// WriteBits writes the bits of a number of the width as hex.
func WriteBits(w *value.Writer, bits uint64, width int) {
	var room [8]byte
	for i := range room {
		room[i] = byte(bits >> (56 - 8*i))
	}
	w.Hex(room[8-width/8:])
}
