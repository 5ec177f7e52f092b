package dump

import (
	"strings"
	"testing"
)

func TestJSONLines(t *testing.T) {
	checkForms(t, []formCase{
		{"a cell", `{"row":"00ff","family":"66","qualifier":"","value":"01","timestamp":"17"}`, "jsonl-hex",
			"1 row=00ff family=66 qualifier= value=01 @17"},
		{"Accumulo names", `{"table":"t","value":"01","cq":"71","cf":"66","row":"72","vis":"","ts":5}`, "jsonl-hex",
			"1 row=72 family=66 qualifier=71 visibility= value=01 @5 $t"},
		{"RocksDB names", `{"cf":"0301","key":"00","value":"ff","seq":4}`, "jsonl-hex", "1 key=00 value=ff cf 0301"},
		{"a tombstone", `{"row":"72","family":"66","qualifier":"71","type":"DeleteColumn","timestamp":1}`, "jsonl-hex",
			"1 row=72 family=66 qualifier=71 @1 !DeleteColumn"},
		{"null is no part", `{"key":"00","value":null}`, "jsonl-hex", "1 key=00"},
		{"numbers and text", `{"key":[0,255],"value":"01"}`, "jsonl-hex", "1 key=00ff value=01"},
		{"a Buffer inside", `{"key":"00","value":{"type":"Buffer","data":[1]}}`, "jsonl-hex", "1 key=00 value=01"},
		{"escapes of HBase", `{"totalColumns":0,"row":"a\\x00\\x5Cb","families":{}}`, "jsonl-escaped", "1 row=61005c62"},
		{"escapes of HBase in words", `{"level":"WARN","msg":"a\\x00"}`, "", "1 bytes=6100"},
		{"unknown names", `{"k":"00ff","id":7,"name":"zz"}`, "jsonl-hex", "1 k=00ff"},
		{"escapes", `{"key":"\u0030\u0030","value":"\"" }`, "=jsonl-hex", "line 1: expected a hex digit in value, found \"\\\"\""},
		{"lines of texts", "\"00\"\n\"ff\"\n", "jsonl-hex", "1 bytes=00\n2 bytes=ff"},
		{"lines of numbers", "[0, 1]\n[255]\n", "jsonl-hex", "1 bytes=0001\n2 bytes=ff"},
		{"base64", "{\"key\":\"AAE=\"}\n{\"key\":\"//4=\"}\n", "jsonl-base64", "1 key=0001\n2 key=fffe"},
		{"a damaged key", "{\"key\":\"000102ff\"}\n{\"key\":\"00z102ff\"}\n{\"key\":\"000302ff\"}\n", "jsonl-hex",
			"1 key=000102ff\nline 2: expected a hex digit in key, found \"z102ff\"\n3 key=000302ff"},
		{"a bad line goes on", "{\"key\":\"00\"}\n{\"key\":\n{\"key\":\"01\"} x\n{\"key\":\"02\"}\n", "=jsonl-hex",
			"1 key=00\nline 2, column 8: expected a value, found the end\nline 3, column 13: expected one JSON value a line, found \" x\"\n4 key=02"},
		{"records", `{"format":"actionbase","record":"edge-count","parts":{"row":"00","family":"66","qualifier":"65","value":""},"timestamp":"1714784409500","source":{"file":"x","line":2,"table":"t"},"fields":{"key":"x"}}`,
			"rowlens-jsonl", "1 row=00 family=66 qualifier=65 value= @1714784409500 $t"},
		{"records of a column family", `{"parts":{"key":"00","value":"01"},"source":{"cf":"0301"},"error":{"code":"x"}}`,
			"rowlens-jsonl", "1 key=00 value=01 cf 0301"},
		{"lone bytes", `{"parts":{"bytes":"00"}}`, "rowlens-jsonl", "1 bytes=00"},
	})
}

func TestJSONDocuments(t *testing.T) {
	checkForms(t, []formCase{
		{"over lines", "{\n \"key\": \"00\",\n \"value\": [1]\n}\n", "json-object", "1 key=00 value=01"},
		{"a list", "[\n {\"key\": \"00\"},\n {\"key\": \"01\"}\n]\n", "json-object", "2 key=00\n3 key=01"},
		{"a list of texts", `["0001","02 03"]`, "json-object", "1 bytes=0001\n1 bytes=0203"},
		{"a list of texts over lines", "[\n  \"00ff\",\n  \"01fe\"\n]\n", "json-object", "2 bytes=00ff\n3 bytes=01fe"},
		{"a list of base64", `["AAE=","AAEC"]`, "json-object", "1 bytes=0001\n1 bytes=000102"},
		{"a list of escapes", `["a\\x00","b"]`, "json-object", "1 bytes=6100\n1 bytes=62"},
		{"a list of words", `["words","data"]`, "text", "1 bytes=5b22776f726473222c2264617461225d"},
		{"a list with a bad one", "[{\"key\": \"00\"},\n {\"key\": \"0\"}]\n", "=json-object",
			"1 key=00\nline 2, column 2: expected an even count of hex digits in key, found 1"},
		{"broken", "[{\"key\": \"00\"},\n {\"key\" \"0\"}]\n", "=json-object",
			"1 key=00\nline 2, column 9: expected a colon, found \"\\\"0\\\"}]\""},
	})
}

func TestCSV(t *testing.T) {
	checkForms(t, []formCase{
		{"semicolons", "row;value\n00;ff\n01;\n", "csv-hex", "2 row=00 value=ff\n3 row=01 value="},
		{"quotes", "key,note,value\n\"00\",\"a \"\"b\"\",\nc\",ff\n01,,\n", "csv-hex", "2 key=00 value=ff\n4 key=01 value="},
		{"timestamps", "row,timestamp,value\n00,17,ff\n", "csv-hex", "2 row=00 value=ff @17"},
		{"base64", "key,value\nAAE=,//4=\n", "csv-base64", "2 key=0001 value=fffe"},
		{"without names", "0001,66,71,ff\n0002,66,72,ee\n", "csv-hex",
			"1 row=0001 family=66 qualifier=71 value=ff\n2 row=0002 family=66 qualifier=72 value=ee"},
		{"bytes of one value", "00, 01, 02\n03, 04, 05\n", "hex-lines", "1 bytes=000102\n2 bytes=030405"},
		{"a damaged key", "key,value\n0001,ff\n00z1,ff\n0003,ff\n", "csv-hex",
			"2 key=0001 value=ff\nline 3: expected a hex digit in column 1, found \"z1\"\n4 key=0003 value=ff"},
		{"a damaged cell without names", "0001,66,71,ff00\n0002,66,72,ee00\n0003,66,73,zz00\n", "csv-hex",
			"1 row=0001 family=66 qualifier=71 value=ff00\n2 row=0002 family=66 qualifier=72 value=ee00\n" +
				"line 3: expected a hex digit in column 4, found \"zz00\""},
		{"keys in base64, values that are both", "key,value\nbm9wZQ==,AAAA\nbm8=,0200\n", "csv-base64",
			"2 key=6e6f7065 value=000000\n3 key=6e6f value=d36d34"},
		{"joined", "key,value\n00,ff\nkey,value\n01,ee\n", "csv-hex", "2 key=00 value=ff\n4 key=01 value=ee"},
		{"columns are missing", "key,value\n00,ff\n01\n02,ee\n", "", "1 bytes=6b65792c76616c75650a30302c66660a30310a30322c6565"},
		{"TSV with a header", "key\tvalue\n00\tff\n", "tsv-hex", "2 key=00 value=ff"},
		{"bytea", "id,key\n1,\\x00\n2,\n3,\\x\n", "csv-hex", "2 key=00\n3\n4 key="},
	})
	long := "key,value\n" + strings.Repeat("0001,ff\n", 200) + "00\n\"0001\"x,ff\n\"0002\",ff\n"
	res, _ := ParseText([]byte(long), Options{})
	if got := show(&Result{Rows: res.Rows[199:]}); got != "201 key=0001 value=ff\nline 202: expected 2 columns, found 1\nline 203: expected a , after a closing quote, found \"x,ff\"\n204 key=0002 value=ff" {
		t.Error(got)
	}
	res, _ = ParseText([]byte("nothing here\nat all\n"), Options{Form: "csv-hex"})
	if got := show(res); got != "line 1: expected rows of cells with equal counts of separators, some of them bytes, found \"nothing here\"" {
		t.Error(got)
	}
}

func TestPostgreSQLTables(t *testing.T) {
	checkForms(t, []formCase{
		{"aligned", " key  | value \n------+-------\n \\x00 | \\xff\n \\x01 | \n(2 rows)\n", "pg-psql", "3 key=00 value=ff\n4 key=01"},
		{"two tables", " key  \n------\n \\x00\n(1 row)\n\n key  \n------\n \\x01\n(1 row)\n", "pg-psql", "3 key=00\n8 key=01"},
		{"unaligned", "key|n\n\\x00|1\n(1 row)\n", "pg-psql-unaligned", "2 key=00"},
		{"expanded", "-[ RECORD 1 ]\nkey   | \\x00\nvalue | \n-[ RECORD 2 ]\nkey   | \\x01\nvalue | \\x\n", "pg-psql-expanded",
			"1 key=00\n4 key=01 value="},
		{"copy", "\\\\x00\t\\\\x01\n\\\\x02\t\\N\n\\.\n", "pg-copy", "1 key=00 value=01\n2 key=02"},
		{"no bytes pinned", "a\tb\n", "=pg-copy", "line 1: expected a table with a column of bytes, found \"a\\tb\""},
	})
}

func TestNamedParts(t *testing.T) {
	checkForms(t, []formCase{
		{"declarations of any language", "var row = []byte{0x1}\nlet value: &[u8] = b\"\\x02\";\n", "named-parts", "1 row=01 value=02"},
		{"short declaration", "key := []byte(\"a\")\nvalue := []byte(nil)\n", "named-parts", "1 key=61 value="},
		{"a name twice begins the next entry", "key = 00\nvalue = 01\nkey = 02\n\nvalue = 03", "named-parts",
			"1 key=00 value=01\n3 key=02\n5 value=03"},
		{"a bad value goes on", "key = 00\nkey = 0\nkey = 02", "=named-parts",
			"1 key=00\nline 2: expected an even count of hex digits, found 1\n3 key=02"},
		{"no part", "key = 00\nother = 01", "=named-parts", "line 2: expected `<part> = <bytes>`, found \"other = 01\""},
	})
}

func TestATableThatIsCutInItsLastRowIsStillOne(t *testing.T) {
	const head = "key,value,timestamp\n00,01,5\n02,\"03\",6\n04,05,7\n"
	for _, end := range []string{"06", "06,", "06,\"0"} {
		form, rows, errs, _ := dumped(t, head+end, Options{})
		if form != "csv-hex" || rows != 3 || len(errs) != 1 {
			t.Errorf("%q: %s, %d rows, %q", end, form, rows, errs)
		}
	}
}

// A column that has the name of a part is never left out without a word.
func TestALeftOutColumnIsSaid(t *testing.T) {
	for text, want := range map[string]bool{"key,value\nuser:1,00\nuser:2,01\n": true, "name,value\nuser:1,00\nuser:2,01\n": false} {
		res, _ := ParseText([]byte(text), Options{})
		said := strings.Contains(strings.Join(res.Notes, "\n"), "columns named like parts were left out")
		if got := show(res); got != "2 value=00\n3 value=01" || said != want {
			t.Errorf("%q: %s %q", text, got, res.Notes)
		}
	}
}
