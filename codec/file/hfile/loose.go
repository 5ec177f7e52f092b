package hfile

import "github.com/rowlens/rowlens/codec/file"

// loose sorts the files whose region is not known. Several files with HBase's names in one folder
// are a family's, as references and links always are; every other HFile stands alone. In a family's
// folder, a file with HBase's name whose bytes are not an HFile is a damaged one.
func (g *gathering) loose(s *file.Set) {
	dirs, families := map[string]int{}, map[string]bool{}
	each := func(on func(f *file.Found, path string, p place)) {
		for i := range s.Files {
			f := &s.Files[i]
			path := g.around.path(f.Name)
			p := placeOf(path)
			if plain := f.What == whatFile && isOurs(f.Kind); !hidden(f.Name) && (plain && len(s.Files) == 1 ||
				p.region == "" && (plain || points(f, p.name) || isNamed(p.name) && families[file.Dir(path)])) {
				on(f, path, p)
			}
		}
	}
	each(func(f *file.Found, path string, p place) {
		families[file.Dir(path)] = families[file.Dir(path)] || f.What == whatFile && isNamed(p.name)
	})
	each(func(f *file.Found, path string, p place) {
		if isNamed(p.name) || f.What != whatFile {
			dirs[file.Dir(path)]++
		}
	})
	each(func(f *file.Found, path string, p place) {
		if f.What == whatFile && (!isNamed(p.name) || dirs[file.Dir(path)] < 2) {
			g.single = append(g.single, f.Name)
			return
		}
		p.dir = file.Dir(path)
		t := g.of(p)
		if p.dir = file.Dir(file.Dir(p.dir)); p.dir != "" {
			p.table, p.dir = file.Base(p.dir), p.dir+"/" // the table's folder, if the family lies in a region
		}
		g.part(t, p, path, f)
	})
}

// points reports whether a file is a reference or a link, going by its name if its bytes are damaged.
func points(f *file.Found, name string) bool {
	_, linked := parseLink(name)
	_, _, refers := parseReference(name)
	return isOurs(f.Kind) && f.What == whatReference || f.Kind == nil && (linked || refers)
}
