package span

import (
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/internal/calendar"
	"github.com/rowlens/rowlens/codec/value"
)

// TypeOf returns the type of the node in words: that of the field or, if the bytes themselves
// determine it, that of the value.
func (n *Node) TypeOf() string {
	if n.Field.Type != "" {
		return n.Field.Type
	}
	switch n.Value.Kind {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Int:
		return "int" + width(n.Value.Width)
	case Uint:
		return "uint" + width(n.Value.Width)
	case Float32:
		return "float"
	case Float64:
		return "double"
	case Text:
		return "string"
	case JSON:
		return "json"
	case Decimal:
		return "numeric"
	}
	return "value"
}

func width(w uint8) string {
	if w == 0 {
		return ""
	}
	return strconv.Itoa(int(w))
}

// AppendValue appends a value as text for people: numbers in decimal, text in quotes with
// everything invisible escaped, bytes as hex, codes by name if they have one.
func AppendValue(dst []byte, v Value) []byte {
	switch v.Kind {
	case Null:
		return append(dst, "null"...)
	case Bool:
		return strconv.AppendBool(dst, v.Num == 1)
	case Int, Millis:
		return strconv.AppendInt(dst, int64(v.Num), 10)
	case Uint:
		return strconv.AppendUint(dst, v.Num, 10)
	case Float32:
		return value.AppendFloat(dst, float64(math.Float32frombits(uint32(v.Num))), 32, false)
	case Float64:
		return value.AppendFloat(dst, math.Float64frombits(v.Num), 64, false)
	case Text:
		return value.AppendQuoted(dst, string(v.Bytes))
	case JSON:
		return appendVisible(dst, v.Bytes)
	case Decimal:
		return append(dst, v.Bytes...)
	case Bytes:
		return value.AppendHex(dst, v.Bytes)
	case Hash, Enum:
		if len(v.Bytes) > 0 {
			return appendVisible(dst, v.Bytes)
		}
		return strconv.AppendInt(dst, int64(v.Num), 10)
	}
	return dst
}

// appendVisible is AppendQuoted without the quotes and with quotation marks unescaped, for text
// that has its own syntax.
func appendVisible(dst, b []byte) []byte {
	from := 0
	for i, c := range b {
		if c == '"' || c == '\\' {
			dst = appendPlain(dst, b[from:i])
			dst = append(dst, c)
			from = i + 1
		}
	}
	return appendPlain(dst, b[from:])
}

func appendPlain(dst, b []byte) []byte {
	n := len(dst)
	dst = value.AppendQuoted(dst, string(b))
	return append(dst[:n], dst[n+1:len(dst)-1]...)
}

// AppendText appends the node's value as text. A check value is printed as the stored hex.
func (n *Node) AppendText(dst []byte) []byte {
	if n.Field.Role == RoleCheck && n.Value.Kind == Uint {
		dst = append(dst, "0x"...)
		for shift := 8*int(n.End-n.Start) - 4; shift >= 0; shift -= 4 {
			dst = append(dst, "0123456789abcdef"[n.Value.Num>>shift&15])
		}
		return dst
	}
	return AppendValue(dst, n.Value)
}

// AppendName appends the node's value as a name: text unchanged and without quotes.
func (n *Node) AppendName(dst []byte) []byte {
	if v := &n.Value; v.Kind == Text || (v.Kind == Hash || v.Kind == Enum) && len(v.Bytes) > 0 {
		return append(dst, v.Bytes...)
	}
	return n.AppendText(dst)
}

// Raw returns the number behind a value that is shown by name or in hex.
func (n *Node) Raw() (string, bool) {
	switch {
	case n.Value.Kind == Hash, n.Value.Kind == Enum:
		return strconv.FormatInt(int64(n.Value.Num), 10), true
	case n.Field.Role == RoleCheck && n.Value.Kind == Uint:
		return strconv.FormatUint(n.Value.Num, 10), true
	}
	return "", false
}

// Instants from 2001-01-01 to 2101-01-01 UTC, in milliseconds: an integer in this range is also
// shown as a time.
const (
	plausibleFrom = 978307200000
	plausibleTo   = 4133980800000
)

// Time returns the instant that the node's number may stand for.
func (n *Node) Time() (millis int64, ok bool) {
	m := int64(n.Value.Num)
	switch n.Value.Kind {
	case Millis:
		return m, true
	case Int:
		return m, m >= plausibleFrom && m < plausibleTo
	}
	return 0, false
}

// AppendTime appends an instant as ISO 8601 in UTC, "2024-05-03T04:00:01.500Z", with a fraction
// only if there is one.
func AppendTime(dst []byte, millis int64) []byte {
	days := millis / 86400000
	ms := millis % 86400000
	if ms < 0 {
		days, ms = days-1, ms+86400000
	}
	y, m, d := calendar.Date(days)
	if y < 0 || y > 9999 {
		if y < 0 {
			dst, y = append(dst, '-'), -y
		} else {
			dst = append(dst, '+')
		}
	}
	dst = append(pad(dst, y, 4), '-')
	dst = append(pad(dst, int64(m), 2), '-')
	dst = append(pad(dst, int64(d), 2), 'T')
	dst = append(pad(dst, ms/3600000, 2), ':')
	dst = append(pad(dst, ms/60000%60, 2), ':')
	dst = pad(dst, ms/1000%60, 2)
	if ms%1000 != 0 {
		dst = pad(append(dst, '.'), ms%1000, 3)
	}
	return append(dst, 'Z')
}

func pad(dst []byte, n int64, width int) []byte {
	for limit := int64(10); width > 1; width-- {
		if n < limit {
			dst = append(dst, '0')
		}
		limit *= 10
	}
	return strconv.AppendInt(dst, n, 10)
}
