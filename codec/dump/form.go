package dump

// Form is one way in which a program or a person writes bytes as text.
type Form struct {
	ID    string // stable name for the command line and the page
	Title string // words for people

	control controls
	fit     func(*sample) fit
	open    func(*Scanner, *sample) reader
}

// controls says how a form's programs write control bytes of the data.
type controls bool

const (
	plain   controls = false // as they are, or nobody knows
	escaped controls = true  // as escapes, hex or base64: a control byte in the text is not data
)

// fit says how well a form suits the start of a text.
type fit uint8

const (
	no   fit = iota // it does not parse
	also            // it parses, but only a person can tell whether it is meant
	yes             // it has the characteristics of the form
)

// Forms returns all forms in the order in which detection prefers them.
func Forms() []Form { return append([]Form(nil), forms...) }

// inLines reports whether a text of the form consists of lines. Of the others the start says enough.
func (f *Form) inLines() bool {
	switch f.ID {
	case "raw", "rowlens-cbor", "hbase-rest-json", "hbase-rest-xml", "json-object":
		return false
	}
	return true
}

func formByID(id string) *Form {
	for i := range forms {
		if forms[i].ID == id {
			return &forms[i]
		}
	}
	return nil
}

// Detect returns the forms that parse the start of a text, best first, and notes on what is
// ambiguous. There is always at least one: any bytes are raw bytes.
func Detect(head []byte) ([]*Form, []string) {
	l := lines{buf: head}
	l.prime(0, nil)
	sm, _ := unwrap(newSample(head[l.pos:], true), Options{})
	return detect(sm)
}

func detect(s *sample) ([]*Form, []string) {
	var sure, possible []*Form
	for i := range forms {
		switch f := &forms[i]; f.fit(s) {
		case yes:
			sure = append(sure, f)
		case also:
			possible = append(possible, f)
		}
	}
	found := append(sure, possible...)
	return found, ambiguities(s, found)
}
