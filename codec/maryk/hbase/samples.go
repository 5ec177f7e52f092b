package hbase

import "github.com/rowlens/rowlens/codec/format"

// samples are lines of a real scan (keepall.scan.txt, whose cells are in
// golden/maryk-hbase/keepall.cells.jsonl.gz).
var samples = []format.Sample{
	{What: "creation", About: "The creation of a record: key, version in the value and again in the timestamp.",
		Text: `\x00\x00\x00\x01\x00\x02\x7F\xFF\xF5\xE2 column=d:\x00\x00, timestamp=1882441299491028992, value=\x1A\x1F\xC6cf\xB0\x00\x00`},
	{What: "index cell", About: "An index cell: the family names the index, the row has values and lengths, the qualifier the record.",
		Text: `\x00\x00\x00\x00\x04 column=iCjE:\x00\x00\x00\xFF\x00\x02\x7F\xFF\xD7\x90, timestamp=1882441300101300224, value=\x01`},
	{What: "unique value", About: "A unique name and who has it.",
		Text: `! column=u:\x01\x01one#4, timestamp=1882441300101300224, value=\x00\x00\x00\xFF\x00\x02\x7F\xFF\xD7\x90`},
	{What: "value", About: "A value of a property: the qualifier is its reference.",
		Text: `\x00\x00\x00\x01\x00\x02\x7F\xFF\xF5\xE2 column=d:!, timestamp=1882441299491028992, value=\x01a#1`},
}
