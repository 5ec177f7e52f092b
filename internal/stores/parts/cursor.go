package parts

import (
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// partCursor reads one part of a scan, without requiring the others to be read. As long as it is sound, it is proved to be what the
// scan has there. Where there is damage, it reads the stretch the way a scan does.
type partCursor struct {
	parts []*file.Part
	at    int
	first bool // the previous part is not looked at

	sound  file.Cursor // nil before the first entry, and after damage
	plain  file.Cursor
	given  int            // number of entries from sound
	before map[place]bool // damage of the previous part, which shows it
	met    map[place]bool // damage from plain
	doubt  error          // must be explained by damage
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

// turn ends the sound reading after its last entry. If it has a doubt, the reason is yet to be found.
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

// again begins to read the part the way a scan does.
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

// meets proves that the next part begins where this one ends. Whichever of the two is opened last reports it.
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

// nextPlain continues after damage. Damage that the previous part also meets is shown there.
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

// explain returns the doubt, unless damage in the next part explains it.
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

// Err returns why the part ended early.
func (c *partCursor) Err() error { return c.err }

// Close closes the part, possibly before its end.
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
