package main

import (
	"strings"
	"testing"
)

// simpleRows are rows of a database of release 0.10 or older, without MARYK_META.yml: the model Simple, whose only
// index is name, and an index row of format 1.
const simpleRows = `{"parts":{"key":"00","value":"53696d706c65"},"source":{"cf":"0101"}}
{"parts":{"key":"01","value":"0001010000010000"},"source":{"cf":"0101"}}
{"parts":{"key":"02","value":"0a12080112026964220a6a0808011001180020070a13080212046e616d652209820106080110001800121c0a06536` +
	`96d706c65120800010100000100001a031201012203120102"},"source":{"cf":"0101"}}
{"parts":{"key":"0a1154686520717569636b2062726f776e20666f781300000001","value":"167d1c0ff4e00000"},"source":{"cf":"0401"}}
`

const simpleRecord = `{"parts":{"key":"00000001","value":"167d1c0ff4e00000"},"source":{"cf":"0201"}}
{"parts":{"key":"00000001","value":"167d1c0ff4e00000"},"source":{"cf":"0301"}}
{"parts":{"key":"0000000108","value":"167d1c0ff4e00000"},"source":{"cf":"0301"}}
{"parts":{"key":"0000000109","value":"167d1c0ff4e000000100000001"},"source":{"cf":"0301"}}
{"parts":{"key":"0000000111","value":"167d1c0ff4e000000154686520717569636b2062726f776e20666f78"},"source":{"cf":"0301"}}
`

// The model in a dump determines the format of index keys, even against MARYK_META.yml.
func TestTheModelTellsTheIndexFormat(t *testing.T) {
	got := lines(rowlens(t, simpleRows, "decode").want(t, 0).out)
	last := got[len(got)-1]
	if !strings.Contains(last, `"index":"0a11","indexName":"name","indexFormat":1,"valueAndLengths":"54686520717569636b2062726f776e20666f7813"`) {
		t.Error(last)
	}
	again := rowlens(t, last+"\n", "encode", "--part", "key").want(t, 0).out
	if strings.TrimSpace(again) != "0a1154686520717569636b2062726f776e20666f781300000001" {
		t.Errorf("encoded again it is %s", again)
	}
	// Without a model the usual format is assumed, and the record says so.
	got = lines(rowlens(t, lines(simpleRows)[3]+"\n", "decode").want(t, 0).out)
	if !strings.Contains(got[0], `"assumedIndexFormat":2`) {
		t.Error(got[0])
	}
	tree := rowlens(t, lines(simpleRows)[3]+"\n", "inspect", "--json").want(t, 0).out
	if !strings.Contains(tree, "format 2 of index keys is assumed") {
		t.Error(tree)
	}
	rowlens(t, simpleRows+simpleRecord, "verify", "--json").want(t, 0)
}

// A dump with the old numbering, but without its Model family, is read with the flag; without the
// flag there is a note.
func TestOldFamilyNumbering(t *testing.T) {
	const dump = `{"parts":{"key":"00000001","value":"167d1c0ff4e00000"},"source":{"cf":"0101"}}
{"parts":{"key":"0000000109","value":"167d1c0ff4e00000016869"},"source":{"cf":"0201"}}
`
	if r := rowlens(t, dump, "decode").want(t, 1); !strings.Contains(r.err, "--family-numbering old") {
		t.Errorf("no hint: %s", r.err)
	}
	r := rowlens(t, dump, "decode", "--family-numbering", "old").want(t, 0)
	if !strings.Contains(r.out, `"record":"keys"`) || !strings.Contains(r.out, `"record":"table-value"`) {
		t.Error(r.out)
	}
	rowlens(t, dump, "decode", "--family-numbering", "oldest").want(t, 2)
}

// Models in a table's description are read as HBase's shell prints it.
func TestModelsOfDescribe(t *testing.T) {
	const text = `Table store:Plain is ENABLED
store:Plain, {TABLE_ATTRIBUTES => {METADATA => {'\x00' => 'Plain', '\x01' => '\x00\x01\x01\x00\x00\x01\x00\x00', '\x02' => '` +
		`\x0A\x10\x08\x01\x12\x01x"\x09\x82\x01\x06\x08\x01\x10\x00\x18\x00\x12\x15\x0A\x05Plain\x12\x08\x00\x01\x01\x00\x00\x01\x00\x00\x1A\x02\x0A\x00'}}}
COLUMN FAMILIES DESCRIPTION
`
	for _, described := range []string{text, strings.NewReplacer(`'\x00'`, "'\x00'", `'\x01'`, "'\x01'", `'\x02'`, "'\x02'").Replace(text)} {
		got := rowlens(t, described, "model", "-").want(t, 0).out
		if !strings.Contains(got, "Plain") || !strings.Contains(got, "x") {
			t.Error(got)
		}
	}
}

// Rows of a database are encoded from their fields, with the models among them.
func TestEncodeFindsModels(t *testing.T) {
	rows := rowlens(t, "", "decode", maryk("rocksdb", "latest.rows.jsonl")).want(t, 0).out
	again := rowlens(t, rows, "encode", "--as", "record").want(t, 0)
	if strings.Contains(again.err, "refused") || len(lines(again.out)) != len(lines(rows)) {
		t.Errorf("%s", again.err)
	}
}

// Keys and index entries are made from values, with the models of a database.
func TestKeysFromValues(t *testing.T) {
	for _, c := range [][3]string{
		{"key", "key", "0000000500017fffffff"},
		{"index-entry", "entries", "80000007040000000500017fffffff"},
	} {
		record := `{"format":"maryk-core","record":"` + c[0] + `","fields":{"model":"Ware","index":"stock","key":"0000000500017fffffff",` +
			`"values":{"code":5,"kind":"Red(1)","made":"1970-01-01","stock":7}}}`
		got := rowlens(t, record, "encode", "--model", maryk("rocksdb", "latest.models.json"), "--part", c[1]).want(t, 0).out
		if strings.TrimSpace(got) != c[2] {
			t.Errorf("%s: %s, want %s", c[0], got, c[2])
		}
	}
}

// Disassembling an assembled object gives the original rows.
func TestDisassembleMaryk(t *testing.T) {
	models := maryk("rocksdb", "latest.models.json")
	objects := rowlens(t, "", "assemble", "--json", "--history", "--model", models, maryk("rocksdb", "latest.rows.jsonl")).want(t, 0).out
	again := lines(rowlens(t, objects, "disassemble", "--model", models).want(t, 0).out)
	have := readFile(t, maryk("rocksdb", "latest.rows.jsonl"))
	for _, line := range again {
		o := object(t, line)
		parts, _ := o["parts"].(map[string]any)
		key, _ := parts["key"].(string)
		val, _ := parts["value"].(string)
		if !strings.Contains(have, `"key":"`+key+`","value":"`+val+`"`) {
			t.Errorf("%s is no row", line)
		}
	}
	if len(again) < 190 {
		t.Errorf("only %d rows", len(again))
	}
}
