package dump

import (
	"slices"
	"strings"
	"testing"
)

// Many programs put all cells in quotes, so that the absent parts of a record look like empty ones.
func TestAbsentPartsInQuotesStayAbsent(t *testing.T) {
	const header = `"format","record","row","family","qualifier","visibility","key","value","bytes"` + "\n"
	checkForms(t, []formCase{
		{"a cell", header + `"f","r","00","66","","","","",""` + "\n", "csv-hex", "2 row=00 family=66 qualifier= value="},
		{"a visibility", header + `"f","r","00","66","","61","","",""` + "\n", "csv-hex", "2 row=00 family=66 qualifier= visibility=61 value="},
		{"a pair", header + `"f","r","","","","","00","",""` + "\n", "csv-hex", "2 key=00 value="},
		{"lone bytes", header + `"f","r","","","","","","","00"` + "\n", "csv-hex", "2 bytes=00"},
		{"absent without quotes", "format,record,row,visibility,key\nf,r,00,\"\",\n", "csv-hex", "2 row=00 visibility="},
		{"no records", "row,key,value\n00,\"\",01\n\"\",02,03\n", "csv-hex", "2 row=00 value=01\n3 key=02 value=03"},
		{"no pair", "row,family,qualifier,visibility\n00,66,\"71\",\"\"\n", "csv-hex", "2 row=00 family=66 qualifier=71 visibility="},
	})
	for cells, noted := range map[string]bool{
		`"f","r","00","66","","","","",""`: true, `"f","r","","","","","00","",""`: false, `"f","r","00","66","","",,"",""`: false,
	} {
		if _, _, _, notes := dumped(t, header+cells+"\n", Options{}); slices.Contains(notes, noteQuoted) != noted {
			t.Errorf("%s: %q", cells, notes)
		}
	}
}

// Dates could be read as hex with separators.
func TestDatesAreNoBytes(t *testing.T) {
	checkForms(t, []formCase{
		{"without names", "2026-11-28 05:24:01,6162,00\n2026-11-28,6163,01\n", "csv-hex", "1 key=6162 value=00\n2 key=6163 value=01"},
	})
}

// A text in quotes at the start of a long table is its first cell, not a string of some language.
func TestALongTableMayBeInQuotes(t *testing.T) {
	row := `"0001","` + strings.Repeat("ff", 500) + "\"\n"
	text := "\"key\",\"value\"\n" + strings.Repeat(row, 2*sampleSize/len(row))
	form, rows, errs, _ := dumped(t, text, Options{})
	if form != "csv-hex" || rows != 2*sampleSize/len(row) || len(errs) > 0 {
		t.Errorf("%s, %d rows, %q", form, rows, errs)
	}
	for line, form := range map[string]string{`"a\u0000b"`: "json-string", `"a\x00b"`: "c-string"} {
		if got, _, _, _ := dumped(t, strings.Repeat(line+"\n", 2*sampleSize/len(line)), Options{}); got != form {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// However short a dump is, and whatever its cells hold, a line that lacks some of them costs only itself.
func TestALineWithoutAllCellsIsAnErrorInItsPlace(t *testing.T) {
	for n := 2; n < 30; n++ {
		text := "row,value,note\n" + strings.Repeat("0001,ff,\"a,b\"\n", n) + "0001\n" + "0001,ff,\"a,b,c\"\n"
		form, rows, errs, _ := dumped(t, text, Options{})
		if form != "csv-hex" || rows != n+1 || len(errs) != 1 {
			t.Errorf("%d lines: %s, %d rows, %q", n, form, rows, errs)
		}
	}
	text := "row,value,note\n" + strings.Repeat("0001,ff,\"a,b\"\n0001,ff,\"a,b,c\"\n0001\n", 20)
	if form, rows, errs, _ := dumped(t, text, Options{}); form != "csv-hex" || rows != 40 || len(errs) != 20 {
		t.Errorf("%s, %d rows, %q", form, rows, errs)
	}
}

// A spreadsheet writes a timestamp as 1.71478E+12. Without a note, nothing would say that the rows have lost theirs.
func TestATimestampThatIsNoneIsNoted(t *testing.T) {
	for time, noted := range map[string]bool{
		"1.71478E+12": true, "2024-05-04 01:00:09": true, "99999999999999999999": true, "": false, "1714784409500": false,
		"2024-05-04T08:00:00.500": false,
	} {
		for _, text := range []string{"row,value,timestamp\n0001,ff," + time + "\n", `{"row":"0001","value":"ff","ts":"` + time + `"}` + "\n"} {
			_, rows, errs, notes := dumped(t, text, Options{})
			if rows != 1 || len(errs) > 0 || slices.Contains(notes, noteNoTime) != noted {
				t.Errorf("%s: %d rows, %q, %q", text, rows, errs, notes)
			}
		}
	}
	if _, _, _, notes := dumped(t, `{"row":"0001","value":"ff","timestamp":null}`, Options{}); len(notes) > 0 {
		t.Errorf("%q", notes)
	}
}

// Without the note, rows whose key has another name would be read by the rest of them in silence.
func TestRowsWithoutTheirKeysAreNoted(t *testing.T) {
	for text, noted := range map[string]bool{
		"hbase_key,family,qualifier,value\n0001,66,71,ff\n":                    true,
		"hbase_key,value\n0001,ff\n":                                           true,
		"h1 row,family,qualifier,value\nh2 0001,66,71,ff\n":                    true,
		"Row Key,Column Family,value\n0001,66,ff\n":                            false,
		"key,value\n0001,ff\n":                                                 false,
		"value,note\n00ff,hello\n":                                             false,
		"0001,66,71,ff\n0002,66,71,ff\n":                                       false,
		`{"hbase_key":"0001","family":"66","qualifier":"71","value":"ff"}`:     true,
		`{"row":"0001","family":"66","qualifier":"71","value":"ff"}`:           false,
		`{"value":"ff","name":"x"}`:                                            false,
		`{"cf":"0301","key":"00","value":"ff"}`:                                false,
		`{"parts":{"family":"66","qualifier":"71"},"format":"f","record":"r"}`: false,
	} {
		if _, _, _, notes := dumped(t, text, Options{}); slices.Contains(notes, noteKeyless) != noted {
			t.Errorf("%s: %q", text, notes)
		}
	}
}

func TestAHeaderAloneHasNoRows(t *testing.T) {
	for _, text := range []string{"row,family,qualifier,value\n", `"key";"value"`, "row\tvalue\n"} {
		if form, rows, errs, _ := dumped(t, text, Options{}); rows+len(errs) > 0 || !strings.HasSuffix(form, "sv-hex") {
			t.Errorf("%s: %s, %d rows, %q", text, form, rows, errs)
		}
		if res, err := ParseText([]byte(text), Options{}); err != nil || res.RowCount != 1 {
			t.Errorf("pasted: %s: %+v, %v", text, res, err)
		}
	}
	if _, rows, _, _ := dumped(t, "row,note\n", Options{}); rows != 1 {
		t.Errorf("a single name of a part is a text: %d rows", rows)
	}
}
