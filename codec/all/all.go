// Code generated from the format folders by make generate; DO NOT EDIT.

// Package all is the explicit list of formats that a program contains.
package all

import (
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
)

// Formats lists every format, in alphabetical order.
var Formats = []*format.Format{
	&actionbase.Format,
}
