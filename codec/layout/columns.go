package layout

// columns are the columns that every layout has. The items of a line have names of the user's choice, so they are in
// the rest (docs/columns.md).
const columns = `
key
	layout utf8
	others json
	part utf8
	parts json
`
