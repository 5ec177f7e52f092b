package file

import (
	"strconv"
	"strings"
)

// Ending returns a function for Kind.Named: files whose names end so must be what it says.
func Ending(suffix, what string) func(base string) string {
	return func(base string) string {
		if strings.HasSuffix(base, suffix) {
			return what
		}
		return ""
	}
}

// Named returns the kind that a file must be of by its name, and what it must be there; nil for other names.
func Named(kinds []*Kind, name string) (k *Kind, what string) {
	for _, k := range kinds {
		if k.Named == nil {
			continue
		}
		if what := k.Named(Base(name)); what != "" {
			return k, what
		}
	}
	return nil, ""
}

// miss notes a file that is text, or sound and something else than its name says. A file may have any name, but beside
// others of the kind that the name says, it was copied over one of them.
func (s *Set) miss(f *Found) {
	k, what := Named(s.kinds, f.Name)
	if k == nil || f.Kind == k && f.What == what {
		return
	}
	for i := range s.Files {
		if o := &s.Files[i]; o != f && o.Kind == k {
			f.like = k
		}
	}
}

// unread stands for a file that is of a kind by name alone, or that cannot be read, so that the loss of its content does not go unnoticed.
type unread struct {
	kind   *Kind
	damage Damage
}

func newUnread(f *Found) *unread {
	found := "no bytes"
	if f.Kind != nil {
		found = f.Title
	} else if f.Size > 0 {
		found = strconv.FormatInt(f.Size, 10) + " bytes that neither begin nor end like one"
	}
	return &unread{f.like, Damage{File: f.Name, Code: f.like.Unlike, Expected: "a file of " + f.like.Title + ", as its name says",
		Found: found, Lost: f.Size, Text: "The file is of this kind by its name alone: it is damaged, its copy was interrupted, or another file was copied over it. " +
			"What it had is missing."}}
}

// Unreadable is the code for damage that all kinds have.
var Unreadable = Code{"unreadable", "a file or folder could not be read or unpacked, so whatever entries it has are missing"}

// Unread returns a store without tables that has the loss of a file or folder as its damage. It is of the kind that its name says, or else
// of that of the first file in the set; nil if neither says anything.
func (s *Set) Unread(of Info, why string) Store {
	k, _ := Named(s.kinds, of.Name)
	for i := 0; k == nil && i < len(s.Files); i++ {
		k = s.Files[i].Kind
	}
	if k == nil {
		return nil
	}
	return &unread{k, Damage{File: of.Name, Code: Unreadable.Word, Offset: NoOffset, Expected: "a file or folder that can be read",
		Found: why, Lost: of.Size, Text: "It cannot be read: " + why + ". Whatever entries it has are missing."}}
}

func (u *unread) Kind() *Kind                     { return u.kind }
func (u *unread) Path() string                    { return u.damage.File }
func (u *unread) Tables() []Table                 { return nil }
func (u *unread) Damage() []Damage                { return []Damage{u.damage} }
func (u *unread) Check() []Damage                 { return nil }
func (u *unread) Close() error                    { return nil }
func (u *unread) Scan(int, Query) (Cursor, error) { return nothing{}, nil }

// nothing is a cursor without entries.
type nothing struct{}

func (nothing) Next(*Entry) bool { return false }
func (nothing) Err() error       { return nil }
func (nothing) Close() error     { return nil }
