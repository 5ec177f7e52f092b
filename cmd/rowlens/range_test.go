package main

import (
	"strings"
	"testing"
)

// edges asks for a range of edge index rows in the tables of the golden dump.
func edges(t *testing.T, args ...string) result {
	t.Helper()
	return rowlens(t, "", append([]string{"range", "--format", "actionbase", "--record", "edge-index", "--model",
		golden(modelFile)}, args...)...)
}

func TestARangeRefusesWhatItsKeyDoesNotHave(t *testing.T) {
	const table, source = "table=social.user_likes", "directedSource=alice"
	for _, c := range []struct {
		args []string
		why  string
	}{
		{[]string{table, source, "direction=IN", "indx=created_at_desc"}, `there is no field "indx"; there are: table, `},
		{[]string{table, source, "direction=IN", "indx=created_at_desc"}, "did you mean index?"},
		{[]string{"foo=1", table}, `foo: there is no field "foo"`},
		{[]string{table, source, "direction=IN", "version=5"}, "version: does not bound a scan"},
		{[]string{table, source, "direction=IN", "salt=1"}, "salt: does not bound a scan"},
		{[]string{table, source, "direction=IN", "direction=OUT"}, "direction: is given twice"},
		{[]string{"--fields", `{"table":"social.user_likes","directedSource":"alice"}`, "directedSource=bob"}, "given twice"},
		{[]string{table, "tableCode=5", source}, "is not the code of social.user_likes"},
		{[]string{"table=social.user_like", source}, "did you mean social.user_likes?"},
		{[]string{"tableCode=5", source}, `there is no table "5"`},
		{[]string{table, source, "direction=IN", "index=created_at_des"}, "did you mean created_at_desc?"},
		{[]string{table, "directedSource:long=5", "direction=IN"}, "expected the type string, which the model has, found long"},
		{[]string{table, source, "direction=IN", "index=created_at_desc", "indexValues=[1,2]"},
			"expected at most the 1 of created_at_desc, found 2"},
		{[]string{table, source, "direction=IN", "index=created_at_desc",
			`indexValues=[{"order":"ASC","value":{"type":"long","value":"1"}}]`}, "expected DESC"},
	} {
		if r := edges(t, c.args...).want(t, 2); r.out != "" || !strings.Contains(r.err, c.why) {
			t.Errorf("%q: %s%s\nwant %s", c.args, r.out, r.err, c.why)
		}
	}
	r := rowlens(t, "", "range", "--format", "actionbase", "--record", "edge-group", "--model", golden(modelFile),
		"table=social.user_likes", "direction=OUT",
		"directedSource=1", "group=likes_by_day").want(t, 2)
	if !strings.Contains(r.err, "direction IN only") {
		t.Errorf("a direction that the group does not have: %s", r.err)
	}
}

func TestARangeHasTheTypesOfTheModel(t *testing.T) {
	for short, long := range map[string]string{
		`{"table":"social.user_likes","directedSource":"123","direction":"IN","index":"permission_created_at_desc","indexValues":["friends",5]}`: `{"table":"social.user_likes","directedSource":{"type":"string","value":"123"},"direction":"IN","index":"permission_created_at_desc",` +
			`"indexValues":[{"order":"ASC","value":{"type":"string","value":"friends"}},{"order":"DESC","value":{"type":"long","value":"5"}}]}`,
		`{"table":"social.user_likes","directedSource":123,"direction":"IN"}`:  `{"table":"social.user_likes","directedSource":{"type":"string","value":"123"},"direction":"IN"}`,
		`{"table":"social.user_likes","directedSource":123,"direction":"OUT"}`: `{"table":"social.user_likes","directedSource":{"type":"long","value":"123"},"direction":"OUT"}`,
	} {
		got, want := edges(t, "--json", "--fields", short).want(t, 0).out, edges(t, "--json", "--fields", long).want(t, 0).out
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", short, got, want)
		}
	}
	// Without a direction, either end may be meant.
	edges(t, "table=social.user_likes", "directedSource=alice").want(t, 1)
	if r := rowlens(t, "", "range", "--format", "actionbase", "--record", "edge-state", "table=t", "source=alice").want(t,
		1); !strings.Contains(r.err, "or a model that has the type") {
		t.Errorf("without a model: %s", r.err)
	}
}

func TestARangeSaysWhereItsRowsAre(t *testing.T) {
	likes := []string{"table=social.user_likes", "directedSource=alice", "direction=IN", "--table", "ns:edges"}
	if r := edges(t, append(likes, "--as", "hbase")...).want(t, 0); !strings.HasPrefix(r.out,
		`scan "ns:edges", {STARTROW => "`) || !strings.HasSuffix(r.out, `, COLUMNS => "f"}`+"\n") {
		t.Errorf("%s", r.out)
	}
	if got := object(t, edges(t, append(likes, "--json")...).want(t, 0).out); got["family"] != "66" ||
		got["table"] != "ns:edges" || got["notes"] != nil {
		t.Errorf("%v", got)
	}
	rocks := func(record string, args ...string) result {
		return rowlens(t, "", append([]string{"range", "--format", "maryk-rocksdb", "--model",
			maryk("rocksdb", "latest.models.json"), "--record", record}, args...)...)
	}
	r := rocks("table-value", "model=1", "record=0000008000017fffe1ac", "--as", "ldb").want(t, 0)
	if r.out != `ldb --db=DIR --ignore_unknown_options --column_family=$'\x03\x01' --hex scan --from=0x0000008000017FFFE1AC --to=0x0000008000017FFFE1AD`+"\n" ||
		!strings.Contains(r.err, "rows of other kinds are in the range") || !strings.Contains(r.err, "--where 'record = table-value'") {
		t.Errorf("%s%s", r.out, r.err)
	}
	if got := object(t, rocks("table-value", "model=1", "record=00", "--json").want(t, 0).out); got["family"] != "0301" {
		t.Errorf("%v", got)
	}
	r = rocks("table-value", "record=00", "--as", "ldb").want(t, 0)
	if !strings.Contains(r.out, "--column_family=FAMILY") || !strings.Contains(r.err, "give its number as model") {
		t.Errorf("a family that is not known: %s%s", r.out, r.err)
	}
	if r = rocks("historic-value", "model=1", "record=0000008000017fffe1ac", "--as", "ldb").want(t, 0); !strings.Contains(r.err,
		"ldb opens no database") {
		t.Errorf("a comparator that ldb does not have: %s", r.err)
	}
	named, hex := rocks("index", "model=1", "index=stock", "--json").want(t, 0), rocks("index", "model=1", "index=0a31", "--json").want(t, 0)
	if got := object(t, named.out); got["family"] != "0401" || got["prefix"] != object(t, hex.out)["prefix"] {
		t.Errorf("an index by its name: %s%s", named.out, hex.out)
	}
	for _, c := range [][]string{{"model=7", "record=00"}, {"model=1", "record=0000000000017fffffff", "reference=21", "property=stock"}} {
		rocks("table-value", c...).want(t, 2)
	}
	if r := rocks("index", "model=1", "index=stok").want(t, 2); !strings.Contains(r.err, "did you mean stock?") {
		t.Errorf("%s", r.err)
	}
	r = rowlens(t, "", "range", "--format", "maryk-hbase", "--model", maryk("hbase", "latest.models.json"), "--record", "index",
		"--table", "rllatest:Ware", "index=stock",
		"valueAndLengths=80", "--as", "hbase").want(t, 0)
	if r.out != `scan "rllatest:Ware", {STARTROW => "\x80", STOPROW => "\x81", COLUMNS => "iCjE"}`+"\n" {
		t.Errorf("%s%s", r.out, r.err)
	}
}

func TestAnEmptyPrefixIsNotScannedInSilence(t *testing.T) {
	args := []string{"range", "--format", "maryk-rocksdb", "--model", maryk("rocksdb", "latest.models.json"), "--record",
		"table-value", "model=1"}
	const said = "the prefix is empty"
	if r := rowlens(t, "", append(args, "--as", "ldb")...).want(t, 0); !strings.Contains(r.err, said) {
		t.Errorf("--as ldb: %s", r.err)
	}
	if r := rowlens(t, "", args...).want(t, 0); !strings.Contains(r.out, said) {
		t.Errorf("for people: %s", r.out)
	}
	if notes, _ := object(t, rowlens(t, "", append(args, "--json")...).want(t, 0).out)["notes"].([]any); len(notes) != 1 ||
		!strings.Contains(notes[0].(string), said) {
		t.Errorf("--json: %v", notes)
	}
}
