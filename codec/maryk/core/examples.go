package core

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded, with a model where the
// bytes alone do not suffice.
var examples = []format.Example{
	{Record: "storage-value", Given: `{"definition":{"type":"String"}}`, Fields: `{"value":{"type":"String","value":"hello"}}`},
	{Record: "transport-value", Given: `{"definition":{"type":"List","valueDefinition":{"type":"String","required":true,"final":false}},"field":6}`, Fields: `{"value":{"type":"List","value":[{"type":"String","value":"a"},{"type":"String","value":"b"}]}}`},
	{Record: "varint", Given: `{"type":"ULong"}`, Fields: `{"value":"300"}`},
	{Record: "varint-extra", Fields: `{"value":300,"extra":5}`},
	{Record: "hlc", Fields: `{"physical":"1714708800000","logical":1}`},
	{Record: "property-ref", Given: `{"model":"Person","schema":{"name":"Person","bytes":{"name":"506572736f6e","version":"0001010000010000","model":"0a1c0801120966697273744e616d65220d82010a080110001800380140640a1a080212077375726e616d65220d82010a0801100018003801406412240a06506572736f6e120800010100000100001a020a00220c220a0a031201020a03120101"}}}`, Fields: `{"path":"firstName"}`},
	{Record: "model-definition", Fields: `{"model":{"kind":"RootModel","name":"Plain","version":"1.0","key":{"part":"UUIDv4"},"keyByteSize":16,"keyIndices":[0],"properties":[{"index":1,"name":"x","definition":{"type":"String","required":true,"final":false,"unique":false}}]},"dependents":[]}`},
	{Record: "key", Given: `{"model":"KFloat","key":{"part":"Multiple","parts":[{"part":"Ref","ref":"f"},{"part":"Reversed","ref":"g"}]},"keyByteSize":12,"keyIndices":[0,4],"schema":{"name":"KFloat","bytes":{"name":"4b466c6f6174","version":"0001010000010000","model":"0a110801120166220a6a0808011001180020090a130802120167220c6a0a080110011800200a400112220a064b466c6f6174120800010100000100001a0e220c0a031201010a051a030a0102"}}}`, Fields: `{"values":{"f":{"type":"Float32","value":0.25},"g":{"type":"Float64","value":-1.5}}}`},
	{Record: "key-part", Given: `{"part":"UUIDv4"}`, Fields: `{"value":"123e4567-e89b-42d3-a456-426614174000"}`},
	{Record: "index-ref", Given: `{"model":"Person","schema":{"name":"Person","bytes":{"name":"506572736f6e","version":"0001010000010000","model":"0a1c0801120966697273744e616d65220d82010a080110001800380140640a1a080212077375726e616d65220d82010a0801100018003801406412240a06506572736f6e120800010100000100001a020a00220c220a0a031201020a03120101"}}}`, Fields: `{"index":{"part":"Multiple","parts":[{"part":"Ref","ref":"surname"},{"part":"Ref","ref":"firstName"}]}}`},
	{Record: "index-entry", Given: `{"model":"Person","index":{"part":"Multiple","parts":[{"part":"Ref","ref":"surname"},{"part":"Ref","ref":"firstName"}]},"key":"0102","schema":{"name":"Person","bytes":{"name":"506572736f6e","version":"0001010000010000","model":"0a1c0801120966697273744e616d65220d82010a080110001800380140640a1a080212077375726e616d65220d82010a0801100018003801406412240a06506572736f6e120800010100000100001a020a00220c220a0a031201020a03120101"}}}`, Fields: `{"values":{"firstName":{"type":"String","value":"Ann"},"surname":{"type":"String","value":"Lee"}}}`},
	{Record: "row", Given: `{"model":"Person","schema":{"name":"Person","bytes":{"name":"506572736f6e","version":"0001010000010000","model":"0a1c0801120966697273744e616d65220d82010a080110001800380140640a1a080212077375726e616d65220d82010a0801100018003801406412240a06506572736f6e120800010100000100001a020a00220c220a0a031201020a03120101"}}}`, Fields: `{"values":{"firstName":{"type":"String","value":"Ann"},"surname":{"type":"String","value":"Lee"}}}`},
	{Record: "geohash", Given: `{"precisionBits":8}`,
		Fields: `{"value":{"type":"GeoPoint","latitude":45.1234567,"longitude":-122.9876543,"latitudeE7":451234567,"longitudeE7":-1229876543}}`},
}
