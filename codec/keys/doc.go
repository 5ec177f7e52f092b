// Package keys sorts keys as their store does, explains why, and turns known fields into the range
// of keys for a scan.
//
// Sort sorts keys, Reason explains why one comes before another:
//
//	order := keys.Sort(identify.Query{Format: "actionbase"}, list)
//	fmt.Println(order.Reason(&list[0], &list[1]).Words())
//
// RangeOf returns the scan for the known fields of a key:
//
//	actionbase := codec.Find("actionbase")
//	states, _ := keys.ScannableRecord(actionbase, "edge-state")
//	r, err := keys.RangeOf(actionbase, states, &format.Input{}, fields)
//	fmt.Print(scanshell.Find("hbase").Text(r.Seek))
//
// Two keys and the byte that decides:
//
//	… d3 7ffffe70bed99d00 2c 800000000000004d    1714784985855, which sorts first
//	… d3 7ffffe70bee26a57 2c 800000000000004d    1714784409000: 0xe2 is after 0xd9,
//	                                             and descending longs are complemented
//
// Stable.
package keys
