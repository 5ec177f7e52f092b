package file

import (
	"bytes"
	"errors"
)

// Set is the files that a user gave, each with what it is.
type Set struct {
	Folder
	Files []Found

	kinds []*Kind
}

// Found is a file of a set. Its Kind is nil if no kind recognises it.
type Found struct {
	Info
	Sort
	Kind *Kind
	like *Kind // kind that its name says, if its bytes are not of it
}

// Strange reports whether no kind recognises a file, either by its bytes or by its name.
func (f *Found) Strange() bool { return f.Kind == nil && f.like == nil }

// Look reads the start and end of each file in a folder and determines what the file is.
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
	for i := range s.Files {
		s.miss(&s.Files[i])
	}
	return s, nil
}

func (s *Set) look(info Info) (Found, error) {
	found := Found{Info: info}
	if info.Size == 0 {
		found.like, _ = Named(s.kinds, info.Name)
		return found, nil // nothing to go by, although some kinds have meaningful empty files
	}
	f, err := s.Open(info.Name)
	if errors.Is(err, ErrNotThere) {
		return found, nil // it vanished meanwhile: an active database removes files
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
	if len(p.Head) == 0 || bytes.IndexByte(p.Head, 0) >= 0 {
		found.like, _ = Named(s.kinds, info.Name) // nothing, or zeros, as disks and interrupted copies leave them; text may have any name
	}
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

// Stores opens all stores of a set, kind by kind, followed by the files that are of the kind by name alone. If there is an error, it also
// returns the stores opened so far.
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
