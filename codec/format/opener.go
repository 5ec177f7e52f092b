package format

import "errors"

// Opener decrypts values for which the user has handed over keys. It is the host's:
// ciphers have no place in the WebAssembly, and keys none in the codec.
type Opener interface {
	// Open appends the plaintext of an AES-GCM ciphertext, which its tag follows, to dst. KeyID
	// names the key, and is empty if the data names none. ErrTag means that the key does not open
	// the value; any other error, that there is no key for it. An error never contains key bytes
	// or plaintext.
	Open(dst []byte, keyID string, nonce, sealed, additional []byte) ([]byte, error)

	// Additional is what the owner of the database bound all values to in addition to their
	// place; nil for most databases.
	Additional() []byte
}

// ErrTag means that a key does not open a value.
var ErrTag = errors.New("the key does not open it: it is another one, or the value was changed or stands in another place")
