package dump_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
)

// The first rows of an HBase shell scan. The form is detected.
func ExampleOpen() {
	file, err := os.Open("../../golden/actionbase/actionbase-hbase-shell.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	rows, err := dump.Open(file, dump.Options{File: "likes.txt"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rows.Form().Title)
	for entry, err := range rows.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		row, _ := entry.Part("row")
		fmt.Printf("line %d: %x, %d parts, %s\n", entry.Source.Line, row, len(entry.Parts), entry.Timestamp)
		if entry.Source.Line == 3 {
			break
		}
	}
	// Output:
}

// What somebody pasted.
func ExampleParseText() {
	res, err := dump.ParseText([]byte(`"+\xA9\x5Cc\x11"`), dump.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b, _ := res.Rows[0].Entry.Part("bytes")
	fmt.Printf("%s: %x\n", res.Form.Title, b)
	// Output:
}

// The same bytes as three tools print them.
func ExampleAppendToStringBinary() {
	b := []byte{0x2b, 0xa9, 0x5c, 'c', 0x11}
	fmt.Printf("%s\n%s\n%s\n", dump.AppendToStringBinary(nil, b), dump.AppendPython(nil, b), dump.AppendGo(nil, b))
	// Output:
}
