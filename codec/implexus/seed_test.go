package implexus_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// seedLines are all examples of KEY-SCHEMA.md, one per line: what the document has, and what is
// read.
const seedLines = `
entity:/users/john → [1, "User"]
    | entity /users/john: 1 DOCUMENT User
entity:/products/widget → [2, "Product"]
    | entity /products/widget: 2 CATEGORY Product
entity:/categories/active → [4, null]
    | entity /categories/active: 4 CONTAINER null
props:/users/john → {"name": "John Doe", "email": "john@example.com", "age": 30}
    | props /users/john: name=John Doe email=john@example.com age=30
children:/users → ["john", "jane", "admin"]
    | children /users: john, jane, admin
children:/products → ["widget", "gadget", "tool"]
    | children /products: widget, gadget, tool
config:/categories/active-users → ["User", "status == 'active'"]
    | config /categories/active-users: User by status == 'active'
config:/categories/expensive-products → ["Product", "price > 100"]
    | config /categories/expensive-products: Product by price > 100
catcfg:/catalogues/users-by-role → ["User", "role"]
    | catcfg /catalogues/users-by-role: User by role
catcfg:/catalogues/products-by-category → ["Product", "category"]
    | catcfg /catalogues/products-by-category: Product by category
typeidx:User → ["/users/john", "/users/jane", "/users/admin"]
    | typeidx User: /users/john, /users/jane, /users/admin
typeidx:Product → ["/products/widget", "/products/gadget"]
    | typeidx Product: /products/widget, /products/gadget
typeidx:Order → ["/orders/001", "/orders/002"]
    | typeidx Order: /orders/001, /orders/002
cat:/categories/active-users:members → ["/users/john", "/users/jane"]
    | cat-members /categories/active-users: /users/john, /users/jane
cat:/categories/expensive-products:members → ["/products/widget", "/products/gadget"]
    | cat-members /categories/expensive-products: /products/widget, /products/gadget
catl:/catalogues/users-by-role:group:admin → ["/users/admin"]
    | catl-group /catalogues/users-by-role admin: /users/admin
catl:/catalogues/users-by-role:group:user → ["/users/john", "/users/jane"]
    | catl-group /catalogues/users-by-role user: /users/john, /users/jane
catl:/catalogues/products-by-category:group:electronics → ["/products/widget", "/products/gadget"]
    | catl-group /catalogues/products-by-category electronics: /products/widget, /products/gadget
catl:/catalogues/users-by-role:keys → ["admin", "user", "guest"]
    | catl-keys /catalogues/users-by-role: admin, user, guest
catl:/catalogues/products-by-category:keys → ["electronics", "clothing", "food"]
    | catl-keys /catalogues/products-by-category: electronics, clothing, food
idx:/indices/document-search:tri:the → ["/docs/doc1", "/docs/doc2", "/docs/doc3"]
    | idx-tri /indices/document-search the: /docs/doc1, /docs/doc2, /docs/doc3
idx:/indices/document-search:tri:ing → ["/docs/doc1", "/docs/doc4"]
    | idx-tri /indices/document-search ing: /docs/doc1, /docs/doc4
idx:/indices/document-search:bi:th → ["the", "tha", "thi"]
    | idx-bi /indices/document-search th: the, tha, thi
idx:/indices/document-search:uni:t → ["th", "tr", "to"]
    | idx-uni /indices/document-search t: th, tr, to
idx:/indices/document-search:doc:/docs/doc1 → "The quick brown fox jumps over the lazy dog"
    | idx-doc /indices/document-search /docs/doc1: The quick brown fox jumps over the lazy dog
`

// seedCodes is its table of type codes, with a value of each in bytes.
const seedCodes = `
0x00 NULL null | 00 | null
0x01 BOOL true | 0101 | bool true
0x02 INT64 30 | 02000000000000001e | int64 30
0x03 UINT64 30 | 03000000000000001e | uint64 30
0x04 DOUBLE 1.5 | 043ff8000000000000 | double 1.5
0x05 STRING User | 05000000000000000455736572 | string User
0x06 BINARY 0102 | 0600000000000000020102 | binary 0102
0x07 ARRAY [null] | 07000000000000000100 | array [map[type:null]]
0x08 DICTIONARY {"a": null} | 08000000000000000100000000000000016100 | dictionary [[a map[type:null]]]
`

// seedElement writes a value as the document says, without using our code: [length: int64][utf-8 bytes] and so
// on.
func seedElement(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 0)
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 2), uint64(int64(v)))
	case string:
		return append(binary.BigEndian.AppendUint64(append(b, 5), uint64(len(v))), v...)
	case []any:
		b = binary.BigEndian.AppendUint64(append(b, 7), uint64(len(v)))
		for _, it := range v {
			b = seedElement(b, it)
		}
	}
	return b
}

// seedValue returns the value of a key: entities and configurations are their elements one after the
// other.
func seedValue(t *testing.T, key, text string) []byte {
	t.Helper()
	if strings.HasPrefix(key, "props:") { // in the order of the text
		var b []byte
		d := json.NewDecoder(strings.NewReader(text))
		_, _ = d.Token()
		n := uint64(0)
		for ; d.More(); n++ {
			name, _ := d.Token()
			v, _ := d.Token()
			b = append(binary.BigEndian.AppendUint64(b, uint64(len(name.(string)))), name.(string)...)
			b = seedElement(b, v)
		}
		return append(binary.BigEndian.AppendUint64([]byte{8}, n), b...)
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	b := seedElement(nil, v)
	switch prefix, _, _ := strings.Cut(key, ":"); prefix {
	case "entity", "config", "catcfg":
		return b[9:]
	}
	return b
}

// seedRead returns what is read from a row, in words.
func seedRead(t *testing.T, key, val []byte) string {
	t.Helper()
	var s session.Session
	read := func(record, part string) map[string]any {
		return ask(t, &s, `{"id":"1","op":"decode","format":"implexus","record":"`+record+`","bytes":{"key":"`+
			hex.EncodeToString(key)+`"`+part+`}}`).Fields
	}
	k, row := read("key", ""), read("row", `,"value":"`+hex.EncodeToString(val)+`"`)
	text := fmt.Sprint(k["kind"])
	for _, name := range []string{"path", "label", "value", "gram", "doc"} {
		if m, ok := k[name]; ok {
			text += " " + m.(string)
		}
	}
	text += ": "
	plain := func(v any) string {
		m := v.(map[string]any)
		if m["type"] == "null" {
			return "null"
		}
		return fmt.Sprint(m["value"])
	}
	for name, v := range row {
		m, _ := v.(map[string]any)
		switch name {
		case "entity":
			text += fmt.Sprint(m["type_code"], " ", m["entity_type"], " ", plain(m["type_label"]))
		case "config":
			text += plain(m["type_label"]) + " by " + plain(m["expression"])
		case "content":
			text += plain(m["text"])
		case "items":
			text += strings.ReplaceAll(strings.Trim(fmt.Sprint(v), "[]"), " ", ", ")
		case "element":
			for i, p := range m["value"].([]any) {
				pair := p.([]any)
				text += strings.Repeat(" ", min(i, 1)) + pair[0].(string) + "=" + plain(pair[1])
			}
		}
	}
	return text
}

func TestTheExamplesOfTheKeySchemaAreRead(t *testing.T) {
	seen := 0
	for line := range strings.Lines(strings.ReplaceAll(strings.TrimSpace(seedLines), "\n    | ", " | ")) {
		says, want, _ := strings.Cut(strings.TrimSpace(line), " | ")
		key, text, ok := strings.Cut(says, " → ")
		if !ok {
			t.Fatalf("%q", line)
		}
		seen++
		if got := seedRead(t, []byte(key), seedValue(t, key, text)); got != want {
			t.Errorf("%s is read as %s, want %s", says, got, want)
		}
	}
	if seen != 25 {
		t.Errorf("%d examples", seen)
	}
	var s session.Session
	for line := range strings.Lines(strings.TrimSpace(seedCodes)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		got := ask(t, &s, `{"id":"1","op":"decode","format":"implexus","record":"element","bytes":{"value":"`+cells[1]+`"}}`)
		e, _ := got.Fields["element"].(map[string]any)
		if text := strings.TrimSuffix(fmt.Sprint(e["type"], " ", e["value"]), " <nil>"); text != cells[2] {
			t.Errorf("%s is read as %s", line, text)
		}
	}
}
