package moment_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/moment"
)

func TestNowIsATimeWhereItIsKnown(t *testing.T) {
	o := moment.Options{Layout: "ms", Now: ms("2024-05-03T04:00:01.5Z")}
	for text, want := range map[string]string{"now": "2024-05-03T04:00:01.500Z", "2 h ago": "2024-05-03T02:00:01.500Z"} {
		m, err := moment.Parse(text, o)
		if err != nil || string(m.AppendTime(nil, 0)) != want {
			t.Errorf("%s: %+v, %v", text, m, err)
		}
		if m, err := moment.Parse(text, moment.Options{}); err == nil {
			t.Errorf("%s is %+v where nobody knows the time", text, m)
		}
	}
	if m, err := moment.Parse("now/7", moment.Options{Now: o.Now}); err != nil || m.Logical != 7 {
		t.Errorf("now/7: %+v, %v", m, err)
	}
}
