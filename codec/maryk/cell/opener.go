package cell

import (
	"encoding/binary"
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Place says where an encrypted value is stored, and what decrypts it. Since release 0.12 a value
// is bound to its place.
type Place struct {
	Opener    format.Opener // nil to decrypt nothing
	Model     uint32        // number of the model
	Key       []byte        // of the record
	Reference []byte
}

// additionalName is the start of what a value is bound to.
const additionalName = "maryk.field-aad.v1"

// appendAdditional appends what values of release 0.12 are bound to: a name, the number of the
// model, the record's key, the reference, and what the database's owner chose, each after its
// length in four bytes.
func (p *Place) appendAdditional(dst []byte) []byte {
	var model [4]byte
	binary.BigEndian.PutUint32(model[:], p.Model)
	for _, b := range [...][]byte{[]byte(additionalName), model[:], p.Key, p.Reference, p.Opener.Additional()} {
		dst = append(binary.BigEndian.AppendUint32(dst, uint32(len(b))), b...)
	}
	return dst
}

// Open decrypts the data if it is encrypted and there is an Opener. It then sets either Opened or
// NotOpened. The plaintext gets a part of its own in the tree, which may be nil; the part with the
// envelope must be the last one so far.
func (d *Data) Open(t *span.Tree, store Store, at *Place, p *maryk.Path) {
	if d.Kind != Encrypted || at.Opener == nil {
		return
	}
	s := &d.sealed
	if s.nonce == nil {
		d.NotOpened = "the payload is not of the form that Maryk's own providers write"
		return
	}
	var additional []byte
	if s.bound {
		additional = at.appendAdditional(nil)
	}
	plain, err := at.Opener.Open(nil, string(s.keyID), s.nonce, s.ciphertext, additional)
	if err != nil {
		d.NotOpened = err.Error()
		flags := span.Flag(0)
		if errors.Is(err, format.ErrTag) {
			flags = span.Mismatch
		}
		remarkTag(t, d.NotOpened, flags)
		return
	}
	if tag := remarkTag(t, "that of the value, its key and its place", span.Checked); tag >= 0 {
		t.Derived("decrypted value", plain, tag)
	}
	r := wire.NewReader(plain, t)
	d.Opened = new(Data)
	d.Opened.Read(&r, store, p)
	if err := r.Finish(); err != nil {
		d.Opened, d.NotOpened = nil, "decrypted, but not understood: "+err.Error()
	}
}

// remarkTag adds a remark to the newest tag of an envelope, whose part is closed. It returns the
// tag's node, or -1 if the tag is not recorded.
func remarkTag(t *span.Tree, note string, flags span.Flag) int {
	if t == nil {
		return -1
	}
	tag := t.Newest(&fTag)
	t.Remark(tag, note, flags)
	return tag
}
