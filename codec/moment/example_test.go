package moment_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/moment"
)

// One version in all its forms.
func ExampleParse() {
	m, err := moment.Parse("1a1fc677cc400000", moment.Options{Layout: "maryk"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(m.AppendTime(nil, 0)), m.Logical)
	for _, form := range m.Forms {
		fmt.Println(form.Title, form.Text)
	}
	// Output:
	// 2026-11-21T04:40:03.012Z 0
	// version 1882441387094310912
	// plain 1a1fc677cc400000
	// inverted e5e0398833bfffff
	// var-int 808080e2fccef18f1a
}
