// Package fuzz has the fuzz targets over all formats, with their corpora in
// testdata/fuzz. What the targets check is in internal/formattest.
package fuzz
