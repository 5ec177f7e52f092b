package rocksdb

import "github.com/rowlens/rowlens/codec/format"

// samples are rows of a real database (golden/maryk-rocksdb/keepall.rows.jsonl.gz).
var samples = []format.Sample{
	{What: "record key", About: "The creation of a record: no model is needed to read it.",
		Text: `{"cf":"0201","key":"0000000100027ffff5e2","value":"1a1fc67680100000"}`},
	{What: "update history", About: "One change of a record, the newest first: the version in the key is complemented.",
		Text: `{"cf":"0901","key":"e5e03989328fffff000003ea00027fffb276","value":""}`},
	{What: "historic index row", About: "A record left an index entry: reference with its length, values, lengths from the last, key, inverted version.",
		Text: `{"cf":"0701","key":"020a212330020000000000017fffffffe5e03989716fffff","value":"00"}`},
	{What: "encrypted value", About: "A sensitive value: the envelope shows which key encrypted it, and nothing more.",
		Text: `{"cf":"0303","key":"000000000000000119","value":"1a1fc676e5a000004d4b45324d4b454b02056b65792d31015b8a71643a3c7ba6fef5ef62d9a6e32763c13ade83aae5a5be7c44e907fdb70941e1"}`},
	{What: "value", About: "The latest value of a property; where key and reference meet, only the model tells.",
		Text: `{"cf":"0301","key":"0000000100027ffff5e221","value":"1a1fc6768010000001612331"}`},
}
