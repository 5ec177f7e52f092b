package main

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/value"
)

// streams compares the values of AccumuloGraph that are Java object streams with
// ObjectInputStream.
type streams struct {
	session session
	seeds   [][]byte
}

func (*streams) name() string   { return "streams" }
func (*streams) prefix() string { return "stream." }

// seedStreams is how many streams are written to be damaged.
const seedStreams = 3000

func (d *streams) prepare(seed uint64, j *jvms) error {
	questions := make([]string, seedStreams)
	for i := range questions {
		questions[i] = "stream.make\t" + strconv.Itoa(int(seed>>32)+i)
	}
	list, err := j.ask(questions)
	for _, a := range list {
		if a.any().ok() {
			d.seeds = append(d.seeds, unhex(a.any().text()))
		}
	}
	return err
}

func (d *streams) next(r *rand.Rand) string {
	b := d.seeds[r.IntN(len(d.seeds))]
	switch r.IntN(20) {
	case 0:
	case 1:
		b = nested(1 + r.IntN(200))
	case 2, 3: // part of another stream
		other := d.seeds[r.IntN(len(d.seeds))]
		at := r.IntN(len(b))
		b = append(slices.Clone(b[:at]), other[r.IntN(len(other)):]...)
	default:
		b = mutate(r, b)
	}
	return "stream.read\t" + hexOf(b)
}

// nested is a list in a list.
func nested(depth int) []byte {
	const list = "00000001770400000001" // the size as a field, and as the writer's block
	b := unhex("aced0005737200136a6176612e7574696c2e41727261794c6973747881d21d99c7619d03000149000473697a657870" + list)
	for range depth {
		b = append(b, unhex("7371007e0000"+list)...)
	}
	b = append(b, 't', 0, 1, 'a')
	for range depth + 1 {
		b = append(b, 'x')
	}
	return b
}

func (d *streams) judge(q []string, a answers) (list []difference) {
	peer := a.any()
	if peer.none() {
		return nil
	}
	strict, lenient := d.read(q[1], ""), d.read(q[1], `"lenient":true`)
	if !peer.ok() {
		why := strings.SplitN(peer.text(), ":", 2)[0]
		for _, x := range relate("object", strict, lenient, peer, "", "", "") {
			list = append(list, difference{x.kind + " with " + why, x.ours})
		}
		return list
	}
	f := peer.fields(2)
	theirs, err := value.Parse([]byte(f[0]))
	if err != nil {
		return []difference{{"object: the oracle's model is no JSON", err.Error()}}
	}
	// The texts are equal if the models are; maps may be written in another order.
	for _, r := range []*reading{&strict, &lenient} {
		ours, err := value.Parse([]byte(r.text))
		if r.ok && err == nil && sameModel(ours, theirs) {
			r.text = f[0]
		}
	}
	again := q[1]
	if f[1] != q[1] && !strict.ok {
		again = ""
	}
	return relate("object", strict, lenient, peer, q[1], f[0], again)
}

// read answers with the model as JSON.
func (d *streams) read(stream, given string) reading {
	fields, why := d.session.decode("accumulograph", "value", given, "78"+stream)
	if why != "" {
		return reading{text: why}
	}
	model := fields.Member("value").Member("value")
	var w value.Writer
	w.Value(model)
	return reading{true, string(w.Buf)}
}

// sameModel reports whether our model of an object is the oracle's (Models.java).
func sameModel(ours, theirs value.Value) bool {
	if theirs.Kind == value.Object {
		if _, any := theirs.Get("@any"); any {
			return true
		}
		if bits, ok := theirs.Get("@bits"); ok {
			return floatBits(ours, 4*len(bits.Raw())) == canonicalNaN(bits.Raw())
		}
		if set, ok := theirs.Get("@set"); ok {
			return sameSet(ours.Items(), set.Items())
		}
		if _, again := ours.Get("again"); again {
			return true // shown elsewhere
		}
	}
	if ours.Kind != theirs.Kind || ours.Len() != theirs.Len() || ours.Raw() != theirs.Raw() {
		return false
	}
	for i := range ours.Len() {
		if ours.Kind == value.Object && ours.Name(i) != theirs.Name(i) || !sameModel(ours.At(i), theirs.At(i)) {
			return false
		}
	}
	return true
}

// canonicalNaN is the bits of a float; a model has one NaN only.
func canonicalNaN(bits string) string {
	u := parseBits(bits)
	switch {
	case len(bits) == 8 && u&0x7fffffff > 0x7f800000:
		return "7fc00000"
	case len(bits) == 16 && u&^(1<<63) > 0x7ff0000000000000:
		return "7ff8000000000000"
	}
	return bits
}

// sameSet compares items in any order.
func sameSet(ours, theirs []value.Value) bool {
	left := slices.Clone(ours)
	for _, x := range theirs {
		i := slices.IndexFunc(left, func(y value.Value) bool { return sameModel(y, x) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}
