package dump

import (
	"slices"
	"testing"
)

// Commands that are cut short or spelled wrong are errors of their line, never rows.
func TestABrokenCommandCostsItsLineOnly(t *testing.T) {
	for form, lines := range map[string][]string{
		"ldb-command": {"ldb --hex put 0x00 0xab", "ldb --hex put 0x00", "ldb --hex delete 0x0", "ldb --hex scan",
			"ldb --hex get 0x00", "ldb"},
		"accumulo-command": {`insert "r" "f" "q" "v"`, `insert "r" "f" "q"`, `delete "r`, `insert "r" "f" "q" "v" -ts`,
			`insert "r" "f" "q" "v" -x "y"`, `scan -t "t"`},
		"mdb-range": {"from the key line  00ff", "from the key line  0", "up to and without  xy"},
		"hex-parts": {"00ff\t01", "00ff", "00ff\t0", "00\t01\t02", "00\t01\t02\t03\t04\t05"},
		"hbase-command": {`scan "t", {STARTROW => "a"}`, `scan "t", {STARTROW => "a`, `put "t", "r`,
			`put "t", "r", "f:q", 5`, `incr "t", "r", "f:q", x`, `append "t", "r", "f:q", "v"`},
	} {
		for i, line := range lines {
			res, err := ParseText([]byte(line), Options{Form: form})
			rows := 0
			if err == nil {
				for j := range res.Rows {
					if res.Rows[j].Err == nil {
						rows++
					}
				}
			}
			if (rows > 0) != (i == 0) {
				t.Errorf("%s: %d rows of %s", form, rows, line)
			}
		}
	}
}

func TestBrokenCBORIsNoRecord(t *testing.T) {
	for _, text := range []string{"\xa1\x65parts", "\xa1\x65parts\xa1\x63row\x45ab", "\xbf\x65parts\xff", "\xa1\x66format\x1f", "\x81\x01"} {
		res, err := ParseText([]byte(text), Options{Form: "rowlens-cbor"})
		if err != nil {
			continue
		}
		for i := range res.Rows {
			if res.Rows[i].Err == nil {
				t.Errorf("%q is the row %+v", text, res.Rows[i].Entry)
			}
		}
	}
}

// The shell of HBase, as Ruby, knows no escapes in single quotes, which is easily overlooked.
func TestEscapesInSingleQuotesAreRemarkedOn(t *testing.T) {
	for text, want := range map[string]bool{`get 't', 'r\x00'`: true, `get 't', "r\x00"`: false, `get 't', 'r'`: false} {
		res, _ := ParseText([]byte(text), Options{})
		if said := slices.Contains(res.Notes, noteSingle); said != want || res.Form.ID != "hbase-command" {
			t.Errorf("%s: %q", text, res.Notes)
		}
	}
}
