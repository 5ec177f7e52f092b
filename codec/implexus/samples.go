package implexus

import "github.com/rowlens/rowlens/codec/format"

// samples are rows of the fixture database (golden/implexus/good.rows.jsonl).
var samples = []format.Sample{
	{What: "a document's properties", About: "A dictionary with a string, a double, another string and a truth value; its keys carry no type code.",
		Text: `{"key":"70726f70733a2f70726f64756374732f776964676574","value":"08000000000000000400000000000000057469746c6505000000000000000754656120506f7400000000000000057072696365044062c80000000000000000000000000863617465676f72790500000000000000076b69746368656e000000000000000564726166740100"}`},
	{What: "an entity", About: "What kind of entity the path is, and its type label.",
		Text: `{"key":"656e746974793a2f70726f64756374732f776964676574","value":"02000000000000000105000000000000000750726f64756374"}`},
	{What: "a group of a catalogue", About: "The group value has a colon: nothing in a key is escaped, yet only one reading fits here.",
		Text: `{"key":"6361746c3a2f636174616c6f677565732f70726f64756374732d62792d63617465676f72793a67726f75703a666f6f643a6472696e6b","value":"07000000000000000105000000000000000e2f70726f64756374732f746f6f6c"}`},
	{What: "an indexed text", About: "The text of a document as the index has it; the n-gram rows follow from it.",
		Text: `{"key":"6964783a2f696e64696365732f70726f647563742d7365617263683a646f633a2f70726f64756374732f746f6f6c","value":"05000000000000000b416c653a20e697a5e69cac"}`},
	{What: "a configuration", About: "The condition under which users belong to a category.",
		Text: `{"key":"636f6e6669673a2f63617465676f726965732f6163746976652d7573657273","value":"05000000000000000455736572050000000000000012737461747573203d3d202761637469766527"}`},
}
