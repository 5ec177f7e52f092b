package exports

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// expect refuses a column whose path leads to no member of the fields, as decoding does. Otherwise a column that is null in all
// rows would be dropped silently.
func (n *encoding) expect(in *format.Input, columns []Values, e *Error) Code {
	for i := range columns {
		text := columns[i].Path
		p, _ := parsePath(text)
		names := p.names(nil)
		if len(names) == 0 || n.format.NamesMembers || saysConsumed(names) {
			continue // decoding may have added consumed; encoders decide for each row whether they accept it
		}
		if code := n.expectNames(in, names, text, e); code != OK {
			return code
		}
	}
	return OK
}

func (n *encoding) expectNames(in *format.Input, names []string, text string, e *Error) Code {
	if len(n.members()) == 0 {
		if other := n.refuses(in, names[0]); other != nil { // only its encoder knows the members of such a kind
			e.refuse(BadOption, text)
			e.Message = other.Error()
			return BadOption
		}
		return OK
	}
	if n.declares(names[:1], text, e) != OK && n.refuses(in, "") != nil && n.refuses(in, names[0]) == nil {
		return OK // what is only written, such as the values from which a key is made
	}
	return n.declares(names, text, e)
}

// refuses returns the encoder's refusal of a member with this name, or nil if it accepts one, or reports something missing
// first.
func (n *encoding) refuses(in *format.Input, name string) *format.Refusal {
	in.Only, in.Room = n.only, nil
	n.dst.Reset()
	var why *format.Refusal
	if errors.As(n.record.Encode(in, value.OfMembers(value.Member{Name: name}), &n.dst), &why) && why.NoMember && why.Field == name {
		return why
	}
	return nil
}
