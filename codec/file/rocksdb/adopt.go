package rocksdb

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/file"
)

// adopt adds the families that have entries in the logs although no edit added them: the edits that did are lost with
// the end of the MANIFEST. RocksDB leaves such entries out without a word, as it does those of dropped families.
func (l *loading) adopt() {
	v := l.version
	if v.edits == 0 {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(l.s.replay.families)) {
		if v.families[id] != nil {
			continue
		}
		l.adopted = true
		m := l.s.replay.families[id]
		v.families[id] = &family{id: id}
		v.report(&file.Damage{File: l.manifest, Code: "edit", Offset: l.size, Expected: "an edit that adds family " + decimal(uint64(id)),
			Found: "the end of the MANIFEST, and " + strconv.Itoa(len(m.entries)+len(m.ranges)) + " entries of the family in the logs",
			Text: "The MANIFEST was cut or is an older one: the entries are shown as those of a family without a name; tables of the family are not listed. " +
				"RocksDB would leave the entries out."})
	}
}
