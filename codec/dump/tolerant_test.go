package dump

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// dumped reads a text as a dump and shows form, rows and errors.
func dumped(t *testing.T, text string, opt Options) (form string, rows int, errs []string, notes []string) {
	t.Helper()
	opt.Dump = true
	s, err := Open(strings.NewReader(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	entries, errs := drain(t, s)
	return s.Form().ID, len(entries), errs, s.Notes()
}

// fullForms are dumps of which any line may be damaged.
func fullForms(t *testing.T) map[string]string {
	var hex, scan, dump, idump, keys, csv, records, accumulo strings.Builder
	csv.WriteString("key,value\n")
	for i := range 40 {
		key := fmt.Sprintf("0301%08x", i*7919)
		fmt.Fprintf(&hex, "%s%02x\n", key, i)
		fmt.Fprintf(&scan, "0x%s : 0x%04x\n", key, i)
		fmt.Fprintf(&dump, "0x%s ==> 0x%04x\n", key, i)
		fmt.Fprintf(&idump, "'%s' seq:%d, type:1 => %04x\n", key, i+1, i)
		fmt.Fprintf(&keys, "0x%s\n", key)
		fmt.Fprintf(&csv, "%s,%04x\n", key, i)
		fmt.Fprintf(&records, `{"format":"f","record":"r","parts":{"key":"%s","value":"%04x"}}`+"\n", key, i)
		fmt.Fprintf(&accumulo, "r%d f:q []\tv\n", i)
	}
	return map[string]string{
		"hex-lines": hex.String(), "ldb-scan": scan.String(), "ldb-dump": dump.String(), "ldb-idump": idump.String(),
		"ldb-scan-keys": keys.String(), "csv-hex": csv.String(), "rowlens-jsonl": records.String(), "accumulo-scan": accumulo.String(),
		"sst_dump-scan": "from [] to []\nProcess a.sst\n" + idump.String(), "jsonl-hex": strings.ReplaceAll(records.String(), "parts", "other"),
	}
}

func TestADamagedLineCostsOnlyItself(t *testing.T) {
	for form, text := range fullForms(t) {
		if form == "jsonl-hex" { // members are found by name
			text = strings.NewReplacer(`"other":{`, "", `}}`, `}`).Replace(text)
		}
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		header := 0
		if form == "csv-hex" {
			header = 1
		}
		if form == "sst_dump-scan" {
			header = 2
		}
		for _, damage := range []string{"garbage", "# a comment", "Garbage Words", strings.TrimSuffix(lines[header], "\n") + "~", "\x01\xFF"} {
			for _, at := range []int{header, header + 2, len(lines) - 1} {
				damaged := append([]string(nil), lines...)
				damaged[at] = damage + "\n"
				got, rows, errs, _ := dumped(t, strings.Join(damaged, ""), Options{})
				text := form == "accumulo-scan" && strings.HasSuffix(damage, "~") // values are any text
				if text && rows == 40 && len(errs) == 0 {
					continue
				}
				if got != form || rows != 39 || len(errs) != 1 || !strings.HasPrefix(errs[0], fmt.Sprintf("line %d", at+1)) {
					t.Errorf("%s with %q in line %d: %s, %d rows, %q", form, damage, at+1, got, rows, errs)
				}
			}
		}
	}
}

func TestTheLastRowOfAListMayBeCut(t *testing.T) {
	text := strings.Repeat("2c8000018f3c9be200\n", 20) + "2c8000\n"
	if form, rows, errs, _ := dumped(t, text, Options{}); form != "hex-lines" || rows != 21 || len(errs) > 0 {
		t.Errorf("%s, %d rows, %q", form, rows, errs)
	}
	folded := strings.Repeat(strings.Repeat("00", 30)+"\n", 4) + "00ff\n" // xxd -p
	if form, rows, _, _ := dumped(t, folded, Options{}); form != "hex" || rows != 1 {
		t.Errorf("%s, %d rows", form, rows)
	}
}

func TestALongTextIsNeverReadAsOneValueInSilence(t *testing.T) {
	form, rows, _, notes := dumped(t, "some words\nand more\nof them\n", Options{})
	if form != "text" || rows != 1 || len(notes) != 1 || notes[0] != noteOneValue {
		t.Errorf("%s, %d rows, %q", form, rows, notes)
	}
}

func TestWhatIsKnownOfTheStoreDecides(t *testing.T) {
	text := "one\ntwo\nthree\n0x00 : 0x01\n"
	if form, rows, errs, _ := dumped(t, text, Options{RocksDB: true}); form != "ldb-scan" || rows != 1 || len(errs) != 3 {
		t.Errorf("%s, %d rows, %q", form, rows, errs)
	}
}

func TestAPasteOfAFewLinesIsWhatItWas(t *testing.T) {
	for _, text := range []string{"00ff\nwords\n1122\n", "key,value\n00,ff\n01\n"} {
		if res, err := ParseText([]byte(text), Options{}); err != nil || res.Form.ID != "text" {
			t.Errorf("%q: %v %v", text, res.Form, err)
		}
	}
	waiting := strings.Repeat("00ff\n", 9) + "00f"
	if res, _ := ParseText([]byte(waiting), Options{}); res.Waiting != waitingHex {
		t.Errorf("%+v", res)
	}
}

func TestToolsWordsArePassedOn(t *testing.T) {
	forms := fullForms(t)
	forms["hbase2-scan"] = "ROW  COLUMN+CELL\n" + strings.Repeat(" r column=f:q, timestamp=2024-01-01T00:00:00, value=v\n", 40)
	forms["mdb_dump"] = "VERSION=3\nformat=bytevalue\nHEADER=END\n" + strings.Repeat(" 00\n 01\n", 40) + "DATA=END\n"
	forms["hfile-print"] = strings.Repeat("K: r/f:q/5/Put/vlen=1/seqid=1 V: v\n", 40)
	delete(forms, "jsonl-hex")
	for form, text := range forms {
		for _, said := range []string{
			"Failed: Corruption: block checksum mismatch", "ERROR: Unknown table x!", "mdb_dump: mdb_cursor_get failed: Input/output error",
			"2024-05-04 08:00:00.123 [shell.Shell] ERROR: java.lang.Exception: no", "org.apache.hadoop.hbase.TableNotFoundException: x",
		} {
			got, rows, errs, _ := dumped(t, text+said+"\n", Options{})
			if got != form || rows != 40 || len(errs) != 1 || !strings.HasSuffix(errs[0], "the tool that wrote the dump says: "+said) {
				t.Errorf("%s, %q: read as %s, %d rows, %q", form, said, got, rows, errs)
			}
		}
	}
}

func TestAStackTraceIsOneError(t *testing.T) {
	text := strings.Repeat("2c8000018f3c9be200\n",
		3) + "java.io.IOException: broken\n\tat a.B.c(B.java:1)\n\tat a.B.d(B.java:2)\n\t... 3 more\n2c\n"
	if form, rows, errs, _ := dumped(t, text, Options{}); form != "hex-lines" || rows != 4 || len(errs) != 1 {
		t.Errorf("%s, %d rows, %q", form, rows, errs)
	}
}

func TestAToolThatOnlyFailedWroteNoDump(t *testing.T) {
	_, rows, errs, _ := dumped(t, "Failed: IO error: no CURRENT\n", Options{})
	if rows != 0 || len(errs) != 1 || !strings.Contains(errs[0], "says: Failed: IO error: no CURRENT") {
		t.Errorf("%d rows, %q", rows, errs)
	}
}

func TestWarningsOfToolsAreNotes(t *testing.T) {
	_, rows, errs, notes := dumped(t, "Warning: old options\n0x00 : 0x01\n0x02 : 0x03\n", Options{RocksDB: true})
	if rows != 2 || len(errs) > 0 || len(notes) != 1 || !strings.HasSuffix(notes[0], "Warning: old options") {
		t.Errorf("%d rows, %q, %q", rows, errs, notes)
	}
}

func TestDamagedScansStayWhatTheyAre(t *testing.T) {
	scan := bytes.Split(golden(t, "actionbase/actionbase-hbase-shell.txt"), []byte("\n"))
	for at := 1; at < len(scan)-2; at += 7 {
		damaged := append([][]byte(nil), scan...)
		damaged[at] = []byte("garbage")
		if form, rows, _, _ := dumped(t, string(bytes.Join(damaged, []byte("\n"))), Options{}); form != "hbase2-scan" || rows < 100 {
			t.Errorf("line %d: %s, %d rows", at+1, form, rows)
		}
	}
}

func TestACutMDBDumpSaysSo(t *testing.T) {
	text := "VERSION=3\nformat=bytevalue\nHEADER=END\n" + strings.Repeat(" 00\n 01\n", 4)
	if _, rows, errs, notes := dumped(t, text, Options{}); rows != 4 || len(errs) > 0 || len(notes) != 1 || notes[0] != noteNoEnd {
		t.Errorf("%d rows, %q, %q", rows, errs, notes)
	}
	if _, _, _, notes := dumped(t, text+"DATA=END\n", Options{}); len(notes) > 0 {
		t.Errorf("%q", notes)
	}
}

func TestAScanThatFoundNothingHasNoRows(t *testing.T) {
	for _, text := range []string{"0 row(s)\nTook 0.1 seconds\n", "0 row(s) in 0.0590 seconds\n", "0 row(s)"} {
		if form, rows, errs, _ := dumped(t, text, Options{}); form != "hbase2-scan" || rows != 0 || len(errs) > 0 {
			t.Errorf("%q: %s, %d rows, %q", text, form, rows, errs)
		}
	}
}

// Records of rowlens are recognized when pasted or opened in the page as they are in a file, however few.
func TestFewRecordsOfAPasteAreRecords(t *testing.T) {
	good := `{"parts":{"row":"0bc76fbe2c80"}}`
	text := strings.Join([]string{good, `{"parts":{"row":"zz"}}`, `{"parts":{"row":"0bc7`, good}, "\n")
	s, err := Open(strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	entries, errs := drain(t, s)
	if s.Form().ID != "rowlens-jsonl" || len(entries) != 2 || len(errs) != 2 {
		t.Errorf("got %s, %d rows, %q", s.Form().ID, len(entries), errs)
	}
}

// One damaged line of many costs its row, in whichever form the others are.
func TestOneDamagedLineOfManyCostsItsRow(t *testing.T) {
	for form, line := range map[string]string{
		"csv-hex": "00ff%02d,66%02d\n", "pg-copy": "%d\t\\\\x00ffaa\t\\\\x00ff%02d\n", "tostringbinary": "a\\x00b%02d\\xFF%02d\n",
		"int-list": "[63 0C %02d]\n", "python-bytes": "b'a\\x00%02d'\n", "node-buffer": "<Buffer 00 ff %02d>\n", "ldb-command": "ldb --hex put 0x00ff%02d 0x\n",
		"accumulo-command": "insert \"r%02d\" \"f\" \"q\" \"v\"\n", "jsonl-hex": "{\"key\":\"00ff01%02d\"}\n",
	} {
		for _, damaged := range []int{0, 7, 19} {
			var text []byte
			for i := range 20 {
				row := bytes.ReplaceAll([]byte(line), []byte("%d"), []byte("5"))
				row = bytes.ReplaceAll(row, []byte("%02d"), fmt.Appendf(nil, "%02d", i))
				if i == damaged {
					row = append(row[:len(row)-6], '\n')
				}
				text = append(text, row...)
			}
			res, err := ParseText(text, Options{Dump: true})
			if err != nil {
				t.Fatal(err)
			}
			doubts := 0
			for i := range res.Rows {
				if res.Rows[i].Err != nil || !res.Rows[i].Detail.Exact {
					doubts++
				}
			}
			if res.Form.ID != form || len(res.Rows) != 20 || doubts != 1 {
				t.Errorf("%s, line %d: read as %s, %d rows, %d damaged\n%s", form, damaged, res.Form.ID, len(res.Rows), doubts, text)
			}
		}
	}
}

// Hex that was cut off or damaged does not make a dump in hex a list of values, or a dump printed as text.
func TestDamagedHexStaysHex(t *testing.T) {
	for _, c := range []struct{ form, line, bad string }{
		{"ldb-scan", "0x00000001 : 0x1a1f", "0x0000"}, // the file ends in a key
		{"ldb-scan", "0x00000001 : 0x1a1f", "0x00000001 : 0x1a,f"},
		{"ldb-dump", "0x00000001 ==> 0x1a1f", "0x0000"},
		{"ldb-idump", "'00000001' seq:9, type:1 => 1A1F", "'0000 001' seq:9, type:1 => 1A1F"},
	} {
		text := strings.Repeat(c.line+"\n", 20) + c.bad + "\n" + "0123\n" + strings.Repeat(c.line+"\n", 20) + c.bad
		res, err := ParseText([]byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		sound := 0
		for i := range res.Rows {
			if res.Rows[i].Err == nil && len(res.Rows[i].Entry.Parts) == 2 {
				sound++
			}
		}
		if res.Form.ID != c.form || sound != 40 || len(res.Rows) != 43 {
			t.Errorf("%s: read as %s, %d sound rows of %d", c.bad, res.Form.ID, sound, len(res.Rows))
		}
	}
}

// All headers of mdb_dump are its own: none is noted as skipped.
func TestHeadersOfMDBDumpAreKnown(t *testing.T) {
	const text = "VERSION=3\nformat=bytevalue\ntype=btree\nmapsize=1048576\nmaxreaders=126\ndb_pagesize=4096\nHEADER=END\n 61\n 62\nDATA=END\n"
	res, err := ParseText([]byte(text), Options{})
	if err != nil || len(res.Rows) != 1 || len(res.Notes) > 0 {
		t.Errorf("%v: %+v", err, res)
	}
}
