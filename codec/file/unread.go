package file

import (
	"bytes"
	"strconv"
	"strings"
)

// like is the kind whose ending the name of a file has that no kind knows by its bytes: zeros, which disks and
// interrupted copies leave, or nothing at all. It is nil for text, which may have any name.
func (s *Set) like(name string, head []byte) *Kind {
	if len(head) > 0 && bytes.IndexByte(head, 0) < 0 {
		return nil
	}
	for _, k := range s.kinds {
		if k.Ending != "" && strings.HasSuffix(name, k.Ending) {
			return k
		}
	}
	return nil
}

// unread stands for a file that is of a kind by its name alone, so that what it had is not missed in silence.
type unread struct {
	kind   *Kind
	damage Damage
}

func newUnread(f *Found) *unread {
	found := "no bytes"
	if f.Size > 0 {
		found = strconv.FormatInt(f.Size, 10) + " bytes that neither begin nor end like one"
	}
	return &unread{f.like, Damage{File: f.Name, Code: f.like.Unlike, Expected: "a file of " + f.like.Title + ", as its name says",
		Found: found, Lost: f.Size, Text: "The file is of this kind by its name alone: it is damaged, or its copy was interrupted. " +
			"What it had is missing."}}
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
