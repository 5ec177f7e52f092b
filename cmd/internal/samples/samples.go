// Package samples contains an excerpt of a real dump, with the model that names its
// content. `rowlens serve --samples` decodes it.
package samples

import _ "embed" // for the files below

// Scan is some rows of each kind from a scan in the HBase shell, as printed
// (golden/actionbase/actionbase-hbase-shell.txt).
//
//go:embed scan.txt
var Scan []byte

// Model is the --model file with the names of the codes in Scan.
//
//go:embed tables.json
var Model []byte
