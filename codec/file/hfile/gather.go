package hfile

import (
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/md5"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/value"
)

// table is what the files of one table are, before any is opened.
type table struct {
	place  place // of one of its files
	schema *schema
	edited string // name of the schema's file: the last one counts
	name   string // with its namespace, or "" if unknown

	regions []*region
	damage  []file.Damage
}

// region is a region's folder, or that of a family whose region is not known.
type region struct {
	id    string // 32 hex digits, or ""
	info  *regionInfo
	files []part
	gone  bool // split or merged: its cells are in other regions
}

// part is a file of a region.
type part struct {
	family    string
	path      string   // of the file itself
	elsewhere []string // other places where it may be
	name      string   // of the link or reference, for messages
	half      *reference
	bulk      int64
}

func (t *table) region(id string) *region {
	for _, r := range t.regions {
		if r.id == id {
			return r
		}
	}
	r := &region{id: id}
	t.regions = append(t.regions, r)
	return r
}

// gathering collects the tables of a set.
type gathering struct {
	around *around
	tables []*table
	byDir  map[string]*table
	single []string // HFiles that are no part of a folder
	logs   []string

	snapshots []*snapshot
}

func gather(s *file.Set) *gathering {
	g := &gathering{around: newAround(s), byDir: map[string]*table{}}
	for i := range s.Files {
		if f := &s.Files[i]; f.Kind == nil || isOurs(f.Kind) { // a link is an empty file, of no kind
			g.file(f, len(s.Files) == 1)
		}
	}
	g.loose(s)
	g.current()
	for _, t := range g.tables {
		t.settle()
	}
	sorting.Stable(g.tables, func(a, b *table) int { return strings.Compare(a.name, b.name) })
	return g
}

// of returns the table of a folder.
func (g *gathering) of(p place) *table {
	key := p.area + "\x00" + p.dir
	t := g.byDir[key]
	if t == nil {
		t = &table{place: p}
		g.byDir[key] = t
		g.tables = append(g.tables, t)
	}
	return t
}

// file puts one file of the set where it belongs. Those whose region is not known wait for loose.
func (g *gathering) file(f *file.Found, alone bool) {
	path := g.around.path(f.Name)
	if hidden(f.Name) || alone && f.What == whatFile {
		return
	}
	switch f.What {
	case whatLog:
		g.logs = append(g.logs, f.Name)
		return
	case whatSnapshot, whatManifest:
		g.snapshotFile(f, path)
		return
	case whatSchema:
		g.schema(path)
		return
	case whatRegion:
		dir := strings.Split(path, "/")
		if n := len(dir) - 2; n >= 0 && isRegion(dir[n]) {
			p := place{region: dir[n]}
			p.inTable(dir[:n])
			g.info(g.of(p), p.region, path)
		}
		return
	}
	if p := placeOf(path); p.region != "" && !strings.HasPrefix(p.name, ".") && !strings.HasPrefix(p.family, ".") {
		g.part(g.of(p), p, path, f)
	}
}

// schema takes in a schema: the one with the largest number in its name counts.
func (g *gathering) schema(path string) {
	dir := strings.Split(path, "/")
	n := len(dir) - 2
	if n < 0 || dir[n] != ".tabledesc" {
		return
	}
	b, err := g.around.read(path)
	s, ok := parseSchema(b)
	if err != nil || !ok {
		return
	}
	if n >= 2 && dir[n-2] == snapshotDir {
		g.snapshotOf(dir[:n]).schema = s
		return
	}
	var p place
	p.inTable(dir[:n])
	if t := g.of(p); t.edited < path {
		t.edited, t.schema = path, s
	}
}

func (g *gathering) info(t *table, id, path string) {
	b, err := g.around.read(path)
	if info, ok := parseRegionInfo(b); err == nil && ok {
		t.region(id).info = info
	}
}

// part takes in a store file, reference or link of a region.
func (g *gathering) part(t *table, p place, path string, f *file.Found) {
	one := part{family: p.family, path: path, name: g.around.name(path)}
	bulk, named := isStoreFile(p.name)
	switch {
	case f.Size == 0:
		l, ok := parseLink(p.name)
		if !ok {
			return
		}
		one.follow(&p, l)
	case f.What == whatReference:
		b, err := g.around.read(path)
		half, ok := parseReferenceFile(b)
		if err != nil || !ok || !one.refer(&p, p.name) {
			t.damage = append(t.damage, damageAt(one.name, badSmall, 0, f.Size, "a reference", "other bytes"))
			return
		}
		one.half = half
	case f.What == whatFile, named:
		one.bulk = bulk
	default:
		return
	}
	r := t.region(p.region)
	r.files = append(r.files, one)
}

// follow sets where the file of a link is.
func (one *part) follow(p *place, l link) {
	rest := l.region + "/" + one.family + "/" + l.file
	one.bulk, _ = isStoreFile(l.file)
	if l.table == p.table && (!p.rooted || l.namespace == p.namespace) {
		one.elsewhere = append(one.elsewhere, p.dir+rest)
	}
	if !p.rooted {
		up := strings.TrimSuffix(p.dir, p.table+"/")
		one.elsewhere = append(one.elsewhere, up+l.table+"/"+rest)
	}
	for _, area := range [...]string{"", "archive/", "mobdir/", ".tmp/"} {
		if p.rooted {
			one.elsewhere = append(one.elsewhere, p.root+area+"data/"+l.namespace+"/"+l.table+"/"+rest)
		}
	}
	one.path = one.elsewhere[0]
}

// refer sets where the file of a reference is: in its parent region, or where a link leads.
func (one *part) refer(p *place, name string) bool {
	target, parent, ok := parseReference(name)
	if !ok {
		return false
	}
	if l, linked := parseLink(target); linked {
		one.follow(p, l)
		return true
	}
	rest := parent + "/" + one.family + "/" + target
	one.path = p.dir + rest
	one.bulk, _ = isStoreFile(target)
	if p.rooted {
		for _, area := range [...]string{"", "archive/"} {
			one.elsewhere = append(one.elsewhere, p.root+area+"data/"+p.namespace+"/"+p.table+"/"+rest)
		}
	}
	return true
}

// loose sorts the files whose region is not known: several with names of HBase's in one folder are
// that of a family, as references and links always are; other HFiles stand for themselves.
func (g *gathering) loose(s *file.Set) {
	dirs := map[string]int{}
	each := func(on func(f *file.Found, path string, p place)) {
		for i := range s.Files {
			f := &s.Files[i]
			path := g.around.path(f.Name)
			p := placeOf(path)
			plain := isOurs(f.Kind) && f.What == whatFile && (p.region == "" || len(s.Files) == 1)
			if !hidden(f.Name) && (plain || p.region == "" && points(f, p.name)) {
				on(f, path, p)
			}
		}
	}
	each(func(f *file.Found, path string, p place) {
		if _, named := isStoreFile(p.name); named || f.What != whatFile {
			dirs[file.Dir(path)]++
		}
	})
	each(func(f *file.Found, path string, p place) {
		if _, named := isStoreFile(p.name); f.What == whatFile && (!named || dirs[file.Dir(path)] < 2) {
			g.single = append(g.single, f.Name)
			return
		}
		p.dir = file.Dir(path)
		t := g.of(p)
		if p.dir = file.Dir(file.Dir(p.dir)); p.dir != "" {
			p.table, p.dir = file.Base(p.dir), p.dir+"/" // the table's, if the family lies in a region
		}
		g.part(t, p, path, f)
	})
}

// points reports whether a file is a reference or a link.
func points(f *file.Found, name string) bool {
	_, linked := parseLink(name)
	return isOurs(f.Kind) && f.What == whatReference || f.Size == 0 && linked // an empty file is of no kind
}

// settle names the table and finds out which regions live.
func (t *table) settle() {
	namespace, name := "", ""
	if t.schema != nil {
		namespace, name = t.schema.namespace, t.schema.table
	}
	for _, r := range t.regions {
		if name == "" && r.info != nil {
			namespace, name = r.info.namespace, r.info.table
		}
	}
	if name == "" && (t.place.rooted || t.place.region != "") {
		namespace, name = t.place.namespace, t.place.table
	}
	t.name = fullName(namespace, name)
	t.leaveOut(namespace, name)
}

func fullName(namespace, table string) string {
	if namespace == "" || namespace == defaultNamespace {
		return table
	}
	return namespace + ":" + table
}

// leaveOut marks the regions that were split or merged: those to which others refer or link, and
// of those that overlap the older one.
func (t *table) leaveOut(namespace, name string) {
	if namespace == "" {
		namespace = defaultNamespace
	}
	named := map[string]string{} // region to which another refers, and that one
	for _, r := range t.regions {
		for i := range r.files {
			for _, other := range r.files[i].named(namespace, name) {
				if other != r.id {
					named[other] = r.id
				}
			}
		}
	}
	for _, r := range t.regions {
		if _, ok := named[r.id]; ok && r.id != "" {
			r.gone = true
		}
		for _, other := range t.regions {
			if r.info != nil && other.info != nil && r.info.id < other.info.id && r.info.overlaps(other.info) {
				r.gone = true
			}
		}
	}
}

// named are the regions of the table that the name of a file has.
func (one *part) named(namespace, table string) []string {
	base := file.Base(one.name)
	target, parent, ok := parseReference(base)
	if !ok {
		target = base
	}
	var all []string
	if ok {
		all = append(all, parent)
	}
	if l, linked := parseLink(target); linked && l.namespace == namespace && l.table == table {
		all = append(all, l.region)
	}
	return all
}

// overlaps reports whether two regions have rows in common.
func (i *regionInfo) overlaps(o *regionInfo) bool {
	return (len(o.end) == 0 || string(i.start) < string(o.end)) && (len(i.end) == 0 || string(o.start) < string(i.end))
}

// folder is the name of the region's folder: the MD5 of its name in hex.
func (i *regionInfo) folder() string {
	name := append([]byte(fullName(i.namespace, i.table)), ',')
	name = append(append(name, i.start...), ',')
	name = appendUint(name, i.id)
	sum := md5.Sum(name)
	return string(value.AppendHex(nil, sum[:]))
}
