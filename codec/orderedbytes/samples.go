package orderedbytes

import "github.com/rowlens/rowlens/codec/format"

// samples are bytes that hbase-common 2.5.10 wrote (golden/vectors).
var samples = []format.Sample{
	{What: "a compound key", About: "Text ascending, int32 descending, float64, int8 descending and three more: each value has its own order.",
		Text: `347573657200d47fffffd531bff8000000000000d67c2a7ffccf3fdfffff347a00`},
	{What: "mixed types", About: "Text, numbers of fixed width, null, a blob and a decimal, all ascending.",
		Text: `3461002b80000001052c80000000000000023780802012fc9b`},
	{What: "everything descending", About: "Every byte is complemented: headers, terminators, exponents.",
		Text: `cb9effd47ffffffefad37ffffffffffffffdc87f7fdfed0364`},
}
