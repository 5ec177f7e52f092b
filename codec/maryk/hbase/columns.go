package hbase

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
table-meta-name
	item utf8
	name utf8
table-meta-version
	item utf8
	version utf8
table-meta-definition table-meta-dependents
	item utf8
	stored binary
data-created data-last-update
	record binary
	what utf8
	version uint64
data-soft-delete
	record binary
	what utf8
	deleted bool
data-value
	record binary
	what utf8
	reference binary
	property utf8
	indicator int64
	kind utf8
	value utf8
	count int64
	typeName utf8
	typeIndex int64
unique
	what utf8
	reference binary
	storedValue binary
	record binary
index
	what utf8
	index binary
	indexName utf8
	valueAndLengths binary
	record binary
	set bool
delete-marker
	what utf8
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{"hex", "keyId", "storedValue", "decrypted", "notDecrypted", "bits", "index"}
