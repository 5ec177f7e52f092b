package file

import "errors"

// Set is what a user gave, each file with what it is.
type Set struct {
	Folder
	Files []Found

	kinds []*Kind
}

// Found is a file of a set. Kind is nil if no kind knows it.
type Found struct {
	Info
	Sort
	Kind *Kind
	like *Kind // of its name, where Kind is nil
}

// Strange reports whether no kind knows a file, by its bytes or by its name.
func (f *Found) Strange() bool { return f.Kind == nil && f.like == nil }

// Look reads the start and the end of each file of a folder and says what it is.
func Look(folder Folder, kinds []*Kind) (*Set, error) {
	infos, err := folder.List()
	if err != nil {
		return nil, err
	}
	s := &Set{Folder: folder, kinds: kinds}
	for _, info := range infos {
		found, err := s.look(info)
		if err != nil {
			return nil, err
		}
		s.Files = append(s.Files, found)
	}
	return s, nil
}

func (s *Set) look(info Info) (Found, error) {
	found := Found{Info: info}
	if info.Size == 0 {
		found.like = s.like(info.Name, nil)
		return found, nil // nothing to go by, but some kinds have empty files with a meaning
	}
	f, err := s.Open(info.Name)
	if errors.Is(err, ErrNotThere) {
		return found, nil // it vanished since: a database at work removes files
	}
	if err != nil {
		return found, err
	}
	defer f.Close()
	p := Probe{Name: info.Name, File: f}
	if p.Head, err = ReadAll(f, nil, 0, ProbeBytes); err != nil {
		return found, err
	}
	if p.Tail = p.Head; f.Size() > int64(len(p.Head)) {
		if p.Tail, err = ReadAll(f, nil, f.Size()-ProbeBytes, ProbeBytes); err != nil {
			return found, err
		}
	}
	for _, k := range s.kinds {
		if sort := k.Detect(&p); sort.What != "" {
			found.Kind, found.Sort = k, sort
			return found, nil
		}
	}
	found.like = s.like(info.Name, p.Head)
	return found, nil
}

// Of returns the files of a kind, in order.
func (s *Set) Of(k *Kind) []Found {
	var of []Found
	for _, f := range s.Files {
		if f.Kind == k {
			of = append(of, f)
		}
	}
	return of
}

// Stores opens all stores of a set: those of each kind after each other, and what is of a kind by its name alone. Those that were opened
// are returned with an error too.
func (s *Set) Stores(opt Options) ([]Store, error) {
	var all []Store
	for _, k := range s.kinds {
		if len(s.Of(k)) > 0 {
			stores, err := k.Open(s, opt.Limits())
			all = append(all, stores...)
			if err != nil {
				return all, err
			}
		}
		for i := range s.Files {
			if f := &s.Files[i]; f.like == k {
				all = append(all, newUnread(f))
			}
		}
	}
	return all, nil
}
