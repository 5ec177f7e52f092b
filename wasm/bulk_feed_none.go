//go:build wasip1 && !columns

package main

import "errors"

// awaitText refuses text without a file: the page's files can be read when they are needed.
func (b *bulk) awaitText() error {
	return errors.New("text: expected the name of a file of the host's")
}
