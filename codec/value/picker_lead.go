package value

// lead is what is wanted of constant CBOR that precedes a value.
type lead struct {
	cbor  string
	texts []leadText
	value *Pick // the value; nil if unwanted
}

// leadText is a wanted text of a lead.
type leadText struct {
	of   *Pick
	cbor string
}

// pickLead is Lead for JSON, and with a Picker: then it writes what is wanted of a lead.
func (w *Writer) pickLead(cbor string) bool {
	if !w.CBOR {
		return false
	}
	p := w.Picker
	at := &p.place
	in := at.value
	switch {
	case at.whole > 0:
		w.Buf = append(w.Buf, cbor...)
		return true
	case in == nil:
		return true
	case in.whole:
		return false
	}
	l := in.led
	if l == nil || l.cbor != cbor {
		l = in.lead(cbor)
	}
	for i := range l.texts {
		text := &l.texts[i]
		if n := p.first(text.of); n != nil {
			n.found.At = len(w.Buf)
			if n.whole {
				w.Buf = append(w.Buf, text.cbor...)
			}
		}
	}
	at.value = p.first(l.value)
	return true
}

// lead returns what is wanted of a lead. A program has few of them, so each is taken apart once.
func (n *Pick) lead(cbor string) *lead {
	for _, n.led = range n.leads {
		if n.led.cbor == cbor {
			return n.led
		}
	}
	n.led = &lead{cbor: cbor}
	n.leads = append(n.leads, n.led)
	for rest := cbor[1:]; ; {
		var name, text string
		name, rest = cutText(rest)
		member := n.member(name[1:])
		if rest == "" {
			n.led.value = member
			return n.led
		}
		if text, rest = cutText(rest); member != nil {
			n.led.texts = append(n.led.texts, leadText{member, text})
		}
	}
}

// cutText cuts a text of less than 24 bytes, with its head, from CBOR.
func cutText(cbor string) (text, rest string) {
	end := 1 + int(cbor[0]&31)
	return cbor[:end], cbor[end:]
}
