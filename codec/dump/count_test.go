package dump

import (
	"slices"
	"strings"
	"testing"
)

const countedScan = "ROW  COLUMN+CELL\n" +
	" a column=f:p, timestamp=1700000000000, value=1\n" +
	" a column=f:q, timestamp=1700000000000, value=2\n" +
	" b column=f:p, timestamp=1700000000000, value=3\n"

func TestACountThatIsNotThatOfTheRowsIsDamage(t *testing.T) {
	const rocks = "0x01 ==> 0x02\n0x03 ==> 0x04\n"
	const inner = "'01' seq:1, type:1 => 02\n'03' seq:2, type:1 => 04\n"
	const hfile = "K: a/f:q/1/Put/vlen=1/seqid=0 V: x\nK: b/f:q/1/Put/vlen=1/seqid=0 V: y\n"
	const psql = " key  |  value  \n------+---------\n \\x01 | \\x02\n \\x03 | \\x04\n"
	const list = "hbase:001:0> count 't'\nCurrent count: 1000, row: a\n1700 row(s)\nTook 0.1 seconds\n=> 1700\nhbase:002:0> scan 't'\n"
	for _, c := range []struct {
		name, text string
		rows       int
		errs       string
	}{
		{"cells of one row are one", countedScan + "2 row(s)\nTook 0.1 seconds\n", 3, ""},
		{"with the time in the line", countedScan + "2 row(s) in 0.0590 seconds\n", 3, ""},
		{"a row is missing", countedScan + "3 row(s)\n", 3, "line 5: expected 3 rows above this line, which counts them, found 2"},
		{"rows above 32 bits are missing", countedScan + "4294967298 row(s)\n", 3,
			"line 5: expected 4294967298 rows above this line, which counts them, found 2"},
		{"a row too many", countedScan + "1 row(s)\n", 3, "line 5: expected 1 rows above this line, which counts them, found 2"},
		{"all are missing", "ROW  COLUMN+CELL\n2 row(s)\n", 0, "line 2: expected 2 rows above this line, which counts them, found 0"},
		{"nothing but the count", "2 row(s)\nTook 1.0 seconds\n", 0, "line 1: expected 2 rows above this line, which counts them, found 0"},
		{"a damaged cell may have been one", countedScan + " c colu\n3 row(s)\n", 3, "line 5: expected an HBase shell cell with ` column=`, found \"c colu\""},
		{"and no more than one", countedScan + " c colu\n4 row(s)\n", 3, "line 5: expected an HBase shell cell with ` column=`, found \"c colu\"\n" +
			"line 6: expected 4 rows above this line, which counts them, found 2, and 1 damaged"},
		{"the first of two scans", countedScan + "5 row(s)\n" + countedScan + "2 row(s)\n", 6,
			"line 5: expected 5 rows above this line, which counts them, found 2"},
		{"each scan has its own", countedScan + "2 row(s)\n" + countedScan + "2 row(s)\n", 6, ""},
		{"count and list count something else", list + countedScan + "2 row(s)\nhbase:003:0> count 't'\n1700 row(s)\n", 3, ""},
		{"pieces of rows are counted each", "hbase:002:0> scan 't', {BATCH => 1}\n" + countedScan + "3 row(s)\n", 3, ""},
		{"a get of 1.x counts cells", "COLUMN  CELL\n f:p timestamp=1, value=1\n f:q timestamp=1, value=2\n2 row(s) in 0.1 seconds\n", 2, ""},
		{"a get of 2.x counts its row", "COLUMN  CELL\n f:p timestamp=1, value=1\n f:q timestamp=1, value=2\n1 row(s)\n", 2, ""},
		{"a get that lost a cell", "COLUMN  CELL\n f:p timestamp=1, value=1\n2 row(s) in 0.1 seconds\n", 1,
			"line 3: expected 2 rows above this line, which counts them, found 1"},
		{"quoted in a mail", "> " + strings.ReplaceAll(countedScan, "\n", "\n> ") + "3 row(s)\n", 3,
			"line 5: expected 3 rows above this line, which counts them, found 2"},
		{"ldb dump", rocks + "Keys in range: 2\n", 2, ""},
		{"ldb dump lost one", rocks + "Keys in range: 3\n", 2, "line 3: expected 3 keys above this line, which counts them, found 2"},
		{"ldb idump", inner + "Internal keys in range: 2\n", 2, ""},
		{"ldb idump lost one", inner + "Internal keys in range: 3\n", 2, "line 3: expected 3 keys above this line, which counts them, found 2"},
		{"hfile", hfile + "Scanned kv count -> 2\n", 2, ""},
		{"hfile lost one", hfile + "Scanned kv count -> 3\n", 2, "line 3: expected 3 cells above this line, which counts them, found 2"},
		{"psql", psql + "(2 rows)\n", 2, ""},
		{"psql lost one", psql + "(3 rows)\n", 2, "line 5: expected 3 rows above this line, which counts them, found 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, rows, errs, _ := dumped(t, c.text, Options{})
			if got := strings.Join(errs, "\n"); rows != c.rows || got != c.errs {
				t.Errorf("%d rows, %s\nwant %d, %s", rows, got, c.rows, c.errs)
			}
		})
	}
}

func TestAScanOnATerminalCountsItsRowsToo(t *testing.T) {
	const text = "ROW                 COLUMN+CELL                              \n" +
		" aaaaaaaaaaaaaaaaaa column=f:q, timestamp=1700000000000, valu\n" +
		" bb                 e=1                                      \n" +
		" c                  column=f:q, timestamp=1700000000000, value\n"
	lines := strings.SplitAfter(text, "\n")
	lines[3] = " c                  column=f:q, timestamp=1700000000000, valu\n                    e=2                                      \n"
	for footer, bad := range map[string]int{"2 row(s)\n": 0, "3 row(s)\n": 1} {
		if _, rows, errs, _ := dumped(t, strings.Join(lines, "")+footer, Options{}); rows != 2 || len(errs) != bad {
			t.Errorf("%s: %d rows, %q", footer, rows, errs)
		}
	}
}

func TestAScanWithoutItsCountSaysSo(t *testing.T) {
	for text, want := range map[string]bool{
		countedScan: true, countedScan + "2 row(s)\n": false, countedScan + countedScan + "2 row(s)\n": true,
		strings.SplitAfterN(countedScan, "\n", 2)[1]: false,
	} {
		if _, _, errs, notes := dumped(t, text, Options{}); len(errs) > 0 || slices.Contains(notes, noteNoCount) != want {
			t.Errorf("%q: %q %q", text, errs, notes)
		}
	}
}

func TestThePastedEndOfAScanIsNoDamage(t *testing.T) {
	res, err := ParseText([]byte(strings.SplitAfterN(countedScan, "\n", 2)[1]+"200 row(s)\n"), Options{})
	if err != nil || res.RowCount != 3 || !slices.Contains(res.Notes, noteTail) {
		t.Errorf("%v %+v", err, res)
	}
}
