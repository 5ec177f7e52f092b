package schema_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

// Names for codes, of which the bytes have only hashes.
func ExampleParse() {
	v, _ := value.Parse([]byte(`{"tables":[{"table":"social.user_likes","type":"EDGE","source":"long","target":"string"}]}`))
	schemas, err := schema.Parse(v, "actionbase")
	if err != nil {
		fmt.Println(err)
		return
	}
	q := identify.Lone([]byte("+U\x03\xef,\x80\x00\x00\x00\x00\x00\x03\xe9+\xa9\\c\x11)}4a\\b\"c\x00"))
	q.Schemas = schemas
	for n := range identify.Best(q).Tree.All() {
		if n.Name() == "tableCode" {
			fmt.Println(n.Text())
		}
	}
	// Output:
	// social.user_likes
}
