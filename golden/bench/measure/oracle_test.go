package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/OneOfOne/xxhash"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/peers"
)

func TestHashIsThatOfOneOfOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var session session.Session
	for n := range 301 {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		if got, want := actionbase.Hash(b), xxhash.Checksum32(b); got != want {
			t.Errorf("%d bytes: got %08x, want %08x", n, got, want)
		}
		for _, seed := range []uint32{1, 0x9e3779b1, 1<<31 + uint32(n), 1<<32 - 1} {
			if got, want := sumSeed(t, &session, b, seed), xxhash.Checksum32S(b, seed); got != uint64(want) {
				t.Errorf("%d bytes, seed %d: got %08x, want %08x", n, seed, got, want)
			}
		}
	}
}

// sumSeed asks the way a user does, because the seed is not a parameter of the Go API.
func sumSeed(t *testing.T, s *session.Session, b []byte, seed uint32) uint64 {
	answer, err := value.Parse(s.Answer(nil, []byte(`{"id":1,"op":"derive","format":"actionbase","record":"xxhash32","given":{"seed":`+
		strconv.FormatUint(uint64(seed), 10)+`},"bytes":{"input":"`+hex.EncodeToString(b)+`"}}`)))
	if err != nil {
		t.Fatal(err)
	}
	sum, ok := answer.Member("result").Member("hash").Uint()
	if !ok {
		t.Fatalf("no hash in %s", answer.Raw())
	}
	return sum
}

func TestFieldsAreThoseOfThePeers(t *testing.T) {
	if err := errors.Join(cborOps().err, jsonOps().err); err != nil {
		t.Error(err)
	}
}

// What is measured against HBase and Accumulo decodes, also with a tree. The
// benchmark itself checks that the peers write the same bytes.
func TestGeneralCodecsRead(t *testing.T) {
	codecs, err := generalCodecs()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range codecs {
		for i := range samples {
			c.annotate(i)
			if c.err != nil {
				t.Errorf("%s, sample %d: %v", c.name, i, c.err)
			}
		}
	}
}

func TestSamplesOfJMHCountAsOurChunks(t *testing.T) {
	var text []byte
	for k, name := range []string{"loop", "encode", "decode"} {
		text = fmt.Appendf(text, `,{"benchmark":"rowlens.bench.Peers.%s","primaryMetric":{"scoreUnit":"ns/op","rawDataHistogram":[[[[%d,9],[%d,51]],[[%d,60]]]]}}`, name, 256*k+1, 256*k+256, 256*k+512)
	}
	text[0] = '['
	costs, err := jmhCosts(append(text, ']'))
	if err != nil || costs["loop"] != 1 || costs["encode"] != 2 || costs["decode"] != 3 {
		t.Errorf("%v, %v", costs, err)
	}
	for _, bad := range []string{"", "[]", `[{"benchmark":"x.loop","primaryMetric":{"scoreUnit":"us/op","rawDataHistogram":[[[[1,200]]]]}}]`} {
		if costs, err := jmhCosts([]byte(bad)); err == nil {
			t.Errorf("%s is taken for %v", bad, costs)
		}
	}
}

func TestMissingProgramsAreNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if classpath, err := peers.Classpath(jmhProject, jmhOutput); err == nil || !strings.Contains(err.Error(), "java is not installed") {
		t.Errorf("%q, %v", classpath, err)
	}
}
