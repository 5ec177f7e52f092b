package hbase_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Cells of a table, typed by the model that its descriptor has.
func Example() {
	text, err := os.ReadFile("../../../golden/maryk-hbase/latest.models.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	models, err := value.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	schemas, err := schema.Parse(models, hbase.Format.ID)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.Open("../../../golden/maryk-hbase/latest.scan.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	rows, err := dump.Open(file, dump.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	decoder := stream.Decoder{Format: hbase.Format.ID, Schemas: schemas}
	var fields value.Writer
	for entry, err := range rows.All() {
		if err != nil || entry.Source.Line > 5 {
			break
		}
		fields.Reset()
		_, record, bad := decoder.Decode(entry, &fields)
		if bad != nil {
			fmt.Println(bad)
			continue
		}
		fmt.Println(record.Name, string(fields.Buf))
	}
	// Output:
	// data-created {"what":"created","record":"0000000000017fffffff","version":"1882441320005369856"}
	// data-last-update {"what":"last-update","record":"0000000000017fffffff","version":"1882441320762441728"}
	// data-value {"what":"value","record":"0000000000017fffffff","reference":"09","property":"code","indicator":1,"kind":"value","value":"0"}
}
