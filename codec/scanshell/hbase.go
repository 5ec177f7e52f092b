package scanshell

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/order"
)

func scanHBase(r Range) string {
	table := "'TABLE'"
	if r.Store == "HBase" && r.Table != "" {
		table = Ruby([]byte(r.Table))
	}
	text := "scan " + table + ", {STARTROW => " + Ruby(r.Start)
	if r.Stop != nil {
		text += ", STOPROW => " + Ruby(r.Stop)
	}
	if r.Store == "HBase" && r.Family != nil {
		text += ", COLUMNS => " + Ruby(r.Family)
	}
	if r.Columns != nil {
		text += ", FILTER => " + columnFilter(r.Columns.Start, r.Columns.Stop)
	}
	if t := r.Times; t.From != 0 || t.To != 0 {
		to := "9223372036854775807" // Long.MAX_VALUE: no end
		if t.To != 0 {
			to = strconv.FormatInt(t.To, 10)
		}
		text += ", TIMERANGE => [" + strconv.FormatInt(t.From, 10) + ", " + to + "]"
	}
	if r.Times.Versions != 0 {
		text += ", VERSIONS => " + strconv.FormatInt(r.Times.Versions, 10)
	}
	if r.Limit > 0 {
		text += ", LIMIT => " + strconv.Itoa(r.Limit)
	}
	return text + "}\n"
}

// columnFilter returns a filter for qualifiers in the shell's own language, in which a quote in a
// text is doubled.
func columnFilter(start, stop []byte) string {
	quote := func(b []byte) string { return "'" + strings.ReplaceAll(string(b), "'", "''") + "'" }
	switch {
	case stop != nil && bytes.Equal(order.After(start), stop):
		return Ruby([]byte("ColumnPrefixFilter(" + quote(start) + ")"))
	case stop == nil:
		return Ruby([]byte("ColumnRangeFilter(" + quote(start) + ", true, '', false)"))
	}
	return Ruby([]byte("ColumnRangeFilter(" + quote(start) + ", true, " + quote(stop) + ", false)"))
}

// Ruby returns a string of the HBase shell in double quotes. Bytes that would end it, or that Ruby
// would take for code, are escaped like unprintable ones.
func Ruby(b []byte) string {
	text := string(dump.AppendToStringBinary(nil, b))
	return `"` + strings.NewReplacer(`"`, `\x22`, `#`, `\x23`).Replace(text) + `"`
}
