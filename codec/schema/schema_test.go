package schema_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

func TestASchemaThatNoFormatUnderstandsIsRefused(t *testing.T) {
	v, err := value.Parse([]byte(`{"tables":7}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := schema.Parse(v, ""); err == nil {
		t.Error("it is accepted")
	}
	if _, err := schema.Parse(v, "no such format"); err == nil {
		t.Error("it is accepted for no format")
	}
}

// What no format understands in a schema is refused: it would otherwise be ignored without a word.
func TestASchemaIsUnderstoodWhole(t *testing.T) {
	for text, why := range map[string]string{
		`{}`:                             "found nothing in it",
		`{"tables":[{"tabel":"x"}]}`:     "tables[0].tabel: there is no such field; there are table, tableCode, ",
		`{"tables":[{"type":"EDGE"}]}`:   "tables[0].table: expected the name of the table",
		`{"tables":[],"tabels":[]}`:      "tabels: there is no such field; there are ",
		`{"names":["x"],"modles":{}}`:    "modles: there is no such field; there are ",
		`{"models":{"1":{"keysize":3}}}`: "models.1.keysize: there is no such field; there are name, keySize, ",
		`{"tables":[{"table":"x","indexes":[{"index":"i","field":[]}]}]}`: "indexes[0].field: there is no such field; there are index, fields",
	} {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		id := ""
		if strings.Contains(text, "models") {
			id = "maryk-rocksdb"
		}
		if _, err = schema.Parse(v, id); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
	for _, text := range []string{`{"tables":[],"models":{"1":{"keySize":3}},"names":["a"]}`, `{"1":{"keySize":3}}`} {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = schema.Parse(v, ""); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestALayoutIsASchemaAsALine(t *testing.T) {
	for _, line := range []string{"id:u32 seq:u32", "\"evt:\" day:u16 user:str(..0x00) at:ms! desc\n", "  id:long! # the id\n rest:str"} {
		v, err := schema.ResolveText([]byte(line), 1, "")
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got, _ := v.Member("layout").Text(); got != strings.TrimSpace(line) {
			t.Errorf("%s: %s", line, v)
		}
		if _, err := schema.Parse(v, ""); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for text, why := range map[string]string{
		"id:lnog rest:str": "column 4: expected a type",
		"id:u32 seq":       "column 11: expected a colon",
		"0x0a0b":           "expected ",
		"hello":            "a layout such as id:u32 name:str",
		"a: 1\nb: 2":       "a layout such as id:u32 name:str",
	} {
		if v, err := schema.ResolveText([]byte(text), 1, ""); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %s, %v", text, v, err)
		}
	}
}
