package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// Records of a database that contains its models are encoded to their original bytes, in one pipe and
// without a model: encode finds the model where decode does.
func TestEncodeFindsTheModelsInItsInput(t *testing.T) {
	rows := readZipped(t, maryk("rocksdb", "keepall.rows.jsonl"))
	decoded := lines(rowlens(t, rows, "decode", "--lenient").want(t, 0).out)
	var input string
	for _, line := range decoded {
		input += line + "\n"
	}
	encoded := lines(rowlens(t, input, "encode", "--as", "record").want(t, 0).out)
	if len(encoded) != len(decoded) || len(decoded) < 100 {
		t.Fatalf("%d records of %d", len(encoded), len(decoded))
	}
	for i := range decoded {
		was, is := object(t, decoded[i])["parts"].(map[string]any), object(t, encoded[i])["parts"].(map[string]any)
		if was["key"] != is["key"] || was["value"] != is["value"] {
			t.Errorf("%s\nis written as\n%s", decoded[i], encoded[i])
		}
	}
}

// The name of a property says its key as its reference does, also that of a collection inside a map or a type, whose
// reference ends with a marker.
func TestEncodeOfAPropertyByItsName(t *testing.T) {
	models := []string{"--model", maryk("rocksdb", "keepall.models.json")}
	var input strings.Builder
	var keys []any
	for _, line := range lines(rowlens(t, readZipped(t, maryk("rocksdb", "keepall.rows.jsonl")), append(models, "decode")...).want(t, 0).out) {
		o := object(t, line)
		fields, _ := o["fields"].(map[string]any)
		if fields["property"] == nil {
			continue
		}
		keys = append(keys, o["parts"].(map[string]any)["key"])
		delete(o, "parts")
		delete(fields, "reference")
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(b, '\n'))
	}
	encoded := lines(rowlens(t, input.String(), append(models, "encode", "--as", "record")...).want(t, 0).out)
	if len(encoded) != len(keys) || len(keys) < 100 {
		t.Fatalf("%d records of %d", len(encoded), len(keys))
	}
	for i, line := range encoded {
		if got := object(t, line)["parts"].(map[string]any)["key"]; got != keys[i] {
			t.Errorf("%s, want %s, for %s", got, keys[i], line)
		}
	}
	// The one version of a row is a whole key, so the range has nothing else.
	for name, key := range map[string]string{"bags.@s": "bc01017303", "bags": "bc01", "shape.*Items": "81012502", "home.inner": "7e1e"} {
		r := rowlens(t, "", append(models, "range", "--format", "maryk-rocksdb", "--record", "historic-value", "--json",
			"model=1", "record=0000000000017fffffff", "property="+name, "version=1")...).want(t, 0)
		if want := `"prefix":"0000000000017fffffff` + key + `fffffffffffffffe"`; !strings.Contains(r.out, want) {
			t.Errorf("%s: %s, want %s", name, r.out, want)
		}
	}
}
