// Package scanshell writes a range of keys as people need it: as commands that scan
// it in the shells of the stores, and as literals of programming languages.
//
// Forms lists what suits a store, Find returns one:
//
//	r := scanshell.Range{Start: prefix, Stop: order.After(prefix)}
//	fmt.Print(scanshell.Find("hbase").Text(r))
//
// A range, and that text:
//
//	start 2ba9, stop 2baa
//	scan 'TABLE', {STARTROW => "+\xA9", STOPROW => "+\xAA"}
//
// Stable.
package scanshell
