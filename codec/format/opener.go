package format

import "errors"

// Opener decrypts values with keys that the user provides. The host implements it, which keeps
// ciphers out of the WebAssembly and keys out of the codec.
type Opener interface {
	// Open appends to dst the plaintext of an AES-GCM ciphertext that ends with its tag. keyID
	// names the key, and is empty if the data names none. ErrTag means that the key does not open
	// the value; any other error means that there is no key for it. Errors never contain key bytes
	// or plaintext.
	Open(dst []byte, keyID string, nonce, sealed, additional []byte) ([]byte, error)

	// Additional returns the additional data that the owner of the database bound all values to,
	// besides their place; nil for most databases.
	Additional() []byte
}

// ErrTag means that a key does not open a value.
var ErrTag = errors.New("the key does not open it: it is the wrong key, or the value was changed or moved")
