package accumulograph_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/internal/formattest"
)

// Fields that a reader would not get back, with a part of the refusal's text; "" for what is written.
func TestFieldsThatWouldBeLostAreRefused(t *testing.T) {
	typed := func(members string) string { return `{"value":{` + members + `}}` }
	for _, c := range []struct{ record, fields, why string }{
		{"entry", `{"kind":"vertex","id":"a","label":"knows"}`, "label: there is no such field; there are kind, visibility, id"},
		{"entry", `{"kind":"in-edge","id":"a","edge":"e","other":"b","label":"l","value":{"type":"null"}}`, "value: there is no such field"},
		{"entry", `{"kind":"vertex","id":"a","candidates":[]}`, "candidates: there is no such field"},
		{"entry", `{"kind":"vertex","id":{"hex":"ff"}}`, "id: expected text in UTF-8"},
		{"entry", `{"kind":"property","id":"a","key":{"hex":"ff"},"value":{"type":"null"}}`, ""},
		{"entry", `{"kind":"property","id":"a","key":{"hex":"ff","latin1":"y"},"value":{"type":"null"}}`, `key.latin1: expected "ÿ"`},
		{"entry", `{"kind":"property","id":"a","key":{"hex":"ff","text":"y"},"value":{"type":"null"}}`, "key.text: there is no such field"},
		{"value", typed(`"type":"string","value":"a","valeu":"b"`), "value.valeu: there is no such field"},
		{"value", typed(`"type":"integer","value":1,"hex":"32"`), "value.hex: there is no such field"},
		{"value", typed(`"type":"null","value":1`), "value.value: expected no value"},
		{"value", typed(`"type":"null","value":null`), ""},
		{"value", typed(`"type":"string","value":"a","utf16":"0062"`), "either value or utf16"},
		{"value", typed(`"type":"character","value":"a","utf16":"0062"`), "either value or utf16"},
		{"value", `{"value":{"type":"string","value":"a"},"utf16":"0062"}`, "either value or utf16"},
		{"value", typed(`"type":"string","value":"l\ufffd","hex":"6ce9","latin1":"lé"`), ""},
		{"value", typed(`"type":"string","value":"lé","hex":"6ce9"`), "value.value: is not what the bytes in hex say"},
		{"value", typed(`"type":"string","hex":"6ce9","latin1":"le"`), "value.latin1: is not what the bytes in hex say"},
		{"value", typed(`"type":"string","value":"é","hex":"c3a9","latin1":"Ã©"`), ""},
		{"value", typed(`"type":"enum","hex":"ff"`), "expected the bytes of a enum"},
		{"value", typed(`"type":"enum","class":"a:b","value":"c"`), "a colon ends the class"},
		{"value", typed(`"type":"enum","class":"a","value":"b:c"`), ""},
		{"value", typed(`"type":"qname","namespace":"a}b","local":"c"`), "a } ends the namespace"},
		{"value", typed(`"type":"qname","namespace":"","local":"{a}b"`), "a { begins a namespace"},
		{"value", typed(`"type":"qname","namespace":"a","local":"{b}c"`), ""},
	} {
		formattest.Refused(t, accumulograph.Format.Record(c.record), &format.Input{}, c.fields, c.why)
	}
}
