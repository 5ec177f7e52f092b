// Package scanshell writes a range of keys for people: as commands that scan it in the stores'
// shells, and as literals of programming languages.
//
// Forms lists the forms for a store, Find returns one:
//
//	r := scanshell.Range{Start: prefix, Stop: order.After(prefix)}
//	fmt.Print(scanshell.Find("hbase").Text(r))
//
// A range, and the resulting text:
//
//	start 2ba9, stop 2baa
//	scan 'TABLE', {STARTROW => "+\xA9", STOPROW => "+\xAA"}
//
// Stable.
package scanshell
