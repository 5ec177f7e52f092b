package formattest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// derived are members that no single byte range of a format, or of one of its records,
// holds: types and orders that a header encodes together with something else, members that
// follow from others, and what the layout as a whole decides.
var derived = map[string]string{
	"actionbase":               "type order bits consumed",
	"accumulograph":            "type bits kind candidates candidateCount hex latin1", // a text that is not UTF-8
	"hbase-orderedbytes":       "type order bits consumed nan",
	"layout":                   "type order bits nan layout others part",
	"lexicoders":               "type bits consumed nan lexicoder hex utf16",
	"implexus":                 "type bits hex layout form key_encoding entity_type kind notes key_notes",
	"maryk-core":               "consumed",
	"maryk-core/storage-value": "type bits dataModel fields latitude longitude",
	"maryk-core/geohash":       "latitude longitude height width",
	"maryk-core/hlc":           "logical timestamp",
	"maryk-core/varint-extra":  "extra",
	"maryk-core/property-ref":  "type kind",
	"maryk-core/index-ref":     "type kind",
	"maryk-core/index-entry":   "type valueAndLengths",
	"maryk-core/key-part":      "type",
	"maryk-hbase":              storedRows,
	"maryk-rocksdb":            storedRows,
}

// storedRows are what the names of column families, qualifiers and models say about rows of Maryk.
const storedRows = "what item kind indicator property indexName valueAndLengths familyNumbering indexFormat assumedIndexFormat stored type bits keyId decrypted notDecrypted"

// derives reports whether a member is derived in the probe's record.
func (p *Probe) derives(name string) bool {
	id := p.Format.ID
	return slices.Contains(strings.Fields(derived[id]), name) || slices.Contains(strings.Fields(derived[id+"/"+p.Record.Name]), name)
}

// messages are records of Maryk's core whose nodes are the fields of a message, which
// its JSON represents differently.
var messages = map[string]bool{"transport-value": true, "model-definition": true, "key": true}

// absent are values that are represented by the absence of bytes.
var absent = map[string]string{"state": "set", "hardDelete": "false"}

// reworded are fields for which the member uses another word than the bytes.
var reworded = map[string]bool{"accumulograph.element": true}

// checkPaths checks that a node with a path is that member of the fields, and that a
// member held in the bytes has a node. A lenient reading shows what the bytes are, while
// its fields show what upstream makes of them.
func (p *Probe) checkPaths(lenient bool) error {
	if len(p.Tree.Nodes) > leavesMax || len(p.Fields) > 1<<16 {
		return nil
	}
	fields, err := value.Parse(p.Fields)
	if err != nil {
		return nil // nested more deeply than the parser allows
	}
	paths, nodes := p.Tree.Paths(), p.Tree.Nodes
	claims := map[string][]int{}
	for i := range nodes {
		path := paths.Of(i)
		if len(path) == 0 {
			continue
		}
		name := pathText(path)
		m, ok := memberAt(fields, path)
		if !ok {
			return fmt.Errorf("node %d, %s, is %s, which is not in the fields %s", i, nodes[i].Name(), name, p.Fields)
		}
		if !lenient && !p.says(&nodes[i], m) {
			return fmt.Errorf("node %d, %s, says %s, and its member %s is %q in %s",
				i, nodes[i].Name(), nodes[i].AppendText(nil), name, m.Raw(), p.Fields)
		}
		for _, other := range claims[name] {
			if !lenient && nodes[i].Parent == nodes[other].Parent && nodes[i].Parent >= 0 {
				return fmt.Errorf("nodes %d, %s, and %d, %s, are both %s", other, nodes[other].Name(), i, nodes[i].Name(), name)
			}
		}
		claims[name] = append(claims[name], i)
		if named := paths.OfName(i); named != nil && len(nodes[i].Value.Bytes) > 0 {
			m, ok := memberAt(fields, named)
			if s, _ := m.Text(); !ok || s != string(nodes[i].Value.Bytes) {
				return fmt.Errorf("node %d, %s, has its name at %s, which is not in %s", i, nodes[i].Name(), pathText(named), p.Fields)
			}
			claims[pathText(named)] = append(claims[pathText(named)], i)
		}
	}
	cut := slices.ContainsFunc(nodes, func(n span.Node) bool { return n.Field == span.NotExpanded })
	if lenient || cut || p.Record.Encode == nil || messages[p.Record.Name] {
		return nil
	}
	return p.unclaimed(fields, "", claims)
}

// unclaimed finds a member for which there is no node.
func (p *Probe) unclaimed(v value.Value, at string, claims map[string][]int) error {
	if len(claims[at]) > 0 && (v.Kind != value.Object || p.whole(claims[at])) || v.IsNull() {
		return nil
	}
	if s, ok := v.Text(); ok && s == "" {
		return nil // an empty text has no bytes
	}
	if name := at[strings.LastIndexByte(at, '/')+1:]; absent[name] != "" && absent[name] == v.Raw() {
		return nil
	}
	if s, _ := v.Member("type").Text(); s == "serializable" {
		return nil // Java objects are described, not written
	}
	switch v.Kind {
	case value.Object, value.Array:
		for i := range v.Len() {
			name := fmt.Sprintf("%s/%d", at, i)
			if v.Kind == value.Object {
				if name = at + "/" + v.Name(i); p.derives(v.Name(i)) || v.Name(i) == "value" && p.numbered(at, claims) {
					continue
				}
				if v.Name(i) == "index" && len(claims[at+"/value"]) > 0 { // for a case without a name
					continue
				}
			}
			if err := p.unclaimed(v.At(i), name, claims); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("no node is the member %s of %s", at, p.Fields)
}

// numbered reports whether a value is also there as a number, from which its text is derived.
func (p *Probe) numbered(at string, claims map[string][]int) bool {
	numbers := []string{"epochDays", "nanoOfDay", "epochSeconds", "index"}
	return slices.ContainsFunc(numbers, func(name string) bool { return len(claims[at+"/"+name]) > 0 })
}

// whole reports whether one of the nodes has a value, so that it represents the whole member.
func (p *Probe) whole(list []int) bool {
	return slices.ContainsFunc(list, func(i int) bool { return p.Tree.Nodes[i].Value.Kind != span.None })
}

// says reports whether a node shows what a member says.
func (p *Probe) says(n *span.Node, m value.Value) bool {
	if n.Value.Kind == span.None || n.Flags&span.NonCanonical != 0 ||
		m.Kind == value.Object || m.Kind == value.Array || reworded[p.Format.ID+"."+n.Field.Name] {
		return true
	}
	stored := p.Tree.Sources[n.Src].Bytes[n.Start:n.End]
	text := string(n.AppendText(nil))
	raw, _ := n.Raw()
	words := []string{text, raw, string(value.AppendHex(nil, n.Value.Bytes)), string(value.AppendHex(nil, stored))}
	if len(stored) <= 8 {
		var number uint64
		for _, b := range stored {
			number = number<<8 | uint64(b)
		}
		words = append(words, strconv.FormatUint(number, 10), strconv.FormatUint(^number, 10)) // as in a version
	}
	switch n.Value.Kind {
	case span.Text, span.JSON, span.Enum, span.Hash, span.Decimal:
		words = append(words, strings.ToValidUTF8(string(n.Value.Bytes), "\ufffd"), decoded(n.Value.Bytes))
	case span.Float32, span.Float64:
		f, ok := m.Float(64)
		if n.Value.Kind == span.Float32 {
			f, ok = m.Float(32)
		}
		return ok && (f == n.Value.Float() || f != f && n.Value.Float() != n.Value.Float())
	}
	if b, ok := m.Bool(); ok {
		return b == (n.Value.Num == 1)
	}
	return slices.Contains(words, m.Raw()) || retold(n, m.Raw())
}

// retold reports whether a text expresses, in the notation of its type, what a node
// shows: dates and times, bytes in base64, versions with all their numbers.
func retold(n *span.Node, text string) bool {
	shown := string(n.AppendText(nil))
	if shown == "["+text+"]" || shown+".0" == text {
		return true
	}
	if b, err := base64.RawURLEncoding.DecodeString(text); err == nil && bytes.Equal(b, n.Value.Bytes) {
		return true
	}
	if b, err := base64.RawURLEncoding.DecodeString(string(n.Value.Bytes)); err == nil && string(value.AppendHex(nil, b)) == text {
		return true
	}
	num := int64(n.Value.Num)
	shift := int64(0) // in days
	if date, year, far := farDate(text); far {
		shift = int64(math.Floor(float64(year)/cycleYears)-2000/cycleYears) * cycleDays
		text = date
	}
	for layout, from := range epochs {
		start, _ := time.Parse(layout, from)
		if at, err := time.Parse(layout, text); err == nil {
			seconds := at.Unix() - start.Unix()
			return seconds == (num-shift)*secondsPerDay || seconds == num-shift*secondsPerDay ||
				at.UnixMilli()-start.UnixMilli() == num-shift*secondsPerDay*1000 || int64(at.Sub(start)) == num
		}
	}
	return false
}

// epochs are the starting points of days, times and instants, by their layout.
var epochs = map[string]string{
	"2006-01-02": "1970-01-01", "15:04:05": "00:00:00", "15:04": "00:00", "2006-01-02T15:04:05": "1970-01-01T00:00:00",
}

const (
	secondsPerDay = 24 * 60 * 60
	cycleYears    = 400 // after which the calendar repeats
	cycleDays     = 146097
)

// farDate moves a date whose year has a sign to a year from 2000 on.
func farDate(text string) (date string, year int, far bool) {
	if len(text) < 2 || text[0] != '+' && text[0] != '-' {
		return text, 0, false
	}
	digits, rest, ok := strings.Cut(text[1:], "-")
	year, err := strconv.Atoi(text[:1] + digits)
	return strconv.Itoa(2000+(year%cycleYears+cycleYears)%cycleYears) + "-" + rest, year, ok && err == nil
}

// decoded returns text as it appears in JSON, with each invalid byte replaced.
func decoded(b []byte) string {
	var w value.Writer
	w.Text(b)
	v, err := value.Parse(w.Buf)
	if err != nil {
		return ""
	}
	return v.Raw()
}

func memberAt(v value.Value, path []span.Segment) (value.Value, bool) {
	for _, s := range path {
		switch {
		case s.Name != "":
			m, ok := v.Get(s.Name)
			if !ok || v.Kind != value.Object {
				return v, false
			}
			v = m
		case v.Kind != value.Array || s.Index >= v.Len():
			return v, false
		default:
			v = v.At(s.Index)
		}
	}
	return v, true
}

func pathText(path []span.Segment) string {
	var b bytes.Buffer
	for _, s := range path {
		if s.Name != "" {
			b.WriteString("/" + s.Name)
		} else {
			fmt.Fprintf(&b, "/%d", s.Index)
		}
	}
	return b.String()
}
