package envelope_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/internal/envelope"
)

// seal encrypts with Go's own packages.
func seal(t *testing.T, key, nonce, plain, additional []byte) []byte {
	t.Helper()
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	return gcm.Seal(nil, nonce, plain, additional)
}

func TestKeysOpenWhatTheySealed(t *testing.T) {
	nonce, plain, additional := []byte("nonce of 12 "), []byte("plain"), []byte("place")
	for _, size := range []int{16, 24, 32} {
		key := bytes.Repeat([]byte{'{', 0xa7}, size/2) // begins like JSON
		digits := hex.EncodeToString(key)
		sealed := seal(t, key, nonce, plain, additional)
		for name, text := range map[string]string{
			"hex": digits + "\n", "bytes": string(key), "json": `{"key":"` + digits + `"}`,
			"named": `{"keys":{"k1":"` + digits + `","other":"` + strings.Repeat("00", 16) + `"}}`,
		} {
			k, err := envelope.Parse([]byte(text))
			if err != nil {
				t.Fatalf("%s of %d: %v", name, size, err)
			}
			if got, err := k.Open([]byte("> "), "k1", nonce, sealed, additional); err != nil || string(got) != "> plain" {
				t.Errorf("%s of %d: %q, %v", name, size, got, err)
			}
			for what, bad := range map[string]func() ([]byte, error){
				"another place": func() ([]byte, error) { return k.Open(nil, "k1", nonce, sealed, nil) },
				"damaged tag":   func() ([]byte, error) { return k.Open(nil, "k1", nonce, flip(sealed), additional) },
				"short":         func() ([]byte, error) { return k.Open(nil, "k1", nonce, sealed[:3], additional) },
			} {
				if got, err := bad(); !errors.Is(err, format.ErrTag) || len(got) > 0 {
					t.Errorf("%s of %d, %s: %q, %v", name, size, what, got, err)
				}
			}
		}
	}
}

func flip(b []byte) []byte {
	b = bytes.Clone(b)
	b[len(b)-1] ^= 1
	return b
}

func TestKeysAreFoundByName(t *testing.T) {
	k, err := envelope.Parse([]byte(`{"keys":{"a":"` + strings.Repeat("01", 16) + `"},"additionalData":"0aff"}`))
	if err != nil || !bytes.Equal(k.Additional(), []byte{0x0a, 0xff}) {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"b": `no key called "b"`, "": "names no key"} {
		if _, err := k.Open(nil, id, make([]byte, 12), make([]byte, 20), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := k.Open(nil, "a", make([]byte, 11), make([]byte, 20), nil); err == nil || errors.Is(err, format.ErrTag) {
		t.Errorf("a short nonce: %v", err)
	}
}

// Errors do not repeat the text, which may be a key.
func TestKeyFilesAreNotEchoed(t *testing.T) {
	const secret = "5ec4e7"
	for _, text := range []string{
		"", secret, "x" + secret, strings.Repeat(secret, 7), `{"key":"` + secret + `"}`, `{"keys":{"key":"` + secret + `z"}}`,
		`{"keys":{}}`, `{"key":["` + secret + `"]}`, `{"` + secret + `":1}`, `{"key":"` + strings.Repeat("00", 16) + `"} ` + secret,
		`{"key":"` + strings.Repeat("00", 16) + `","additionalData":"` + secret + `g"}`,
	} {
		k, err := envelope.Parse([]byte(text))
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v, %v", text, k, err)
		}
	}
}
