package dump

import (
	"slices"
	"strings"
	"testing"
)

func TestHBaseRESTJSON(t *testing.T) {
	row := `{"key":"cm93","Cell":[{"column":"Y2Y6cTpx","timestamp":1700000000000,"$":"AP8="},{"column":"Y2Y6","timestamp":5,"$":""}]}`
	cells := "1 row=726f77 family=6366 qualifier=713a71 value=00ff @1700000000000\n1 row=726f77 family=6366 qualifier= value= @5"
	checkForms(t, []formCase{
		{"a row", `{"Row":[` + row + `]}`, "hbase-rest-json", cells},
		{"two answers", `{"Row":[` + row + `]}{"Row":[]}` + "\n" + `{"Row":[{"key":"cg==","Cell":[{"column":"Zjpx","$":"dg=="}]}]}` + "\n",
			"hbase-rest-json", cells + "\n2 row=72 family=66 qualifier=71 value=76"},
		{"over lines", "{\n \"Row\": [\n  {\n   \"Cell\": [\n    {\"$\": \"dg==\", \"column\": \"Zjpx\", \"timestamp\": 1}\n   ],\n   \"key\": \"cg==\"\n  }\n ]\n}\n",
			"hbase-rest-json", "5 row=72 family=66 qualifier=71 value=76 @1"},
		{"no cells", `{"Row":[{"key":"cg==","Cell":[]}]}`, "hbase-rest-json", "1 row=72"},
		{"a damaged cell", `{"Row":[{"key":"cg==","Cell":[{"column":"Zjpx","$":"d"},{"column":"Zjpx","$":"dg=="}]}]}`, "hbase-rest-json",
			"line 1, column 31: expected a cell with a base64 value, found " + `"{\"column\":\"Zjpx\",\"$\":\"d\""…` +
				"\n1 row=72 family=66 qualifier=71 value=76"},
		{"a column without a colon", `{"Row":[{"key":"cg==","Cell":[{"column":"Zg==","$":"dg=="}]}]}`, "hbase-rest-json",
			"line 1, column 31: expected a `column` with `:` after the column family, found " + `"{\"column\":\"Zg==\",\"$\":\"dg"…`},
		{"a time that is none", `{"Row":[{"key":"cg==","Cell":[{"column":"Zjpx","timestamp":1.5,"$":"dg=="}]}]}`, "hbase-rest-json",
			"line 1, column 31: expected a cell with a `timestamp` in milliseconds, found " + `"{\"column\":\"Zjpx\",\"timest"…`},
	})
	res, _ := ParseText([]byte(`{"Row":[`+row+`,{"key":"cm`), Options{Dump: true})
	if len(res.Rows) != 3 || res.Rows[1].Err != nil || res.Rows[2].Err == nil {
		t.Errorf("a cut answer: %s", show(res))
	}
}

func TestHBaseRESTXML(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	row := `<Row key="cm93"><Cell column="Y2Y6cTpx" timestamp="1700000000000">AP8=</Cell><Cell column="Y2Y6" timestamp="5"></Cell></Row>`
	cells := "1 row=726f77 family=6366 qualifier=713a71 value=00ff @1700000000000\n1 row=726f77 family=6366 qualifier= value= @5"
	small := `<Row key="cg=="><Cell column="Zjpx">dg==</Cell></Row>`
	checkForms(t, []formCase{
		{"a row", head + `<CellSet>` + row + `</CellSet>`, "hbase-rest-xml", cells},
		{"without its declaration", `<CellSet>` + row + `</CellSet>`, "hbase-rest-xml", cells},
		{"two answers", head + `<CellSet>` + row + "</CellSet>\n<CellSet/>\n" + head + `<CellSet>` + small + "</CellSet>\n",
			"hbase-rest-xml", cells + "\n3 row=72 family=66 qualifier=71 value=76"},
		{"over lines", head + "\n<CellSet>\n  <Row key='cg=='>\n    <Cell timestamp = '1' column = 'Zjpx'>\n dg==\n</Cell>\n" +
			"    <Cell column=\"Zjpx\"/>\n  </Row>\n</CellSet>\n", "hbase-rest-xml", "4 row=72 family=66 qualifier=71 value=76 @1\n7 row=72 family=66 qualifier=71 value="},
		{"no cells", `<CellSet><Row key="cg=="></Row><Row key="cw=="/></CellSet>`, "hbase-rest-xml", "1 row=72\n1 row=73"},
		{"a damaged cell", `<CellSet><Row key="cg=="><Cell column="Zjpx">d</Cell><Cell column="Zjpx">dg==</Cell></Row></CellSet>`, "hbase-rest-xml",
			"line 1, column 26: expected a cell with a base64 value, found " + `"<Cell column=\"Zjpx\">d</C"…` + "\n1 row=72 family=66 qualifier=71 value=76"},
		{"a row without a key", `<CellSet><Row><Cell column="Zjpx">dg==</Cell></Row>` + small + `</CellSet>`, "hbase-rest-xml",
			"line 1, column 10: expected a row with a base64 `key`, found " + `"<Row><Cell column=\"Zjpx\""…` + "\n1 row=72 family=66 qualifier=71 value=76"},
		{"a column without a colon", `<CellSet><Row key="cg=="><Cell column="Zg==">dg==</Cell></Row></CellSet>`, "hbase-rest-xml",
			"line 1, column 26: expected a `column` with `:` after the column family, found " + `"<Cell column=\"Zg==\">dg=="…`},
		{"a cell without a column", `<CellSet><Row key="cg=="><Cell>dg==</Cell></Row></CellSet>`, "hbase-rest-xml",
			"line 1, column 26: expected a cell with a base64 `column`, found " + `"<Cell>dg==</Cell></Row><"…`},
		{"another element", `<CellSet><Row key="cg=="><b/><Cell column="Zjpx">dg==</Cell></Row></CellSet>`, "hbase-rest-xml",
			"line 1, column 26: expected `<Cell …>` or `</Row>`, found " + `"<b/><Cell column=\"Zjpx\">"…` + "\n1 row=72 family=66 qualifier=71 value=76"},
	})
	whole := head + `<CellSet>` + row + small + `</CellSet>`
	for n := len(head) + len(`<CellSet>`); n < len(whole); n++ {
		res, _ := ParseText([]byte(whole[:n]), Options{Dump: true})
		if len(res.Rows) == 0 || res.Rows[len(res.Rows)-1].Err == nil {
			t.Errorf("cut at byte %d: %s", n, show(res))
		}
	}
}

func TestHappybase(t *testing.T) {
	a, b := "1 row=72 family=6366 qualifier=71 value=00", "2 row=7300 family=66 qualifier= value="
	checkForms(t, []formCase{
		{"tuples", `(b'r', {b'cf:q': b'\x00'})` + "\n" + `(b's\x00', {b'f:': b''})` + "\n", "happybase", a + "\n" + b},
		{"one tuple", `(b'r', {b'cf:q': b'\x00'})`, "happybase", a},
		{"key and cells", `b'r' {b'cf:q': b'\x00'}` + "\n" + `b's\x00' {b'f:': b""}` + "\n", "happybase", a + "\n" + b},
		{"a list", `[(b'r', {b'cf:q': b'\x00'}),` + "\n" + ` (b's\x00', {b'f:': b''})]` + "\n", "happybase", a + "\n" + b},
		{"a list in one line", `[(b'r', {b'cf:q': b'\x00'}), (b'r', {b'cf:q': b'\x00'})]`, "happybase", a + "\n" + a},
		{"pprint", "(b'r',\n {b'cf:q': b'a'\n  b'b',\n  b'f:q': b'v'})\n", "happybase",
			"2 row=72 family=6366 qualifier=71 value=6162\n4 row=72 family=66 qualifier=71 value=76"},
		{"a dict of rows", `{b'r': {b'cf:q': b'\x00'},` + "\n" + ` b's\x00': {b'f:': b''}}`, "happybase", a + "\n" + b},
		{"a dict in one line", `{b'r': {b'cf:q': b'\x00'}, b'r': {b'cf:q': b'\x00'}}`, "happybase", a + "\n" + a},
		{"a dict of one row", `{b'r': {b'cf:q': b'\x00'}}`, "happybase", a},
		{"pprint of a dict", "{b'r': {b'f:q': b'v',\n        b'f:r': b'w'},\n b's': {}}\n", "happybase",
			"1 row=72 family=66 qualifier=71 value=76\n2 row=72 family=66 qualifier=72 value=77\n3 row=73"},
		{"columns in order", `(b'r', OrderedDict([(b'cf:q', b'\x00')]))` + "\n" + `(b's\x00', OrderedDict({b'f:': b''}))` + "\n", "happybase", a + "\n" + b},
		{"a list in order", `[(b'r', OrderedDict([(b'cf:q', b'\x00')])),` + "\n" + ` (b's\x00', OrderedDict([(b'f:', b'')]))]`, "happybase", a + "\n" + b},
		{"a dict in order", `{b'r': OrderedDict([(b'cf:q', b'\x00')]),` + "\n" + ` b's\x00': OrderedDict([(b'f:', b'')])}`, "happybase", a + "\n" + b},
		{"times in order", `(b'r', OrderedDict([(b'f:q', (b'v', 17)), (b'f:r', (b'w', 18))]))`, "happybase",
			"1 row=72 family=66 qualifier=71 value=76 @17\n1 row=72 family=66 qualifier=72 value=77 @18"},
		{"no cells in order", `(b'r', OrderedDict())`, "happybase", "1 row=72"},
		{"no key in order", `OrderedDict([(b'f:q', b'v'), (b'f:r', b'w')])`, "happybase", "1 family=66 qualifier=71 value=76\n1 family=66 qualifier=72 value=77"},
		{"times", `(b'r', {b'f:q': (b'v', 1700000000000)})`, "happybase", "1 row=72 family=66 qualifier=71 value=76 @1700000000000"},
		{"no cells", `(b'r', {})`, "happybase", "1 row=72"},
		{"no key", `{b'f:q': b'v', b'f:r': b'w'}`, "happybase", "1 family=66 qualifier=71 value=76\n1 family=66 qualifier=72 value=77"},
		{"a damaged line", "(b'r', {b'f:q': b'v'})\n(b's', {b'f:q': b'v'\n(b't', {b'f:q': b'v'})\n", "happybase", "1 row=72 family=66 qualifier=71 value=76\n" +
			"line 2, column 21: expected `,` or `}` after the cell, found the end\n3 row=74 family=66 qualifier=71 value=76"},
		{"two rows in a line", "(b'r', {b'f:q': b'v'})\n(b's', {b'f:q': b'v'}) (b't', {b'f:q': b'v'})\n", "happybase", "1 row=72 family=66 qualifier=71 value=76\n" +
			"2 row=73 family=66 qualifier=71 value=76\nline 2, column 24: expected one row a line, found \"(b't', {b'f:q': b'v'})\""},
		{"another dict", `{b'k': b'v'}`, "text", "1 bytes=7b62276b273a2062277627" + "7d"},
	})
	for _, text := range []string{"(b'r', {b'f:q': b'v'})\n(b's', ", "[(b'r', {b'f:q': b'v'}), (b's'"} {
		res, _ := ParseText([]byte(text), Options{Dump: true})
		if len(res.Rows) != 2 || res.Rows[0].Err != nil || res.Rows[1].Err == nil {
			t.Errorf("cut: %s", show(res))
		}
	}
}

func TestHappybaseRowTakesItsKeyFromTheOptions(t *testing.T) {
	text := []byte("{b'f:q': b'v'}")
	res, _ := ParseText(text, Options{})
	if !slices.Contains(res.Notes, noteNoKey) {
		t.Error(res.Notes)
	}
	res, _ = ParseText(text, Options{Row: []byte("x")})
	if got := show(res); !strings.HasPrefix(got, "1 row=78 family=66") || slices.Contains(res.Notes, noteNoKey) {
		t.Errorf("%s %q", got, res.Notes)
	}
}
