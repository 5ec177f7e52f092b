// Package generate writes dumps of any size for tests and measurements. The same
// seed gives the same rows.
package generate

import (
	"bufio"
	"io"
	"math/rand/v2"
	"strconv"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/order"
)

// rows generates edges of one table, reusing one edge's memory.
type rows struct {
	rand  *rand.Rand
	key   actionbase.EdgeIndexKey
	value actionbase.EdgeIndexValue
	bytes []byte
	line  []byte
}

func newRows(seed uint64) *rows {
	return &rows{rand: rand.New(rand.NewPCG(seed, 1))}
}

const (
	firstTime = 1714521600000 // 2024-05-01
	table     = "social.user_likes"
	index     = "created_at_desc"
)

// next appends the key of the next edge index row.
func (r *rows) next(dst []byte) ([]byte, error) {
	at := firstTime + r.rand.Int64N(1e9)
	k := &r.key
	k.Prefix = actionbase.Prefix{Source: long(r.rand.Int64N(1e6)), Table: actionbase.Code(table)}
	k.Direction, k.Index = actionbase.Out, actionbase.Code(index)
	k.Values = append(k.Values[:0], actionbase.OrderedValue{Value: long(at), Order: order.Desc})
	k.Target = actionbase.Value{Kind: actionbase.String, Text: strconv.AppendInt([]byte("item-"), r.rand.Int64N(1e5), 10)}
	r.value.Version = at
	return actionbase.AppendEdgeIndexKey(dst, k)
}

func long(n int64) actionbase.Value { return actionbase.Value{Kind: actionbase.Long, Num: uint64(n)} }

// HexKeys writes n row keys of an edge index in hex, one per line.
func HexKeys(w io.Writer, n int, seed uint64) error {
	out := bufio.NewWriterSize(w, 1<<16)
	r := newRows(seed)
	var err error
	for range n {
		if r.bytes, err = r.next(r.bytes[:0]); err != nil {
			return err
		}
		r.line = append(dump.AppendHex(r.line[:0], r.bytes), '\n')
		if _, err := out.Write(r.line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Scan writes n cells of an edge index in the format that the HBase shell prints to a pipe.
func Scan(w io.Writer, n int, seed uint64) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString("ROW  COLUMN+CELL\n"); err != nil {
		return err
	}
	r := newRows(seed)
	var err error
	for range n {
		if r.bytes, err = r.next(r.bytes[:0]); err != nil {
			return err
		}
		line := dump.AppendToStringBinary(append(r.line[:0], ' '), r.bytes)
		line = strconv.AppendInt(append(line, " column=f:e, timestamp="...), r.value.Version, 10)
		r.value.Properties = append(r.value.Properties[:0],
			actionbase.IndexProperty{Code: actionbase.Code("createdAt"), Value: long(r.value.Version)},
			actionbase.IndexProperty{Code: actionbase.Code("permission"),
				Value: actionbase.Value{Kind: actionbase.String, Text: []byte("friends")}})
		if r.bytes, err = actionbase.AppendEdgeIndexValue(r.bytes[:0], &r.value); err != nil {
			return err
		}
		r.line = append(dump.AppendToStringBinary(append(line, ", value="...), r.bytes), '\n')
		if _, err := out.Write(r.line); err != nil {
			return err
		}
	}
	if _, err := out.WriteString(strconv.Itoa(n) + " row(s)\n"); err != nil {
		return err
	}
	return out.Flush()
}
