package file

import (
	"bytes"
	"strconv"
	"strings"
)

// like returns the kind whose ending a file's name has although no kind recognises its bytes. Those are zeros,
// as disks and interrupted copies leave them, or nothing at all. For text, which may have any name, it returns nil.
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

// unread stands for a file that is of a kind by name alone, so that the loss of its content does not go unnoticed.
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
