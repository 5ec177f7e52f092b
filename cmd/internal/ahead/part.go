package ahead

import "github.com/rowlens/rowlens/codec/file"

// part is a part of a scan, with what has been read of it.
type part struct {
	*file.Part
	cursor  *cursor
	batches chan *batch   // closed at the end of the part, after which the remaining members may be read
	room    chan struct{} // what may still be put into batches: see batch.weight

	unsound bool // it met damage or ended early
	err     error
}

// run scans the part to its end, or until the cursor halts.
func (p *part) run() {
	defer close(p.batches)
	in, err := p.Open()
	if err != nil {
		p.err, p.unsound = err, !p.Whole
		return
	}
	for p.fill(in) {
	}
	if err := in.Close(); err != nil && p.err == nil {
		p.err = err
	}
}

// fill passes on one batch, and reports whether there is more.
func (p *part) fill(in file.Cursor) bool {
	var b *batch
	select {
	case b = <-p.cursor.free:
		b.reset()
	default:
		b = newBatch()
	}
	more := true
	for more && !b.full() {
		e := b.next()
		if more = in.Next(e); more && e.Damage != nil && !p.Whole {
			p.unsound, more = true, false
		}
		if more {
			b.keep(e)
		} else {
			b.drop()
		}
	}
	if !more {
		p.err = in.Err()
		p.unsound = p.unsound || p.err != nil && !p.Whole
	}
	for range b.weight(cap(p.room)) {
		select {
		case p.room <- struct{}{}:
		case <-p.cursor.stop:
			return false
		}
	}
	p.batches <- b // never blocks: it has room for all batches that room admits
	return more
}

// take returns the next batch, or nil after the last one.
func (p *part) take() *batch {
	b := <-p.batches
	if b != nil {
		for range b.weight(cap(p.room)) {
			<-p.room
		}
	}
	return b
}
