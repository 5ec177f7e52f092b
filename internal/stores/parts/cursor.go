package parts

import (
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// partCursor reads one of the parts of a scan, and needs none of the others to be read. While it is sound, it is proved to be what the
// scan has there. Where it is damaged, it is read as a scan reads that stretch.
type partCursor struct {
	parts []*file.Part
	at    int
	first bool // the part before is not looked at

	sound  file.Cursor // nil before the first entry, and after damage
	plain  file.Cursor
	given  int            // entries by sound
	before map[place]bool // damage of the part before, which shows it
	met    map[place]bool // damage by plain
	doubt  error          // that has to have damage as its reason
	over   bool
	err    error
}

// place is where damage is.
type place struct {
	file, code string
	offset     int64
}

func placeOf(d *file.Damage) place { return place{d.File, d.Code, d.Offset} }

// Next fills e with the next entry or damage.
func (c *partCursor) Next(e *file.Entry) bool {
	if c.sound == nil && c.plain == nil && !c.over {
		if c.sound, c.err = c.parts[c.at].Open(); c.err != nil {
			c.over = true
		}
	}
	for !c.over {
		switch {
		case c.plain != nil:
			if c.nextPlain(e) {
				return true
			}
		case !c.sound.Next(e):
			c.turn(c.sound.Err())
		case e.Damage != nil:
			c.sound.Close()
			c.again()
		default:
			c.given++
			return true
		}
	}
	return false
}

// turn ends the sound reading after its last entry. What it doubts has a reason that is yet to be seen.
func (c *partCursor) turn(doubt error) {
	if closed := c.sound.Close(); doubt == nil {
		doubt = closed
	}
	if doubt == nil {
		doubt = c.meets()
	}
	if c.doubt = doubt; doubt == nil {
		c.over = true
		return
	}
	c.again()
}

// again begins to read as a scan reads the part.
func (c *partCursor) again() {
	c.met = map[place]bool{}
	if c.at > 0 && !c.first {
		before := &partCursor{parts: c.parts, at: c.at - 1, first: true}
		var e file.Entry
		for before.Next(&e) {
		}
		before.Close()
		c.before = before.met
	}
	c.plain, c.err = c.parts[c.at].Plain()
	c.over = c.err != nil
}

// meets proves that the next part begins where this one ends: which of the two is opened last says it.
func (c *partCursor) meets() error {
	if c.at+1 == len(c.parts) {
		return nil
	}
	next, err := c.parts[c.at+1].Open()
	if err != nil {
		return err
	}
	var e file.Entry
	if !next.Next(&e) {
		err = next.Err()
	}
	if closed := next.Close(); err == nil {
		err = closed
	}
	return err
}

// nextPlain goes on after damage. What the part before meets too is shown there.
func (c *partCursor) nextPlain(e *file.Entry) bool {
	for c.plain.Next(e) {
		switch {
		case e.Damage != nil:
			c.met[placeOf(e.Damage)] = true
			if !c.before[placeOf(e.Damage)] {
				return true
			}
		case c.given > 0:
			c.given--
		default:
			return true
		}
	}
	c.over = true
	c.err = c.plain.Err()
	if err := c.plain.Close(); c.err == nil {
		c.err = err
	}
	if c.err == nil && c.doubt != nil && len(c.met) == 0 {
		c.err = c.explain()
	}
	return false
}

// explain returns the doubt, unless damage of the next part is its reason.
func (c *partCursor) explain() error {
	if c.at+1 < len(c.parts) {
		next := &partCursor{parts: c.parts, at: c.at + 1, first: true}
		var e file.Entry
		for next.Next(&e) {
			if e.Damage != nil {
				next.Close()
				return nil
			}
		}
		if err := next.Err(); err != nil {
			return err
		}
	}
	return errors.New(c.doubt.Error() + ": it cannot be read in parts")
}

// Err is why the part ended early.
func (c *partCursor) Err() error { return c.err }

// Close ends the part before its end.
func (c *partCursor) Close() (err error) {
	if !c.over {
		c.over = true
		open := c.sound
		if c.plain != nil {
			open = c.plain
		}
		if open != nil {
			err = open.Close()
		}
	}
	return err
}
