package dump

import (
	"bytes"
	"testing"
)

// TestHostileTextsTakeLinearTime reads texts that make a naive parser look at
// the same bytes again and again. A quadratic one takes minutes for them.
func TestHostileTextsTakeLinearTime(t *testing.T) {
	for _, c := range []struct{ form, head, piece string }{
		{"hfile-print", "K: ", "/f:q/1/Put/vlen=9 V: "},
		{"hfile-print", "K: ", "a/b:c/1/Put/vlen=0/seqid=1"},
		{"accumulo-scan", "r f:q ", "]    "},
		{"accumulo-scan", "r f:q [", " ] "},
		{"hbase1-scan", "r column=f:", ", timestamp=1, type=a "},
		{"hbase1-scan", " r column=f:q, timestamp=1, value=", ", timestamp=1, value="},
		{"hbase1-scan", "ROW        COLUMN+CELL          \n", " abcdefghi column=abcdefghijklm\n"},
		{"json-object", "[", "0 "},
		{"json-object", "", "\"\\\\\","},
		{"jsonl-hex", "{\"key\":[", "["},
		{"go-string", "\"", "\\\\"},
		{"csv-hex", "key,value\n", "\""},
		{"pg-psql-expanded", "-[ RECORD 1 ]\n", "k | v\n"},
		{"od-x1", "0000000 41\n", "*\n"},
	} {
		text := append([]byte(c.head), bytes.Repeat([]byte(c.piece), (1<<20)/len(c.piece))...)
		for _, opt := range []Options{{Form: c.form}, {}} {
			s, err := openText(text, opt)
			if err != nil {
				t.Fatal(err)
			}
			drain(t, s)
		}
	}
}
