package value_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/value"
)

func ExampleParse() {
	v, err := value.Parse([]byte(`{"source":"9007199254740993","tags":["a"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	n, ok := v.Member("source").Int()
	fmt.Println(n, ok, v.Member("tags"))
	// Output:
	// 9007199254740993 true ["a"]
}

func ExampleWriter() {
	for _, cbor := range []bool{false, true} {
		w := value.Writer{CBOR: cbor}
		w.Object()
		w.Member("key").Hex([]byte{0x2b, 0xa9})
		w.Member("version").Int64(7)
		w.EndObject()
		fmt.Printf("%q\n", w.Buf)
	}
	// Output:
	// "{\"key\":\"2ba9\",\"version\":\"7\"}"
	// "\xa2ckeyB+\xa9gversion\a"
}
