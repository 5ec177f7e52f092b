package maryk_test

import (
	"encoding/hex"
	"fmt"

	"github.com/rowlens/rowlens/codec/maryk"
)

// The definition of the model Memo, as a Maryk database carries it.
const memo = "0a1408011205666972737422098201060801100018000a13080212046c617374220982010608001000180012220a044d656d6f120800010100000100001a020a00220c220a0a031201020a03120101"

// Type a cell of a database by the model that the database stores.
func ExampleReadStored() {
	b, _ := hex.DecodeString(memo)
	stored, err := maryk.ReadStored(b, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	schema, err := maryk.NewSchema(stored)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := schema.Model("Memo")
	for _, p := range model.Properties {
		fmt.Println(p.Index, p.Name, p.Def.Type)
	}

	var first maryk.Value
	err = maryk.DecodeValue([]byte("Ada"), model.PropertyNamed("first").Def, &first)
	fmt.Println(first, err)
	// Output:
	// 1 first String
	// 2 last String
	// Ada <nil>
}

func ExampleDecodeKey() {
	b, _ := hex.DecodeString(memo)
	stored, _ := maryk.ReadStored(b, nil)
	schema, err := maryk.NewSchema(stored)
	if err != nil {
		fmt.Println(err)
		return
	}
	row, _ := hex.DecodeString("1c07c1920ba7475e371bd7676161bd04")
	var key maryk.Key
	if err := maryk.DecodeKey(row, schema.Model("Memo"), &key); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(key.Parts), string(maryk.AppendUUID(nil, key.Parts[0].Value.Bytes)))
	// Output:
	// 1 9c07c192-0ba7-475e-b71b-d7676161bd04
}

func ExampleValue() {
	n, ok := maryk.IntegerValue(maryk.SInt16, -5).Int64()
	fmt.Println(n, ok)
	fmt.Println(maryk.StringValue("Ada"), maryk.DateTimeValue(1714658400, 0), maryk.GeoPointValue(52.1, 5.18))
	// Output:
	// -5 true
	// Ada 2024-05-02T14:00 [52.1,5.18]
}
