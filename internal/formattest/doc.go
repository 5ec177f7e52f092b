// Package formattest has what the tests of every format share: vectors and dumps
// from golden, probes that say what must be true of every decode whatever the bytes
// are, generators of records, and bounds on what hostile input may cost.
package formattest
