package generate

import (
	"bufio"
	"encoding/hex"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/implexus"
)

// Documents generates the rows of an Implexus database: documents in containers of a hundred,
// with labels, a category, a catalogue and an index over all.
type Documents struct {
	Containers int
	Faults     int // planted per kind, each in a different container

	out     *bufio.Writer
	rand    *rand.Rand
	sets    map[string][]string // labels, groups and trigrams, by key
	Rows    int                 // number written
	Planted []string            // "code key" of each expected finding, sorted
	err     error
}

const inContainer = 100

// DocumentFaults is how many kinds of faults Documents plants.
const DocumentFaults = 5

// Write writes the rows in the format of mdb_dump.
func (x *Documents) Write(w io.Writer) error {
	x.out, x.rand, x.sets = bufio.NewWriterSize(w, 1<<16), rand.New(rand.NewPCG(15, 3)), map[string][]string{}
	x.Rows, x.Planted = 0, nil
	x.text("VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n")
	x.entity("/", implexus.EntityContainer, "")
	top := []string{"cat", "catl", "i"}
	for i, code := range [...]int64{implexus.EntityCategory, implexus.EntityCatalogue, implexus.EntityIndex} {
		x.entity("/"+top[i], code, "")
	}
	x.config("config:/cat", "role == 'r1'")
	x.config("catcfg:/catl", "role")
	x.config("config:/i", "name")
	for c := range x.Containers {
		name := "c" + strconv.Itoa(c)
		top = append(top, name)
		x.container("/"+name, c)
	}
	x.set("children:/", top)
	x.lists()
	x.text("DATA=END\n")
	slices.Sort(x.Planted)
	if x.err != nil {
		return x.err
	}
	return x.out.Flush()
}

// container writes a container with its documents. Depending on its number, it has one fault or none.
func (x *Documents) container(path string, number int) {
	x.entity(path, implexus.EntityContainer, "")
	var names []string
	for i := range inContainer {
		name := "d" + strconv.Itoa(i)
		names = append(names, name)
		fault := -1
		if i == 0 {
			fault = x.faultOf(number)
		}
		x.document(path+"/"+name, number*inContainer+i, fault)
	}
	key := "children:" + path
	switch x.faultOf(number) {
	case 2:
		x.plant(implexus.MissingIndexRow, key)
		return
	case 3:
		names = names[1:]
		x.plant(implexus.MissingChild, key)
	case 4:
		names = append(names, "none")
		x.plant(implexus.DanglingChild, key)
	}
	x.set(key, names)
}

// faultOf returns the kind of fault of a container; -1 if it has none.
func (x *Documents) faultOf(number int) int {
	if number >= x.Faults*DocumentFaults {
		return -1
	}
	return number / x.Faults
}

// document writes a document and its text, and records what must list it.
func (x *Documents) document(path string, number, fault int) {
	label, role := "L"+strconv.Itoa(number%2000), "r"+strconv.Itoa(number%5000)
	var name []byte
	for range 6 {
		name = append(name, byte('a'+x.rand.IntN(26)))
	}
	x.entity(path, implexus.EntityDocument, label)
	text := string(name)
	b, err := implexus.AppendValue(nil, &implexus.Value{Elements: []implexus.Element{{Type: implexus.Dictionary, Count: 2, Size: 2},
		{Type: implexus.String, Key: []byte("name"), Bytes: name}, {Type: implexus.String, Key: []byte("role"), Bytes: []byte(role)}}},
		implexus.Options{})
	x.row("props:"+path, b, err)
	x.list("typeidx:"+label, path)
	x.list("catl:/catl:group:"+role, path)
	if role == "r1" {
		x.list("cat:/cat:members", path)
	}
	for _, tri := range implexus.AppendTrigrams(nil, text, implexus.GramOptions{}) {
		x.list("idx:/i:tri:"+tri, path)
	}
	key := "idx:/i:doc:" + path
	switch fault {
	case 0:
		x.plant(implexus.MissingContent, key)
		return
	case 1:
		x.plant(implexus.StaleContent, key)
		text = "other"
	}
	b, err = implexus.AppendContent(nil, &implexus.Content{Text: implexus.Text{Bytes: []byte(text)}})
	x.row(key, b, err)
}

// lists writes the recorded sets, and the sets that list them.
func (x *Documents) lists() {
	var groups []string
	lists := map[string]map[string]bool{}
	add := func(key, member string) {
		if lists[key] == nil {
			lists[key] = map[string]bool{}
		}
		lists[key][member] = true
	}
	for _, key := range slices.Sorted(maps.Keys(x.sets)) {
		x.set(key, x.sets[key])
		if group, ok := strings.CutPrefix(key, "catl:/catl:group:"); ok {
			groups = append(groups, group)
		}
		if tri, ok := strings.CutPrefix(key, "idx:/i:tri:"); ok {
			for _, bigram := range [...]string{tri[:2], tri[1:]} {
				add("idx:/i:bi:"+bigram, tri)
				add("idx:/i:uni:"+bigram[:1], bigram)
			}
		}
	}
	x.set("catl:/catl:keys", groups)
	for _, key := range slices.Sorted(maps.Keys(lists)) {
		x.set(key, slices.Sorted(maps.Keys(lists[key])))
	}
}

func (x *Documents) list(key, member string) { x.sets[key] = append(x.sets[key], member) }

func (x *Documents) plant(code, key string) {
	x.Planted = append(x.Planted, code+" "+hex.EncodeToString([]byte(key)))
}

func (x *Documents) entity(path string, code int64, label string) {
	b, err := implexus.AppendEntity(nil, &implexus.Entity{TypeCode: code, Label: implexus.Text{Bytes: []byte(label), Null: label == ""}})
	x.row("entity:"+path, b, err)
}

func (x *Documents) config(key, expression string) {
	config := implexus.Config{Label: implexus.Text{Null: true}, Expression: implexus.Text{Bytes: []byte(expression)}}
	b, err := implexus.AppendConfig(nil, &config)
	x.row(key, b, err)
}

func (x *Documents) set(key string, members []string) {
	var s implexus.StringSet
	for _, m := range members {
		s.Items = append(s.Items, []byte(m))
	}
	b, err := implexus.AppendStringSet(nil, &s)
	x.row(key, b, err)
}

func (x *Documents) row(key string, value []byte, err error) {
	if x.err == nil {
		x.err = err
	}
	x.Rows++
	x.text(" " + hex.EncodeToString([]byte(key)) + "\n " + hex.EncodeToString(value) + "\n")
}

func (x *Documents) text(s string) {
	if _, err := x.out.WriteString(s); x.err == nil {
		x.err = err
	}
}
