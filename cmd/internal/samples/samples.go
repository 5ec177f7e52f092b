// Package samples is a cut of a real dump, with the model that names what is in
// it: what `rowlens serve --samples` decodes.
package samples

import _ "embed" // for the files below

// Scan is some rows of each kind out of a scan in the HBase shell, as it was
// printed (golden/actionbase/actionbase-hbase-shell.txt).
//
//go:embed scan.txt
var Scan []byte

// Model is what --model takes to name the codes in it.
//
//go:embed tables.json
var Model []byte
