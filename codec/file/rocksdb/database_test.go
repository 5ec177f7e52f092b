package rocksdb

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/storetest"
)

// show reads the only store of a folder and describes it in text: entries as key=value, with the
// family if there are several, and damage by code and place.
func show(t *testing.T, folder file.Folder, q file.Query, opt file.Options) (rows, damage string) {
	t.Helper()
	set, err := file.Look(folder, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(opt)
	if err != nil || len(stores) != 1 {
		t.Fatalf("%d stores: %v", len(stores), err)
	}
	s := stores[0]
	defer s.Close()
	c, err := s.Scan(file.All, q)
	if err != nil {
		t.Fatal(err)
	}
	var said, hurt []string
	told := func(d *file.Damage) {
		if d.Text == "" || d.Expected == "" || d.Found == "" {
			t.Errorf("%s lacks words: %+v", d.Code, d)
		}
		hurt = append(hurt, d.Code+"@"+strconv.FormatInt(d.Offset, 10))
	}
	for i := range s.Damage() {
		told(&s.Damage()[i])
	}
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			told(e.Damage)
			continue
		}
		said = append(said, words(s, &e))
	}
	if c.Err() != nil {
		t.Fatal(c.Err())
	}
	return strings.Join(said, " "), strings.Join(hurt, " ")
}

// words describes an entry in text.
func words(s file.Store, e *file.Entry) string {
	text := ""
	if len(s.Tables()) > 1 {
		text = s.Tables()[e.Table].Name + "/"
	}
	if e.Empty {
		return text + "empty"
	}
	key, _ := e.Part(store.Key)
	text += string(key)
	if v, ok := e.Part(store.Value); ok {
		text += "=" + string(v)
	}
	if e.Timed {
		text += "@" + strconv.FormatInt(e.Time, 10)
	}
	if e.Error != "" {
		text += "!" + e.Error
	}
	if e.Type != "" {
		text += ":" + e.Type
	}
	return text
}

func TestWriteBatchesAreReplayed(t *testing.T) {
	del := func(key string) string { return sliced("\x00", key) }
	merge := func(key, v string) string { return sliced("\x02", key, v) }
	begin, end := "\x09", func(id string) string { return sliced("\x0a", id) }
	commit, back := func(id string) string { return sliced("\x0b", id) }, func(id string) string { return sliced("\x0c", id) }
	log := func(batches ...[]byte) []byte {
		var w logWriter
		for _, b := range batches {
			w.record(b)
		}
		return w.buf
	}
	a, b, x := putOf("a", "1"), putOf("b", "2"), putOf("x", "9")
	for _, c := range []struct {
		what, rows, damage string
		log                []byte
	}{
		{"no batch", "empty", "", nil},
		{"two puts", "a=1 b=2", "", log(batchOf(1, 2, a, b))},
		{"a newer put", "a=3 b=2", "", log(batchOf(1, 2, a, b), batchOf(3, 1, putOf("a", "3")))},
		{"a delete", "b=2", "", log(batchOf(1, 3, a, b, del("a")))},
		{"a single delete", "b=2", "", log(batchOf(1, 3, a, b, sliced("\x07", "a")))},
		{"a range delete", "c=3", "", log(batchOf(1, 4, a, b, putOf("c", "3"), sliced("\x0f", "a", "c")))},
		{"a put after a range delete", "a=4 c=3", "", log(batchOf(1, 5, a, b, putOf("c", "3"), sliced("\x0f", "a", "c"), putOf("a", "4")))},
		{"an empty range", "a=1", "", log(batchOf(1, 2, a, sliced("\x0f", "b", "a")))},
		{"operands alone", "m=x,y", "", log(batchOf(1, 2, merge("m", "x"), merge("m", "y")))},
		{"operands on a base", "a=1,y", "", log(batchOf(1, 2, a, merge("a", "y")))},
		{"operands on a deleted base", "a=y", "", log(batchOf(1, 3, a, del("a"), merge("a", "y")))},
		{"numbers", "n=\x05\x00\x00\x00\x00\x00\x00\x00", "",
			log(batchOf(1, 2, merge("n", "\x02\x00\x00\x00\x00\x00\x00\x00"), merge("n", "\x03\x00\x00\x00\x00\x00\x00\x00")))},
		{"a timed put", "a=1", "", log(batchOf(1, 1, sliced("\x18", "a", "1\x00\x00\x00\x00\x00\x00\x00\x00")))},
		{"what is no entry", "a=1", "", log(batchOf(1, 1, "\x0d", sliced("\x03", "for replicas"), a))},
		{"a family that no edit adds", "default/b=2 family 7/a=1", "edit@41", log(batchOf(1, 2, sliced("\x05\x07", "a", "1"), b))},
		{"a wrong count", "a=1 b=2", "batch@8", log(batchOf(1, 3, a, b))},
		{"an unknown tag", "a=1", "batch@17", log(batchOf(1, 2, a, "\x7f", b))},
		{"a cut record", "a=1", "batch@17", log(batchOf(1, 2, a, "\x01\x01b\x09x"))},
		{"no header", "empty", "batch@0", log([]byte("short"))},
		{"a commit", "a=1 x=9", "", log(batchOf(1, 1, begin, x, end("t")), batchOf(2, 1, a), batchOf(3, 0, commit("t")))},
		{"a commit after a newer put", "x=9", "",
			log(batchOf(1, 1, begin, x, end("t")), batchOf(2, 1, putOf("x", "0")), batchOf(3, 0, commit("t")))},
		{"a rollback", "a=1", "", log(batchOf(1, 1, begin, x, end("t")), batchOf(2, 1, a), batchOf(3, 0, back("t")))},
		{"only prepared", "a=1", "prepared@0", log(batchOf(1, 1, begin, x, end("t")), batchOf(2, 1, a))},
		{"a commit of what is gone", "a=1", "", log(batchOf(2, 1, a), batchOf(3, 0, commit("t")))},
		{"another policy", "x=9", "transactions@0", log(batchOf(1, 1, "\x12", x, end("t")), batchOf(3, 0, commit("t")))},
		{"another policy, not committed", "a=1", "transactions@0 prepared@0", log(batchOf(1, 1, "\x12", x, end("t")), batchOf(2, 1, a))},
		{"another policy, not committed at the end", "a=1", "transactions@24 prepared@24", log(batchOf(1, 1, a), batchOf(2, 1, "\x12", x, end("t")))},
		{"a transaction in several batches", "a=1 b=2 x=9", "transactions@0",
			log(batchOf(1, 1, "\x13", x, end("t")), batchOf(2, 1, a), batchOf(3, 1, "\x13", b, end("t")), batchOf(4, 0, commit("t")))},
		{"batches of several writers in one record", "a=1 b=2 c=3", "transactions@0 prepared@0",
			log(batchOf(1, 3, "\x12", x, end("t"), a, "\x0d", "\x12", b, end("u")), batchOf(4, 0, commit("u")),
				batchOf(5, 1, putOf("c", "3"), "\x0d"))},
		{"the same, with a key twice in one", "a=1 c=3", "transactions@0 prepared@0 prepared@0",
			log(batchOf(1, 4, "\x12", x, putOf("x", "8"), end("t"), a, "\x0d", "\x12", b, end("u")), batchOf(5, 1, putOf("c", "3"), "\x0d"))},
		{"a prepared one behind another batch", "a=1 b=2", "transactions@0 prepared@0",
			log(batchOf(1, 5, a, b, putOf("a", "0"), a, "\x0d", "\x12", x, end("t")), batchOf(5, 1, b, "\x0d"))},
		{"one number for all of a batch", "a=1 b=3", "", log(batchOf(1, 2, a, b), batchOf(2, 1, putOf("b", "3")))},
		{"one number for equal keys of a batch", "a=4 b=2", "", log(batchOf(1, 3, a, b, putOf("a", "4")), batchOf(2, 0, "\x0d"))},
	} {
		rows, damage := show(t, file.Files(databaseOf(c.log)), file.Query{}, file.Options{})
		if rows != c.rows || damage != c.damage {
			t.Errorf("%s: %q %s, want %q %s", c.what, rows, damage, c.rows, c.damage)
		}
	}
}

func TestManifestsSayWhichFamiliesThereAre(t *testing.T) {
	put := func(family byte, key string) string { return sliced("\x05"+string(family), key, "v") }
	log := new(logWriter).record(batchOf(1, 3, put(0, "a"), put(1, "b"), put(2, "c"))).buf
	add := func(id byte, name string) string {
		return "\xc8\x01" + string(id) + sliced("\xc9\x01", name) + "\x01\x1aleveldb.BytewiseComparator"
	}
	group := func(left byte, edit string) string { return edit + "\xac\x02" + string(left) }
	for _, c := range []struct {
		what, rows, damage string
		edits              []string
	}{
		{"default alone", "a=v", "", nil},
		{"another", "default/a=v one/b=v", "", []string{add(1, "one")}},
		{"a dropped one", "a=v", "", []string{add(1, "one"), "\xc8\x01\x01\xca\x01"}},
		{"an empty one", "default/a=v one/b=v three/empty", "", []string{add(1, "one"), add(3, "three")}},
		{"a name that is no text", "default/a=v 0x0301/b=v", "", []string{add(1, "\x03\x01")}},
		{"a newer log number", "default/a=v one/empty", "file-missing@-1", []string{add(1, "one"), "\xc8\x01\x01\x02\x05"}},
		{"a group", "default/a=v one/b=v two/c=v", "", []string{group(1, add(1, "one")), group(0, add(2, "two"))}},
		{"a group that is cut", "a=v", "edit@41", []string{group(1, add(1, "one"))}},
		{"a group that another edit ends", "default/a=v two/c=v", "edit@41", []string{group(1, add(1, "one")), add(2, "two")}},
		{"what may be ignored", "a=v", "", []string{sliced("\xff\x7f", "whatever")}},
		{"an unknown tag", "a=v", "edit@41", []string{"\x63"}},
		{"a cut edit", "a=v", "edit@41", []string{"\xc9\x01\x09x"}},
		{"a file that is missing", "a=v", "file-missing@-1", []string{newFileOf(0, 9, 100, "a\x01\x01\x00\x00\x00\x00\x00\x00",
			"b\x01\x01\x00\x00\x00\x00\x00\x00", 1, 1)}},
		{"a file that moved away", "a=v", "", []string{newFileOf(0, 9, 100, "a", "b", 1, 1), "\x06\x00\x09"}},
		{"a family that no edit adds", "default/a=v family 7/empty", "edit@41", []string{"\xc8\x01\x07\x02\x03"}},
	} {
		edits := append(c.edits, "\xcb\x01\x02") // a family 2 has existed
		rows, damage := show(t, file.Files(databaseOf(log, edits...)), file.Query{}, file.Options{})
		if rows != c.rows || damage != c.damage {
			t.Errorf("%s: %q %s, want %q %s", c.what, rows, damage, c.rows, c.damage)
		}
	}
}

// tableOf returns a table of one block; pairs must be in order.
func tableOf(pairs ...pair) []byte {
	w := &tableWriter{version: 5, sum: sumCRC32C}
	w.add(pairs...)
	return w.finish()
}

func TestTablesAreMergedByKeyAndSequence(t *testing.T) {
	k := internalKey
	older := tableOf(pair{k("a", 1, typePut), "1"}, pair{k("b", 2, typePut), "2"}, pair{k("c", 3, typeMerge), "x"},
		pair{k("d", 4, typePut), "4"})
	newer := tableOf(pair{k("a", 9, typeDelete), ""}, pair{k("b", 8, typePut), "8"}, pair{k("b", 7, typePut), "7"},
		pair{k("c", 6, typeMerge), "y"},
		pair{k("e", 5, 0x44), "?"})
	bounds := func(n int, b []byte, low, high uint64) string {
		return newFileOf(0, uint64(n), uint64(len(b)), k("a", 9, typePut), k("e", 1, typePut), low, high)
	}
	files := file.Files(databaseOf(nil, bounds(9, older, 1, 4), bounds(10, newer, 5, 9)))
	files["000009.sst"], files["000010.sst"] = older, newer
	for _, c := range []struct {
		what, rows, damage string
		q                  file.Query
		opt                file.Options
	}{
		{"newest", "b=8 c=x,y d=4 e!value-type", "value-type@-1", file.Query{}, file.Options{}},
		{"before the delete", "a=1 b=8 c=x,y d=4 e!value-type", "value-type@-1", file.Query{At: 8, HasAt: true}, file.Options{}},
		{"older", "a=1 b=2 c=x d=4", "", file.Query{At: 4, HasAt: true}, file.Options{}},
		{"a range", "b=8 c=x,y", "", file.Query{Start: []byte("b"), Stop: []byte("d")}, file.Options{}},
		{"an empty range", "", "", file.Query{Start: []byte("x")}, file.Options{}},
		{"stored", "a:delete a=1:put b=8:put b=7:put b=2:put c=y:merge c=x:merge d=4:put e!value-type:type-0x44", "value-type@-1",
			file.Query{Stored: true}, file.Options{}},
	} {
		rows, damage := show(t, files, c.q, c.opt)
		if rows != c.rows || damage != c.damage {
			t.Errorf("%s: %q %s, want %q %s", c.what, rows, damage, c.rows, c.damage)
		}
	}
	files["000010.sst"] = append(slices.Clone(newer), newer...)
	if rows, damage := show(t, files, file.Query{}, file.Options{}); damage == "" {
		t.Errorf("a table of another size: %s %s", rows, damage)
	}
}

// A comparator that the host knows orders the merge; one that nobody knows is reported.
func TestTheHostGivesComparators(t *testing.T) {
	k := internalKey
	one := tableOf(pair{k("w", 1, typePut), "1"}, pair{k("u", 2, typePut), "2"})
	two := tableOf(pair{k("v", 3, typePut), "3"}, pair{k("u", 4, typePut), "4"})
	edit := "\xc8\x01\x01" + sliced("\xc9\x01", "own") + sliced("\x01", "own.Order") +
		newFileOf(0, 9, uint64(len(one)), k("w", 1, typePut), k("u", 2, typePut), 1, 2) +
		newFileOf(0, 10, uint64(len(two)), k("v", 3, typePut), k("u", 4, typePut), 3, 4)
	files := file.Files(databaseOf(nil, edit))
	files["000009.sst"], files["000010.sst"], files["SIDE"] = one, two, []byte("beside")
	backwards := func(comparator string, family []byte, side func(string) []byte) func(a, b []byte) int {
		if comparator != "own.Order" || string(family) != "own" || string(side("SIDE")) != "beside" || side("NONE") != nil {
			t.Errorf("asked for %s of %s", comparator, family)
		}
		return func(a, b []byte) int { return bytes.Compare(b, a) }
	}
	rows, damage := show(t, files, file.Query{}, file.Options{Compare: backwards})
	if rows != "default/empty own/w=1 own/v=3 own/u=4" || damage != "" {
		t.Errorf("%s %s", rows, damage)
	}
	if rows, damage = show(t, files, file.Query{Start: []byte("v"), Stop: []byte("u")}, file.Options{Compare: backwards}); rows != "own/v=3" {
		t.Errorf("a range: %s %s", rows, damage)
	}
	if rows, damage = show(t, files, file.Query{}, file.Options{}); damage != "comparator@-1" {
		t.Errorf("unknown: %s %s", rows, damage)
	}
}

// A range delete of a family with an unknown order could hide any row, so it hides none.
func TestRangeDeletesOfAnUnknownOrderHideNothing(t *testing.T) {
	log := new(logWriter).record(batchOf(1, 2, sliced("\x05\x01", "b", "1"), sliced("\x0e\x01", "a", "c"))).buf
	for comparator, want := range map[string]string{
		"own.Order": "default/empty own/b=1 comparator@-1", "leveldb.BytewiseComparator": "default/empty own/empty ",
	} {
		files := file.Files(databaseOf(log, "\xc8\x01\x01"+sliced("\xc9\x01", "own")+sliced("\x01", comparator)))
		if rows, damage := show(t, files, file.Query{}, file.Options{}); rows+" "+damage != want {
			t.Errorf("%s: %s %s", comparator, rows, damage)
		}
	}
}

// With an unknown merge operator, base and operands are shown, oldest first.
func TestUnknownOperatorsShowWhatTheyWouldMerge(t *testing.T) {
	w := &tableWriter{version: 5, sum: sumCRC32C}
	k := internalKey
	w.add(pair{k("a", 3, typeMerge), "y"}, pair{k("a", 2, typeMerge), "x"}, pair{k("a", 1, typePut), "base"}, pair{k("b", 4, typePut), "4"})
	w.props = append(w.props, pair{"rocksdb.merge.operator", "OwnOperator"})
	b := w.finish()
	files := file.Files(databaseOf(nil, newFileOf(0, 9, uint64(len(b)), k("a", 3, typeMerge), k("b", 4, typePut), 1, 4)))
	files["000009.sst"] = b
	if rows, damage := show(t, files, file.Query{}, file.Options{}); rows != "a=base:put a=x:merge a=y:merge b=4" || damage != "" {
		t.Errorf("%s %s", rows, damage)
	}
	files["OPTIONS-000007"] = []byte("[CFOptions \"default\"]\n  merge_operator={id=StringAppendOperator;delimiter=-;}\n")
	if rows, damage := show(t, files, file.Query{}, file.Options{}); rows != "a=base-x-y b=4" || damage != "" {
		t.Errorf("with options: %s %s", rows, damage)
	}
}

// What a transaction of another policy than write committed wrote before its commit may have been flushed to a table.
func TestWhatWasNeverCommittedIsNotShownFromTablesEither(t *testing.T) {
	old, open := internalKey("k", 1, typePut), internalKey("k", 2, typePut)
	table := tableOf(pair{open, "not committed"}, pair{old, "committed"})
	prepared := batchOf(2, 1, "\x12", putOf("k", "not committed"), sliced("\x0a", "t"))
	log := new(logWriter).record(prepared).record(batchOf(3, 1, putOf("z", "1"))).buf
	folder := file.Files(databaseOf(log, newFileOf(0, 9, uint64(len(table)), open, old, 1, 2)+"\x0a\x04"+"\x02\x05"))
	folder["000009.sst"], folder["000005.log"] = table, nil
	if rows, damage := show(t, folder, file.Query{}, file.Options{}); rows != "k=committed" || damage != "transactions@0 prepared@0" {
		t.Errorf("%s %s", rows, damage)
	}
}

// Operands on an entity become its default column, also if it had none.
func TestOperandsGiveAnEntityADefaultColumn(t *testing.T) {
	entity := "\x01\x01\x01c\x01v"
	files := file.Files(databaseOf(new(logWriter).record(batchOf(1, 2, sliced("\x16", "k", entity), sliced("\x02", "k", "x"))).buf))
	c, err := storetest.Open(t, Kind, files).Scan(file.All, file.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var e file.Entry
	columns := ""
	for c.Next(&e) {
		for _, one := range e.Columns {
			columns += " " + string(one.Name) + "=" + string(one.Value)
		}
	}
	if columns != " =,x c=v" {
		t.Errorf("columns%s", columns)
	}
}
