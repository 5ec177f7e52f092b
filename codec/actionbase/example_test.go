package actionbase_test

import (
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/wire"
)

func ExampleDecodeEdgeStateKey() {
	row, _ := hex.DecodeString("2b5503ef2c80000000000003e92ba95c6311297d34615c62226300")
	var key actionbase.EdgeStateKey
	if err := actionbase.DecodeEdgeStateKey(row, &key); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(key.Source, key.Target)
	fmt.Println(key.Table == actionbase.Code("social.user_likes"), key.SaltOK)
	// Output:
	// 1001 a\b"c
	// true true
}

func ExampleDecodeEdgeStateKey_truncated() {
	var key actionbase.EdgeStateKey
	err := actionbase.DecodeEdgeStateKey([]byte{0x2b, 0x55, 0x03, 0xef, 0x2c, 0x80}, &key)
	fmt.Println(err)
	fmt.Println(errors.Is(err, wire.ErrTruncated))
	// Output:
	// source: expected 8 bytes, found 1 byte at offset 5 (0x5)
	// true
}

func ExampleAppendEdgeStateKey() {
	var key actionbase.EdgeStateKey
	key.Source = actionbase.LongValue(1001)
	key.Table = actionbase.Code("social.user_likes")
	key.Target = actionbase.StringValue("a\\b\"c")
	row, err := actionbase.AppendEdgeStateKey(nil, &key) // computes the salt
	fmt.Printf("%x %v\n", row, err)
	// Output:
	// 2b5503ef2c80000000000003e92ba95c6311297d34615c62226300 <nil>
}

func ExampleAppendEdgeIndexKey() {
	key := actionbase.EdgeIndexKey{
		Direction: actionbase.In,
		Index:     actionbase.Code("created_at_desc"),
		Values:    []actionbase.OrderedValue{actionbase.LongValue(1714784409000).Desc()},
		Target:    actionbase.LongValue(77),
	}
	key.Source, key.Table = actionbase.StringValue("item-1"), actionbase.Code("social.user_likes")
	row, err := actionbase.AppendEdgeIndexKey(nil, &key)
	fmt.Printf("%x %v\n", row, err)
	// Output:
	// 5107c108346974656d2d31002ba95c6311297c29832b69b733c7d37ffffe70bee26a572c800000000000004d <nil>
}

func ExampleValue() {
	v := actionbase.LongValue(5)
	n, ok := v.Int64()
	fmt.Println(v, n, ok)
	_, ok = v.Bytes()
	fmt.Println(ok)
	fmt.Println(actionbase.StringValue("x"), actionbase.DoubleValue(-2.25), actionbase.BooleanValue(true), actionbase.Value{})
	// Output:
	// 5 5 true
	// false
	// x -2.25 true null
}
