package verify_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/verify"
)

// Checks the rows of a damaged dump against each other.
func ExampleNew() {
	checker, err := verify.New(nil, "implexus", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.Open("../../golden/implexus/corrupt.dump.print.txt")
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
	totals := checker.Totals()
	fmt.Println(totals.Checked, "of", totals.Rows, "rows are checked")
	for _, f := range checker.Findings() {
		if f.Severity == format.Error {
			fmt.Println(strings.TrimSpace(f.Code + " " + f.Item))
		}
	}
	// Output:
	// 115 of 118 rows are checked
	// stale-member /users/admin
	// missing-member admin
	// dangling-child bob
	// undecodable-value unknown-layout
	// stale-content /products/tool
	// missing-index-row
	// stale-member tx
	// undecodable-value truncated
	// stale-member /users/ghost
}
