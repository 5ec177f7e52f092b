package store_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/store"
)

func ExampleEntry() {
	var e store.Entry
	e.Add(store.Key, []byte("cat:/categories/active-users:members"))
	e.Add(store.Value, nil) // an empty value, which is another thing than none
	_, ok := e.Part(store.Row)
	value, there := e.Part(store.Value)
	fmt.Println(e.Len(), ok, len(value), there)
	// Output:
	// 36 false 0 true
}
