package actionbase

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
edge-state metastore-row
` + edgeColumns + `	active bool
	version int64
	createdAt int64
	deletedAt int64
	properties json
edge-index
	table utf8
	tableCode int64
	direction utf8
	index utf8
	indexCode int64
	directedSource.type utf8
	directedSource.value utf8
	directedTarget.type utf8
	directedTarget.value utf8
	indexValues json
	version int64
	properties json
edge-count
	table utf8
	tableCode int64
	direction utf8
	directedSource.type utf8
	directedSource.value utf8
	count int64
edge-lock
` + edgeColumns + `	lockedAt int64
edge-group
	table utf8
	tableCode int64
	direction utf8
	group utf8
	groupCode int64
	directedSource.type utf8
	directedSource.value utf8
	groupValues json
	sum int64
	deleted bool
edge-cache
	table utf8
	tableCode int64
	direction utf8
	cache utf8
	cacheCode int64
	directedSource.type utf8
	directedSource.value utf8
	directedTarget.type utf8
	directedTarget.value utf8
	cacheValues json
	version int64
	properties json
	deleted bool
edge-id
	source.type utf8
	source.value utf8
	target.type utf8
	target.value utf8
value
	order utf8
	value.type utf8
	value.value utf8
v0-value
	properties json
`

// edgeColumns are the columns that identify an edge.
const edgeColumns = `	table utf8
	tableCode int64
	source.type utf8
	source.value utf8
	target.type utf8
	target.value utf8
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{"bits"}
