// Package samples is an excerpt of a real dump, with the model that names its content: what
// `rowlens serve --samples` decodes.
package samples

import _ "embed" // for the files below

// Scan is some rows of each kind from a scan in the HBase shell, as printed
// (golden/actionbase/actionbase-hbase-shell.txt).
//
//go:embed scan.txt
var Scan []byte

// Model is the --model file that names the codes in it.
//
//go:embed tables.json
var Model []byte
