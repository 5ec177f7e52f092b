// Package figures formats the figures of a report as text: numbers, sizes, times, reasons.
package figures

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/storage"
)

// Number formats a number with commas between thousands.
func Number(n int64) string {
	text := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(text) - 3; i > first; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Count formats a number with its noun: "1 row", "2,000 rows".
func Count(n int64, noun string) string { return Number(n) + " " + Noun(n, noun) }

// Noun returns the noun in the form for a number: "row", "rows".
func Noun(n int64, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// Bytes formats a size: up to 9,999 in bytes, larger sizes in units based on 1,024.
func Bytes(n int64) string {
	if n < 10_000 {
		return Count(n, "byte")
	}
	size := float64(n) / 1024
	for _, unit := range [...]string{"KB", "MB", "GB"} {
		if size < 1024 {
			return strconv.FormatFloat(size, 'f', 1, 64) + " " + unit
		}
		size /= 1024
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " TB"
}

// Percent formats a part of a whole.
func Percent(part, whole int64) string {
	if whole == 0 {
		return ""
	}
	share := float64(part) / float64(whole) * 100
	if part > 0 && share < 0.1 {
		return "< 0.1 %"
	}
	return strconv.FormatFloat(share, 'f', 1, 64) + " %"
}

// Hex formats a key.
func Hex(b []byte) string { return hex.EncodeToString(b) }

// Time formats an instant, given in milliseconds since 1970, in UTC to the second.
func Time(ms int64) string {
	text := string(span.AppendTime(nil, ms-ms%1000))
	return strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z")
}

// Series returns a title for instants: the name of their field in words.
func Series(t *stats.Times) string {
	if t.Field == "" {
		return "timestamp"
	}
	var words []rune
	for _, c := range t.Field {
		if c >= 'A' && c <= 'Z' {
			words = append(words, ' ')
			c += 'a' - 'A'
		}
		words = append(words, c)
	}
	return string(words)
}

// Types formats the types of a property: "text 12, null 3".
func Types(p *stats.Property) string {
	var list []string
	for _, t := range p.Types {
		list = append(list, t.Name+" "+Number(t.Values))
	}
	return strings.Join(list, ", ")
}

// sentences say what the rows with a reason are.
var sentences = map[string]string{
	"undecodable": "does not decode",
	"lenient":     "only a lenient reader takes it",
	"tie":         "also reads as another kind",
	"check":       "a check does not match",
	"canonical":   "written again, it has other bytes",
}

// Reason returns a reason in words: what is wrong, and where.
func Reason(r *stats.Reason) (what, why string) {
	what = sentences[r.What]
	switch {
	case r.What == "tie":
		why = r.Field
	case r.Code != "" && r.Field != "":
		why = r.Code + " in " + r.Field
	default:
		why = r.Code + r.Field
	}
	return what, why
}

// Deletion returns what marks something as deleted, and with which word.
func Deletion(d *stats.Deletion) (of, what string) {
	if d.Format == "" {
		return "the store", d.Name
	}
	if f := codec.Find(d.Format); f != nil {
		return f.Title, d.Name
	}
	return d.Format, d.Name
}

// Duration formats a duration, which is one of the few widths of bars: "6 hours".
func Duration(ms int64) string {
	for _, u := range [...]struct {
		ms   int64
		name string
	}{{86_400_000, "day"}, {3_600_000, "hour"}, {60_000, "minute"}, {1000, "second"}} {
		if ms >= u.ms {
			return Count(ms/u.ms, u.name)
		}
	}
	return Number(ms) + " ms"
}

// Usage returns a sentence on the space that files take.
func Usage(u *storage.Usage) string {
	text := ""
	if u.Files > 0 {
		text = Count(u.Files, "file")
		if u.Bytes >= 0 {
			text += " of " + Bytes(u.Bytes)
		}
		if len(u.Compression) > 0 {
			text += ", compression " + strings.Join(u.Compression, ", ")
		}
		text += "; "
	}
	return text + "a compaction would free " + Bytes(u.Freed()) + " of keys and values, " + Percent(u.Freed(), max(u.Stored.Bytes(), 1))
}
