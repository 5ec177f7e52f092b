// Package formattest is shared by the tests of all formats. It provides vectors and
// dumps from golden, probes that check what must hold for every decoding of any
// bytes, generators of records, and bounds on the cost of hostile input.
package formattest
