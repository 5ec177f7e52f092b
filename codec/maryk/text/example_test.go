package text_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/maryk/text"
)

func ExampleNormalize() {
	fmt.Println(text.Normalize("Jürgen van der-Berg"))
	// Output:
	// jurgenvanderberg
}

func ExampleSplit() {
	fmt.Printf("%q\n", text.Split("red-hot chili", text.WordBoundary))
	// Output:
	// ["red" "hot" "chili"]
}
