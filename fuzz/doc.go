// Package fuzz holds the fuzz targets over all formats, with their corpora in
// testdata/fuzz. What the targets check is in internal/formattest.
//
// Not promised: it is for the tests.
package fuzz
