package core

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
storage-value
	value.type utf8
	value.value utf8
	value.latitude float64
	value.longitude float64
	value.latitudeE7 int64
	value.longitudeE7 int64
	value.epochDays int64
	value.nanoOfDay int64
	value.epochSeconds int64
	value.nanos int64
	value.bits utf8
	value.index int64
	value.dataModel utf8
	value.fields json
transport-value
	value.type utf8
	value.value utf8
	value.latitude float64
	value.longitude float64
	value.latitudeE7 int64
	value.longitudeE7 int64
	value.epochDays int64
	value.nanoOfDay int64
	value.epochSeconds int64
	value.nanos int64
	value.bits utf8
	value.index int64
	value.dataModel utf8
	value.typeIndex int64
	value.typeName utf8
	value.fields json
varint key-part
	value utf8
geohash
	latitude float64
	longitude float64
	height float64
	width float64
varint-extra
	value utf8
	extra int64
hlc
	physical uint64
	logical int64
	timestamp uint64
property-ref
	path utf8
model-definition
	model json
	dependents json
key
	parts json
index-ref
	index binary
	reference utf8
index-entry
	entries json
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{"utf16"}
