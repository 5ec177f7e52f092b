package hfile

import "slices"

// infoCompacted is the name of the list of files from which a compaction made a file: PBUF, ( 1: name )*.
const infoCompacted = "COMPACTION_EVENT_KEY"

// leaveCompacted leaves out files whose cells a compaction has written into another one. HBase leaves them out when it
// opens the region, until it moves them to the archive some minutes later. They have markers that the new file lacks, and
// would hide cells that were written since. It compares names: the links of a clone have others, and none is left out.
func (r *openRegion) leaveCompacted() {
	newest := r.replaced()
	r.files = slices.DeleteFunc(r.files, func(p openPart) bool { return newest[p.name] > p.newest && newest[p.name] > 0 })
}

// replaced returns what the region's files were made of, with the next number after those files'.
func (r *openRegion) replaced() map[string]int64 {
	newest := map[string]int64{}
	for i := range r.files {
		p := &r.files[i]
		list, _ := p.file.info.get(infoCompacted)
		body, marked := afterMark(list)
		if !marked || len(p.file.damage) > 0 {
			continue // what it was made of may be all that is left
		}
		message(nil).each(body, func(v pbValue) {
			if name := string(v.bytes); v.number == 1 && name != p.name {
				newest[name] = max(newest[name], p.newest+1)
			}
		})
	}
	return newest
}
