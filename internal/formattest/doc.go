// Package formattest holds what the tests of all formats share: vectors and dumps
// from golden, probes that check what must hold for every decode of any bytes,
// generators of records, and bounds on the cost of hostile input.
package formattest
