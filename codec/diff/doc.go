// Package diff compares rows of two databases, or of two states of one: which were added, removed
// and changed, and which of their fields.
//
// Both sides are sequences of rows in the order of their keys. A store has its rows in that order;
// the caller sorts others. Only a few rows of each side are in memory.
//
//	m := diff.Merge{Old: old, New: new}
//	c := diff.Comparer{Old: &stream.Summarizer{}, New: &stream.Summarizer{}}
//	for {
//		pair, err := c.Next(&m)
//		if err == io.EOF {
//			break
//		} else if err != nil {
//			return err
//		}
//		if d := c.Compare(pair); d != nil {
//			d.Write(&w)
//		}
//	}
//	c.Totals.Write(&w)
//
// The key of a row consists of a table and the parts by which its store finds it. Each ends with 00 01, and each byte
// 00 in it becomes 00 FF, so that the bytes of two keys compare as their parts do, one after another:
//
//	Keys.Append(nil, "t", row 61 00, family 66, qualifier empty)
//	74 00 01  01  61 00 ff 00 01  66 00 01  00 01
//	table     kind of key: row    family    qualifier
//
// Not promised: it serves the command and the page.
package diff
