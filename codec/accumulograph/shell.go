package accumulograph

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Formatters of the Accumulo shell.
//
//	default      <row> <family>:<qualifier> [<visibility>]<TAB><value>
//	default-ts   … [<visibility>] <timestamp><TAB><value>
//	date         the timestamp as yyyy/MM/dd HH:mm:ss.SSS, UTC
//	default-showN  row, family, qualifier and value cut to N bytes
//	hex, hex-ts  <row>  <family>  <qualifier> [<visibility>] [<timestamp>  ]<value>
//
// Bytes 20 to 7e are printed as they are, a backslash as \\, others as \xHH. The visibility is
// printed unchanged. Without a value there is no TAB.
const (
	formatterDefault = "default"
	formatterTime    = "default-ts"
	formatterDate    = "date"
	formatterShow    = "default-show"
	formatterHex     = "hex"
	formatterHexTime = "hex-ts"
)

// shellCell is an entry as the shell prints it.
type shellCell struct {
	row, family, qualifier, visibility, value []byte
	timestamp                                 string
}

// derivePrint writes the line that the shell prints for an entry.
func derivePrint(in *format.Input, w *value.Writer) error {
	e := &in.Entry
	var c shellCell
	_, c.row, _ = find(e, store.Row)
	_, c.family, _ = find(e, partFamily)
	_, c.qualifier, _ = find(e, partQualifier)
	_, c.visibility, _ = find(e, partVisibility)
	_, c.value, _ = find(e, store.Value)
	c.timestamp, _ = in.Given.Member("timestamp").Text()
	formatter, _ := in.Given.Member("formatter").Text()
	line, err := c.appendLine(nil, formatter)
	if err != nil {
		return err
	}
	w.Object()
	w.Key("text")
	w.Text(line)
	w.EndObject()
	return nil
}

func (c *shellCell) appendLine(dst []byte, formatter string) ([]byte, error) {
	stamp := ""
	switch formatter {
	case formatterHex, formatterHexTime:
		return c.appendHex(dst, formatter == formatterHexTime), nil
	case formatterDefault:
	case formatterTime:
		stamp = c.timestamp
	case formatterDate:
		ms, err := strconv.ParseInt(c.timestamp, 10, 64)
		if err != nil {
			return dst, refuse("timestamp", "expected milliseconds as decimal text")
		}
		stamp = string(appendDate(nil, ms))
	default:
		n, err := strconv.ParseInt(strings.TrimPrefix(formatter, formatterShow), 10, 64)
		if err != nil || n < 0 || !strings.HasPrefix(formatter, formatterShow) {
			return dst, refuse("formatter", "expected default, default-ts, default-showN, date, hex or hex-ts")
		}
		for _, part := range [...]*[]byte{&c.row, &c.family, &c.qualifier, &c.value} {
			*part = (*part)[:min(n, int64(len(*part)))]
		}
	}
	dst = append(appendShell(dst, c.row), ' ')
	dst = append(appendShell(dst, c.family), ':')
	dst = append(appendShell(dst, c.qualifier), " ["...)
	dst = append(append(dst, c.visibility...), ']')
	if stamp != "" {
		dst = append(append(dst, ' '), stamp...)
	}
	if len(c.value) > 0 {
		dst = appendShell(append(dst, '\t'), c.value)
	}
	return dst, nil
}

func (c *shellCell) appendHex(dst []byte, timed bool) []byte {
	dst = append(appendPairs(dst, c.row), "  "...)
	dst = append(appendPairs(dst, c.family), "  "...)
	dst = append(appendPairs(dst, c.qualifier), " ["...)
	dst = append(append(dst, c.visibility...), "] "...)
	if timed {
		dst = append(append(dst, c.timestamp...), "  "...)
	}
	return appendPairs(dst, c.value)
}

// appendPairs appends hex with a hyphen after every two bytes.
func appendPairs(dst, b []byte) []byte {
	for i := range b {
		if i > 0 && i%2 == 0 {
			dst = append(dst, '-')
		}
		dst = value.AppendHex(dst, b[i:i+1])
	}
	return dst
}

// appendShell appends bytes as DefaultFormatter escapes them.
func appendShell(dst, b []byte) []byte {
	const upper = "0123456789ABCDEF"
	for _, c := range b {
		switch {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case c >= 0x20 && c <= 0x7e:
			dst = append(dst, c)
		default:
			dst = append(dst, '\\', 'x', upper[c>>4], upper[c&15])
		}
	}
	return dst
}

// appendDate appends an instant as yyyy/MM/dd HH:mm:ss.SSS in UTC.
func appendDate(dst []byte, ms int64) []byte {
	const day = 24 * 60 * 60 * 1000
	days, rest := ms/day, ms%day
	if rest < 0 {
		days, rest = days-1, rest+day
	}
	// Days are counted from March of year 0, in eras of 400 years.
	days += 719468
	era := days / 146097
	if days < 0 {
		era = (days - 146096) / 146097
	}
	d := days - era*146097
	year := (d - d/1460 + d/36524 - d/146096) / 365
	d -= 365*year + year/4 - year/100
	month := (5*d + 2) / 153
	d -= (153*month+2)/5 - 1
	year += era * 400
	if month += 3; month > 12 {
		month, year = month-12, year+1
	}
	pad := func(n int64, width int, end byte) {
		text := strconv.FormatInt(n, 10)
		for range width - len(text) {
			dst = append(dst, '0')
		}
		dst = append(append(dst, text...), end)
	}
	pad(year, 4, '/')
	pad(month, 2, '/')
	pad(d, 2, ' ')
	pad(rest/3_600_000, 2, ':')
	pad(rest/60_000%60, 2, ':')
	pad(rest/1000%60, 2, '.')
	pad(rest%1000, 3, ' ')
	return dst[:len(dst)-1]
}

// deriveParse reads a line that the shell printed with its default formatter.
func deriveParse(in *format.Input, w *value.Writer) error {
	line, ok := in.Given.Member("text").Text()
	if !ok {
		return refuse("text", "expected a line of a scan")
	}
	formatter, _ := in.Given.Member("formatter").Text()
	if formatter != formatterDefault && formatter != formatterTime {
		return refuse("formatter", "only the lines of default and default-ts can be read back")
	}
	table, _ := in.Given.Member("table").Text()
	c, err := parseLine([]byte(line), table, formatter == formatterTime)
	if err != nil {
		return err
	}
	w.Object()
	for _, part := range [...]struct {
		name string
		b    []byte
	}{{store.Row, c.row}, {partFamily, c.family}, {partQualifier, c.qualifier}, {partVisibility, c.visibility}, {store.Value, c.value}} {
		w.Key(part.name)
		w.Hex(part.b)
	}
	if formatter == formatterTime {
		w.Key("timestamp")
		w.String(c.timestamp)
	}
	w.EndObject()
	return nil
}

// parseLine reads a line. The value begins after a TAB. The console of 1.5 prints four spaces
// instead; then the value begins after the first four spaces that follow a valid key.
func parseLine(line []byte, table string, timed bool) (c shellCell, err error) {
	split := NewKeySplitter(nil)
	if tab := bytes.IndexByte(line, '\t'); tab >= 0 {
		c.value = unescape(line[tab+1:])
		err = c.parseKey(line[:tab], table, timed, split)
		return c, err
	}
	if err = c.parseKey(line, table, timed, split); err == nil {
		return c, nil
	}
	const most = 64 // number of places that are tried
	for at, tries := 0, 0; tries < most; tries++ {
		i := bytes.Index(line[at:], []byte("    "))
		if i < 0 {
			break
		}
		at += i + 1
		if c.parseKey(line[:at-1], table, timed, split) == nil {
			c.value = unescape(line[at+3:])
			return c, nil
		}
	}
	return c, err
}

// parseKey reads `<row> <family>:<qualifier> [<visibility>]`, with or without a timestamp after it.
func (c *shellCell) parseKey(text []byte, table string, timed bool, split func(string, []byte) (int, int, bool)) error {
	if timed {
		space := bytes.LastIndexByte(text, ' ')
		if space < 0 || !decimalText(text[space+1:]) {
			return refuse("text", "expected a timestamp after the visibility")
		}
		c.timestamp, text = string(text[space+1:]), text[:space]
	}
	open := bytes.LastIndex(text, []byte(" ["))
	if open < 0 || text[len(text)-1] != ']' {
		return refuse("text", "expected a visibility in brackets after the key")
	}
	c.visibility = text[open+2 : len(text)-1]
	key := unescape(text[:open])
	space, colon, ok := split(table, key)
	if !ok {
		var readings int
		if space, colon, readings = borders(key); readings == 0 {
			return refuse("text", "expected a space after the row and a colon after the family")
		} else if readings > 1 {
			return refuse("text", "ambiguous: spaces and colons are not escaped, and the key can be cut in several places")
		}
	}
	c.row, c.family, c.qualifier = key[:space], key[space+1:colon], key[colon+1:]
	return nil
}

// borders returns a space with a colon after it, and the number of such pairs.
func borders(key []byte) (space, colon, readings int) {
	colons := 0
	for i := len(key) - 1; i >= 0; i-- {
		switch key[i] {
		case ':':
			if colons++; colons == 1 || readings == 0 {
				colon = i
			}
		case ' ':
			if readings += colons; colons > 0 {
				space = i
			}
		}
	}
	return space, colon, readings
}

func decimalText(b []byte) bool {
	for i, c := range b {
		if (c < '0' || c > '9') && (i > 0 || c != '-' || len(b) == 1) {
			return false
		}
	}
	return len(b) > 0
}

// unescape undoes appendShell. A backslash before anything else stands for itself.
func unescape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && b[i+1] == '\\' {
			i++
		} else if b[i] == '\\' && i+3 < len(b) && b[i+1] == 'x' {
			if x, ok := value.DecodeHex(string(b[i+2 : i+4])); ok {
				out = append(out, x[0])
				i += 3
				continue
			}
		}
		out = append(out, b[i])
	}
	return out
}
