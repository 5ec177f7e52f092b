package format

import "errors"

// Opener decrypts values for which the user has handed over keys. It is the host's:
// ciphers have no place in the WebAssembly, and keys none in the codec.
type Opener interface {
	// Open appends the plain bytes of an AES-GCM ciphertext, with its tag behind it, to
	// dst. KeyID names the key, and is empty where the data names none. ErrTag says that
	// the key does not open the value; any other error that there is no key for it. An
	// error never has bytes of keys or plain bytes in it.
	Open(dst []byte, keyID string, nonce, sealed, additional []byte) ([]byte, error)

	// Additional is what the owner of the database bound all values to besides their
	// place; nil for most databases.
	Additional() []byte
}

// ErrTag says that a key does not open a value.
var ErrTag = errors.New("the key does not open it: it is another one, or the value was changed or stands in another place")
