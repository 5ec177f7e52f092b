package rfile

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// shapes returns files of each layout by name: fixtures, and some that the tests make.
func shapes(t testing.TB, names ...string) file.Files {
	t.Helper()
	_, all := readFixtures(t)
	some := file.Files{}
	for _, name := range names {
		b, ok := all[name]
		if version, codec, made := strings.Cut(strings.TrimPrefix(name, "made"), "-"); made && !ok {
			n, _ := strconv.Atoi(version)
			b, _ = madeFile(n, strings.TrimSuffix(codec, ".rf"), n >= 6)
		}
		if some[name] = b; len(b) == 0 {
			t.Fatalf("there is no %s", name)
		}
	}
	return some
}

// reread reads arbitrary bytes, which are recognised only if they are, or were, an RFile.
func reread(t testing.TB, name string, b []byte, q file.Query) ([]string, []file.Damage) {
	t.Helper()
	set, err := file.Look(file.Files{name: b}, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil || len(stores) != 1 {
		t.Fatalf("%s: %d stores, %v", name, len(stores), err)
	}
	defer stores[0].Close()
	return storetest.Read(t, stores[0], q)
}

var missing = regexp.MustCompile(`\b(\d+) entr(?:ies are|y is) missing`)

// reported returns how many entries are missing according to damage, and whether the file is refused.
func reported(damage []file.Damage) (n int, refused bool) {
	for _, d := range damage {
		if m := missing.FindStringSubmatch(d.Text); m != nil {
			more, _ := strconv.Atoi(m[1])
			n += more
		}
		refused = refused || d.Code == "magic" && d.Text == "this is no RFile" || d.Code == "encrypted" ||
			d.Code == "version" && !strings.HasSuffix(d.Text, "Nothing is lost.")
	}
	return n, refused
}

// left returns the lines of one list that are not in another.
func left(of, without []string) (all []string) {
	count := map[string]int{}
	for _, line := range without {
		count[line]++
	}
	for _, line := range of {
		if count[line]--; count[line] < 0 {
			all = append(all, line)
		}
	}
	return all
}

// In a file whose blocks have checksums, a changed byte either leaves all entries intact, or the
// entries read and those in reported damage together are all that were stored. No entry is
// changed or returned twice.
func TestDamagedBytesAreAccountedFor(t *testing.T) {
	for name, whole := range shapes(t, "empty-gz.rf", "accumulo15-plain-gz.rf", "accumulo17-groups-gz.rf", "accumulo15-levels-gz.rf",
		"groups-gz.rf", "levels-gz.rf", "codec-gz.rf", "codec-bzip2.rf", "sampled-gz.rf", "made3-gz.rf", "made4-gz.rf", "made6-gz.rf", "made8-gz.rf") {
		sound, damage := reread(t, name, whole, file.Query{Stored: true})
		if len(damage) > 0 {
			t.Fatal(name, damage)
		}
		step, bad := 1, 0
		if len(whole) > 2000 && storetest.Soak() <= time.Minute {
			step = len(whole) / 150
		}
		b := bytes.Clone(whole)
		for at := 0; at < len(b) && bad < 5; at += step {
			for _, flip := range []byte{1 << (at % 8), 0xFF} {
				b[at] = whole[at] ^ flip
				got, damage := reread(t, name, b, file.Query{Stored: true})
				b[at] = whole[at]
				n, refused := reported(damage)
				if odd := left(got, sound); len(odd) > 0 || !refused && len(got)+n != len(sound) || refused && len(got) > 0 {
					t.Errorf("%s, byte %d changed by %#x: %d entries and %d reported of %d, %d that were not stored; %+v",
						name, at, flip, len(got), n, len(sound), len(odd), damage)
					bad++
				}
			}
		}
	}
}

// Without checksums, a changed byte may change an entry. But no file yields more than it stores,
// and every mode terminates within bounds.
func TestDamagedBytesMayBeAnything(t *testing.T) {
	for name, whole := range shapes(t, "one.rf", "one-empty-fields.rf", "deleted.rf", "empty.rf", "encrypted.rf", "many-families.rf",
		"accumulo15-plain-none.rf", "groups-no-default-data.rf", "codec-snappy.rf", "codec-lz4.rf", "codec-lzo.rf", "codec-zstd.rf",
		"made3-none.rf", "made4-none.rf", "made6-none.rf") {
		step := 1
		if len(whole) > 1000 && storetest.Soak() <= time.Minute {
			step = len(whole) / 120
		}
		b := bytes.Clone(whole)
		for at := 0; at < len(b); at += step {
			for _, flip := range []byte{1 << (at % 8), 0x80, 0xFF} {
				b[at] = whole[at] ^ flip
				readAny(t, name, b)
				b[at] = whole[at]
			}
		}
	}
}

// TestRandomDamageIsSurvived damages larger files, 100,000 times in `make soak`.
func TestRandomDamageIsSurvived(t *testing.T) {
	names := []string{"levels.rf", "levels-gz.rf", "codec-none.rf", "codec-snappy.rf", "codec-lzo.rf", "codec-zstd.rf", "codec-lz4.rf",
		"accumulo15-levels-none.rf", "sampled.rf", "sampled-gz.rf", "big-snappy.rf", "made4-gz.rf", "made6-none.rf"}
	files, random, cases := shapes(t, names...), rand.New(rand.NewPCG(1, 2)), 600
	if storetest.Soak() > time.Minute {
		cases = 100_000
	}
	for n := range cases {
		name := names[n%len(names)]
		b := storetest.Spoil(random, files[name])
		readAny(t, name, b)
		if n%5 == 0 {
			storetest.Tile(t, Kind, b, file.Options{BlockMax: 1 << 20})
		}
	}
}

// readAny reads arbitrary bytes in every mode: it must terminate in bounded memory, with no more
// entries than the bytes can hold.
func readAny(t testing.TB, name string, b []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	set, err := file.Look(file.Files{name: b}, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{BlockMax: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		for _, q := range []file.Query{{}, {Stored: true, Salvage: true}} {
			n := 0
			c, err := s.Scan(file.All, q)
			if err != nil {
				t.Fatal(err)
			}
			var e file.Entry
			for c.Next(&e) {
				if n++; n > 1<<20 {
					t.Fatalf("%s: more entries than the file can have", name)
				}
			}
		}
		s.Close()
	}
	runtime.ReadMemStats(&after)
	if used, most := after.TotalAlloc-before.TotalAlloc, uint64(64*len(b)+16<<20); used > most {
		t.Errorf("%s: %d bytes were allocated for %d", name, used, len(b))
	}
}
