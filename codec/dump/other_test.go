package dump

import (
	"slices"
	"strings"
	"testing"
)

const (
	mdbPart      = "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n 61\n 62\nDATA=END\n"
	hbasePart    = "ROW  COLUMN+CELL\n a column=f:e, timestamp=1714784409500, value=b\n1 row(s)\n"
	accumuloPart = "a f:q []\tb\n"
	hfilePart    = "K: a/f:e/1714784409500/Put/vlen=1/seqid=0 V: b\nScanned kv count -> 1\n"
	psqlPart     = "    key   |  value   \n----------+----------\n \\x0001   | \\xfffe\n(1 row)\n\n"
	expandedPart = "-[ RECORD 1 ]-\nkey   | \\x0001\nvalue | \\xfffe\n\n"
)

// strangers are rows of forms other than those of the tools whose readers skip lines, with their headers.
var strangers = []string{
	`{"row":"00ff","family":"66","qualifier":"01","value":"aabb"}` + "\n",
	`{"key":"AAE=","value":"//4="}` + "\n",
	`{"row":"\\x00\\xFF","family":"f","qualifier":"q","value":"\\x00"}` + "\n",
	"key,value\n0001,fffe\n",
	"key\tvalue\n0001\tfffe\n",
	"00000000: 6162 6364 6566 6768 696a 6b6c 6d6e 6f70  abcdefghijklmnop\n",
	"00000000  61 62 63 64 65 66 67 68  69 6a 6b 6c 6d 6e 6f 70  |abcdefghijklmnop|\n00000010\n",
	"0000000 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70\n0000020\n",
	"2c8000018f3c9be200\n",
	"LIAAAY88m+IALIAAAY88m+IA\n",
	"(b'row', {b'cf:q': b'value'})\n",
	"\\\\x0001\t\\\\xfffe\n",
	"ldb --db=DIR --hex put 0x00 0x01\n",
	"<Buffer 00 01>\n",
	`{"Row":[{"key":"cm93MQ==","Cell":[{"column":"Y2Y6YQ==","timestamp":1700000000000,"$":"dmFsdWU="}]}]}` + "\n",
}

func TestStrangersAreNeverSkipped(t *testing.T) {
	parts := []string{mdbPart, hbasePart, hfilePart, psqlPart, expandedPart}
	for i, part := range parts {
		texts := []string{part}
		for _, other := range append(strangers, parts[:i]...) {
			texts = append(texts, part+other, part+other+part)
		}
		for n, text := range texts {
			rows, errors, _ := tally(t, text)
			if sound := n == 0; sound != (errors == 0) || rows == 0 {
				t.Errorf("%d rows and %d errors of\n%s", rows, errors, text)
			}
		}
	}
}

func TestWhatStandsAroundRowsIsSkipped(t *testing.T) {
	for _, line := range []string{
		"2024-05-04 01:00:09,500 WARN  [main] util.NativeCodeLoader: Unable to load", "NativeCodeLoader", "HBaseConfiguration",
		"HBase Shell; enter 'help<RETURN>' for list of supported commands.", "Version 1.2.6, rUnknown, Mon May 29 02:25:32 CDT 2017",
		"$ kubectl exec -it hbase-0 -- hbase shell", `=> ["t1","t2"]`, "1714784409500", "deadbeef", "cafe", "TABLE", "k8s-Prod-Cluster",
		`Current count: 1000, row: abc\x00`, `{"level":"WARN","ts":"2024-05-04T00:00:00Z","msg":"slow"}`, "Took 0.0123 seconds",
		"key, or row: see below", `"done"`, "[1]", "10.0.0.1:16020", "HBASE_OPTS=-Xmx1g", "user@host:~$ hbase shell <<EOF", "0 row(s) in 0.05 seconds",
		"t, {NAME => 'f', VERSIONS => '1'}", "https://example.com/?a=%20b", "postgres=# select key, value from t;", "Time: 0.512 ms",
	} {
		for _, part := range []string{mdbPart, hbasePart, psqlPart} {
			if rows, errors, _ := tally(t, part+line+"\n"+part); rows != 2 || errors != 0 {
				t.Errorf("%d rows and %d errors around %q", rows, errors, line)
			}
		}
	}
}

// Dumps of two tools in one text: each row is read, or is an error where it stands.
func TestRowsOfAnotherToolAreNeverSkipped(t *testing.T) {
	for _, c := range []struct {
		text         string
		rows, errors int
	}{
		{mdbPart + hbasePart, 1, 2},
		{hbasePart + mdbPart, 1, 2},
		{mdbPart + accumuloPart + "c f:q []    d\nc f:q [] 1714784409500\te\n", 1, 3},
		{hbasePart + accumuloPart, 1, 1},
		{accumuloPart + hbasePart, 1, 1},
		{hbasePart + "0x61 : 0x62\n0x61 ==> 0x62\n'61' seq:1, type:1 => 62\n", 1, 3},
		{hbasePart + `{"format":"implexus","record":"row","parts":{"key":"61","value":"62"}}` + "\n", 1, 1},
		{hbasePart + hfilePart, 1, 1},
		{hfilePart + "0x61 : 0x62\n", 1, 1},
		{mdbPart + "$ exit\n\nSome words: [of a person]\n" + mdbPart, 2, 0},
		{hbasePart + "2024-05-04 01:00:09,500 WARN  [main] util.NativeCodeLoader: Unable to load\nSLF4J: Found binding in [jar:file:/a.jar]\n", 1, 0},
	} {
		rows, errors, s := tally(t, c.text)
		if rows != c.rows || errors != c.errors {
			t.Errorf("%d rows and %d errors, want %d and %d, of\n%s", rows, errors, c.rows, c.errors, c.text)
		}
		if strings.Contains(c.text, "$ exit") && !slices.Contains(s.Notes(), noteOutside) {
			t.Errorf("lines around mdb_dump's are skipped in silence: %v", s.Notes())
		}
	}
}

// tally counts the rows of a dump and the errors in it.
func tally(t *testing.T, text string) (rows, errors int, s *Scanner) {
	s, err := Open(strings.NewReader(text), Options{Dump: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range s.All() {
		if err != nil {
			errors++
		} else {
			rows++
		}
	}
	return rows, errors, s
}
