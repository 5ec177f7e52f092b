package actionbase

import (
	"encoding/base64"
	"encoding/binary"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Parts of the records that are text: a cursor, and the two columns of the metadata table.
const (
	partText = "text"
	partK    = "k"
	partV    = "v"
)

// mask is XORed over cursor bytes: an obfuscation, not a checksum.
var mask = [16]byte{0x5a, 0x45, 0xe1, 0x87, 0xcb, 0xe8, 0xde, 0xfc, 0x37, 0x36, 0x01, 0xe1, 0xd5, 0xc0, 0x74, 0xf5}

// AppendCursor appends b as a text cursor: masked, base64url without padding.
func AppendCursor(dst, b []byte) []byte {
	masked := make([]byte, len(b))
	for i, c := range b {
		masked[i] = c ^ mask[i%len(mask)]
	}
	return base64.RawURLEncoding.AppendEncode(dst, masked)
}

// DecodeCursor returns the bytes of a text cursor.
func DecodeCursor(text []byte) ([]byte, error) {
	b, err := decodeBase64(text, 0)
	if err != nil {
		return nil, err
	}
	for i := range b {
		b[i] ^= mask[i%len(mask)]
	}
	return b, nil
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// decodeBase64 reads base64url without padding. at is its offset in its part.
func decodeBase64(text []byte, at int) ([]byte, error) {
	bad := slices.IndexFunc(text, func(c byte) bool { return !isBase64(c) }) // such as line breaks, which base64 would skip
	if bad < 0 {
		out := make([]byte, base64.RawURLEncoding.DecodedLen(len(text)))
		n, err := base64.RawURLEncoding.Strict().Decode(out, text)
		if err == nil {
			return out[:n], nil
		}
		corrupt, _ := err.(base64.CorruptInputError)
		bad = min(int(corrupt), len(text))
	}
	return nil, &wire.Error{Code: wire.BadText, Offset: at + bad, Field: "base64url", Expected: "base64url without padding",
		Found: "another character or length"}
}

// decodeEdgeID reads a text cursor that names an edge: source, then target, both ascending.
func decodeEdgeID(in *format.Input, t *span.Tree, w *value.Writer) error {
	p := newParts(in, t, "edge-id")
	text, ok := p.Text(partText, &fMasked)
	if !ok {
		return p.Missing(partText)
	}
	b, err := DecodeCursor(text)
	if err != nil {
		return format.Locate(err, formatID, "edge-id", partText)
	}
	var source, target Value
	r := p.OpenDerived("unmasked", b)
	r.Begin(&fQualifier)
	decodeVertex(r, &source, &fSource)
	decodeVertex(r, &target, &fTarget)
	p.Close()
	if p.Err() != nil || w == nil {
		return p.Err()
	}
	w.Object()
	w.Key("source")
	source.write(w)
	w.Key("target")
	target.write(w)
	w.EndObject()
	return nil
}

func encodeEdgeID(_ *format.Input, fields value.Value, dst *store.Entry) error {
	if err := format.Known(fields, "source", "target"); err != nil {
		return err
	}
	var source, target Value
	if err := source.parse(fields.Member("source"), "source"); err != nil {
		return err
	}
	if err := target.parse(fields.Member("target"), "target"); err != nil {
		return err
	}
	if source.Kind == Null || target.Kind == Null {
		return refuse("source", "an edge id needs a source and a target that are not null")
	}
	b, err := AppendValue(nil, &source, order.Asc)
	if err != nil {
		return err
	}
	if b, err = AppendValue(b, &target, order.Asc); err != nil {
		return err
	}
	dst.Add(partText, AppendCursor(nil, b))
	return nil
}

// deriveOffset makes the scan cursor of a row: for an index row everything after the index code,
// for a state row the target.
func deriveOffset(in *format.Input, w *value.Writer) error {
	row, ok := in.Entry.Part(store.Row)
	if !ok {
		return format.Missing(formatID, "offset", store.Row)
	}
	r := wire.NewReader(row, nil)
	var k Prefix
	k.decode(&r, &fSource, 0, nil)
	end := r.Offset()
	if k.Type == EdgeIndex {
		decodeDirection(&r)
		slotInt32(&r, &fIndex)
	} else if r.OK() && k.Type != EdgeState {
		k.badType(&r, r.Offset()-2, EdgeIndex)
	}
	plain := row[r.Offset():]
	if err := r.FinishPrefix(""); err != nil {
		return format.Locate(err, formatID, "offset", store.Row)
	}
	w.Object()
	w.Key("text")
	w.Text(AppendCursor(nil, plain))
	w.Key("plain")
	w.Hex(plain)
	w.EndObject()
	if !k.SaltOK {
		in.Info = func(w *value.Writer) { writeSaltCheck(w, row[:end]) }
	}
	return nil
}

// writeSaltCheck writes that the salt of a row key's prefix is not the hash of the bytes after it.
func writeSaltCheck(w *value.Writer, prefix []byte) {
	w.Key("check")
	w.Array()
	w.Object()
	w.Key("field")
	w.String(fSalt.Name)
	w.Key("part")
	w.String(store.Row)
	w.Key("offset")
	w.Int(0)
	w.Key("stored")
	w.Hex(prefix[:4])
	w.Key("expected")
	w.Hex(binary.BigEndian.AppendUint32(nil, Hash(prefix[4:])))
	w.EndObject()
	w.EndArray()
}
