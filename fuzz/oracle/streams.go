package main

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	codecsession "github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
)

// streams compares with ObjectInputStream those values of AccumuloGraph that are Java object streams.
type streams struct {
	session        codecsession.Session
	request, reply []byte
	seeds          [][]byte
}

func (*streams) name() string   { return "streams" }
func (*streams) prefix() string { return "stream." }

// seedStreams is how many streams are written in order to be damaged.
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

// nested returns a list within lists.
func nested(depth int) []byte {
	const list = "00000001770400000001" // the size as a field, and in the writer's block
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
		// A Vector that no shown object refers to, in data left by another class's writer, is also refused
		// by Vector's own code.
		if strings.Contains(lenient.text, `"fields":[`) || strings.HasSuffix(peer.text(), "Inconsistent vector internals") {
			return relate("objects shown by their fields", strict, lenient, peer, "", "", "")
		}
		why := strings.SplitN(peer.text(), ":", 2)[0]
		for _, x := range relate("objects", strict, lenient, peer, "", "", "") {
			list = append(list, difference{x.kind + ": " + why, x.ours})
		}
		return list
	}
	f := peer.fields(2)
	for _, r := range []*reading{&strict, &lenient} {
		if r.ok && sameModel(parseModel(r.text), parseModel(f[0])) {
			r.text = f[0] // maps may be written in a different order
		}
	}
	again := q[1]
	if f[1] != q[1] && !strict.ok || strings.Contains(strict.text, "without a tag of its own") {
		again = ""
	}
	of := "objects"
	if lenient.ok && lenient.text != f[0] && strings.Contains(lenient.text, `"fields":[`) {
		of = "objects of a class with other ancestors"
	}
	return relate(of, strict, lenient, peer, q[1], f[0], again)
}

// read answers with the model as JSON, which may be nested more deeply than a request.
func (d *streams) read(stream, given string) reading {
	d.request = append(append(append(d.request[:0],
		`{"id":1,"op":"decode","format":"accumulograph","record":"value","given":{`...), given...), `},"bytes":{"value":"78`...)
	d.request = append(append(d.request, stream...), `"}}`...)
	d.reply = d.session.Answer(d.reply[:0], d.request)
	var reply struct {
		Error  string
		Fields struct {
			Value struct{ Value json.RawMessage }
		}
	}
	if err := json.Unmarshal(d.reply, &reply); err != nil {
		return reading{text: err.Error()}
	}
	return reading{reply.Error == "", reply.Error + string(reply.Fields.Value.Value)}
}

// parseModel parses JSON, keeping numbers as text.
func parseModel(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// sameModel reports whether our model of an object equals the oracle's (Models.java).
func sameModel(ours, theirs any) bool {
	switch theirs := theirs.(type) {
	case map[string]any:
		if _, any := theirs["@any"]; any {
			return true
		}
		if bits, ok := theirs["@bits"].(string); ok {
			return modelBits(ours, 4*len(bits)) == canonicalNaN(bits)
		}
		if set, ok := theirs["@set"].([]any); ok {
			list, isList := ours.([]any)
			return isList && sameSet(list, set)
		}
		object, ok := ours.(map[string]any)
		if _, again := object["again"]; again {
			return true // shown elsewhere
		}
		return ok && maps.EqualFunc(object, theirs, sameModel)
	case []any:
		list, ok := ours.([]any)
		return ok && slices.EqualFunc(list, theirs, sameModel)
	}
	return ours == theirs
}

// modelBits returns a float in a model as its bits.
func modelBits(v any, bits int) string {
	switch v := v.(type) {
	case string:
		return floatBits(value.Of(v), bits)
	case json.Number:
		f, _ := strconv.ParseFloat(v.String(), bits)
		if bits == 32 {
			return bits32(math.Float32bits(float32(f)))
		}
		return bits64(math.Float64bits(f))
	}
	return "no float"
}

// canonicalNaN returns the bits of a float. A model has only one NaN.
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

// sameSet compares items in any order. Each may match several that the oracle cannot show.
func sameSet(ours, theirs []any) bool {
	if len(ours) != len(theirs) || len(ours) == 0 {
		return len(ours) == len(theirs)
	}
	for i, x := range ours {
		if sameModel(x, theirs[0]) && sameSet(slices.Concat(ours[:i], ours[i+1:]), theirs[1:]) {
			return true
		}
	}
	return false
}
