package hfile

import (
	"strconv"
	"strings"
)

// Properties of the file info, grouped by how their values are shown.
var (
	numberNames = []string{
		"hfile.AVG_KEY_LEN", "hfile.AVG_VALUE_LEN", "hfile.CREATE_TIME_TS", infoTags, "hfile.LEN_OF_BIGGEST_CELL", infoVersion, infoMVCC,
		infoSequence, "EARLIEST_PUT_TS", "DELETE_FAMILY_COUNT", "BULKLOAD_TIMESTAMP", "RowPrefixBloomFilter.prefix_length", "MOB_CELLS_COUNT",
	}
	truthNames = []string{infoDictionary, "MAJOR_COMPACTION_KEY", "EXCLUDE_FROM_MINOR_COMPACTION", "HISTORICAL"}
)

// shownValue returns a value of the file info for people: as a number or truth value if it is one.
func shownValue(name string, b []byte) string {
	for _, n := range numberNames {
		switch {
		case n != name:
		case len(b) == 4:
			return strconv.Itoa(int(int32(be32(b))))
		case len(b) == 8:
			return strconv.FormatInt(int64(be64(b)), 10)
		}
	}
	for _, n := range truthNames {
		if n == name && len(b) == 1 {
			return strconv.FormatBool(b[0] != 0)
		}
	}
	if name == "TIMERANGE" && len(b) == 16 {
		return strings.Join([]string{strconv.FormatInt(int64(be64(b)), 10), strconv.FormatInt(int64(be64(b[8:])), 10)}, " to ")
	}
	return shownText(b)
}
