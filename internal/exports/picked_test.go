package exports

import (
	"encoding/hex"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/golden"
)

// Columns hold the same as a search of the whole record: for vectors of all formats, with and without the record kind,
// including paths that lead into one another.
func TestPickedMembersAreThoseOfTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	done, members := 0, 0
	eachVector(t, func(i int, v *golden.Vector, texts map[string]string) {
		for _, record := range []string{v.Record, ""}[:1+i%8/7] {
			if n := comparePicked(t, random, v, record, texts); n > 0 {
				done++
				members += n
			}
			if i%5 == 0 { // lenient readers report more about damaged rows
				members += comparePicked(t, random, v, record, damaged(random, texts))
			}
		}
	})
	if done < 10000 || members < 100000 {
		t.Errorf("%d records, %d members of them", done, members)
	}
}

// damaged changes some bytes, and cuts off the end of every third text.
func damaged(random *rand.Rand, texts map[string]string) map[string]string {
	other := map[string]string{}
	for part, text := range texts {
		b := unhex(text)
		for i := 0; len(b) > 0 && i < random.IntN(3); i++ {
			b[random.IntN(len(b))] = byte(random.IntN(256))
		}
		if random.IntN(3) == 0 {
			b = b[:len(b)-random.IntN(len(b)+1)]
		}
		other[part] = hex.EncodeToString(b)
	}
	return other
}

// comparePicked returns how many members were compared.
func comparePicked(t *testing.T, random *rand.Rand, v *golden.Vector, record string, texts map[string]string) (members int) {
	var columns []Column
	for part, text := range texts {
		b := unhex(text)
		columns = append(columns, Column{part, []int32{0, int32(len(b))}, b})
	}
	starts, codes := make([]int32, 2), make([]int32, 1)
	n := DecodeBatch(0, v.Format, record, columns, 1, Lenient|Unlimited, FieldsCBOR, starts, codes, room, new(Error))
	if n <= 0 || n > int64(len(room)) || codes[0] != 0 {
		return 0
	}
	whole := append([]byte(nil), room[:n]...)
	leaves, _ := pathsOf(nil, whole, "", true)
	all, _ := pathsOf(nil, whole, "", false)
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, list := range [][]string{leaves, all[:len(all)/2], append(all[:1:1], "[7]", all[0]+"[7]")} {
		list = list[:min(len(list), FieldsMax)]
		fields := make([]Field, len(list))
		for i, path := range list {
			fields[i] = Field{path, TypeCBOR}
		}
		if len(fields) == 0 {
			continue
		}
		if n := DecodeColumns(0, v.Format, record, columns, 1, Lenient|Unlimited, fields, codes, room, new(Error)); n < 0 || codes[0] != 0 {
			t.Fatalf("%s %q %v: %d %v", v.ID, record, list, n, codes)
		}
		for i, path := range list {
			p, _ := parsePath(path)
			want := ""
			if found := p.in(whole); found != nil && found[0] != 0xf6 {
				want = string(found[:len(found)-len(skip(found))])
			}
			if got := textOf(room, i, 0); got != want {
				t.Errorf("%s %q: %s is %x, want %x", v.ID, record, path, got, want)
			}
		}
		members += len(list)
		compareTyped(t, random, v, record, columns, list, whole)
	}
	return members
}

// compareTyped does the same with a random type for each member.
func compareTyped(t *testing.T, random *rand.Rand, v *golden.Vector, record string, columns []Column, list []string, whole []byte) {
	fields := make([]Field, len(list))
	for i, path := range list {
		types := []uint32{TypeInt64, TypeFloat64, TypeBool, TypeUTF8, TypeBinary, TypeCBOR}
		fields[i] = Field{path, types[random.IntN(len(types))]}
	}
	codes := make([]int32, 1)
	if n := DecodeColumns(0, v.Format, record, columns, 1, Lenient|Unlimited, fields, codes, room, new(Error)); n < 0 {
		t.Fatalf("%s %q %v: %d", v.ID, record, list, n)
	}
	all := true
	for i, f := range fields {
		p, _ := parsePath(f.Path)
		a := newArray(p, f.Type)
		a.begin(new(arrayMemory), 1)
		all = a.add(0, p.in(whole)) && all
		a.pad(1)
		data, size := headOf(room, i, 4), headOf(room, i, 5)
		if nulls := headOf(room, i, 1); nulls != int64(1-a.values) || string(room[data:data+size]) != string(a.data) {
			t.Errorf("%s %q: %v is %x, with %d nulls, want %x", v.ID, record, f, room[data:data+size], nulls, a.data)
		}
	}
	if want := map[bool]Code{true: OK, false: BadColumn}[all]; Code(codes[0]) != want {
		t.Errorf("%s %q %v: code %d, want %d", v.ID, record, fields, codes[0], want)
	}
}

// pathsOf appends the paths of everything in a value, or with leaves only those of values that are
// not containers.
func pathsOf(list []string, b []byte, path string, leaves bool) (paths []string, rest []byte) {
	it, rest := next(b)
	container := it.kind == cborMap || it.kind == cborArray
	if len(path) <= PathMax && (!leaves || !container) {
		list = append(list, path)
	}
	for i := range it.number {
		switch it.kind {
		case cborMap:
			var name item
			name, rest = next(rest)
			one := strings.NewReplacer(`\`, `\\`, ".", `\.`, "[", `\[`).Replace(string(name.bytes))
			if path != "" {
				one = path + "." + one
			}
			list, rest = pathsOf(list, rest, one, leaves)
		case cborArray:
			list, rest = pathsOf(list, rest, path+"["+strconv.FormatUint(i, 10)+"]", leaves)
		default:
			return list, rest
		}
	}
	return list, rest
}
