package lexicoder

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
key
	lexicoder utf8
	value utf8
	parts json
long integer date
	value int64
ulong uinteger
	value uint64
double float
	value float64
string text uuid biginteger reverse
	value utf8
bytes
	value binary
pair list sequence
	value json
`
