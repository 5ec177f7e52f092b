package actionbase_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows of the golden dump, and what a reader sees of them: the fields of the row side by side, with their
// bytes.
const (
	stateRow  = `{"row":"2b5503ef2c80000000000003e92ba95c6311297d34615c62226300","value":"29812c8000018f399ad7002b333f93262c8000018f399ad7002c8000018f399ad7002b2a94378e346d65002c8000018f399ad7002bbbce6294313ffdffffffffffff2c8000018f399ad7002b9241de312c8000018f399ad7002c8000018f399ad700"}`
	indexRow  = `{"row":"95ca62432c80000000000003ea2ba95c6311297c29822b69b733c7d37ffffe70c06312ff34615c62226300","value":"2c8000018f3f9ced002b333f93262c8000018f3f9ced002b2a94378e346d65002bbbce629431c44b1ae4d6e2ef50"}`
	countRow  = `{"row":"00bd92fd346974656d2d31002ba95c6311297e2983","value":"0000000000000003"}`
	deleted   = `{"value":"29802c80000000000000052bbc6393822c80000000000000052c8000000000000005"}`
	longPlain = `{"value":"2c8000000000000064"}`
	textPlain = `{"value":"346974656d00"}`
	lengthed  = `{"value":"046974656d"}`
)

// Every claim of the public document "Encoding", and what is read from upstream's own bytes. Where the two differ,
// docs/formats/actionbase.md says so.
var publicClaims = []struct{ claim, record, bytes, read string }{
	{"Edge State | -3 | Get: [4-byte hash] + [1-byte + source] + [1-byte + table code] + [1-byte + type code(-3)] + [1-byte + target]", "edge-state", stateRow,
		`row: salt 4=2b5503ef, source 9=1001, tableCode 5=693920529, rowType 2=edge state, target 7=a\\b\"c`},
	{"active | Boolean | Edge active status", "edge-state", stateRow, "active 2=active"},
	{"version | Long | Edge version", "edge-state", stateRow, "version 9=1714658400000"},
	{"properties | Map | Property values with version per property", "edge-state", stateRow, "propertyCode 5=-1287679194, propertyValue 9=1714658400000, propertyVersion 9=1714658400000"},
	{"createdAt | Long | Creation timestamp", "edge-state", stateRow, "createdAt 23=1714658400000"},
	{"deletedAt | Long | Deletion timestamp", "edge-state", deleted, "deletedAt 23=5"},
	{"Edge Index | -4 | Scan: … [1-byte + direction] + [1-byte + index code] + [(1-byte + N) * # index values] + [1-byte + directed target]", "edge-index", indexRow,
		`row: salt 4=95ca6243, directedSource 9=1002, tableCode 5=693920529, rowType 2=edge index, direction 2=OUT, indexCode 5=-373869625, indexValue 9=1714759200000, directedTarget 7=a\\b\"c`},
	{"version | Long | Edge version (of an index)", "edge-index", indexRow, "version 9=1714759200000"},
	{"properties | Map | Property values (of an index: Version per edge)", "edge-index", indexRow, "propertyCode 5=-1287679194, propertyValue 9=1714759200000"},
	{"Edge Count | -2 | Count: … [1-byte + type code(-2)] + [1-byte + direction]", "edge-count", countRow,
		"row: salt 4=00bd92fd, directedSource 8=item-1, tableCode 5=693920529, rowType 2=edge count, direction 2=IN"},
	{"count | Long | Edge count", "edge-count", countRow, "count 8=3"},
	{"Hash | 4 bytes | xxhash32 for region distribution", "edge-state", stateRow, "salt: xxh32 of bytes 4–19"},
	{"Type Code | Distinguishes NULL, STRING, INT, FLOAT, JSON, etc.", "value", longPlain, "header 1: long, ascending"},
	{"Sort Order | Includes ASC/DESC for index ordering", "edge-index", indexRow, "header 1: long, descending"},
	{"[1-byte type information] + [actual value]", "value", longPlain, "header 1, body 8"},
	{"Source/Target | Variable | Prefixed with 1-byte length", "value", textPlain, "header 1, text 4, terminator 1"},
	{"All variable-length fields use 1-byte length prefix", "value", lengthed, "refused: value: expected a value header, found 0x04"},
	{"Negative Type Codes (-2, -3, -4): separate from user data", "row-type", countRow, "rowType 2=edge count"},
}

func TestThePublicDocumentIsRead(t *testing.T) {
	for _, c := range publicClaims {
		v, err := value.Parse([]byte(c.bytes))
		if err != nil {
			t.Fatal(err)
		}
		in := format.Input{Given: value.OfMembers()}
		for i := range v.Len() {
			b, ok := v.At(i).Hex()
			if !ok {
				t.Fatalf("%s: no hex", c.claim)
			}
			if c.record != "row-type" || v.Name(i) == store.Row {
				in.Entry.Add(v.Name(i), b)
			}
		}
		var tree span.Tree
		var w value.Writer
		err = identify.Explain(actionbase.Format.Record(c.record), &in, &tree, &w)
		if refused, is := strings.CutPrefix(c.read, "refused: "); is {
			if err == nil || !strings.Contains(err.Error(), refused) {
				t.Errorf("%s\ngot  %v\nwant %s", c.claim, err, refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.claim, err)
			continue
		}
		if got := sight(&tree); !strings.Contains(got, c.read) {
			t.Errorf("%s\ngot  %s\nwant %s", c.claim, got, c.read)
		}
	}
}

// sight returns what a reader sees of a row: the fields side by side, then the notes and the smallest
// pieces.
func sight(t *span.Tree) string {
	var fields, pieces, notes []string
	for x := range t.All() {
		width := x.End - x.Start
		name := x.Field.Name
		switch name {
		case "header", "body", "text", "terminator":
			piece := fmt.Sprint(name, " ", width)
			pieces = append(pieces, piece)
			notes = append(notes, piece+": "+x.Note)
			continue
		case "code":
			name = "propertyCode"
		case "salt":
			notes = append(notes, "salt: "+x.Note)
			fields = append(fields, fmt.Sprintf("salt %d=%x", width, x.Bytes))
			continue
		}
		if x.Depth == 0 {
			fields = append(fields, map[string]string{"rowKey": "row:"}[name])
			continue
		}
		if name != "property" {
			fields = append(fields, fmt.Sprint(name, " ", width, "=", strings.Trim(x.Text(), `"`)))
		}
	}
	text := strings.Join(fields, ", ")
	return strings.ReplaceAll(text, "row:, ", "row: ") + " | " + strings.Join(pieces, ", ") + " | " + strings.Join(notes, ", ")
}
