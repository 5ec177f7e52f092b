package rocksdb

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
model-name
	model int64
	cfType utf8
	item utf8
	name utf8
model-version
	model int64
	cfType utf8
	item utf8
	version utf8
model-definition model-dependents
	model int64
	cfType utf8
	item utf8
	stored binary
model-migration-state
	model int64
	cfType utf8
	item utf8
	state binary
model-migration-log
	model int64
	cfType utf8
	item utf8
	log utf8
model-update-history-backfill-complete model-replication-tombstone-backfill-complete
	model int64
	cfType utf8
	item utf8
keys
	model int64
	cfType utf8
	record binary
	created uint64
table-created table-last-update historic-created
	model int64
	cfType utf8
	record binary
	what utf8
	version uint64
table-value historic-value
	model int64
	cfType utf8
	record binary
	what utf8
	version uint64
	reference binary
	property utf8
	indicator int64
	kind utf8
	value utf8
	count int64
	typeName utf8
	typeIndex int64
	keyId utf8
	storedValue binary
table-soft-delete historic-soft-delete
	model int64
	cfType utf8
	record binary
	what utf8
	version uint64
	deleted bool
index
	model int64
	cfType utf8
	index binary
	indexName utf8
	valueAndLengths binary
	record binary
	version uint64
unique historic-unique
	model int64
	cfType utf8
	what utf8
	reference binary
	property utf8
	storedValue binary
	version uint64
	record binary
unique-marker
	model int64
	cfType utf8
	what utf8
	reference binary
	property utf8
replication-tombstone
	model int64
	cfType utf8
	record binary
	version uint64
update-history
	model int64
	cfType utf8
	version uint64
	record binary
	hardDelete bool
historic-index
	model int64
	cfType utf8
	index binary
	indexName utf8
	valueAndLengths binary
	record binary
	version uint64
	state utf8
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{
	"recordAndMore", "indexValueAndKey", "indexAndMore", "assumedIndexFormat",
	"indexFormat", "familyNumbering", "decrypted", "notDecrypted", "bits", "index",
}
