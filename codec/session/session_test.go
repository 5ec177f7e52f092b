package session_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

func TestRequestsAreAnsweredOneByOne(t *testing.T) {
	var s session.Session
	for _, c := range []struct{ request, want string }{
		{`{"id":"a","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2981"}}`,
			`{"id":"a","fields":{"order":"ASC","value":{"type":"byte","value":1}}}`},
		{`{"id":7,"op":"decode","format":"actionbase","record":"value","bytes":{"value":"298100"}}`, `{"id":7,"error":"actionbase value value: undecoded: expected end of input, found 1 more byte at offset 2 (0x2)","code":"trailing","offset":2}`},
		{`{"id":"b","op":"decode","format":"actionbase","record":"value","given":{"prefix":true},"bytes":{"value":"298100"}}`,
			`{"id":"b","fields":{"order":"ASC","value":{"type":"byte","value":1},"consumed":2}}`},
		{`{"id":"c","op":"encode","format":"actionbase","record":"value","fields":{"order":"DESC","value":{"type":"null"}}}`,
			`{"id":"c","bytes":{"value":"fa"}}`},
		{`{"id":"c","op":"decode","format":"accumulograph","record":"value","given":{"lenient":true},"bytes":{"value":"612dea"}}`,
			`{"id":"c","fields":{"value":{"type":"string","value":"-\ufffd"}},"info":{"canonical":false}}`},
		{`{"id":"d","op":"encode","format":"actionbase","record":"value","fields":{"order":"DESC","value":{"type":"date"}}}`,
			`"code":"refused","field":"value.type"}`},
		{`{"id":"d","op":"encode","format":"actionbase","record":"value","fields":{"order":"DESC","value":{"type":"null","type":"long"}}}`,
			`{"id":"d","error":"fields.value.type: the name occurs twice: members 1 and 2 of their object","code":"refused","field":"fields.value.type"}`},
		{`{"id":"e","op":"encode","format":"actionbase","record":"value","fields":[]}`,
			`{"id":"e","error":"expected fields as an object, found a list"}`},
		{`{"id":"f","op":"derive","format":"actionbase","record":"string-hash","given":{"text":""}}`, `{"id":"f","result":{"code":46947589}}`},
		{`{"id":"g","op":"derive","format":"actionbase","record":"string-hash"}`,
			`"error":"text: expected the name to hash","code":"refused","field":"text"}`},
		{`{"id":"h","op":"decode","format":"actionbase","record":"string-hash"}`, `{"id":"h","unsupported":true}`},
		{`{"id":"h","op":"encode","format":"actionbase","record":"string-hash","fields":{}}`, `{"id":"h","unsupported":true}`},
		{`{"id":"h","op":"derive","format":"actionbase","record":"value"}`, `{"id":"h","unsupported":true}`},
		{`{"id":"h","op":"derive","format":"actionbase","record":"nothing"}`, `{"id":"h","unsupported":true}`},
		{`{"id":"h","op":"decode","format":"nothing","record":"value"}`, `{"id":"h","unsupported":true}`},
		{`{"id":"i","format":"actionbase","record":"value"}`,
			`{"id":"i","error":"expected an op: decode, encode, derive, define, anonymise, families, form, formats, order, range, disassemble, hlc, print or schema"}`},
		{`{"id":"i","op":"eat","format":"actionbase","record":"value"}`,
			`{"id":"i","error":"expected the op decode, encode, derive, define, anonymise, families, form, formats, order, range, disassemble, hlc, print or schema, found eat"}`},
		{`{"id":"i","op":"eat"}`, `{"id":"i","error":"expected the op decode, encode, derive, define, anonymise, families, form, formats, order, range, disassemble, hlc, print or schema, found eat"}`},
		{`{"id":"i","op":"eat","format":"nothing"}`,
			`{"id":"i","error":"expected the op decode, encode, derive, define, anonymise, families, form, formats, order, range, disassemble, hlc, print or schema, found eat"}`},
		{`{"id":"j","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2"}}`,
			`{"id":"j","error":"bytes.value: expected an even number of hex digits"}`},
		{`{"id":"j","op":"decode","format":"actionbase","record":"value","bytes":["2"]}`, `"error":`},
		{`{"id":"k","op":"decode","format":"actionbase","record":"value","given":{"names":1},"bytes":{"value":"2981"}}`,
			`"error":"names: expected a list of names, found a number"`},
		{`[]`, `{"id":null,"error":"expected a request as a JSON object, found a list"}`},
		{`{"id":`, `{"id":null,"error":"not JSON: expected a value at offset 6"}`},
		{``, `{"id":null,"error":"not JSON: expected a value at offset 0"}`},
	} {
		got := string(s.Answer(nil, []byte(c.request)))
		if !strings.HasSuffix(got, c.want) && !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.request, got, c.want)
		}
	}
}

func TestWhatIsDefinedIsKept(t *testing.T) {
	const decode = `{"id":1,"op":"decode","format":"actionbase","record":"edge-state","given":{"schema":"s"},"bytes":{"row":"` + stateRow + `"}}`
	var s session.Session
	for _, c := range []struct{ request, want string }{
		{decode, `"error":"no schema called s was defined"`},
		{`{"id":1,"op":"define","format":"actionbase","given":{}}`, `"error":`},
		{`{"id":1,"op":"define","format":"actionbase","given":{"name":"s","tables":1}}`, `"error":"tables: expected a list, found a number"`},
		{`{"id":1,"op":"define","format":"actionbase","given":{"name":"s","tables":[{"table":"demo.follow"}]}}`, `{"id":1,"ok":true}`},
		{decode, `{"id":1,"fields":{"table":"demo.follow","tableCode":1526621597,`},
		{`{"id":1,"op":"decode","format":"actionbase","record":"edge-state","given":{"names":["demo.follow"]},"bytes":{"row":"` + stateRow + `"}}`, `"table":"demo.follow"`},
	} {
		if got := string(s.Answer(nil, []byte(c.request))); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.request, got, c.want)
		}
	}
	var other session.Session
	if got := string(other.Answer(nil, []byte(decode))); !strings.Contains(got, "no schema called s") {
		t.Errorf("another session knows it: %s", got)
	}
}

// A name that is defined again means the new schema, although formats keep what they
// made of the old one.
func TestADefinitionReplacesTheOneOfTheSameName(t *testing.T) {
	var s session.Session
	for _, c := range []struct{ request, want string }{
		{`{"op":"define","format":"maryk-core","given":{"name":"m"},"bytes":{"name":"4b53696e676c65","version":"0001010000010000","model":"0a12080112026964220a6a08080110011800200412180a074b53696e676c65120800010100000100001a03120101"}}`, `"ok":true`},
		{`{"op":"decode","format":"maryk-core","record":"key","given":{"model":"KSingle"},"bytes":{"key":"73eb4b77d1dc0266"}}`,
			`"-870519124972010906"`},
		{`{"op":"define","format":"maryk-core","given":{"name":"m"},"bytes":{"name":"4b466c6f6174","version":"0001010000010000","model":"0a110801120166220a6a0808011001180020090a130802120167220c6a0a080110011800200a400112220a064b466c6f6174120800010100000100001a0e220c0a031201010a051a030a0102"}}`, `"ok":true`},
		{`{"op":"decode","format":"maryk-core","record":"key","given":{"model":"KFloat"},"bytes":{"key":"51393d9f9461ec2afc19e215"}}`, `"51393d9e"`},
		{`{"op":"decode","format":"maryk-core","record":"key","given":{"model":"KSingle"},"bytes":{"key":"73eb4b77d1dc0266"}}`,
			`there is no model`},
	} {
		if got := string(s.Answer(nil, []byte(c.request))); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nwant %s", c.request, got, c.want)
		}
	}
}
