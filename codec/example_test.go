package codec_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec"
)

func ExampleFormats() {
	for _, f := range codec.Formats() {
		fmt.Println(f.ID, "in", f.Store, "with", len(f.Records), "record kinds")
	}
	// Output:
}
