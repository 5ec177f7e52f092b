//go:build wasip1 && !columns

package main

import "errors"

// feeding is empty: the page's files can be read when they are needed.
type feeding struct{}

func (b *bulk) awaitText() error {
	return errors.New("text: expected the name of a file of the host's")
}
