package accumulograph

import "github.com/rowlens/rowlens/codec/format"

// samples are entries of a real scan (golden/accumulograph/accumulograph-shell.txt),
// with the TAB that its console printed as four spaces.
var samples = []format.Sample{
	{What: "edge", About: "An edge row: the head's id, the delimiter and the tail's id; the label is a typed string.",
		Text: "e1 __LABEL__:caf\\xC3\\xA9__DELIM__marko []\taknows"},
	{What: "end of an edge", About: "What a vertex has of an edge: the other vertex and the edge's id, without a type.",
		Text: "caf\\xC3\\xA9 __IN_EDGE__:marko__DELIM__e1 []\t__DELIM__knows"},
	{What: "property", About: "A key and a typed value: a tag and decimal text.",
		Text: "marko age: []\ti30"},
	{What: "BigDecimal", About: "A value without a tag of its own: a Java object stream, read by its grammar.",
		Text: "back\\\\slash balance: []\tx\\xAC\\xED\\x00\\x05sr\\x00\\x14java.math.BigDecimalT\\xC7\\x15W\\xF9\\x81(O\\x03\\x00\\x02I\\x00\\x05scaleL\\x00\\x06intValt\\x00\\x16Ljava/math/BigInteger;xr\\x00\\x10java.lang.Number\\x86\\xAC\\x95\\x1D\\x0B\\x94\\xE0\\x8B\\x02\\x00\\x00xp\\x00\\x00\\x00\\x02sr\\x00\\x14java.math.BigInteger\\x8C\\xFC\\x9F\\x1F\\xA9;\\xFB\\x1D\\x03\\x00\\x06I\\x00\\x08bitCountI\\x00\\x09bitLengthI\\x00\\x13firstNonzeroByteNumI\\x00\\x0ClowestSetBitI\\x00\\x06signum[\\x00\\x09magnitudet\\x00\\x02[Bxq\\x00~\\x00\\x02\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE\\xFF\\xFF\\xFF\\xFE\\x00\\x00\\x00\\x01ur\\x00\\x02[B\\xAC\\xF3\\x17\\xF8\\x06\\x08T\\xE0\\x02\\x00\\x00xp\\x00\\x00\\x00\\x02\\x04\\xE2xx"},
	{What: "list", About: "A Java list with its elements.",
		Text: "back\\\\slash tags: []\tx\\xAC\\xED\\x00\\x05sr\\x00\\x13java.util.ArrayListx\\x81\\xD2\\x1D\\x99\\xC7a\\x9D\\x03\\x00\\x01I\\x00\\x04sizexp\\x00\\x00\\x00\\x02w\\x04\\x00\\x00\\x00\\x02t\\x00\\x01xt\\x00\\x01yx"},
	{What: "key of an index", About: "The metadata's line for an index of the key age of vertices.",
		Text: "root@fake social_index_metadata> scan -np\nage __INDEX_KEY__:com.tinkerpop.blueprints.Vertex []"},
	{What: "index entry", About: "A key index, whose table the prompt tells: the value is the row.",
		Text: "root@fake social_edge_key_index> scan -np\nd0.5 weight:e1 []"},
}
