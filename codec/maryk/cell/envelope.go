package cell

import "github.com/rowlens/rowlens/codec/wire"

const (
	magicLen   = 4
	keyring    = "MKEK"
	keyringVer = 2
	cipherVer  = 1
	nonceLen   = 12
	tagLen     = 16
)

// readEnvelope reads an encrypted value. The bytes after the magic belong to the provider. The
// forms that the bundled providers write are parsed; other bytes are one leaf.
//
//	"MKE1" or "MKE2"
//	["MKEK" 02 length(1) key id]          keyring provider
//	01 nonce(12) ciphertext tag(16)       AES-GCM
func (d *Data) readEnvelope(r *wire.Reader) {
	d.Kind, d.sealed = Encrypted, sealed{}
	at := r.Offset()
	r.Begin(&fEnvelope)
	magic := Text(r, &fMagic, magicLen)
	d.sealed.bound = len(magic) == magicLen && magic[magicLen-1] == '2'
	if b := r.Ahead(); hasKeyring(b) {
		Text(r, &fKeyring, magicLen)
		r.Uint8(&fKeyringVer)
		n := int(r.Uint8(&fKeyIDLen))
		d.sealed.keyID = Text(r, &fKeyID, n)
	}
	if b := r.Ahead(); len(b) >= 1+nonceLen+tagLen && b[0] == cipherVer {
		r.Uint8(&fCipherVer)
		d.sealed.nonce = r.Bytes(&fNonce, nonceLen)
		d.sealed.ciphertext = r.Ahead()
		r.Bytes(&fCiphertext, r.Left()-tagLen)
		r.Bytes(&fTag, tagLen)
	} else if r.OK() {
		r.Rest(&fPayload)
	}
	r.End()
	if r.OK() {
		d.Raw = r.Since(at)
	}
}

// sealed are the parts of an envelope. Bytes in it alias the input.
type sealed struct {
	bound      bool   // MKE2: bound to its place
	keyID      []byte // nil if the data names no key
	nonce      []byte // nil if the payload's form is unknown
	ciphertext []byte // followed by the tag
}

// KeyID returns the name of the key that encrypted the value, and whether the data contains it.
func (d *Data) KeyID() (string, bool) {
	if d.Kind != Encrypted {
		return "", false
	}
	return string(d.sealed.keyID), d.sealed.keyID != nil
}

// hasKeyring reports whether a whole keyring header is ahead.
func hasKeyring(b []byte) bool {
	const head = magicLen + 2
	return len(b) >= head && string(b[:magicLen]) == keyring && b[magicLen] == keyringVer && b[head-1] > 0 && len(b) >= head+int(b[head-1])
}
