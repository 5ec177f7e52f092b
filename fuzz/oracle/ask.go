package main

import (
	"encoding/hex"
	"math"
	"math/rand/v2"
	"strconv"

	codecsession "github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
)

// session answers requests as it would a user's.
type session struct {
	codecsession.Session
	request, reply []byte
}

// decode asks for the fields of one value. given is the inside of a JSON object.
func (s *session) decode(format, record, given, bytes string) (fields value.Value, refused string) {
	b := append(s.request[:0], `{"id":1,"op":"decode","format":"`...)
	b = append(append(append(b, format...), `","record":"`...), record...)
	b = append(append(append(b, `","given":{`...), given...), `},"bytes":{"value":"`...)
	s.request = append(append(b, bytes...), `"}}`...)
	s.reply = s.Answer(s.reply[:0], s.request)
	reply, err := value.Parse(s.reply)
	if err != nil {
		return value.Value{}, "an answer that is not JSON: " + string(s.reply)
	}
	if why, failed := reply.Member("error").Text(); failed {
		return value.Value{}, why
	}
	fields, ok := reply.Get("fields")
	if !ok {
		return value.Value{}, "an answer without fields: " + string(s.reply)
	}
	return fields, ""
}

func hexOf(b []byte) string { return hex.EncodeToString(b) }

// unhex decodes hex that this program wrote.
func unhex(s string) []byte {
	b, _ := hex.DecodeString(s)
	return b
}

// bits64 and bits32 spell IEEE bits as the JVM does.
func bits64(u uint64) string {
	s := strconv.FormatUint(u, 16)
	return "0000000000000000"[len(s):] + s
}

func bits32(u uint32) string { return bits64(uint64(u))[8:] }

func parseBits(s string) uint64 {
	u, _ := strconv.ParseUint(s, 16, 64)
	return u
}

// floatBits returns a float in an answer as its bits.
func floatBits(v value.Value, bits int) string {
	f, ok := v.Float(bits)
	switch {
	case !ok:
		return "not a float: " + v.Raw()
	case bits == 32 && f != f:
		return "7fc00000"
	case f != f:
		return "7ff8000000000000"
	case bits == 32:
		return bits32(math.Float32bits(float32(f)))
	}
	return bits64(math.Float64bits(f))
}

// chance is true once in n times on average.
func chance(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }
