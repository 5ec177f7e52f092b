// Package envelope opens encrypted values with keys that the user has provided. It
// is for native programs: the WebAssembly contains no cipher.
package envelope

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
)

// Keys are the keys of a database. They are safe for concurrent use.
type Keys struct {
	only       cipher.AEAD            // for key ids that are not in named
	named      map[string]cipher.AEAD // by key id
	additional []byte
}

// FileMax is the largest size of a key file, in bytes.
const FileMax = 1 << 20

// ErrKeyFile means that a text has none of the forms that Parse accepts. It contains
// no part of the text.
var ErrKeyFile = errors.New("expected an AES key of 16, 24 or 32 bytes, as hex digits or as they are, or " +
	`{"keys":{"KEY ID":"HEX"},"additionalData":"HEX"}`)

// Parse reads the text of a key file:
//
//	00010203…                                      one key as hex digits
//	(16, 24 or 32 bytes)                           one key as raw bytes
//	{"key":"HEX","keys":{"id":"HEX"},"additionalData":"HEX"}
//
// A key without a name opens values of any key id that keys does not list. Additional
// data is what the database's owner bound all values to; most databases have none.
// Errors never contain any part of the text.
func Parse(text []byte) (*Keys, error) {
	if t := bytes.TrimSpace(text); len(t) > 0 && t[0] == '{' && (json.Valid(t) || !isKeySize(len(text))) {
		return parseJSON(t)
	}
	if !isKeySize(len(text)) {
		b, err := hex.DecodeString(string(bytes.TrimSpace(text)))
		if err != nil {
			return nil, ErrKeyFile
		}
		text = b
	} else if b, err := hex.DecodeString(string(text)); err == nil && isKeySize(len(b)) {
		text = b // 32 hex digits are a key of 16 bytes, not of 32
	}
	k := new(Keys)
	var err error
	k.only, err = newCipher(text)
	return k, err
}

func parseJSON(text []byte) (*Keys, error) {
	var file struct {
		Key            *string           `json:"key"`
		Keys           map[string]string `json:"keys"`
		AdditionalData string            `json:"additionalData"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&file) != nil || file.Key == nil && len(file.Keys) == 0 {
		return nil, ErrKeyFile
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, ErrKeyFile
	}
	k := &Keys{named: map[string]cipher.AEAD{}}
	var err error
	if k.additional, err = hex.DecodeString(file.AdditionalData); err != nil {
		return nil, errors.New("additionalData: expected hex digits")
	}
	if file.Key != nil {
		if k.only, err = fromHex(*file.Key); err != nil {
			return nil, errors.New("key: " + err.Error())
		}
	}
	for id, digits := range file.Keys {
		if k.named[id], err = fromHex(digits); err != nil {
			return nil, errors.New("keys." + strconv.Quote(id) + ": " + err.Error())
		}
	}
	return k, nil
}

func fromHex(digits string) (cipher.AEAD, error) {
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("expected hex digits")
	}
	return newCipher(b)
}

func isKeySize(n int) bool { return n == 16 || n == 24 || n == 32 }

func newCipher(key []byte) (cipher.AEAD, error) {
	if !isKeySize(len(key)) {
		return nil, errors.New("expected an AES key of 16, 24 or 32 bytes, found " + strconv.Itoa(len(key)))
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// Open implements format.Opener.
func (k *Keys) Open(dst []byte, keyID string, nonce, sealed, additional []byte) ([]byte, error) {
	c := k.named[keyID]
	if c == nil {
		c = k.only
	}
	if c == nil {
		if keyID == "" {
			return dst, errors.New("the value names no key, and the key file has only named ones")
		}
		return dst, errors.New("there is no key called " + strconv.Quote(keyID))
	}
	if len(nonce) != c.NonceSize() {
		return dst, errors.New("a nonce of " + strconv.Itoa(c.NonceSize()) + " bytes is expected")
	}
	plain, err := c.Open(dst, nonce, sealed, additional)
	if err != nil {
		return dst, format.ErrTag
	}
	return plain, nil
}

// Additional implements format.Opener.
func (k *Keys) Additional() []byte { return k.additional }
