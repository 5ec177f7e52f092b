package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

const (
	decodeValue = `"op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c8000018f3c9be200"}}`
	valueFields = `"fields":{"order":"ASC","value":{"type":"long","value":"1714708800000"}}}`
)

func TestBatchAnswersEveryLineInOrder(t *testing.T) {
	long := strings.Repeat("x", 17<<20)
	almost := `{"id":"` + strings.Repeat("y", 15<<20) + `",` + decodeValue
	for _, c := range []struct{ name, in, want string }{
		{"a request", `{"id":"1",` + decodeValue + "\n", `{"id":"1",` + valueFields},
		{"without a line feed at the end", `{"id":"1",` + decodeValue, `{"id":"1",` + valueFields},
		{"CR LF", `{"id":"1",` + decodeValue + "\r\n", `{"id":"1",` + valueFields},
		{"an id that is a number", `{"id":7,` + decodeValue + "\n", `{"id":7,` + valueFields},
		{"no JSON", "hello\n", `{"id":null,"error":`},
		{"an empty line", "\n", `{"id":null,"error":`},
		{"a list", "[1]\n", `{"id":null,"error":`},
		{"half a request", `{"id":"1",` + "\n", `{"id":null,"error":`},
		{"bytes that are not UTF-8", "{\"id\":\"\xff\"}\n", `{"id":`},
		{"a zero byte", "\x00\n", `{"id":null,"error":`},
		{"deep nesting", strings.Repeat("[", 100000) + "\n", `{"id":null,"error":`},
		{"a line that is too long", long + "\n", `{"id":null,"error":`},
		{"a line that is almost too long", almost + "\n", `{"id":"yyy`},
		{"an unknown operation", `{"id":"1","op":"x","format":"actionbase","record":"value"}` + "\n", `{"id":"1",`},
		{"an unknown format", `{"id":"1","op":"decode","format":"x","record":"y","bytes":{}}` + "\n", `{"id":"1",`},
		{"bytes that are no hex", `{"id":"1","op":"decode","format":"actionbase","record":"value","bytes":{"value":"zz"}}` + "\n",
			`{"id":"1","error":`},
		{"bytes that break off", `{"id":"1","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c80"}}` + "\n",
			`{"id":"1","error":`},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The next request shows that the pipe continues.
			in := c.in
			if !strings.HasSuffix(in, "\n") {
				in += "\n"
			}
			got := lines(rowlens(t, in+`{"id":"next",`+decodeValue, "batch").want(t, 0).out)
			if len(got) != 2 || !strings.HasPrefix(got[0], c.want) || got[1] != `{"id":"next",`+valueFields {
				t.Fatalf("%d answers: %s", len(got), short(strings.Join(got, "\n")))
			}
			if !json.Valid([]byte(got[0])) {
				t.Errorf("the answer is no JSON: %s", short(got[0]))
			}
		})
	}
}

func TestBatchRefusalsHaveCodeAndOffset(t *testing.T) {
	r := rowlens(t, `{"id":"1","op":"decode","format":"actionbase","record":"value","bytes":{"value":"2c80"}}`, "batch").want(t, 0)
	a := object(t, r.out)
	if a["code"] != "truncated" || a["offset"] != json.Number("1") || a["error"] == "" {
		t.Errorf("the refusal is %s", r.out)
	}
}

// A definition applies to all later lines of the process.
func TestBatchKeepsDefinitions(t *testing.T) {
	row := object(t, lines(readFile(t, golden("actionbase-hbase-shell.expected.jsonl")))[0])
	model := strings.Join(strings.Fields(readFile(t, golden(modelFile))), "")
	request := `{"id":"d","op":"decode","format":"actionbase","record":"edge-count","given":{"schema":"s"},"bytes":{"row":"` + row["row"].(string) + `"}}`
	define := `{"id":"s","op":"define","format":"actionbase","record":"schema","given":{"name":"s",` + model[1:] + `}`
	got := lines(rowlens(t, request+"\n"+define+"\n"+request+"\n", "batch").want(t, 0).out)
	if len(got) != 3 || !strings.Contains(got[0], `"error"`) || got[1] != `{"id":"s","ok":true}` ||
		!strings.Contains(got[2], "social.user_likes") {
		t.Errorf("answers:\n%s", strings.Join(got, "\n"))
	}
}

// A request is answered before the next one arrives.
func TestBatchAnswersAsItReads(t *testing.T) {
	cmd, in, out := piped(t, "batch")
	answers := bufio.NewReader(out)
	for range 3 {
		if _, err := io.WriteString(in, `{"id":"1",`+decodeValue+"\n"); err != nil {
			t.Fatal(err)
		}
		if got, err := answers.ReadString('\n'); err != nil || got != `{"id":"1",`+valueFields+"\n" {
			t.Fatalf("%q, %v", got, err)
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
