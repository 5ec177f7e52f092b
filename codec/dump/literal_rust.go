package dump

import "bytes"

// rustText is the form "rust-bytes": b"…" with \xHH, \0 \n \r \t \\ \' \", and
// raw br"…" or br#"…"#. Exact.
func rustText(_ *Scanner, dst, text []byte) ([]byte, *Error) {
	inner, from := trimLiteral(text)
	if bytes.HasPrefix(inner, []byte("br")) {
		hashes := inner[2:]
		n := len(hashes) - len(bytes.TrimLeft(hashes, "#"))
		closing := append([]byte{'"'}, hashes[:n]...)
		if len(hashes) < 2*len(closing) || hashes[n] != '"' || !bytes.HasSuffix(hashes, closing) {
			return dst, syntax(from, "a raw byte string", found(inner))
		}
		return append(dst, hashes[n+1:len(hashes)-len(closing)]...), nil
	}
	if !bytes.HasPrefix(inner, []byte(`b"`)) {
		return dst, syntax(from, `b"`, found(inner))
	}
	dst, rest, bad := stringIn(dst, text[:from+len(inner)], from+1, rustBytes)
	if bad != nil {
		return dst, bad
	}
	return dst, nothingBehind(text, rest)
}
