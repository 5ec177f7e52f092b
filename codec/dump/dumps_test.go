package dump

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestMDBDump(t *testing.T) {
	const head = "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n"
	const print = "VERSION=3\nformat=print\ntype=btree\nHEADER=END\n"
	checkForms(t, []formCase{
		{"upper case", head + " 00FF\n \nDATA=END\n", "mdb_dump", "5 key=00ff value="},
		{"odd count of lines", head + " 00\n 01\n 02\nDATA=END\n", "mdb_dump",
			"5 key=00 value=01\nline 7: expected a value line after the key, found the end of the data"},
		{"cut", head + " 00\n 01\n 02\n", "mdb_dump",
			"5 key=00 value=01\nline 7: expected a value line after the key, found the end of the data"},
		{"bad hex goes on", head + " 0\n 01\n 02\n 03\nDATA=END\n", "mdb_dump",
			"line 6: expected an even count of hex digits in the key, found \"0\"\n7 key=02 value=03"},
		{"no space", head + "00\n 01\n 02\n", "mdb_dump",
			"line 5: expected a data line that starts with a space, found \"00\"\n6 key=01 value=02"},
		{"the end as data", print + " DATA=END\n x\nDATA=END\n", "mdb_dump-print", "5 key=444154413d454e44 value=78"},
		{"escaped backslash", print + " a\\5cb\n \\00\nDATA=END\n", "mdb_dump-print", "5 key=615c62 value=00 ~"},
		{"unescaped backslash in the block", print + " a\\5cb\n \\\\\nDATA=END\n", "mdb_dump-print", "5 key=615c356362 value=5c5c ~"},
		{"printing escapes are text", print + " \\41\n \\ff\nDATA=END\n", "mdb_dump-print", "5 key=5c3431 value=ff ~"},
		{"without its header", " 00\n 01\n", "=mdb_dump", "1 key=00 value=01"},
	})
	res, _ := ParseText([]byte(print+" a\\\\b\n \\00\nDATA=END\n"), Options{BerkeleyDB: true})
	if got := show(res); got != "5 key=615c62 value=00" {
		t.Error(got)
	}
	res, _ = ParseText(append(append([]byte(head+" 61\n "), bytes.Repeat([]byte("00"), 48)...), "\nDATA=END\n"...), Options{})
	if len(res.Notes) != 1 || res.Notes[0] != noteTrees {
		t.Error(res.Notes)
	}
}

func TestRocksDB(t *testing.T) {
	checkForms(t, []formCase{
		{"tombstones", "'00' seq:9, type:0 => \n'00' seq:8, type:1 => 01\n'01' seq:7, type:7 => \n", "ldb-idump",
			"1 key=00 !Deletion #9 #0\n2 key=00 value=01 #8 #1\n3 key=01 !SingleDeletion #7 #7"},
		{"warnings", "Warning: x\n0x00 : 0x01\nFailed: y\n", "ldb-scan",
			"2 key=00 value=01\nline 3: the tool that wrote the dump says: Failed: y"},
		{"a bad line goes on", "0x00 : 0x01\nsomething\n0x0 : 0x\n0x02 : 0x03\n", "=ldb-scan",
			"1 key=00 value=01\nline 2: expected `0x<KEY> : 0x<VALUE>`, found \"something\"\nline 3: expected an even count of hex digits in the key, found \"0x0 : 0x\"\n4 key=02 value=03"},
		{"a copy without 0x", "00 ==> 01\n0102 ==> \n0x03 ==> 0x04\n", "ldb-dump", "1 key=00 value=01\n2 key=0102 value=\n3 key=03 value=04"},
		{"empty table", "options.env is 0x1\nProcess a.sst\nSst file format: block-based\nfrom [] to []\n", "sst_dump-scan", ""},
		{"text", "Process a.sst\nfrom [] to []\n'a'b' seq:1, type:1 => v => w\n'a => x\n", "sst_dump-text",
			"3 key=612762 value=76203d3e2077 #1 #1 ~\n4 key=61 value=78 ~"},
	})
}

func TestHFilePrint(t *testing.T) {
	checkForms(t, []formCase{
		{"older tails", "K: r/f:q/5/Put/vlen=1/mvcc=0 V: v\nK: r/f:q/LATEST_TIMESTAMP/Put/vlen=0 V: \n", "hfile-print",
			"1 row=72 family=66 qualifier=71 value=76 @5\n2 row=72 family=66 qualifier=71 value= @9223372036854775807"},
		{"borders in the value", "K: r/f:q/5/Put/vlen=6/seqid=1 V: a V: b\n", "hfile-print",
			"1 row=72 family=66 qualifier=71 value=6120563a2062 @5"},
		{"borders in the row", "K: a V: /f:q/5/Put/vlen=1/seqid=1 V: b\n", "hfile-print", "1 row=6120563a20 family=66 qualifier=71 value=62 @5"},
		{"a known family decides", "K: r/f:q/5/Put/vlen=0/seqid=1 V: \nK: a/x:b/f:q/5/Put/vlen=0/seqid=1 V: \n", "hfile-print",
			"1 row=72 family=66 qualifier=71 value= @5\n2 row=612f783a62 family=66 qualifier=71 value= @5 ~"},
		{"else the leftmost", "K: a/x:b/f:q/5/Put/vlen=0/seqid=1 V: \n", "hfile-print", "1 row=61 family=78 qualifier=622f663a71 value= @5 ~"},
		{"a wrong length", "K: r/f:q/5/Put/vlen=2/seqid=1 V: v\n", "=hfile-print",
			"line 1: expected `K: <row>/<family>:<qualifier>/<ts>/<type>/vlen=<n>` and a value of n bytes, found \"K: r/f:q/5/Put/vlen=2/se\"…"},
		{"a cell of a log", "r/f:q/5/DeleteFamily/vlen=0/seqid=3", "hfile-print", "1 row=72 family=66 qualifier=71 @5 !DeleteFamily"},
	})
}

func TestHBaseCommands(t *testing.T) {
	checkForms(t, []formCase{
		{"get", "get 't', \"r\\x00\"", "hbase-command", "1 row=7200 $t"},
		{"get of a column", "hbase:001:0> get 't', 'r\\x00', {COLUMN => 'f:q'}", "hbase-command", "1 row=725c783030 family=66 qualifier=71 $t"},
		{"put", `put 'ns:t', "r", "f:q", "\xFF", 17`, "hbase-command", "1 row=72 family=66 qualifier=71 value=ff @17 $ns:t"},
		{"put with options", `put 't', "r", "f:q", "v", 17, {TTL => 5}`, "hbase-command", "1 row=72 family=66 qualifier=71 value=76 @17 $t"},
		{"incr", "incr 't', \"r\", 'f:q', -2\nincr 't', \"r\", 'f:q'", "hbase-command",
			"1 row=72 family=66 qualifier=71 value=fffffffffffffffe $t increment\n2 row=72 family=66 qualifier=71 value=0000000000000001 $t increment"},
		{"broken", "get 't', \"r", "=hbase-command",
			"line 1: expected get, put, incr, delete, deleteall or scan, with table, row, column and value in quotes, found \"get 't', \\\"r\""},
	})
}

func TestAccumuloScan(t *testing.T) {
	checkForms(t, []formCase{
		{"prompts tell the table", "u@i> table t1\nu@i t1> scan\nr f:q []\tv\nu@i t1> scan -t t2\nr f:q []\tw\n", "accumulo-scan",
			"3 row=72 family=66 qualifier=71 visibility= value=76 $t1\n5 row=72 family=66 qualifier=71 visibility= value=77 $t2"},
		{"four spaces", "r f:q [] 7    v\nr f:q [A] 8\n", "accumulo-scan",
			"1 row=72 family=66 qualifier=71 visibility= value=76 @7\n2 row=72 family=66 qualifier=71 visibility=41 value= @8"},
		{"dates", "r f:q [] 2015/01/20 14:01:25.768\tv\n", "accumulo-scan",
			"1 row=72 family=66 qualifier=71 visibility= value=76 @1421762485768"},
		{"not a key", "r f:q []\tv\nrf []\tv\nr f:q []\tw\n", "=accumulo-scan",
			"1 row=72 family=66 qualifier=71 visibility= value=76\nline 2: expected `<row> <family>:<qualifier> [<visibility>]`, then a TAB and the value, found \"rf []\\tv\"\n3 row=72 family=66 qualifier=71 visibility= value=77"},
	})
	text := []byte("a b V:l:x []\tv\n")
	res, _ := ParseText(text, Options{Families: []string{"V"}})
	if got := show(res); got != "1 row=612062 family=56 qualifier=6c3a78 visibility= value=76" {
		t.Error(got)
	}
	res, _ = ParseText(text, Options{SplitKey: func(_ string, key []byte) (int, int, bool) { return 3, 7, string(key) == "a b V:l:x" }})
	if got := show(res); got != "1 row=612062 family=563a6c qualifier=78 visibility= value=76" {
		t.Error(got)
	}
}

// TestAccumuloTranscripts reads the captured shell sessions. Which space and
// colon are separators is not in the text; the format that knows its tables decides.
func TestAccumuloTranscripts(t *testing.T) {
	type entry struct{ Kind, Table, Row, Cf, Cq, Vis, Value, Ts string }
	var want []entry
	for line := range bytes.Lines(golden(t, "accumulograph/accumulograph-shell.expected.jsonl")) {
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Kind == "entry" {
			want = append(want, e)
		}
	}
	for name, stamped := range map[string]bool{"accumulograph-shell.txt": false, "accumulograph-shell-st.txt": true} {
		at := 0
		split := func(_ string, _ []byte) (int, int, bool) {
			w := want[at]
			at++
			return len(w.Row) / 2, (len(w.Row) + 2 + len(w.Cf)) / 2, true
		}
		res, _ := ParseText(golden(t, "accumulograph/"+name), Options{SplitKey: split})
		if res.Form.ID != "accumulo-scan" || len(res.Rows) != len(want) {
			t.Fatalf("%s: %s, %d rows", name, res.Form.ID, len(res.Rows))
		}
		for i, row := range res.Rows {
			w := want[i]
			parts := map[string]string{"row": w.Row, "family": w.Cf, "qualifier": w.Cq, "visibility": w.Vis, "value": w.Value}
			if got := hexParts(&row.Entry); !sameParts(got, parts) || row.Entry.Source.Table != w.Table || stamped && row.Entry.Timestamp != w.Ts {
				t.Errorf("%s, entry %d: %v %+v", name, i, got, row.Entry.Source)
			}
		}
	}
}
