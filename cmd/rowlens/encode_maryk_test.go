package main

import (
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
