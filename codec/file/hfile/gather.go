package hfile

import (
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/internal/sorting"
)

// table collects the files of one table before any is opened.
type table struct {
	place  place // of one of its files
	schema *schema
	edited string // path of the schema file with the largest number, which counts
	source string // its name
	name   string // with its namespace, or "" if unknown

	regions []*region
	damage  []file.Damage
}

// region is a region's folder, or a family's folder whose region is not known.
type region struct {
	id     string      // 32 hex digits, or ""
	info   *regionInfo // nil if it is missing or not trusted
	other  *otherInfo  // what is not trusted
	source string      // name of the file that should contain info, or "" if there is none
	files  []part
	gone   bool // was split or merged: its cells are in other regions

	lists    map[string][]string // paths of the lists of files, by family
	unlisted []string            // names of files that those leave out
}

// part is a file of a region.
type part struct {
	family    string
	path      string   // of the file that holds the cells
	elsewhere []string // other paths where it may be
	name      string   // of the link or reference, for messages
	lister    string   // name of the snapshot's file that names it, or ""
	half      *reference
	bulk      int64
	size      uint64 // of that file, as a snapshot lists it; 0 if nothing does
}

// source returns the name of the file that messages about the part are about.
func (one *part) source() string {
	if one.lister != "" {
		return one.lister
	}
	return one.name
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
	single []string // HFiles outside any folder of HBase's
	logs   []string

	snapshots []*snapshot
}

func gather(s *file.Set) *gathering {
	g := &gathering{around: newAround(s), byDir: map[string]*table{}}
	for i := range s.Files {
		g.file(&s.Files[i], len(s.Files) == 1)
	}
	g.loose(s)
	g.current()
	for _, t := range g.tables {
		t.settle()
	}
	sorting.Stable(g.tables, func(a, b *table) int { return strings.Compare(a.name, b.name) })
	return g
}

// of returns the table to which a folder belongs.
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

// file puts one file of the set where it belongs. Files whose region is not known are left for loose.
func (g *gathering) file(f *file.Found, alone bool) {
	path := g.around.path(f.Name)
	p := placeOf(path)
	inStore := p.region != "" && !strings.HasPrefix(p.name, ".") && !strings.HasPrefix(p.family, ".")
	foreign := f.Kind != nil && !isOurs(f.Kind)
	if hidden(f.Name) || alone && (f.What == whatFile || foreign) {
		return
	}
	if isFileList(path) {
		g.list(path)
		return
	}
	named := g.whatNamed(path)
	if inStore && named == "" && isPart(p.name) {
		named = whatFile
	}
	if named == "" && foreign {
		return
	}
	what := f.What
	if named != "" {
		what = named // whatever its bytes are now
	}
	switch what {
	case whatLog:
		g.logs = append(g.logs, f.Name)
		return
	case whatSnapshot, whatManifest:
		g.snapshotFile(f, path, what)
		return
	case whatSchema:
		g.schema(path)
		return
	case whatRegion:
		dir := strings.Split(path, "/")
		if n := len(dir) - 2; n >= 0 && isRegionDir(dir[n]) {
			p := place{region: dir[n]}
			p.inTable(dir[:n])
			g.info(g.of(p), p.region, path)
		}
		return
	}
	if inStore {
		g.part(g.of(p), p, path, f)
	}
}

// whatNamed returns what a log or small file is by its name, or "" if the name does not tell. It is for files whose
// damaged bytes no longer tell.
func (g *gathering) whatNamed(path string) string {
	dir, base := file.Dir(path), file.Base(path)
	_, beside := g.around.names[strings.TrimSuffix(path, base)+snapshotName]
	switch {
	case base == infoName:
		return whatRegion
	case strings.HasPrefix(base, schemaPrefix) && file.Base(dir) == schemaDir:
		return whatSchema
	case base == snapshotName:
		return whatSnapshot
	case (beside || file.Base(file.Dir(dir)) == snapshotDir) && (base == manifestName || strings.HasPrefix(base, regionPrefix)):
		return whatManifest
	case isLogName(base) && (file.Base(dir) == "oldWALs" || file.Base(file.Dir(dir)) == "WALs") || isRecovered(path):
		return whatLog
	}
	return ""
}

// schema takes in a schema file. The one with the largest number in its name counts.
func (g *gathering) schema(path string) {
	dir := strings.Split(path, "/")
	n := len(dir) - 2
	if n < 0 || dir[n] != schemaDir {
		return
	}
	b, err := g.around.read(path)
	s, ok := parseSchema(b)
	var damage []file.Damage
	if ok = ok && err == nil; !ok {
		damage = append(damage, g.around.unread(path, b, err, "the schema of a table", schemaMessage, true))
	}
	if n >= 2 && dir[n-2] == snapshotDir {
		one := g.snapshotOf(dir[:n])
		if one.damage = append(one.damage, damage...); ok {
			one.schema = s
		}
		return
	}
	var p place
	p.inTable(dir[:n])
	t := g.of(p)
	if t.damage = append(t.damage, damage...); ok && t.edited < path {
		t.edited, t.source, t.schema = path, g.around.name(path), s
	}
}

// info takes in a region's description of itself. If the name of its folder is not the one that the description implies,
// keys in it may be wrong and would lose rows, so the region is read as one of which nothing is known.
func (g *gathering) info(t *table, id, path string) {
	b, err := g.around.read(path)
	info, ok := parseRegionInfo(b)
	r := t.region(id)
	r.source = g.around.name(path)
	if err != nil || !ok {
		t.damage = append(t.damage, g.around.unread(path, b, err, "the description of a region", regionInfoMessage, true))
	} else if info.folder() != id {
		r.other = &otherInfo{info, b}
	} else {
		r.info = info
	}
}

// part takes in a store file, reference or link of a region. Its name says which of these it is, as it does for
// HBase; what the bytes are counts only under other names.
func (g *gathering) part(t *table, p place, path string, f *file.Found) {
	one := part{family: p.family, path: path, name: g.around.name(path)}
	bulk, named := isStoreFile(p.name)
	l, linked := parseLink(p.name)
	_, _, refers := parseReference(p.name)
	switch {
	case refers || !linked && !named && f.What == whatReference:
		b, err := g.around.read(path)
		half, ok := parseReferenceFile(b)
		if one.half = half; err != nil || !ok || !refers {
			t.damage = append(t.damage, g.around.unread(path, b, err, "a reference", referenceMessage, true))
			one.half = &reference{unread: true}
		}
		if !one.refer(&p, p.name) {
			return
		}
	case linked:
		if f.What == whatFile { // of any other content nothing is missed: a link has none
			t.damage = append(t.damage, otherFile(one.name, f, "a link, which is an empty file"))
		}
		one.follow(&p, l)
	case named && f.Kind != nil && f.What != whatFile:
		t.damage = append(t.damage, otherFile(one.name, f, "an HFile, as its name says"))
		return
	case named || f.What == whatFile: // it may also be damaged or empty
		one.bulk = bulk
	default:
		return
	}
	r := t.region(p.region)
	r.files = append(r.files, one)
}

// follow sets where the file that a link points to is.
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

// refer sets where the file of a reference is: in the parent region, or where a link points.
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

// settle names the table and determines which regions are live.
func (t *table) settle() {
	namespace, name := "", ""
	if t.schema != nil {
		namespace, name = t.schema.namespace, t.schema.table
	}
	told := t.schema == nil
	for _, r := range t.regions {
		switch {
		case r.info == nil:
		case name == "":
			namespace, name = r.info.namespace, r.info.table
		case !told && (namespace != r.info.namespace || name != r.info.table): // a region's folder proves its table
			told = true
			t.damage = append(t.damage, damageAt(t.source, badSmall, file.NoOffset, 0,
				"the schema of "+fullName(r.info.namespace, r.info.table)+", as its region "+r.id+" says", "that of "+fullName(namespace, name)))
			namespace, name = r.info.namespace, r.info.table
		}
	}
	if name == "" && (t.place.rooted || t.place.region != "") {
		namespace, name = t.place.namespace, t.place.table
	}
	t.name = fullName(namespace, name)
	t.leaveOut(namespace, name)
	t.others()
	t.undescribed()
}

func fullName(namespace, table string) string {
	if namespace == "" || namespace == defaultNamespace {
		return table
	}
	return namespace + ":" + table
}
