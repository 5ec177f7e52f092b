package hfile

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// place is where a file is in HBase's folders, as far as its path says.
//
//	ROOT/data/NAMESPACE/TABLE/REGION/FAMILY/FILE        live
//	ROOT/archive/data/NAMESPACE/TABLE/REGION/FAMILY/FILE
//	ROOT/mobdir/data/NAMESPACE/TABLE/REGION/FAMILY/FILE
type place struct {
	root             string // with a trailing slash; "" if it is known to be the top
	rooted           bool   // root, area, namespace and table are known
	area             string // "", "archive/", "mobdir/", ".tmp/"
	namespace, table string
	dir              string // folder of the table, with a trailing slash, or ""
	region           string // 32 hex digits, metaRegion, or ""
	family           string
	name             string
}

// placeOf splits the path of a file, starting from its end.
func placeOf(path string) place {
	parts := strings.Split(path, "/")
	n := len(parts)
	p := place{name: parts[n-1]}
	if n >= 2 {
		p.family = parts[n-2]
	}
	if n < 3 || !isRegionDir(parts[n-3]) {
		return p
	}
	p.region = parts[n-3]
	p.inTable(parts[:n-3])
	return p
}

// inTable splits the path above a region into folders.
func (p *place) inTable(parts []string) {
	p.dir = joined(parts)
	n := len(parts)
	if n >= 1 {
		p.table = parts[n-1]
	}
	if n < 3 || parts[n-3] != "data" {
		return
	}
	p.namespace, p.rooted = parts[n-2], true
	parts = parts[:n-3]
	if n = len(parts); n > 0 {
		switch last := parts[n-1]; last {
		case "archive", "mobdir", ".tmp":
			p.area, parts = last+"/", parts[:n-1]
		}
	}
	p.root = joined(parts)
}

func joined(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "/") + "/"
}

// isRegion reports whether a name has the form of a region's or of a file that HBase made: 32 hex digits.
func isRegion(name string) bool {
	if len(name) != 32 {
		return false
	}
	for i := range len(name) {
		if c := name[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// metaRegion is the folder of the only region of hbase:meta, whose name is older than those of other regions.
const (
	metaRegion = "1588230740"
	metaTable  = "hbase:meta"
)

// isRegionDir reports whether a name is one that HBase gives to the folders of regions.
func isRegionDir(name string) bool { return name == metaRegion || isRegion(name) }

// isStoreFile reports whether a name is one that HBase gives to HFiles: 32 hex digits, followed
// by _SeqId_N_ after a bulk load; number is that N.
func isStoreFile(name string) (number int64, ok bool) {
	id, rest, bulk := strings.Cut(name, "_SeqId_")
	if !isRegion(id) {
		return 0, false
	}
	if !bulk {
		return 0, true
	}
	digits, after, _ := strings.Cut(rest, "_")
	number, err := strconv.ParseInt(digits, 10, 64)
	return number, err == nil && after == ""
}

// isLogName reports whether a name is one that HBase gives to logs: SERVER.TIME, in ms since 1970, with or without .meta.
func isLogName(name string) bool {
	const digits = 13
	name = strings.TrimSuffix(name, ".meta")
	i := len(name) - digits - 1
	if i < 1 || name[i] != '.' {
		return false
	}
	_, err := strconv.ParseUint(name[i+1:], 10, 64)
	return err == nil
}

// isNamed reports whether a name is one that HBase gives to HFiles.
func isNamed(name string) bool {
	_, ok := isStoreFile(name)
	return ok
}

// isPart reports whether a name is one that HBase gives to the files of a region: HFiles, links and references.
func isPart(name string) bool {
	_, linked := parseLink(name)
	_, _, refers := parseReference(name)
	return linked || refers || isNamed(name)
}

// link is the name of a file in another region or table: [NAMESPACE=]TABLE=REGION-FILE.
type link struct{ namespace, table, region, file string }

func parseLink(name string) (l link, ok bool) {
	rest := name
	if a, b, two := strings.Cut(name, "="); two && strings.Contains(b, "=") {
		l.namespace, rest = a, b
	}
	table, target, ok := strings.Cut(rest, "=")
	if !ok || len(target) < 34 || target[32] != '-' {
		return l, false
	}
	if l.namespace == "" {
		l.namespace = defaultNamespace
	}
	l.table, l.region, l.file = table, target[:32], target[33:]
	return l, isRegion(l.region) && isNamed(l.file)
}

const defaultNamespace = "default"

// parseReference splits the name of a reference: FILE.PARENTREGION, where FILE may be a link.
func parseReference(name string) (target, parent string, ok bool) {
	i := len(name) - 33
	if i < 1 || name[i] != '.' || !isRegion(name[i+1:]) {
		return "", "", false
	}
	target, parent = name[:i], name[i+1:]
	_, linked := parseLink(target)
	return target, parent, linked || isNamed(target)
}

// recoveredDir is the folder of a region with the logs that were made of a dead server's: HBase reads them when it opens the region.
const recoveredDir = "recovered.edits"

// isRecovered reports whether a path is that of such a log, whose name is a number. Others there are marks, or being written.
func isRecovered(path string) bool {
	_, err := strconv.ParseUint(file.Base(path), 10, 64)
	return err == nil && file.Base(file.Dir(path)) == recoveredDir
}

// hidden reports whether the name of a file in the set has a part that HBase reserves for itself: files being written,
// references back to links, and regions of a split or merge that has not happened yet, and maybe never will.
func hidden(name string) bool {
	for _, part := range strings.Split(name, "/") {
		switch {
		case part == recoveredDir && !isRecovered(name), strings.HasPrefix(part, ".links-"):
			return true
		case part == ".tmp", part == ".splits", part == ".merges":
			return true
		}
	}
	return false
}

// around opens files by path, both those of a set and those around it.
type around struct {
	set    *file.Set
	names  map[string]string // in the set, by path
	beyond file.Beyond       // nil where the host has only the set
	below  map[string]bool   // folders, and whether files of the set are below
}

func newAround(s *file.Set) *around {
	a := &around{set: s, names: map[string]string{}}
	a.beyond, _ = s.Folder.(file.Beyond)
	for i := range s.Files {
		a.names[a.path(s.Files[i].Name)] = s.Files[i].Name
	}
	return a
}

// path returns the full path of a file of the set, as far as it is known.
func (a *around) path(name string) string {
	if a.beyond != nil {
		return a.beyond.Path(name)
	}
	return name
}

// open opens a file by its path.
func (a *around) open(path string) (file.File, error) {
	if name, ok := a.names[path]; ok {
		return a.set.Open(name)
	}
	if a.beyond == nil {
		return nil, file.ErrNotThere
	}
	return a.beyond.OpenPath(path)
}

// name returns what a file is called in messages: its name in the set, else its path.
func (a *around) name(path string) string {
	if name, ok := a.names[path]; ok {
		return name
	}
	return path
}

// smallMax is the size limit of a small file beside the cells.
const smallMax = 16 << 20

// read returns the bytes of a small file.
func (a *around) read(path string) ([]byte, error) {
	f, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return file.ReadAll(f, nil, 0, smallMax)
}
