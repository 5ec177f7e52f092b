// Package fuzz holds the fuzz targets over all formats, with their corpora in
// testdata/fuzz. internal/formattest holds what the targets check.
//
// Not promised: it is for the tests.
package fuzz
