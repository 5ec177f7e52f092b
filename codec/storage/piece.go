package storage

import (
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/value"
)

// AppendPiece appends the n-th piece of a file, counted from 1, as a line of JSON.
func AppendPiece(dst []byte, n int, p *file.Piece) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Member("block").Int(int64(n))
	w.Member("offset").Int(p.Offset)
	w.Member("bytes").Int(p.Size)
	w.Member("what").String(p.What)
	w.Member("detail").String(p.Detail)
	if p.Entries >= 0 {
		w.Member("entries").Int(p.Entries)
	}
	if p.First != nil {
		w.Member("first").Hex(p.First)
	}
	if p.Damage != nil {
		WriteDamage(w.Member("damage"), p.Damage)
	}
	w.EndObject()
	return append(w.Buf, '\n')
}

// PieceAt returns the index of the piece that contains an offset of the file, or -1.
func PieceAt(pieces []file.Piece, offset int64) int {
	for i := range pieces {
		if p := &pieces[i]; offset >= p.Offset && offset < p.Offset+p.Size {
			return i
		}
	}
	return -1
}
