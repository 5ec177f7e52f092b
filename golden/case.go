package golden

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
)

// Case is one row of the corpus: the file <format>/<record>/<name>.hex. Each of its
// lines is a keyword and a value:
//
//	# what the row shows
//	from vector actionbase.edge-state.0269
//	lenient
//	row 696918913461…
//	value 29812c80…
//
// Keywords followed by hex are parts; a part without hex is empty. "lenient" accepts
// what upstream's reader accepts. The files beside it are the annotated dump
// (.tree.txt), the fields or the error (.fields.json) and, for some, the tree as
// JSON (.tree.json), all decoded with the schema of the Actionbase dumps.
type Case struct {
	What    string
	From    string
	Lenient bool
	Parts   []Part
}

// Part is one named byte string.
type Part struct {
	Name  string
	Bytes []byte
}

// ParseCase reads a .hex file.
func ParseCase(text []byte) (*Case, error) {
	c := new(Case)
	for line := range bytes.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		switch word {
		case "":
		case "#":
			c.What = rest
		case "from":
			c.From = rest
		case "lenient":
			c.Lenient = true
		default:
			b, err := hex.DecodeString(rest)
			if err != nil {
				return nil, fmt.Errorf("part %s: %w", word, err)
			}
			c.Parts = append(c.Parts, Part{word, b})
		}
	}
	return c, nil
}

// Text returns the content of c's .hex file.
func (c *Case) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\nfrom %s\n", c.What, c.From)
	if c.Lenient {
		b.WriteString("lenient\n")
	}
	for _, p := range c.Parts {
		b.WriteString(strings.TrimSpace(p.Name+" "+hex.EncodeToString(p.Bytes)) + "\n")
	}
	return b.Bytes()
}
