package zstd

import (
	"bytes"
	"math/rand"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// theirs decodes frames with another library, each alone, as far as most allows.
func theirs(t testing.TB, dicts ...[]byte) *zstd.Decoder {
	t.Helper()
	with := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(1 << 22)}
	for _, dict := range dicts {
		if string(dict[:4]) == "\x37\xa4\x30\xec" {
			with = append(with, zstd.WithDecoderDicts(dict))
		} else {
			with = append(with, zstd.WithDecoderDictRaw(0, dict))
		}
	}
	d, err := zstd.NewReader(nil, with...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// all decodes all frames of src.
func (d *Decoder) all(dst, src []byte, most int, dict []byte) ([]byte, error) {
	for len(src) > 0 {
		var used int
		var err error
		if dst, used, err = d.Decode(dst, src, most-len(dst), dict); err != nil {
			return dst, err
		}
		src = src[used:]
	}
	return dst, nil
}

// damage changes some bits or bytes of b, or cuts it.
func damage(r *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + r.Intn(3) {
		at := r.Intn(len(b))
		if r.Intn(3) > 0 {
			at = r.Intn(min(len(b), 40)) // headers and tables
		}
		switch r.Intn(8) {
		case 0:
			b = b[:at+1]
		case 1:
			b[at] = byte(r.Intn(256))
		default:
			b[at] ^= 1 << r.Intn(8)
		}
	}
	return b
}

// compare decodes b with both decoders and fails where one takes what the other refuses, but for
// two differences: the other decoder refuses windows above the memory that it may use, which we do
// not reserve; and weights of literals whose bits end within a state, which RFC 8878 continues
// with zeros (section 4.2.1.2).
func compare(t testing.TB, d *Decoder, their *zstd.Decoder, b, dict []byte) (taken bool) {
	t.Helper()
	want, theirErr := their.DecodeAll(b, nil)
	got, err := d.all(nil, b, 1<<22, dict)
	switch {
	case err == nil && theirErr != nil:
		if theirErr != zstd.ErrWindowSizeExceeded && theirErr.Error() != "fse decompress returned: unexpected EOF" {
			t.Errorf("taken, but they say %v: % x", theirErr, b[:min(len(b), 80)])
		}
	case err != nil && theirErr == nil:
		t.Errorf("refused with %v, but they have %d bytes: % x", err, len(want), b[:min(len(b), 80)])
	case err == nil && !bytes.Equal(got, want):
		t.Errorf("other bytes than theirs: % x", b[:min(len(b), 80)])
	}
	if cap(got) > 1<<23 {
		t.Errorf("%d bytes reserved", cap(got))
	}
	return err == nil
}

// dictionaries are plain bytes and one with tables.
func dictionaries(t testing.TB) [][]byte {
	rows := texts()[5]
	var samples [][]byte
	for at := 0; at < 100_000; at += 1_000 {
		samples = append(samples, rows[at:at+1_000])
	}
	full, err := zstd.BuildDict(zstd.BuildDictOptions{
		ID: 4711, Contents: samples, History: rows[:8_000], Offsets: [3]int{1, 4, 8}, Level: zstd.SpeedBestCompression,
	})
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{rows[:10_000], full}
}

// frames are packed texts of each kind, with a dictionary if it is not nil.
func frames(t testing.TB, dict []byte) (frames [][]byte) {
	for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedDefault, zstd.SpeedBestCompression} {
		with := []zstd.EOption{zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false)}
		if dict != nil && string(dict[:4]) == "\x37\xa4\x30\xec" {
			with = append(with, zstd.WithEncoderDict(dict))
		} else if dict != nil {
			with = append(with, zstd.WithEncoderDictRaw(0, dict))
		}
		e := encoder(t, with...)
		for _, plain := range texts() {
			if len(plain) > 0 {
				plain = plain[:min(len(plain), 20_000)]
				frames = append(frames, e.EncodeAll(plain, nil), streamed(t, e, plain))
			}
		}
	}
	return frames
}

func TestFramesWithDictionaries(t *testing.T) {
	var d Decoder
	for i, dict := range dictionaries(t) {
		their := theirs(t, dict)
		without := 0
		for _, b := range frames(t, dict) {
			if !compare(t, &d, their, b, dict) {
				t.Errorf("dictionary %d: not decoded: % x", i, b[:min(len(b), 80)])
			}
			if _, err := d.all(nil, b, 1<<22, nil); err != nil {
				without++
			}
		}
		if without == 0 {
			t.Errorf("dictionary %d: no frame needs it", i)
		}
	}
}

func TestDamagedFramesAreRefusedAsByAnotherDecoder(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var d Decoder
	for _, dict := range append(dictionaries(t), nil) {
		their := theirs(t)
		if dict != nil {
			their = theirs(t, dict)
		}
		taken := 0
		sound := frames(t, dict)
		const tries = 10_000
		for range tries {
			if compare(t, &d, their, damage(r, sound[r.Intn(len(sound))]), dict) {
				taken++
			}
		}
		if taken < 100 || taken > tries-100 {
			t.Errorf("%d of %d taken: too few, or too many, to tell", taken, tries)
		}
	}
}

func TestDamagedDictionaries(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	full := dictionaries(t)[1]
	sound := frames(t, full)
	var d Decoder
	for range 2_000 {
		dict := bytes.Clone(full)
		dict[4+r.Intn(200)] ^= 1 << r.Intn(8)
		d.all(nil, sound[r.Intn(len(sound))], 1<<22, dict) // no more than that it ends
	}
}
