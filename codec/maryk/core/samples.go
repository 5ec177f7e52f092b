package core

import "github.com/rowlens/rowlens/codec/format"

// samples are stored models from upstream's own tests. Other bytes of this format cannot be read
// without a model, and the formats of the stores have sample rows of their own.
var samples = []format.Sample{
	{What: "stored model: Log", About: "A model as its database carries it: three properties, a key with a reversed time, one index.",
		Text: "0a16080112076d65737361676522098201060801100018000a4408021208736576657269747922362a34080110011800222a0a085365766572697479120808011204494e464f12090802120544454255471209080312054552524f5238010a190803120974696d657374616d70220a1a08080110011800200212260a034c6f67120800010100000100001a0e220c0a051a030a01030a0312010222031201023800"},
	{What: "stored model: Person", About: "The smallest kind: two texts, random keys, an index over both.",
		Text: "0a1c0801120966697273744e616d65220d82010a080110001800380140640a1a080212077375726e616d65220d82010a0801100018003801406412240a06506572736f6e120800010100000100001a020a00220c220a0a031201020a03120101"},
}
