package record

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// csvParts are the columns of bytes. They are fixed so that the header is known before the first row is read.
var csvParts = []string{store.Row, store.Family, store.Qualifier, store.Visibility, store.Key, store.Value, store.Bytes}

// CSVHeader is the first line of records as CSV. The column doubts has doubts about a record
// (lenient, extra, tie, check, canonical) as one JSON object. The last column is the offset of a
// row if its input has no lines.
const CSVHeader = "format,record,row,family,qualifier,visibility,key,value,bytes,timestamp,deleted,file,line,table,cf,fields,error,doubts,offset\r\n"

// csv writes one row and reports whether it could be decoded.
func (x *Writer) csv(r *stream.Row) bool {
	x.cells.Reset()
	id, name, message := "", "", ""
	var doubt *identify.Doubt
	if r.Bad != nil {
		message = r.Bad.Error()
	} else if f, rec, err := x.Decoder.Decode(r.Entry, &x.cells); err != nil {
		id, name, message = err.Format, err.Record, err.Error()
	} else if !x.Decoder.Wants(rec) {
		x.Others++
		return true
	} else {
		id, name, doubt = f.ID, rec.Name, x.Decoder.Doubt()
	}
	b := appendCell(x.w.Buf, id)
	b = appendCell(append(b, ','), name)
	for _, name := range csvParts {
		b = append(b, ',')
		if p, ok := r.Entry.Part(name); ok {
			if len(p) == 0 {
				b = append(b, `""`...) // an empty cell would mean that the row does not have the part
			}
			b = value.AppendHex(b, p)
		}
	}
	s := &r.Entry.Source
	line := ""
	if s.Line > 0 {
		line = strconv.Itoa(s.Line)
	}
	for _, text := range [...]string{r.Entry.Timestamp, r.Entry.Deleted, s.File, line, s.Table, s.CF, string(x.cells.Buf), message} {
		b = appendCell(append(b, ','), text)
	}
	b = append(b, ',')
	if doubt != nil {
		x.cells.Reset()
		x.cells.Object()
		doubt.Write(&x.cells)
		x.cells.EndObject()
		b = appendCell(b, string(x.cells.Buf))
	}
	b = append(b, ',')
	if s.Lineless {
		b = strconv.AppendInt(b, s.Offset, 10)
	}
	x.w.Buf = append(b, "\r\n"...)
	return message == "" && (doubt == nil || x.Lenient || !doubt.Fails())
}

// appendCell appends one cell of a CSV table (RFC 4180). Spreadsheets run a cell that begins with =
// + - @ as a formula, so such a cell gets a leading apostrophe, which marks it as text. Characters
// that could control a terminal are escaped as in JSON; fields are JSON, so they are already
// escaped.
func appendCell(dst []byte, text string) []byte {
	if text == "" {
		return dst
	}
	formula := strings.IndexByte("=+-@", text[0]) >= 0
	at := len(dst)
	dst = append(dst, '"')
	if formula {
		dst = append(dst, '\'')
	}
	quoted := formula
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			dst = append(dst, '"', '"')
			quoted = true
		case c < 0x20 || c >= 0x7f:
			dst, i = appendRun(dst, text, i)
		default:
			quoted = quoted || c == ',' || c == '\'' && i == 0
			dst = append(dst, c)
		}
	}
	if quoted {
		return append(dst, '"')
	}
	return append(dst[:at], dst[at+1:]...)
}

// appendRun appends the run of bytes at i that are not printable ASCII, escaped unless they are
// plain text, and returns the index of the last one.
func appendRun(dst []byte, text string, i int) ([]byte, int) {
	end := i
	for end < len(text) && (text[end] < 0x20 || text[end] >= 0x7f) {
		end++
	}
	n := len(dst)
	dst = value.AppendQuoted(dst, text[i:end])
	return append(dst[:n], dst[n+1:len(dst)-1]...), end - 1
}
