package record

import (
	"encoding/csv"
	"strings"
	"testing"
)

func TestCellsAreTextOnly(t *testing.T) {
	for in, want := range map[string]string{
		"":              ``,
		"plain":         `plain`,
		"a b":           `a b`,
		"a,b":           `"a,b"`,
		`say "hi"`:      `"say ""hi"""`,
		"=1+1":          `"'=1+1"`,
		"+1":            `"'+1"`,
		"-1":            `"'-1"`,
		"@x":            `"'@x"`,
		"'quoted":       `"'quoted"`,
		"\t=1":          `\t=1`,
		"\r\n=1":        `\r\n=1`,
		"\x1b[31m":      `\u001b[31m`,
		"\u202eé":       `\u202eé`,
		"\xff":          `\ufffd`,
		`{"a":"b"}`:     `"{""a"":""b""}"`,
		"1714784409500": `1714784409500`,
	} {
		got := string(appendCell(nil, in))
		if got != want {
			t.Errorf("%q becomes %s, want %s", in, got, want)
		}
		line, err := csv.NewReader(strings.NewReader("x," + got)).Read()
		if err != nil || len(line) != 2 {
			t.Errorf("%q is no cell: %v", got, err)
		}
	}
}
