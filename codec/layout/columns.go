package layout

// columns are those that every layout has; the items of a line are called as the user wants, and are in the rest
// (docs/columns.md).
const columns = `
key
	layout utf8
	others json
	part utf8
	parts json
`
