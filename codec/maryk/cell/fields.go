package cell

import "github.com/rowlens/rowlens/codec/span"

// The legend of what is in a cell. Formats list these fields in addition to their own.
var (
	fData = span.Field{Name: "data", Title: "stored value", Type: "data", Role: span.RoleGroup,
		Doc: "what a cell holds: an indicator in the low three bits of the first byte, and what it announces"}
	fIndicator = span.Field{Name: "indicator", Short: "ind", Type: "type indicator", Role: span.RoleStructure,
		Doc: "0 deleted, 1 value, 2 type with a simple value, 3 type alone, 4 embedded values"}
	fType = span.Field{Name: "type", Type: "var-int", Role: span.RoleCode,
		Doc: "index of the type of a multi type, with the indicator in the low three bits", Member: "typeIndex"}
	fValue = span.Field{Name: "value", Role: span.RoleValue, About: span.AboutTyped,
		Doc: "storage bytes of the value, to the end", Member: "value"}
	fTypeNamed = span.Field{Name: "type", Type: "var-int", Role: span.RoleCode,
		Doc: "index of the type of a multi type, with the indicator in the low three bits", Member: "typeName"}
	// of a unique row
	fUniqueData = span.Field{Name: "data", Title: "stored value", Type: "data", Role: span.RoleGroup, Member: "storedValue"}
	fExists     = span.Field{Name: "exists", Short: "01", Type: "flag", Role: span.RoleStructure,
		Doc: "01: embedded values are there, in rows below this one"}
	fCount = span.Field{Name: "count", Type: "var-int", Role: span.RoleValue, Doc: "number of items of a list, set or map",
		Member: "count"}
	fEither = span.Field{Name: "data", Title: "stored value", Type: "bytes", Role: span.RoleValue,
		Doc: "a size, a type or an empty value: only the model tells", Member: "storedValue"}

	fEnvelope = span.Field{Name: "envelope", Title: "encrypted value", Type: "envelope", Role: span.RoleGroup,
		Doc: "a sensitive value; the bytes after the magic have the provider's own form", Member: "storedValue"}
	fMagic = span.Field{Name: "magic", Type: "text", Role: span.RoleStructure,
		Doc: "MKE1: releases 0.8 to 0.11; MKE2: 0.12, bound to its place"}
	fKeyring    = span.Field{Name: "keyring", Type: "text", Role: span.RoleStructure, Doc: "MKEK: the bundled provider with several keys"}
	fKeyringVer = span.Field{Name: "keyringVersion", Title: "keyring version", Short: "ver", Type: "uint8",
		Role: span.RoleStructure, Doc: "2"}
	fKeyIDLen = span.Field{Name: "length", Short: "len", Type: "uint8", Role: span.RoleStructure, Doc: "length of the key's name, 1 to 255"}
	fKeyID    = span.Field{Name: "keyId", Title: "key id", Type: "text", Role: span.RoleCode,
		Doc: "name of the key that encrypted the value", Member: "keyId"}
	fCipherVer = span.Field{Name: "cipherVersion", Title: "cipher version", Short: "ver", Type: "uint8",
		Role: span.RoleStructure, Doc: "01: AES-GCM of the bundled provider"}
	fNonce      = span.Field{Name: "nonce", Type: "bytes", Role: span.RoleStructure, Doc: "12 bytes, new for each value"}
	fCiphertext = span.Field{Name: "ciphertext", Type: "bytes", Role: span.RoleValue, Doc: "the encrypted data, as long as the plain data"}
	fTag        = span.Field{Name: "tag", Type: "bytes", Role: span.RoleCheck, Doc: "16 bytes that prove key, data and place"}
	fPayload    = span.Field{Name: "payload", Type: "bytes", Role: span.RoleValue, Doc: "encrypted by a provider whose form is not known"}
)

// Fields is the legend of the data of a cell.
var Fields = []*span.Field{
	&fData, &fIndicator, &fType, &fValue, &fExists, &fCount, &fEither,
	&fEnvelope, &fMagic, &fKeyring, &fKeyringVer, &fKeyIDLen, &fKeyID, &fCipherVer, &fNonce, &fCiphertext, &fTag, &fPayload,
}
