package implexus_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/implexus"
)

func ExampleDecodeValue() {
	var v implexus.Value
	err := implexus.DecodeValue([]byte("\x05\x00\x00\x00\x00\x00\x00\x00\x03ada"), &v, implexus.Options{})
	fmt.Println(v, err)
	// Output:
	// ada <nil>
}

func ExampleAppendValue() {
	v := implexus.DictionaryValue(
		implexus.Entry{Key: "name", Value: implexus.StringValue("ada")},
		implexus.Entry{Key: "ids", Value: implexus.ArrayValue(implexus.Int64Value(1), implexus.NullValue())},
	)
	b, err := implexus.AppendValue(nil, &v, implexus.Options{})
	fmt.Printf("%d bytes %v\n", len(b), err)
	fmt.Println(v)
	fmt.Println(&v.Elements[v.Find(0, "name")])
	// Output:
	// 63 bytes <nil>
	// {"name": "ada", "ids": [1, null]}
	// ada
}

func ExampleDecodeKey() {
	var key implexus.KeyReading
	err := implexus.DecodeKey([]byte("cat:/categories/active-users:members"), &key)
	k := key.Candidates[0]
	fmt.Println(k.Kind, string(k.Path), err)
	// Output:
	// cat-members /categories/active-users <nil>
}
