package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Session answers requests one after another and keeps what they define. It is not safe for
// concurrent use; make one for each thread.
type Session struct {
	// Zones is the host's time zone database; may be nil.
	Zones format.Zones

	// Opener decrypts values; may be nil.
	Opener format.Opener

	// Schemas are used for requests that bring none; may be nil.
	Schemas format.SchemaSet

	defined map[*format.Format]map[string]format.Schema // by name
	inline  map[*format.Format]*inlineSchema
	inputs  map[*format.Format]*format.Input
	request request // the request being answered
	w       value.Writer
}

// Answer answers one request line and appends the answer, one line without a line feed, to dst. It
// never fails: a broken request gets an answer with an error.
func (s *Session) Answer(dst, line []byte) []byte {
	req, err := value.Parse(line)
	if err != nil {
		return s.refuse(dst, err)
	}
	return s.AnswerValue(dst, req)
}

// AnswerValue is Answer for a parsed request.
func (s *Session) AnswerValue(dst []byte, req value.Value) []byte {
	if req.Kind != value.Object {
		return s.refuse(dst, errors.New("expected a request as a JSON object, found "+req.Kind.String()))
	}
	s.begin(dst)
	s.w.Member("id").Value(req.Member("id"))
	asked := s.w.Mark()
	if err := s.do(req); err != nil {
		s.w.Back(asked)
		s.fail(err)
	}
	s.w.EndObject()
	return s.w.Buf
}

func (s *Session) begin(dst []byte) {
	s.w.Reset()
	s.w.Buf, s.w.CBOR = dst, false
	s.w.Object()
}

// refuse answers an invalid request.
func (s *Session) refuse(dst []byte, err error) []byte {
	s.begin(dst)
	s.w.Member("id").Null()
	s.fail(err)
	s.w.EndObject()
	return s.w.Buf
}

// fail writes why a request was refused.
func (s *Session) fail(err error) {
	if _, ok := err.(unknown); ok {
		s.w.Member("unsupported").Bool(true)
		return
	}
	s.w.Member("error").String(err.Error())
	var e *wire.Error
	var model *format.Refusal
	switch {
	case errors.As(err, &e):
		s.w.Member("code").String(e.Name())
		s.w.Member("offset").Int(int64(e.Offset))
	case errors.As(err, &model):
		s.w.Member("code").String("refused")
		if model.Field != "" {
			s.w.Member("field").String(model.Field)
		}
	}
}
