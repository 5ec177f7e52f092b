package lexicoder

import "github.com/rowlens/rowlens/codec/format"

// samples are bytes that accumulo-core 2.1.3 wrote (golden/vectors).
var samples = []format.Sample{
	{What: "pair of text and number", About: "pair(string, long): nothing in the bytes says so, but text, a separator and an escaped number of 8 bytes fit.",
		Text: `61000880010101010574233946`},
	{What: "reversed number", About: "reverse(long): escaped and complemented, so that larger numbers sort first.",
		Text: `f77ffefefefefefdfefefefefefefefeff`},
	{What: "big integer", About: "biginteger: a length that sorts by sign and size, then the number.",
		Text: `8000000a860a06708b580ea05d3b`},
	{What: "pair of reversed values", About: "pair(reverse(string), reverse(long)): what is escaped twice is explained step by step.",
		Text: `94ff00f77ffefefefefefefefefefefefefefdff`},
}
