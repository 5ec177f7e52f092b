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
	// HBase shell scan
	// line 2: 00bd92fd346974656d2d31002ba95c6311297e2983, 4 parts, 1714784409500
	// line 3: 022f8d92346974656d2032002ba95c6311297b29832bb3708392, 4 parts, 1714809600500
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
	// Go string: 2ba95c6311
}

// The same bytes as three tools print them.
func ExampleAppendToStringBinary() {
	b := []byte{0x2b, 0xa9, 0x5c, 'c', 0x11}
	fmt.Printf("%s\n%s\n%s\n", dump.AppendToStringBinary(nil, b), dump.AppendPython(nil, b), dump.AppendGo(nil, b))
	// Output:
	// +\xA9\x5Cc\x11
	// b'+\xa9\\c\x11'
	// []byte("+\xa9\\c\x11")
}
