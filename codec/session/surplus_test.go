package session_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/session"
)

// A member that the record kind does not have is refused by every encoder, which lists those that
// exist: it would be lost silently, and may be misspelt.
func TestEveryEncoderRefusesSurplusFields(t *testing.T) {
	var s session.Session
	for _, f := range codec.Formats() {
		for i := range f.Kinds() {
			r := f.Kind(i)
			e := f.Example(r.Name)
			if r.Encode == nil || e == nil {
				continue
			}
			answer := answered(t, &s, `{"op":"encode","format":"`+f.ID+`","record":"`+r.Name+`","given":`+orEmpty(e.Given)+
				`,"fields":`+strings.Replace(e.Fields, "{", `{"bogus":1,`, 1)+`}`)
			if why, _ := answer.Member("error").Text(); !strings.HasPrefix(why, "bogus: there is no such field; there are ") {
				t.Errorf("%s %s: %s", f.ID, r.Name, why)
			}
		}
	}
}
