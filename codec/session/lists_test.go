package session_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// What should be a list and is something else is refused: it would count as an empty one, and what it says would be lost.
func TestWhatShouldBeAListIsRefusedIfItIsNone(t *testing.T) {
	const (
		model = `"op":"define","format":"maryk-core","given":{"name":"KSingle"},"bytes":{"name":"4b53696e676c65","version":"0001010000010000",` +
			`"model":"0a12080112026964220a6a08080110011800200412180a074b53696e676c65120800010100000100001a03120101"}`
		index = `"given":{"model":"KSingle","index":{"part":"Ref","ref":"id"},"key":"00"}`
		text  = `"op":"encode","format":"accumulograph","record":"value","fields":{"value":{"type":"string","value":"a"}}`
	)
	exchanged(t, &session.Session{},
		exchange{model, `"ok":true`},
		exchange{text + `,"parts":"value"`, `"error":"parts: expected a list, found \"value\"","code":"refused","field":"parts"`},
		exchange{text + `,"parts":[1]`, `"field":"parts"`},
		exchange{text + `,"parts":["value"]`, `"bytes":{"value":"6161"}`},
		exchange{`"op":"encode","format":"maryk-core","record":"index-entry",` + index + `,"fields":{"entries":7}`, `"field":"entries"`},
		exchange{`"op":"encode","format":"maryk-core","record":"index-entry",` + index + `,"fields":{"entries":[{"a":"b"}]}`, `"field":"entries.0"`},
		exchange{`"op":"encode","format":"maryk-core","record":"storage-value","given":{"definition":{"type":"String"}},"fields":{"utf16":"0041"}`, `"field":"utf16"`},
		exchange{`"op":"encode","format":"maryk-core","record":"storage-value","given":{"definition":{"type":"String"}},"fields":{"utf16":["0041"]}`, `"41"`},
		exchange{`"op":"derive","format":"lexicoders","record":"order","given":{"lexicoder":"string","values":"b"}`, `"field":"values"`},
		exchange{`"op":"derive","format":"hbase-orderedbytes","record":"order","given":{"order":"asc","values":{}}`, `"field":"values"`},
		exchange{`"op":"derive","format":"accumulograph","record":"order","given":{"values":1}`, `"field":"values"`},
		exchange{`"op":"derive","format":"layout","record":"learn","given":{"keys":"00"}`, `"field":"keys"`},
	)
}
