package block

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand"
	"os"
	"runtime"
	"testing"
)

func golden(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../../../golden/store-files/block/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var hbase = map[string]Job{
	"block.lzo.hadoop":    {Codec: LZO, Hadoop: true},
	"block.lz4.hadoop":    {Codec: LZ4, Hadoop: true},
	"block.snappy.hadoop": {Codec: Snappy, Hadoop: true},
	"block.zstd":          {Codec: Zstd, Hadoop: true}, // with or without the frame: the first bytes tell
	"block.gzip":          {Codec: Gzip},
	"block.bzip2":         {Codec: Bzip2},
}

func TestOneBlockAsHBaseCompressesIt(t *testing.T) {
	var u Unpacker
	plain := golden(t, "block.plain")
	for name, j := range hbase {
		packed := golden(t, name)
		j.Plain, j.Max = len(plain), 1<<20
		if out, err := u.Unpack(nil, packed, j); err != nil || !bytes.Equal(out, plain) {
			t.Errorf("%s: %d bytes, %v, want %d", name, len(out), err, len(plain))
		}
		for n := range packed {
			out, err := u.Unpack(nil, packed[:n], j)
			if j.Codec == Bzip2 && n == len(packed)-14 {
				continue // HBase writes an empty stream after the one with the bytes
			}
			if err == nil {
				t.Errorf("%s, cut after %d of %d bytes: %d bytes", name, n, len(packed), len(out))
			}
		}
	}
}

// hadoop wraps pieces in one group.
func hadoop(plain int, pieces ...[]byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(plain))
	for _, p := range pieces {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(p))), p...)
	}
	return b
}

func TestHadoopsFrame(t *testing.T) {
	var u Unpacker
	for _, c := range []Codec{Snappy, LZ4, Zstd} {
		one, two := pack(t, c, []byte("first piece, "), nil), pack(t, c, []byte("second piece"), nil)
		all := "first piece, second piece"
		for _, x := range []struct {
			name   string
			packed []byte
			want   string
			err    error
		}{
			{"nothing", nil, "", nil},
			{"a group of nothing", hadoop(0), "", nil},
			{"two pieces", hadoop(25, one, two), all, nil},
			{"two groups", append(hadoop(13, one), hadoop(12, two)...), all, nil},
			{"a group of nothing after one", append(hadoop(13, one), hadoop(0)...), all[:13], nil},
			{"pieces longer than the group", hadoop(24, one, two), "", ErrSize},
			{"a piece is missing", hadoop(26, one, two), "", ErrDamaged},
			{"a piece too many", hadoop(13, one, two), "", ErrDamaged},
			{"cut in a length", hadoop(25, one)[:6], "", ErrDamaged},
			{"a negative length", []byte{0x80, 0, 0, 0}, "", ErrDamaged},
			{"a negative length of a piece", []byte{0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff}, "", ErrDamaged},
			{"a group above the limit", hadoop(1<<30, one), "", ErrMax},
		} {
			out, err := u.Unpack(nil, x.packed, Job{Codec: c, Hadoop: true, Plain: -1, Max: 1000})
			if x.name == "a piece too many" && err != nil {
				err = ErrDamaged // which codec is tried depends on its bytes
			}
			if string(out) != x.want || err != x.err {
				t.Errorf("codec %d, %s: %q, %v, want %q, %v", c, x.name, out, err, x.want, x.err)
			}
		}
		packed := append(hadoop(13, one), hadoop(12, two)...)
		out, used, err := u.Stream(nil, packed, Job{Codec: c, Hadoop: true, Plain: -1, Max: 1000})
		if string(out) != "first piece, " || used != 8+len(one) || err != nil {
			t.Errorf("codec %d, the first group: %q, %d used, %v", c, out, used, err)
		}
	}
}

// streams are the codecs whose bytes mark the end of a stream.
var streams = map[string]Codec{"deflate": Deflate, "zlib": Zlib, "gzip": Gzip, "bzip2": Bzip2, "zstd": Zstd}

func stream(t testing.TB, c Codec) (packed, plain []byte) {
	if c == Bzip2 {
		packed = golden(t, "rows.bz2")
		var u Unpacker
		plain, err := u.Unpack(nil, packed, Job{Codec: c, Plain: -1, Max: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		return packed, plain
	}
	plain = texts()[4]
	return pack(t, c, plain, nil), plain
}

func TestAStreamSaysHowManyBytesItTakes(t *testing.T) {
	var u Unpacker
	for name, c := range streams {
		packed, plain := stream(t, c)
		for _, after := range [][]byte{nil, {0}, []byte("something else"), packed} {
			out, used, err := u.Stream(nil, append(bytes.Clone(packed), after...), Job{Codec: c, Plain: -1, Max: 1 << 20})
			if err != nil || used != len(packed) || !bytes.Equal(out, plain) {
				t.Errorf("%s before %d bytes: %d bytes, %d of %d used, %v", name, len(after), len(out), used, len(packed), err)
			}
		}
		if c == Gzip || c == Bzip2 || c == Zstd {
			twice, err := u.Unpack(nil, append(bytes.Clone(packed), packed...), Job{Codec: c, Plain: 2 * len(plain), Max: 1 << 20})
			if err != nil || len(twice) != 2*len(plain) {
				t.Errorf("%s, two streams: %d bytes, %v", name, len(twice), err)
			}
		}
	}
}

func TestACutStreamIsUnpackedAsFarAsItGoes(t *testing.T) {
	var u Unpacker
	for name, c := range streams {
		packed, plain := stream(t, c)
		most := 0
		for _, n := range []int{0, 1, 5, 20, len(packed) / 2, len(packed) - 20, len(packed) - 1} {
			out, _, err := u.Stream(nil, packed[:n], Job{Codec: c, Plain: -1, Max: 1 << 20})
			if err != ErrDamaged {
				t.Errorf("%s, %d of %d bytes: %v", name, n, len(packed), err)
			}
			if !bytes.HasPrefix(plain, out) {
				t.Errorf("%s, %d of %d bytes: not what was packed", name, n, len(packed))
			}
			most = max(most, len(out))
		}
		if most < len(plain)/3 {
			t.Errorf("%s: only %d of %d bytes", name, most, len(plain))
		}
	}
}

func TestWhatCanBeAStreamsBeginning(t *testing.T) {
	for name, c := range map[string]Codec{"zlib": Zlib, "gzip": Gzip, "bzip2": Bzip2, "zstd": Zstd} {
		packed, _ := stream(t, c)
		found := 0
		for at := range packed {
			if (Job{Codec: c, Plain: -1, Max: 1 << 20}).Begins(packed[at:]) {
				found++
			}
		}
		if !(Job{Codec: c, Plain: -1, Max: 1 << 20}).Begins(packed) || found > len(packed)/1000+2 {
			t.Errorf("%s: %d of %d places", name, found, len(packed))
		}
	}
	j := Job{Codec: Snappy, Hadoop: true, Plain: -1, Max: 1000}
	group := hadoop(5, pack(t, Snappy, []byte("hello"), nil))
	if !j.Begins(group) || j.Begins(group[1:]) || j.Begins(hadoop(1001, []byte("x"))) || j.Begins(group[:10]) {
		t.Error("Hadoop's frame")
	}
}

func TestBombsAreRefusedBeforeAnythingIsReserved(t *testing.T) {
	var u Unpacker
	zeros := make([]byte, 50<<20)
	for _, c := range packable[1:] {
		packed := pack(t, c, zeros, nil)
		most := Limit(len(packed), 64<<20, 10)
		if most > 1<<20+10*len(packed) {
			t.Fatalf("codec %d: a limit of %d for %d bytes", c, most, len(packed))
		}
		for _, plain := range []int{-1, len(zeros)} {
			out, err := u.Unpack(nil, packed, Job{Codec: c, Plain: plain, Max: most})
			if c != Snappy && c != LZ4 && err != ErrMax { // these two cannot compress enough to make a bomb
				t.Errorf("codec %d, stored size %d: %v", c, plain, err)
			}
			if cap(out) > 2*most+4<<10 {
				t.Errorf("codec %d, stored size %d: %d bytes reserved", c, plain, cap(out))
			}
		}
	}
	for _, c := range []Codec{Snappy, LZ4, LZO, Deflate, Zlib, Gzip, Bzip2, Zstd} {
		packed := []byte{0xff, 0xff, 0xff, 0x1f, 0} // claims, in Snappy, that 64 MiB follow
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		u.Unpack(nil, packed, Job{Codec: c, Plain: 60 << 20, Max: 64 << 20})
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 128<<10 {
			t.Errorf("codec %d: %d bytes reserved for %d", c, n, len(packed))
		}
	}
}

func TestLimit(t *testing.T) {
	for _, c := range []struct{ stored, max, ratio, want int }{
		{0, 64 << 20, 1000, 1 << 20},
		{100, 64 << 20, 1000, 100_000 + 1<<20},
		{1 << 20, 64 << 20, 1000, 64 << 20},
		{math.MaxInt/2 + 1, math.MaxInt/2 + 1, 1000, math.MaxInt/2 + 1},
		{10, 500, 1000, 500},
	} {
		if got := Limit(c.stored, c.max, c.ratio); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// The sum of so many length bytes does not fit into 31 bits.
func TestLongLengths(t *testing.T) {
	long := bytes.Repeat([]byte{0xff}, 1<<24)
	for _, c := range []struct {
		codec Codec
		src   []byte
		want  error
	}{
		{LZ4, append([]byte{0xf0}, long...), ErrDamaged},
		{LZ4, append([]byte{0x1f, 'a', 1, 0}, append(long, 0)...), ErrMax},
		{LZO, append([]byte{0}, bytes.Repeat([]byte{0}, 1<<24)...), ErrDamaged},
	} {
		var u Unpacker
		if _, err := u.raw(nil, c.src, Job{Codec: c.codec, Plain: -1, Max: 1 << 20}); err != c.want {
			t.Errorf("codec %d: %v, want %v", c.codec, err, c.want)
		}
	}
}

func TestDictionaries(t *testing.T) {
	var u Unpacker
	rows := texts()[4]
	dict, plain := rows[:20_000], rows[20_000:24_000]
	for _, c := range []Codec{Deflate, Zstd} {
		packed := pack(t, c, plain, dict)
		out, err := u.Unpack(nil, packed, Job{Codec: c, Plain: len(plain), Max: 1 << 20, Dict: dict})
		if err != nil || !bytes.Equal(out, plain) {
			t.Errorf("codec %d: %d bytes, %v", c, len(out), err)
		}
		out, err = u.Unpack(nil, packed, Job{Codec: c, Plain: len(plain), Max: 1 << 20})
		if err == nil && bytes.Equal(out, plain) {
			t.Errorf("codec %d needs no dictionary", c)
		}
	}
}

func TestNothingIsAllocatedForTheNextBlock(t *testing.T) {
	plain := texts()[4][:16<<10]
	for name, c := range map[string]Codec{"none": None, "snappy": Snappy, "lz4": LZ4, "zstd": Zstd, "deflate": Deflate, "zlib": Zlib, "gzip": Gzip} {
		var u Unpacker
		packed := pack(t, c, plain, nil)
		j := Job{Codec: c, Plain: len(plain), Max: 1 << 20}
		out, err := u.Unpack(nil, packed, j)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(20, func() { out, _ = u.Unpack(out, packed, j) }); n != 0 {
			t.Errorf("%s: %v allocations a block", name, n)
		}
	}
}

func TestAnyBytesEnd(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	var u Unpacker
	var memory []byte
	seeds := map[Codec][]byte{Bzip2: golden(t, "block.bzip2"), LZO: golden(t, "block.lzo.hadoop")[8:]}
	for _, c := range packable {
		seeds[c] = pack(t, c, texts()[3], nil)
	}
	for range 20_000 {
		c := Codec(r.Intn(10))
		src := bytes.Clone(seeds[c])
		if len(src) == 0 || r.Intn(4) == 0 {
			src = make([]byte, r.Intn(100))
			r.Read(src)
		} else {
			src[r.Intn(len(src))] = byte(r.Intn(256))
		}
		j := Job{Codec: c, Hadoop: r.Intn(3) == 0, Plain: r.Intn(3_000) - 1_000, Max: 10_000}
		j.Plain = max(j.Plain, -1)
		out, err := u.Unpack(memory, src, j)
		if err == nil && (len(out) > j.Max || j.Plain >= 0 && len(out) != j.Plain) {
			t.Fatalf("%+v: %d bytes", j, len(out))
		}
		memory = out
		if out, used, err := u.Stream(memory, src, j); len(out) > j.Max || used > len(src) || err == nil && used == 0 && len(src) > 0 {
			t.Fatalf("%+v: %d bytes, %d used, %v", j, len(out), used, err)
		}
	}
}

func BenchmarkUnpack(b *testing.B) {
	plain := texts()[4][:16<<10]
	for _, x := range []struct {
		name string
		Codec
	}{{"snappy", Snappy}, {"lz4", LZ4}, {"zstd", Zstd}, {"deflate", Deflate}, {"zlib", Zlib}, {"gzip", Gzip}} {
		b.Run(x.name, func(b *testing.B) {
			var u Unpacker
			packed := pack(b, x.Codec, plain, nil)
			var out []byte
			var err error
			b.SetBytes(int64(len(plain)))
			b.ReportAllocs()
			for b.Loop() {
				if out, err = u.Unpack(out, packed, Job{Codec: x.Codec, Plain: len(plain), Max: 1 << 20}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
