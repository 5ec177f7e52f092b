package session_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// schemaRequests have one request for each operation that uses a schema, with
// KNOWN in place of the schema. Their answers contain the name of the table.
var schemaRequests = map[string]string{
	"decode": `{"op":"decode","format":"actionbase","record":"edge-state",KNOWN,"bytes":{"row":"` + stateRow + `"}}`,
	"encode": `{"op":"encode","format":"actionbase","record":"edge-state",KNOWN,"parts":["row"],"fields":` +
		`{"tableCode":1526621597,"source":{"type":"long","value":"100"},"target":{"type":"string","value":"item"}}}`,
	"derive":                   `{"op":"derive",KNOWN,"format":"actionbase","record":"string-hash"}`,
	"order":                    `{"op":"order","format":"actionbase",KNOWN,"text":"` + stateRow + `"}`,
	"order without a format":   `{"op":"order",KNOWN,"text":"` + stateRow + `"}`,
	"range":                    `{"op":"range","format":"actionbase","record":"edge-state",KNOWN,"fields":{"table":"demo.follow","source":{"type":"long","value":"100"}}}`,
	"inspect":                  `{"format":"actionbase",KNOWN,"text":"` + stateRow + `"}`,
	"inspect without a format": `{KNOWN,"text":"` + stateRow + `"}`,
}

// reply puts a request to the operation that answers it.
func reply(s *session.Session, name, request string) string {
	if strings.HasPrefix(name, "inspect") {
		return string(s.Inspect(nil, []byte(request)))
	}
	return string(s.Answer(nil, []byte(request)))
}

func TestAnUndefinedSchemaIsRefusedByEveryOperation(t *testing.T) {
	for name, request := range schemaRequests {
		for _, known := range []string{`"given":{"schema":"nosuch","text":"x"}`, `"given":{"text":"x"},"schema":"nosuch"`} {
			var s session.Session
			got := reply(&s, name, strings.Replace(request, "KNOWN", known, 1))
			if !strings.Contains(got, `"no schema called nosuch was defined"`) {
				t.Errorf("%s with %s: %.200s", name, known, got)
			}
		}
	}
}

func TestASchemaIsUsedByEveryOperationWhereverItStands(t *testing.T) {
	const names = `{"names":["demo.follow"]}`
	const define = `{"op":"define","format":"actionbase","given":{"name":"s","names":["demo.follow"]}}`
	for name, request := range schemaRequests {
		if name == "encode" || name == "derive" || name == "range" {
			continue // their answers have no names
		}
		for _, known := range []string{
			`"schema":` + names, `"given":{"schema":` + names + `}`, `"given":` + names, `"schema":"s"`, `"given":{"schema":"s"}`,
			`"schema":["demo.follow"]`, `"schema":{"text":"[\"demo.follow\"]"}`,
		} {
			var s session.Session
			s.Answer(nil, []byte(define))
			if got := reply(&s, name, strings.Replace(request, "KNOWN", known, 1)); !strings.Contains(got, `demo.follow`) {
				t.Errorf("%s with %s: %.200s", name, known, got)
			}
		}
	}
}

func TestASchemaThatIsNoneIsRefusedByEveryOperation(t *testing.T) {
	for name, request := range schemaRequests {
		for _, known := range []string{`"schema":{"tables":1}`, `"given":{"schema":{"tables":1},"text":"x"}`} {
			if name == "derive" && strings.Contains(known, "given") {
				continue // a derivation has a schema of its own there
			}
			var s session.Session
			if got := reply(&s, name, strings.Replace(request, "KNOWN", known, 1)); !strings.Contains(got,
				"tables: expected a list, found a number") {
				t.Errorf("%s with %s: %.200s", name, known, got)
			}
		}
	}
}

func TestEveryOperationAnswersAnUnknownFormatOrRecordAlike(t *testing.T) {
	for name, request := range schemaRequests {
		request = strings.Replace(request, "KNOWN,", "", 1)
		other := func(member string) string {
			was := regexp.MustCompile(`"` + member + `":"[^"]*",?`)
			return strings.Replace(strings.Replace(was.ReplaceAllString(request, ""), `,}`, `}`, 1), `{`, `{"`+member+`":"nothing",`, 1)
		}
		inspect := strings.HasPrefix(name, "inspect")
		for what, unknown := range map[string]string{
			"format called nothing":      other("format"),
			"record kind called nothing": other("record"),
		} {
			var s session.Session
			want := `"unsupported":true`
			if inspect {
				want = `"there is no ` + what + `"`
			}
			if got := reply(&s, name, unknown); !strings.Contains(got, want) {
				t.Errorf("%s, %s: %.200s", name, what, got)
			}
		}
	}
}

func TestAFormatWithoutASchemaRefusesOne(t *testing.T) {
	var s session.Session
	const request = `{"op":"decode","format":"hbase-orderedbytes","record":"sequence","schema":{"tables":[]}}`
	if got := string(s.Answer(nil, []byte(request))); !strings.Contains(got, "takes no schema") {
		t.Error(got)
	}
}
