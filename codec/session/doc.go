// Package session answers requests as JSON: it is the conformance testee (docs/testee.md), the
// page's inspection, and the "call" of every binding.
//
// A request is a JSON object, and so is the answer:
//
//	var s session.Session
//	answer := s.Answer(nil, []byte(`{"id":1,"op":"decode","format":"actionbase",
//		"record":"value","bytes":{"value":"2c800000000000004d"}}`))
//	fmt.Println(string(answer))
//
// The bytes in this request, and the answer:
//
//	2c 800000000000004d    long, ascending: 77 with its sign bit inverted
//	→                      {"id":1,"fields":{"order":"ASC","value":{"type":"long","value":"77"}}}
//
// Go programs get the same, with types, from package identify.
//
// Stable.
package session
