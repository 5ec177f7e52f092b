package orderedbytes

// columns lists the columns for the fields of each record kind: see format.Format.
const columns = `
sequence
	order utf8
	values json
	value.type utf8
	value.value utf8
	parts json
null
	order utf8
	value.type utf8
numeric numeric-double numeric-double-jdk numeric-long int8 int16 int32 int64
float32 float64 string string-refused blob-var blob-copy blob-copy-refused
	order utf8
	value.type utf8
	value.value utf8
`

// uncommon lists the members that have no column: see format.Format.
var uncommon = []string{"bits"}
