package exports

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rowlens/rowlens/codec/form"
)

// beside are the members of an answer that say which kind a record is of, or what is uncertain about it.
var beside = []string{"fields", "record", "lenient", "extra", "tie", "check", "canonical"}

// expect refuses a path to a member that no row can have. A member that rows of some kinds lack is no mistake, nor
// is one inside a member whose own members differ from row to row.
func (d *decoding) expect(p path, text string, e *Error) Code {
	var room [pathSteps]string
	names := p.names(room[:0])
	if (d.record == nil || d.flags&Doubts != 0) && len(names) > 0 {
		if !slices.Contains(beside, names[0]) {
			return e.misspelt(text, names[0], "what is said of a row", beside)
		}
		if names[0] != "fields" {
			return OK
		}
		names = names[1:]
	}
	if d.flags&Prefix != 0 && saysConsumed(names) {
		return OK
	}
	return d.declares(names, text, e)
}

// saysConsumed reports whether names lead to the member that Prefix adds.
func saysConsumed(names []string) bool { return len(names) > 0 && names[0] == "consumed" }

// declares refuses names that lead to no member of the fields.
func (t *target) declares(names []string, text string, e *Error) Code {
	if len(names) == 0 || t.format.NamesMembers {
		return OK
	}
	if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(t.format.Uncommon, name) }) {
		return OK
	}
	members := t.members()
	if len(members) == 0 || slices.ContainsFunc(members, func(path string) bool { return leads(path, names) }) {
		return OK
	}
	return t.unknown(members, names, text, e)
}

// unknown refuses the first of the names that is not declared at its place.
func (t *target) unknown(members, names []string, text string, e *Error) Code {
	var there []string
	known := 0
	for ; known < len(names); known++ {
		there = there[:0]
		for _, path := range members {
			list := strings.Split(path, ".")
			if len(list) > known && slices.Equal(list[:known], names[:known]) && !slices.Contains(there, list[known]) {
				there = append(there, list[known])
			}
		}
		if !slices.Contains(there, names[known]) {
			break
		}
	}
	of := "the fields of " + t.format.ID
	if t.record != nil {
		of += " " + t.record.Name
	}
	if known > 0 {
		of = strings.Join(names[:known], ".") + " in " + of
	}
	return e.misspelt(text, names[known], of, there)
}

// declared caches the paths of the columns of record kinds, because every batch needs them.
var declared struct {
	sync.Mutex
	paths map[kindName][]string
}

type kindName struct{ format, record string }

// members returns the paths that the record kind declares, or those of all kinds.
func (t *target) members() []string {
	name := kindName{format: t.format.ID}
	if t.record != nil {
		name.record = t.record.Name
	}
	declared.Lock()
	defer declared.Unlock()
	paths, known := declared.paths[name]
	if known {
		return paths
	}
	t.format.EachColumn(func(kinds, path, _ string) {
		if t.record == nil || slices.Contains(strings.Fields(kinds), name.record) {
			paths = append(paths, path)
		}
	})
	if declared.paths == nil {
		declared.paths = map[kindName][]string{}
	}
	declared.paths[name] = paths
	return paths
}

// leads reports whether the names are a declared path, or a path above or below one.
func leads(path string, names []string) bool {
	for _, name := range names {
		one, rest, deeper := strings.Cut(path, ".")
		if one != name || !deeper {
			return one == name
		}
		path = rest
	}
	return true
}

// misspelt refuses a path because of one of its names, and lists the possible names.
func (e *Error) misspelt(text, name, of string, there []string) Code {
	e.refuse(BadOption, text)
	hint := "there are " + strings.Join(there, ", ")
	if near := form.Nearest(name, there); near != "" {
		hint = "did you mean " + near + "?"
	}
	e.Message = "there is no member " + strconv.Quote(name) + " in " + of + ": " + hint
	return BadOption
}
