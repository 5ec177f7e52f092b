package session_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/session"
)

func ExampleSession_Answer() {
	var s session.Session
	fmt.Println(string(s.Answer(nil, []byte(
		`{"id":1,"op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c800000000000004d"}}`))))
	// Output:
	// {"id":1,"fields":{"order":"ASC","value":{"type":"long","value":"77"}}}
}
