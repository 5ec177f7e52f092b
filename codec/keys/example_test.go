package keys_test

import (
	"encoding/hex"
	"fmt"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Why does one key come before another?
func ExampleSort() {
	list := make([]keys.SortedKey, 2)
	for i, text := range []string{
		"5107c108346974656d2d31002ba95c6311297c29832b69b733c7d37ffffe70bee26a572c800000000000004d",
		"5107c108346974656d2d31002ba95c6311297c29832b69b733c7d37ffffe70bed99d002c800000000000004d",
	} {
		b, _ := hex.DecodeString(text)
		list[i].Input = i + 1
		list[i].Entry.Add(store.Row, b)
	}
	order := keys.Sort(identify.Query{Format: "actionbase"}, list)
	fmt.Println(list[0].Input, "then", list[1].Input)
	fmt.Println(order.Reason(&list[0], &list[1]).Words())
	// Output:
	// 2 then 1
	// 2024-05-04 01:09:45.855 before 2024-05-04 01:00:09 UTC, newest first
}

// The scan that finds all edges of one source in one table, as the HBase shell takes it.
func ExampleRangeOf() {
	actionbase := codec.Find("actionbase")
	states, _ := keys.ScannableRecord(actionbase, "edge-state")
	fields, _ := value.Parse([]byte(`{"source":{"type":"long","value":1001},"tableCode":693920529}`))
	r, err := keys.RangeOf(actionbase, states, &format.Input{}, &format.Query{Fields: fields})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s from %x\n", r.Part, r.Start)
	fmt.Print(scanshell.Find("hbase").Text(r.Seek))
	// Output:
	// row from 2b5503ef2c80000000000003e92ba95c6311297d
	// scan 'TABLE', {STARTROW => "+U\x03\xEF,\x80\x00\x00\x00\x00\x00\x03\xE9+\xA9\x5Cc\x11)}", STOPROW => "+U\x03\xEF,\x80\x00\x00\x00\x00\x00\x03\xE9+\xA9\x5Cc\x11)~", COLUMNS => "f"}
}
