package verify_test

import (
	"fmt"
	"os"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/verify"
)

// Checks the rows of a damaged dump against each other.
func ExampleNew() {
	text, err := os.ReadFile("../../golden/actionbase/actionbase-hbase-shell.schema.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	tables, err := value.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	schemas, err := schema.Parse(tables, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	checker, err := verify.New(schemas, "", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.Open("../../golden/actionbase/actionbase-hbase-shell-damaged.txt")
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
	for entry, err := range rows.All() {
		if err == nil {
			checker.Add(entry)
		}
	}
	fmt.Println(checker.Rows(), "rows")
	for _, f := range checker.Findings() {
		fmt.Println(f.Severity, f.Code, f.Item)
	}
	// Output:
}
