package rocksdb_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// Rows of one column family, typed by the models that the database stores.
func Example() {
	text, err := os.ReadFile("../../../golden/maryk-rocksdb/latest.models.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	models, err := value.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	schemas, err := schema.Parse(models, rocksdb.Format.ID)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.Open("../../../golden/maryk-rocksdb/latest.0301.scan.txt")
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
	decoder := stream.Decoder{Format: rocksdb.Format.ID, Schemas: schemas}
	var fields value.Writer
	for entry, err := range rows.All() {
		if err != nil || entry.Source.Line > 4 {
			break
		}
		entry.Source.CF, _ = schema.Family("0301", rocksdb.Format.ID, schemas)
		fields.Reset()
		_, record, bad := decoder.Decode(entry, &fields)
		if bad != nil {
			fmt.Println(bad)
			continue
		}
		fmt.Println(record.Name, string(fields.Buf))
	}
	// Output:
	// table-created {"model":1,"cfType":"table","record":"0000000000017fffffff","what":"created","version":"1882441387094310912"}
	// table-last-update {"model":1,"cfType":"table","record":"0000000000017fffffff","what":"last-update","version":"1882441387264180224"}
	// table-value {"model":1,"cfType":"table","record":"0000000000017fffffff","what":"value","version":"1882441387094310912","reference":"09","property":"code","indicator":1,"kind":"value","value":"0"}
	// table-value {"model":1,"cfType":"table","record":"0000000000017fffffff","what":"value","version":"1882441387094310912","reference":"11","property":"kind","indicator":1,"kind":"value","value":"Red"}
}

// The name of a column family says what its rows are, and of which model.
func ExampleDecodeFamily() {
	f, err := rocksdb.DecodeFamily([]byte{0x02, 0x01}, false)
	fmt.Println(f.Type, f.Model, err)
	// Output:
	// keys 1 <nil>
}

// Rows of a historic family sort by what precedes the version, then newest first.
func ExampleCompareVersioned() {
	older := []byte("\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05")
	newer := []byte("\x00\x01\x00\x00\x00\x00\x00\x00\x00\x04")
	fmt.Println(rocksdb.CompareVersioned(newer, older, 2))
	// Output:
	// -1
}
