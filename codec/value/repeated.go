package value

import "strconv"

// Repeated is a member whose object has another member of the same name.
type Repeated struct {
	Path         string // names from the outermost to the member, joined by dots; items of a list by number, from 0
	First, Again int    // positions of the two members in their object, from 1
}

// Repeated returns the first member that repeats a name, if there is one. Parse keeps both and Get finds the first, so
// code that must use everything in a value has to refuse one with repeats.
func (v Value) Repeated() (r Repeated, found bool) { return v.repeated() }

func (v *Value) repeated() (r Repeated, found bool) {
	l := v.list()
	if l == nil {
		return r, false
	}
	if v.Kind == Object {
		if first, again := repeats(l.names); again > 0 {
			return Repeated{Path: l.names[again], First: first + 1, Again: again + 1}, true
		}
	}
	for i := range l.items {
		if l.items[i].Kind < Array {
			continue
		}
		if r, found = l.items[i].repeated(); found {
			name := strconv.Itoa(i)
			if v.Kind == Object {
				name = l.names[i]
			}
			r.Path = name + "." + r.Path
			return r, true
		}
	}
	return r, false
}

// repeats returns the positions, from 1, of the first name that occurs again, and of its repetition; 0 if there is none.
func repeats(names []string) (first, again int) {
	const few = 24 // up to this many names, comparing is faster than a lookup
	if len(names) > few {
		return repeatsOfMany(names)
	}
	for i := 1; i < len(names); i++ {
		for j := range i {
			if names[i] == names[j] {
				return j, i
			}
		}
	}
	return 0, 0
}

func repeatsOfMany(names []string) (first, again int) {
	at := make(map[string]int, len(names))
	for i, name := range names {
		if j, found := at[name]; found {
			return j, i
		}
		at[name] = i
	}
	return 0, 0
}
