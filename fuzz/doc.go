// Package fuzz says what must be true of every decode, whatever the bytes, and
// makes the bytes: fuzz targets with their corpora (testdata/fuzz), generators of
// records (package gofuzz), and the checks, which other tests use as well.
package fuzz
