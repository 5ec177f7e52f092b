package orderedbytes_test

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/orderedbytes"
)

// The examples of docs/formats/hbase-orderedbytes.md, executed.
func TestExamplesOfTheDocumentHold(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/hbase-orderedbytes.md")
	if err != nil {
		t.Fatal(err)
	}
	minus := int64(-1)
	for name, v := range map[string]orderedbytes.Value{
		"null": {}, "int8 0": {Type: orderedbytes.Int8}, "int32 1": {Type: orderedbytes.Int32, Num: 1},
		"int64 -1": {Type: orderedbytes.Int64, Num: uint64(minus)}, "float64 1.0": {Type: orderedbytes.Float64, Num: 0x3ff0000000000000},
		`"a"`:              {Type: orderedbytes.Text, Bytes: []byte("a")},
		"blob-var `0001`":  {Type: orderedbytes.BlobVar, Bytes: []byte{0, 1}},
		"blob-copy `0102`": {Type: orderedbytes.BlobCopy, Bytes: []byte{1, 2}},
		"1":                number("1"), "-1": number("-1"), "10": number("10"), "99.99": number("99.99"), "100": number("100"),
		"1E+19": number("1E+19"),
		"1E+20": number("1E+20"), "-1E+20": number("-1E+20"), "0.5": number("0.5"), "0.01": number("0.01"),
		"0.00123": number("0.00123"), "-0.00123": number("-0.00123"),
	} {
		asc, desc := appended(t, &v, order.Asc), appended(t, &v, order.Desc)
		row := "| " + name + " | `" + hex.EncodeToString(asc) + "` | `" + hex.EncodeToString(desc) + "` |"
		if !strings.Contains(string(text), row) {
			t.Errorf("the document does not have %s", row)
		}
	}
}
