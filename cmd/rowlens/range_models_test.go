package main

import (
	"slices"
	"strings"
	"testing"
)

// Where a schema has several models or layouts, one is chosen by its name, and a wrong choice is answered with what there is.
func TestAScanNamesOneOfSeveralModels(t *testing.T) {
	const layouts = `{"layouts":{"event":"\"evt:\" day:u16","user":"\"usr:\" id:u64"}}`
	maryk := []string{"range", "--format", "maryk-hbase", "--model", "../../golden/maryk-hbase/keepall.models.json", "--as", "hbase"}
	own := []string{"range", "--format", "layout", "--record", "key", "--model", writeFile(t, layouts), "--as", "hbase"}
	with := func(args []string, more ...string) []string { return append(slices.Clip(args), more...) }
	for _, c := range []struct {
		args []string
		exit int
		want string
	}{
		{with(maryk, "--record", "data-value", "model=Ware", "key.code=7"), 0, `STARTROW => "\x00\x00\x00\x07"`},
		{with(maryk, "--record", "data-value", "model=1", "key.code=7"), 0, `STARTROW => "\x00\x00\x00\x07"`},
		{with(maryk, "--record", "data-value", "model=Wares", "key.code=7"), 2, `model: there is no model "Wares"; there are: 1 Ware, 200 Memo`},
		{with(maryk, "--record", "data-value", "model=7", "key.code=7"), 2, `model: there is no model "7"; there are: 1 Ware, 200 Memo`},
		{with(maryk, "--all-rows"), 1, "model: expected the number or name of the object's model: 1 Ware, 200 Memo"},
		{with(own, "layout=user", "id=3"), 0, `STARTROW => "usr:\x00`},
		{with(own, "id=3"), 1, "layout: expected the name of one of the layouts: event, user"},
		{with(own, "layout=x", "id=3"), 2, `layout: there is no layout "x"; there are: event, user`},
	} {
		r := rowlens(t, "", c.args...).want(t, c.exit)
		if !strings.Contains(r.out+r.err, c.want) {
			t.Errorf("%v: %s%s, want %s", c.args, r.out, r.err, c.want)
		}
	}
}
