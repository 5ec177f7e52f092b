package exports

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/form"
)

// beside are the members of an answer that says of which kind a record is, or what is not sure of it.
var beside = []string{"fields", "record", "lenient", "extra", "tie", "check", "canonical"}

// expect refuses a path to a member that no row can have. One that rows of some kinds lack is no mistake, nor is one
// inside of a member whose own members differ from row to row.
func (d *decoding) expect(p path, text string, e *Error) Code {
	names := p.names()
	if (d.record == nil || d.flags&Doubts != 0) && len(names) > 0 {
		if !slices.Contains(beside, names[0]) {
			return e.misspelt(text, names[0], "what is said of a row", beside)
		}
		if names[0] != "fields" {
			return OK
		}
		names = names[1:]
	}
	if len(names) == 0 || d.format.NamesMembers || d.flags&Prefix != 0 && names[0] == "consumed" {
		return OK
	}
	if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(d.format.Uncommon, name) }) {
		return OK
	}
	declares, found := false, false
	d.eachMember(func(path string) bool {
		declares, found = true, leads(path, names)
		return !found
	})
	if found || !declares {
		return OK
	}
	return d.unknown(names, text, e)
}

// unknown refuses the first of the names that is not declared where it stands.
func (d *decoding) unknown(names []string, text string, e *Error) Code {
	var there []string
	known := 0
	for ; known < len(names); known++ {
		there = there[:0]
		d.eachMember(func(path string) bool {
			list := strings.Split(path, ".")
			if len(list) > known && slices.Equal(list[:known], names[:known]) && !slices.Contains(there, list[known]) {
				there = append(there, list[known])
			}
			return true
		})
		if !slices.Contains(there, names[known]) {
			break
		}
	}
	of := "the fields of " + d.format.ID
	if d.record != nil {
		of += " " + d.record.Name
	}
	if known > 0 {
		of = strings.Join(names[:known], ".") + " in " + of
	}
	return e.misspelt(text, names[known], of, there)
}

// eachMember calls visit with the paths that the record kind declares, or those of all kinds, until it returns false.
func (d *decoding) eachMember(visit func(path string) bool) {
	d.format.EachColumn(func(kinds, path, _ string) bool {
		if d.record == nil {
			return visit(path)
		}
		for kind := range strings.FieldsSeq(kinds) {
			if kind == d.record.Name {
				return visit(path)
			}
		}
		return true
	})
}

// leads reports whether the names are those of a declared path, of what is around it or of what is inside of it.
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

// misspelt refuses a path for one of its names, and says which names there are.
func (e *Error) misspelt(text, name, of string, there []string) Code {
	e.refuse(BadOption, text)
	hint := "there are " + strings.Join(there, ", ")
	if near := form.Nearest(name, there); near != "" {
		hint = "did you mean " + near + "?"
	}
	e.Message = "there is no member " + strconv.Quote(name) + " in " + of + ": " + hint
	return BadOption
}
