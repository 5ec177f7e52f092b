package hfile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/block"
)

// listDir is the folder of a family with the lists of its files: FILE.GENERATION, where FILE is f1 or f2. HBase 2.5 and
// later read the files of the newest list if the table is tracked so: then files that are still being written, or that
// nobody finished, are beside them.
const listDir = ".filelist"

// fileList is such a list.
type fileList struct {
	time  uint64
	names []string
}

// isFileList reports whether a path is that of a list.
func isFileList(path string) bool {
	base := file.Base(path)
	return file.Base(file.Dir(path)) == listDir && (strings.HasPrefix(base, "f1") || strings.HasPrefix(base, "f2"))
}

// list notes a list of the files of a region's family.
func (g *gathering) list(path string) {
	p := placeOf(file.Dir(path)) // as if the folder were a file of the family
	if p.region == "" {
		return
	}
	r := g.of(p).region(p.region)
	if r.lists == nil {
		r.lists = map[string][]string{}
	}
	r.lists[p.family] = append(r.lists[p.family], path)
}

// tracked reports whether the schema says that HBase goes by lists of a family's files.
func (s *schema) tracked(family string) bool {
	const name, class = "hbase.store.file-tracker.impl", ".FileBasedStoreFileTracker"
	impl := ""
	if s != nil {
		for _, a := range slices.Concat(s.attributes, s.family([]byte(family))) {
			if a.name == name {
				impl = a.value
			}
		}
	}
	return strings.EqualFold(impl, "FILE") || strings.HasSuffix(impl, class)
}

// track leaves out of the tracked families of a region what their newest lists do not name, and reports what those name
// and is not there. HBase does not open a region without such a file.
func (t *table) track(r *region, a *around) (damage []file.Damage) {
	damage = t.untracked(r, a)
	for _, family := range slices.Sorted(maps.Keys(r.lists)) {
		if !t.schema.tracked(family) {
			continue
		}
		list, path, found := newestList(r.lists[family], a)
		if damage = append(damage, found...); list == nil {
			continue
		}
		there := map[string]bool{}
		r.files = slices.DeleteFunc(r.files, func(p part) bool {
			base := file.Base(p.name)
			if p.family != family || slices.Contains(list.names, base) {
				there[base] = there[base] || p.family == family
				return false
			}
			r.unlisted = append(r.unlisted, p.name)
			return true
		})
		for _, name := range list.names {
			if !there[name] {
				at := file.Dir(file.Dir(path)) + "/" + name
				damage = append(damage, missing(a.name(path), at))
			}
		}
	}
	return damage
}

// untracked reports tracked families of a region's folder that have files and no list of them: HBase finds none of the files.
func (t *table) untracked(r *region, a *around) (damage []file.Damage) {
	if t.edited == "" || t.place.area != "" {
		return nil // a snapshot, which lists the files itself, or the archive
	}
	said := map[string]bool{}
	for i := range r.files {
		family := r.files[i].family
		if family == "" || len(r.lists[family]) > 0 || said[family] || !t.schema.tracked(family) {
			continue
		}
		said[family] = true
		at := t.place.dir + r.id + "/" + family + "/" + listDir
		d := damageAt(r.files[i].name, missingFile, file.NoOffset, 0, at, "no such folder")
		d.Text = "the list of a family's files is not there: all files of its folder are read, also those that it did not name. HBase shows none."
		damage = append(damage, d)
	}
	return damage
}

// newestList reads the lists of the last generation, and returns the later one. If one of them cannot be read, it
// may be the one that counts, and none is returned.
func newestList(paths []string, a *around) (newest *fileList, at string, damage []file.Damage) {
	last := uint64(0)
	for _, path := range paths {
		last = max(last, generation(path))
	}
	for _, path := range paths {
		if generation(path) < last {
			continue
		}
		b, err := a.read(path)
		list, ok := parseFileList(b)
		if err != nil || !ok {
			d := damageAt(a.name(path), badSmall, 0, int64(len(b)), "a list of a family's files with its checksum", strconv.Itoa(len(b))+" other bytes")
			d.Text = "the list of a family's files is damaged: all files of its folder are read."
			return nil, "", append(damage, d)
		}
		if newest == nil || list.time > newest.time {
			newest, at = list, path
		}
	}
	return newest, at, damage
}

// generation returns the number in the name of a list, which has none in HBase 2.5.0.
func generation(path string) uint64 {
	_, digits, _ := strings.Cut(file.Base(path), ".")
	n, _ := strconv.ParseUint(digits, 10, 64)
	return n
}

// parseFileList reads a list.
//
//	length 4 | message: ( 1: time | ( 2: ( 1: name | 2: size ) )* ) | CRC32 4
func parseFileList(b []byte) (*fileList, bool) {
	const size = 4
	if len(b) < 2*size || uint64(be32(b)) != uint64(len(b)-2*size) {
		return nil, false
	}
	body := b[size : len(b)-size]
	list := &fileList{}
	err := message(nil).each(body, func(v pbValue) {
		if v.number == 1 {
			list.time = v.num
		} else if v.number == 2 {
			message(nil).each(v.bytes, func(v pbValue) {
				if v.number == 1 {
					list.names = append(list.names, string(v.bytes))
				}
			})
		}
	})
	return list, err == nil && block.CRC32(body) == be32(b[len(b)-size:])
}

// leftOut remarks on files that no list names, unless a compaction has replaced them.
func (r *openRegion) leftOut(unlisted []string) (damage []file.Damage) {
	replaced := r.replaced()
	for _, name := range unlisted {
		if _, ok := replaced[file.Base(name)]; ok {
			continue
		}
		d := damageAt(name, badOther, file.NoOffset, 0, "a file that the list of its family's files names", "one that it does not")
		d.Text = "a file is not in the list of its family's files: HBase does not read it, and it is not shown. A compaction or flush may still " +
			"write it, or a bulk load has left it."
		d.Remark = true
		damage = append(damage, d)
	}
	return damage
}
