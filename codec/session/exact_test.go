package session_test

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/golden"
)

// exchange is a request, without what all have in common, and what its answer holds.
type exchange struct{ request, want string }

// exchanged asks all requests and compares what comes back.
func exchanged(t *testing.T, s *session.Session, list ...exchange) {
	t.Helper()
	for _, x := range list {
		if got := string(s.Answer(nil, []byte(`{"id":1,`+x.request+`}`))); !strings.Contains(got, x.want) {
			t.Errorf("%s\ngot  %s\nwant %s", x.request, got, x.want)
		}
	}
}

// defined returns a session that knows the schemas of a vector file.
func defined(t *testing.T, file string) *session.Session {
	t.Helper()
	lines, err := golden.Lines(file)
	if err != nil {
		t.Fatal(err)
	}
	var s session.Session
	for _, line := range lines {
		if bytes.Contains(line, []byte(`"ops":["define"]`)) {
			s.Answer(nil, bytes.Replace(line, []byte(`"ops":["define"]`), []byte(`"op":"define"`), 1))
		}
	}
	return &s
}

func storageValue(number, fields string) string {
	return `"op":"encode","format":"maryk-core","record":"storage-value","given":{"definition":{"type":"Number","numberType":"` +
		number + `"}},"fields":{"value":{"type":"` + number + `",` + fields + `}}`
}

func TestNaNIsWrittenAsJavaWritesIt(t *testing.T) {
	exchanged(t, &session.Session{},
		exchange{storageValue("Float64", `"value":"NaN"`), `{"value":"7ff8000000000001"}`},
		exchange{storageValue("Float32", `"value":"NaN"`), `{"value":"7fc00001"}`},
		exchange{`"op":"encode","format":"maryk-core","record":"transport-value","given":{"definition":{"type":"Number","numberType":"Float64"},"field":5},` +
			`"fields":{"value":{"type":"Float64","value":"NaN"}}`, `{"field":"29000000000000f87f"}`},
	)
}

// rocksRow is a row of the models of the vectors.
func rocksRow(op, record, content string) string {
	return `"op":"` + op + `","format":"maryk-rocksdb","record":"` + record + `","given":{"schema":"keepall"},` + content
}

func TestRowsOfMarykKeepTheBitsOfANaN(t *testing.T) {
	const key, price = "000003e800027fffb27639",
		`"model":1,"cfType":"table","record":"000003e800027fffb276","what":"value","version":"1","reference":"39"`
	s := defined(t, "vectors/maryk-rocksdb.jsonl.gz")
	for value, bits := range map[string]string{"7ff8000000000001": `"NaN"}`, "7ff0000000000100": `"NaN","bits":"7ff00000000000ff"}`} {
		stored := `{"cf":"0301","key":"` + key + `","value":"000000000000000101` + value + `"}`
		fields := price + `,"property":"price","indicator":1,"kind":"value","value":` + bits
		exchanged(t, s,
			exchange{rocksRow("decode", "table-value", `"bytes":`+stored), fields},
			exchange{rocksRow("encode", "table-value", `"fields":{`+fields), stored},
		)
	}
}

func TestBitsBesideAFloatMustBeItsOwn(t *testing.T) {
	exchanged(t, &session.Session{},
		exchange{storageValue("Float64", `"value":"NaN","bits":"zz"`), `"field":"bits"`},
		exchange{storageValue("Float64", `"value":"NaN","bits":"3ff0000000000000"`), `"field":"bits"`},
		exchange{storageValue("Float64", `"value":1e23,"bits":"a"`), `"field":"bits"`},
		exchange{storageValue("Float64", `"value":1,"bits":"3ff0000000000001"`), `"field":"bits"`},
		exchange{storageValue("Float64", `"value":1,"bits":"3ff0000000000000"`), `{"value":"3ff0000000000001"}`},
		exchange{storageValue("Float32", `"value":0.1,"bits":"3dcccccd"`), `{"value":"3dccccce"}`},
		exchange{storageValue("Float64", `"value":"NaN","bits":"fff0000000000001"`), `"bytes"`},
		exchange{`"op":"encode","format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"double","value":1,"bits":"7ff8000000000001"}}`, `"field":"value.bits"`},
		exchange{`"op":"encode","format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"float","value":"NaN","bits":"7f800001"}}`, `{"value":"30ffc00000"}`},
	)
}

// coreValue asks to encode a typed value by its definition.
func coreValue(definition, fields string) string {
	return `"op":"encode","format":"maryk-core","record":"storage-value","given":{"definition":` + definition + `},"fields":{"value":` + fields + `}`
}

func TestMembersThatSayTheSameMustAgree(t *testing.T) {
	const (
		point = `{"type":"GeoPoint"}`
		date  = `{"type":"Date"}`
		color = `{"type":"Enum","enum":{"name":"Hue","cases":[{"index":1,"name":"Red"},{"index":2,"name":"Green"}]}}`
	)
	exchanged(t, &session.Session{},
		exchange{coreValue(point, `{"type":"GeoPoint","latitude":1.5,"longitude":2,"latitudeE7":15000000,"longitudeE7":20000000}`), `"bytes"`},
		exchange{coreValue(point, `{"type":"GeoPoint","latitude":1.5,"longitude":2,"latitudeE7":15000001,"longitudeE7":20000000}`),
			`"field":"latitudeE7"`},
		exchange{coreValue(date, `{"type":"Date","value":"1970-01-02","epochDays":1}`), `"bytes"`},
		exchange{coreValue(date, `{"type":"Date","value":"1970-01-02","epochDays":2}`), `"field":"epochDays"`},
		exchange{coreValue(color, `{"type":"Enum","value":"Red","index":1}`), `{"value":"0001"}`},
		exchange{coreValue(color, `{"type":"Enum","value":"%Unknown","index":7}`), `{"value":"0007"}`},
		exchange{coreValue(color, `{"type":"Enum","value":"Red","index":2}`), `"field":"index"`},
		exchange{coreValue(color, `{"type":"Enum","value":"Red","index":"x"}`), `"field":"index"`},
		exchange{`"op":"encode","format":"maryk-core","record":"transport-value","given":{"definition":{"type":"MultiType","typeEnum":{"name":"T","cases":[` +
			`{"index":1,"name":"A","definition":{"type":"Boolean"}},{"index":2,"name":"B","definition":{"type":"Boolean"}}]}},"field":1},` +
			`"fields":{"value":{"type":"MultiType","typeIndex":1,"typeName":"B","value":{"type":"Boolean","value":true}}}`, `"field":"typeIndex"`},
	)
}

func TestACaseThatTheModelLacksKeepsItsIndex(t *testing.T) {
	s := defined(t, "vectors/maryk-rocksdb.jsonl.gz")
	const (
		stored = `{"cf":"0301","key":"000003e800027fffb27611","value":"0000000000000001010007"}`
		fields = `"model":1,"cfType":"table","record":"000003e800027fffb276","what":"value","version":"1","reference":"11",` +
			`"property":"kind","indicator":1,"kind":"value","value":"%Unknown","index":7}`
	)
	exchanged(t, s,
		exchange{rocksRow("decode", "table-value", `"bytes":`+stored), fields},
		exchange{rocksRow("encode", "table-value", `"fields":{`+fields), stored},
	)
}

func TestNoIndexHasAnEmptyReference(t *testing.T) {
	const row = `"op":"decode","format":"maryk-rocksdb","record":"index","bytes":{"cf":"0401","key":"000000000000000004ef09cfa4","value":"1a1fc67811700000"},"given":{"schema":"keepall-nohist"`
	exchanged(t, defined(t, "vectors/maryk-rocksdb.jsonl.gz"),
		exchange{row + `}`, `"code":"non-canonical","offset":0`},
		exchange{row + `,"lenient":true}`, `"index":""`},
	)
}

// lists is an object stream of lists in lists.
func lists(levels int) string {
	const (
		first = "aced0005737200136a6176612e7574696c2e41727261794c6973747881d21d99c7619d03000149000473697a657870"
		full  = "00000001770400000001"
	)
	return first + full + strings.Repeat("7371007e0000"+full, levels-2) + "7371007e000000000000770400000000" + strings.Repeat("78", levels)
}

// stored asks for a typed value of AccumuloGraph.
func stored(bytes string) string {
	return `"op":"decode","format":"accumulograph","record":"value","bytes":{"value":"` + bytes + `"}`
}

func TestObjectStreamsAreReadToADepthOfAThousand(t *testing.T) {
	deepest := strings.Repeat(`{"type":"java.util.ArrayList","value":[`, 1000) + strings.Repeat(`]}`, 1000)
	exchanged(t, &session.Session{},
		exchange{stored("78" + lists(101)), `"value":{"type":"serializable","value":{"type":"java.util.ArrayList"`},
		exchange{stored("78" + lists(1000)), deepest},
		exchange{stored("78" + lists(1001)), `"code":"limit"`},
		exchange{stored("78" + lists(100_000)), `"code":"limit"`},
	)
}

func TestTheTextOfAFloatIsWrittenByTheJDKThatIsGiven(t *testing.T) {
	const ask = `"op":"encode","format":"accumulograph","record":"value-jdk","fields":{"value":{"type":"double","value":1e23}},"given":`
	exchanged(t, &session.Session{},
		exchange{ask + `{"jdk":"18"}`, `"64392e393939393939393939393939393939453232"`},
		exchange{ask + `{"jdk":"19"}`, `"64312e30453233"`},
	)
}

func TestObjectsThatJavaRefusesOrNeverWritesAreNotReadAsOthers(t *testing.T) {
	const (
		list    = "78aced0005737200136a6176612e7574696c2e41727261794c6973747881d21d99c7619d03000149000473697a657870"
		integer = "78aced0005737200146a6176612e6d6174682e426967496e74656765728cfc9f1fa93bfb1d030006490008626974436f756e744900096269744c656e67746849001366" +
			"697273744e6f6e7a65726f427974654e756d49000c6c6f776573745365744269744900067369676e756d5b00096d61676e69747564657400025b427872" +
			"00106a6176612e6c616e672e4e756d62657286ac951d0b94e08b0200007870fffffffffffffffffffffffefffffffe"
		magnitude = "757200025b42acf317f8060854e00200007870000000010178"
		boolean   = "78aced0005737200116a6176612e6c616e672e426f6f6c65616ecd207280d59cfaee0200015a000576616c75657870"
		deque     = "78aced0005737200146a6176612e7574696c2e41727261794465717565207cda2e240da08b03000078707704"
	)
	lenient := func(bytes string) string {
		return stored(bytes) + `,"given":{"lenient":true}`
	}
	exchanged(t, &session.Session{},
		exchange{stored(list + "ffffffff7704000000017400016178"), `"code":"bad-value"`},
		exchange{lenient(list + "ffffffff7704000000017400016178"), `"code":"bad-value"`},
		exchange{stored(list + "00000001770400000001740001617400016278"), `"code":"non-canonical"`},
		exchange{lenient(list + "00000001770400000001740001617400016278"), `[{"type":"string","value":"a"}]`},
		exchange{stored(list + "000000017704000000017400016178"), `[{"type":"string","value":"a"}]`},
		exchange{stored(integer + "00000001" + magnitude), `"value":"1"`},
		exchange{stored(integer + "ffffffff" + magnitude), `"value":"-1"`},
		exchange{stored(integer + "ff000001" + magnitude), `"code":"bad-value"`},
		exchange{stored(integer + "00000002" + magnitude), `"code":"bad-value"`},
		exchange{stored(integer + "00000000" + magnitude), `"code":"bad-value"`},
		exchange{lenient(integer + "00000000" + magnitude), `"code":"bad-value"`},
		exchange{stored(boolean + "01"), `"type":"boolean","value":true`},
		exchange{stored(boolean + "02"), `"code":"non-canonical"`},
		exchange{lenient(boolean + "02"), `"type":"boolean","value":true`},
		exchange{stored(deque + "000000017400016178"), `[{"type":"string","value":"a"}]`},
		exchange{stored(deque + "000000017078"), `"code":"null"`},
	)
}

func TestBase64HasNoLineBreaks(t *testing.T) {
	edge := func(text string) string {
		return `"op":"decode","format":"actionbase","record":"edge-id","bytes":{"text":"` + text + `"}`
	}
	exchanged(t, &session.Session{},
		exchange{edge("626d5868735f2d663367"), `"source":{"type":"string","value":" "}`},
		exchange{edge("626d0d0a5868735f2d663367"), `"code":"bad-text","offset":2`},
		exchange{edge("626d5868735f2d6633670a"), `"code":"bad-text","offset":10`},
		exchange{`"op":"decode","format":"actionbase","record":"metastore-row","bytes":{"v":"4b5945736741414c386e43566f787772636630583444546b754b33447632` +
			`4e74384a2d59674745754e336b414c49414141414141414141464b355247415a6f314c49414141414141414141464b366655676259464c` +
			`49414141414141414141464b354a42336a45736741414269385f6c614141736741414269385f6c6141410a"}`, `"code":"bad-text"`},
	)
}

func TestHexOfTheMetastoreIsInLowerCase(t *testing.T) {
	const (
		prefix = "4852527177545277636d396b4f6d31355a47526f4e7741726b65673330436c393a"
		lower  = prefix + "3334373432646333613932656563383439633338373037663030"
		upper  = prefix + "3334373432444333413932454543383439433338373037463030"
	)
	key := func(text string) string {
		return `"op":"decode","format":"actionbase","record":"metastore-row","bytes":{"k":"` + text + `"}`
	}
	exchanged(t, &session.Session{},
		exchange{key(lower), `"source":`}, exchange{key(upper), `"code":"non-canonical","offset":38`},
		exchange{key(upper) + `,"given":{"lenient":true}`, `"source":`},
	)
}

func TestWhatAGraphCannotReadStandsBesideItsResult(t *testing.T) {
	exchanged(t, &session.Session{}, exchange{
		`"op":"derive","format":"accumulograph","record":"graph","given":{"graph":"g"},"bytes":{"entries":[{"table":"g_vertex","row":"7631","cf":"6e616d65","cq":"","vis":"","value":"6f6b"}]}`,
		`]},"info":{"undecodable":["accumulograph entry value: payload: expected t or f, found 0x6b at offset 1 (0x1)"]}}`,
	})
}

func TestCandidatesThatAreNotUTF8AreShownAsBytes(t *testing.T) {
	exchanged(t, &session.Session{}, exchange{
		`"op":"decode","format":"accumulograph","record":"entry","given":{"table":"g_vertex","graph":"g"},` +
			`"bytes":{"row":"62","cf":"5f5f494e5f454447455f5f","cq":"615f5f44454c494d5f5f785f5f44454c494d5f5f6531ff"}`,
		`"candidates":[["a",{"hex":"785f5f44454c494d5f5f6531ff","latin1":"x__DELIM__e1ÿ"}],["a__DELIM__x",{"hex":"6531ff","latin1":"e1ÿ"}]]`,
	})
}

// jsonValue asks for a JSON text of Actionbase.
func jsonValue(hexText, given string) string {
	return `"op":"decode","format":"actionbase","record":"value","bytes":{"value":"32` + hexText + `00"}` + given
}

func TestLenientJSONIsWhatJacksonReads(t *testing.T) {
	const lenient = `,"given":{"lenient":true}`
	var s session.Session
	for _, text := range []string{"true0", "0-1", `0"`, "1'2", "2\x01", "null\x97\xa5\"", "1]", "truex", "true\x7f", "true\u00e9", "true\u2192",
		"1,2", "[1", "1" + strings.Repeat("7", 1000)} {
		exchanged(t, &s, exchange{jsonValue(hex.EncodeToString([]byte(text)), lenient), `"code":"bad-json"`})
	}
	for _, text := range []string{"", " ", "\t\r\n", "true 0", "true,", "true]", `true"`, "0 -1", `"a"b`, "[1]2",
		"{}x", "\xef\xbb\xbf1", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", strings.Repeat("7", 1000)} {
		exchanged(t, &s, exchange{jsonValue(hex.EncodeToString([]byte(text)), lenient), `"type":"json"`})
	}
}

func TestStrictJSONIsWhatCanBeWrittenBack(t *testing.T) {
	var s session.Session
	for text, want := range map[string]string{
		" 1": `"code":"non-canonical"`, "[1, 2]": `"code":"non-canonical"`, "1" + strings.Repeat("0", 1000): `"code":"bad-json"`,
		"\"\xed\xa0\x80\"": `"code":"bad-json"`,
		"[1,2]":            `"[1,2]"`, strings.Repeat("7", 1000): `"type":"json"`, "-0." + strings.Repeat("7", 999): `"type":"json"`,
	} {
		exchanged(t, &s, exchange{jsonValue(hex.EncodeToString([]byte(text)), ""), want})
	}
}

func TestHalfOfASurrogatePairIsRefusedOrAQuestionMark(t *testing.T) {
	const half = `"a\ud800"`
	exchanged(t, &session.Session{},
		exchange{coreValue(`{"type":"String"}`, `{"type":"String","value":`+half+`}`), `"code":"refused"`},
		exchange{`"op":"encode","format":"maryk-core","record":"model-definition","fields":{"model":{"kind":"Model","name":` + half + `,"properties":[]},"dependents":[]}`, `"field":"model.name"`},
		exchange{`"op":"encode","format":"implexus","record":"element","fields":{"element":{"type":"string","value":` + half + `}}`,
			`"code":"refused"`},
		exchange{`"op":"encode","format":"hbase-orderedbytes","record":"string","fields":{"order":"asc","value":{"type":"string","value":` + half + `}}`, `"code":"refused"`},
		exchange{`"op":"encode","format":"actionbase","record":"value","fields":{"order":"ASC","value":{"type":"string","value":` + half + `}}`, `"34613f00"`},
		exchange{`"op":"encode","format":"accumulograph","record":"value","fields":{"value":{"type":"string","value":` + half + `}}`,
			`"61613f"`},
		exchange{`"op":"encode","format":"lexicoders","record":"string","given":{"lexicoder":"string"},"fields":{"value":` + half + `}`, `"613f"`},
		exchange{`"op":"\ud800"`, `found`},
	)
	if got := string(new(session.Session).Answer(nil, []byte(`{"id":`+half+`}`))); !strings.HasPrefix(got, `{"id":`+half) {
		t.Errorf("the id came back in %s", got)
	}
}

func TestFirstGenerationStatesAreAscending(t *testing.T) {
	const v0 = `"op":"decode","format":"actionbase","record":"v0-value","bytes":{"value":`
	exchanged(t, &session.Session{},
		exchange{v0 + `"2c80000000000000013462003461002b80000001"}`, `"name":"a"`},
		exchange{v0 + `"2c8000000000000001cb9dff3461002b80000001"}`, `"code":"non-canonical","offset":9`},
		exchange{v0 + `"2c8000000000000001346200cb9eff2b80000001"}`, `"code":"non-canonical","offset":12`},
		exchange{v0 + `"2c8000000000000001cb9dffcb9eff2b80000001"},"given":{"lenient":true}`, `"name":"a"`},
	)
}

func TestFloatsAreNarrowedAsJavaNarrowsThem(t *testing.T) {
	row := func(code string) string {
		return `"op":"decode","format":"actionbase","record":"edge-count","given":{"lenient":true},"bytes":{"row":"00000000346974656d00` + code + `297e2983"}`
	}
	exchanged(t, &session.Session{},
		exchange{row("2bdafe659d"), `"tableCode":1526621597`},
		exchange{row("31c1e65a0bc0000000"), `"tableCode":2147483647`}, // 3e9
		exchange{row("313e19a5f43fffffff"), `"tableCode":-2147483648`},
		exchange{row("2c8000000100000001"), `"tableCode":1`},
	)
}

func TestLenientReadersLeaveWhatFollowsTheValue(t *testing.T) {
	for _, record := range []string{
		`"format":"actionbase","record":"value","bytes":{"value":"298000"}`,
		`"format":"actionbase","record":"edge-id","bytes":{"text":"626d5868735f2d66336767676767"}`,
		`"format":"hbase-orderedbytes","record":"int8","bytes":{"value":"298000"}`,
		`"format":"maryk-core","record":"varint-decode","bytes":{"value":"0500"}`,
	} {
		given := `,"given":{"type":"UInt"`
		exchanged(t, &session.Session{},
			exchange{`"op":"decode",` + record + given + `}`, `"code":"trailing"`},
			exchange{`"op":"decode",` + record + given + `,"lenient":true}`, `"fields":{`},
		)
	}
}

func TestAWrongSaltIsReportedByEveryRecordThatHasOne(t *testing.T) {
	const (
		rest   = "346974656d002bdafe659d29"
		salted = `"check":[{"field":"salt","part":"row","offset":0,"stored":"00000000"`
	)
	for record, row := range map[string]string{
		"edge-state": "7d346200", "edge-count": "7e2983", "edge-lock": "7f346200", "row-type": "7d",
		"edge-index": "7c29832b80000000346200", "edge-group": "7b29832b80000000", "edge-cache": "7a29832b80000000",
	} {
		exchanged(t, &session.Session{}, exchange{
			`"op":"decode","format":"actionbase","record":"` + record + `","bytes":{"row":"00000000` + rest + row + `"}`, salted,
		})
	}
	exchanged(t, &session.Session{}, exchange{
		`"op":"derive","format":"actionbase","record":"offset","bytes":{"row":"00000000` + rest + `7d346200"}`, salted,
	})
}
