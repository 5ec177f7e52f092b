package block

import (
	"bytes"
	"testing"
)

// FuzzUnpack unpacks arbitrary bytes with every codec: it must terminate and keep to the limit,
// Stream must agree with Unpack, and both zstd decoders must give the same result. The first
// byte holds the codec (4 bits), Hadoop's frame (1) and whether the second byte is a sixteenth
// of the stored size (1).
func FuzzUnpack(f *testing.F) {
	for name, j := range hbase {
		f.Add(seed(j, 846/16), golden(f, name))
	}
	f.Add([]byte{byte(Bzip2), 0}, golden(f, "streams.bz2"))
	for _, c := range packable {
		for _, plain := range texts()[:4] {
			plain = plain[:len(plain)/16*16]
			f.Add(seed(Job{Codec: c}, len(plain)/16), pack(f, c, plain, nil))
			f.Add([]byte{byte(c), 0}, append(pack(f, c, plain, nil), pack(f, c, plain, nil)...))
		}
	}
	var u, again Unpacker
	dict := texts()[4][:3_000]
	f.Fuzz(func(t *testing.T, head, src []byte) {
		head = append(head, 0, 0)
		j := Job{Codec: Codec(head[0] & 15), Hadoop: head[0]&16 != 0, Plain: -1, Max: 1 << 16}
		if head[0]&32 != 0 {
			j.Plain = 16 * int(head[1])
		}
		if head[0]&64 != 0 {
			j.Dict = dict
		}
		out, err := u.Unpack(nil, src, j)
		if len(out) > j.Max || err == nil && j.Plain >= 0 && len(out) != j.Plain || cap(out) > 4*j.Max+1<<10 {
			t.Fatalf("%d bytes of %d, %v", len(out), cap(out), err)
		}
		part, used, streamErr := again.Stream(nil, src, j)
		if len(part) > j.Max || used > len(src) || streamErr == nil && used == 0 && len(src) > 0 {
			t.Fatalf("%d bytes, %d used, %v", len(part), used, streamErr)
		}
		if err == nil && len(src) > 0 && (streamErr != nil || !bytes.HasPrefix(out, part)) {
			t.Fatalf("the first stream: %d bytes, %v; the whole: %d bytes", len(part), streamErr, len(out))
		}
		if j.Codec == Zstd && !j.Hadoop && err == nil {
			ours, rest := []byte(nil), src
			for len(rest) > 0 {
				if ours, used, err = again.unpackZstd(ours, rest, j); err != nil {
					t.Fatalf("taken as a block, but not as frames: %v", err)
				}
				rest = rest[used:]
			}
			if !bytes.Equal(ours, out) {
				t.Fatal("other bytes as frames than as a block")
			}
		}
	})
}

func seed(j Job, sixteenths int) []byte {
	b := byte(j.Codec) | 32
	if j.Hadoop {
		b |= 16
	}
	return []byte{b, byte(sixteenths)}
}
