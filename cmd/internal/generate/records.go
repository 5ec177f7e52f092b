package generate

import (
	"io"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	maryk "github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Records generates the rows of a Maryk database that keeps all versions: records of the fixtures' model Ware,
// each with three versions, the second of which changes a unique value and the entries of three indexes.
type Records struct {
	Store   *format.Format // rocksdb.Format or hbase.Format
	Schema  format.Schema
	Records int
	Faults  int // planted per kind, each in a different record
	lines
}

// made is a row of a record.
type made struct {
	record string
	entry  store.Entry
}

// wareRows are the rows of a record under construction.
type wareRows struct {
	to   *Records
	id   []byte
	list []made
}

// marykFirst is the first version; between is the distance between the versions of two records.
const marykFirst, between = 1882441300000000000, 16

// RowsOfRecord returns the number of rows per record.
func RowsOfRecord(f *format.Format) int {
	if f == &hbase.Format {
		return 25
	}
	return 49
}

// RecordFaults returns how many kinds of faults Records plants in a store.
func RecordFaults(f *format.Format) int { return len(recordFaults[f.ID]) }

// Write writes the rows as JSON Lines.
func (x *Records) Write(w io.Writer) error {
	x.begin(w, x.Store.ID)
	if x.Store == &rocksdb.Format {
		for item := byte(6); item <= 7; item++ { // update history and tombstones are complete
			e := rowIn("0101", []byte{item}, []byte{1})
			x.put(&e)
		}
	}
	for i := range x.Records {
		x.record(i)
	}
	return x.end()
}

// record writes a record. Depending on its number, it has one fault or none.
func (x *Records) record(i int) {
	at := uint64(marykFirst) + uint64(i)<<20
	n := strconv.Itoa(i)
	values := func(change, stock int) string {
		return `{"code":` + n + `,"kind":"Red(1)","made":"1970-01-01","name":"n` + n + "." + strconv.Itoa(change) + `","stock":` +
			strconv.Itoa(stock) + `,"home":{"street":"s` + n + `"},"labels":["l` + strconv.Itoa(i%100) + `"]}`
	}
	var text strings.Builder
	text.WriteString(`{"model":1,"name":"Ware","keepAllVersions":true,"updateHistory":true,"table":"Ware","values":` + values(1, 3) + `,"history":[`)
	for v, state := range [...]string{values(0, 1), values(1, 1), values(1, 3)} {
		if v > 0 {
			text.WriteByte(',')
		}
		text.WriteString(`{"version":"` + strconv.FormatUint(at+uint64(v)*between, 10) + `","record":{"exists":true,"values":` + state + `}}`)
	}
	text.WriteString(`]}`)
	object, err := value.Parse([]byte(text.String()))
	if err != nil {
		x.fail(err)
		return
	}
	r := wareRows{to: x}
	x.fail(x.Store.Objects.Rows(&format.Input{Schema: x.Schema}, "record", object, func(record string, e *store.Entry) error {
		r.list = append(r.list, made{record, e.Clone()})
		return nil
	}))
	if x.err != nil {
		return
	}
	_, r.id, _ = r.list[0].entry.First(store.Key, store.Row)
	if faults := recordFaults[x.Store.ID]; i < x.Faults*len(faults) {
		faults[i/x.Faults](&r)
	}
	for k := range r.list {
		x.put(&r.list[k].entry)
	}
}

// recordFaults are the kinds of faults by store.
var recordFaults = map[string][]func(*wareRows){
	rocksdb.Format.ID: {
		lost("index", 0, rocksdb.MissingIndexRow), lost("unique", 0, rocksdb.MissingUniqueRow),
		lost("historic-index", 0, rocksdb.MissingHistory), lost("historic-unique", 0, rocksdb.MissingHistory),
		lost("table-created", 0, rocksdb.MissingTableRow), lost("table-last-update", 0, rocksdb.MissingTableRow),
		lost("historic-created", 0, rocksdb.MissingHistory), lost("update-history", 1, rocksdb.MissingUpdate),
		lost("table-value", 3, rocksdb.HistoryDiffers), changed("table-created", 0, 1, 7, "wrong-version"),
		stray(rocksdb.ExtraIndexRow, "0401", "020a217a7a02*", "V"), stray(rocksdb.ExtraUniqueRow, "0501", "21017a7a*", "V*"),
		stray(rocksdb.ExtraHistory, "0701", "020a217a7a02*I", ""), stray(rocksdb.ExtraHistory, "0801", "21017a7a*I", "*"),
		stray(rocksdb.ExtraUpdate, "0901", "0000000000000000*", ""), stray(rocksdb.TombstoneOfLiving, "0a01", "*", "V"),
		stray("undecodable-row", "0301", "*5a80", "V01"), ofNone(rocksdb.RowsWithoutKey, "0301", "-09", "V0100000001"),
		ofNone(rocksdb.MissingTombstone, "0901", "I-", "01"), ofNone(rocksdb.MissingUpdate, "0a01", "-", "V"),
	},
	hbase.Format.ID: {
		lastLost("index", hbase.MissingIndexRow), lastLost("unique", hbase.MissingUniqueRow), lost("index", 0, hbase.MissingHistory),
		lastLost("data-last-update", hbase.MissingLastUpdate), strayCell("index", 0, hbase.ExtraIndexRow),
		strayCell("unique", 2, hbase.ExtraUniqueRow), marker, cutCell,
		changed("index", 0, 3, 0, hbase.HistoryDiffers), unchanged, ofNobody,
	},
}

// nth returns the index of the nth row of a kind.
func (r *wareRows) nth(record string, n int) int {
	for i := range r.list {
		if r.list[i].record == record {
			if n--; n < 0 {
				return i
			}
		}
	}
	return 0
}

// lost removes the nth row of a kind.
func lost(record string, n int, code string) func(*wareRows) {
	return func(r *wareRows) { r.drop(r.nth(record, n), code) }
}

// lastLost removes the last row of a kind.
func lastLost(record, code string) func(*wareRows) {
	return func(r *wareRows) {
		at := 0
		for i := range r.list {
			if r.list[i].record == record {
				at = i
			}
		}
		r.drop(at, code)
	}
}

func (r *wareRows) drop(at int, code string) {
	_, row, _ := r.list[at].entry.First(store.Key, store.Row)
	r.to.plant(code, row)
	r.list = append(r.list[:at:at], r.list[at+1:]...)
}

// filled decodes hex in which * stands for the key of the record, - for the key of a record that does not
// exist, V for the record's first version and I for that version inverted.
func (r *wareRows) filled(hex string) (b []byte) {
	first := uint64(0)
	for i := range r.list {
		if r.list[i].record == "keys" {
			v, _ := r.list[i].entry.Part(store.Value)
			for _, c := range v {
				first = first<<8 | uint64(c)
			}
		}
	}
	for at := 0; at < len(hex); at++ {
		switch hex[at] {
		case '*':
			b = append(b, r.id...)
		case '-':
			b = append(append(b, 0xF0), r.id[1:]...)
		case 'V':
			b = hlc.Append(b, hlc.Version(first))
		case 'I':
			b = hlc.AppendInverted(b, hlc.Version(first))
		default:
			n, _ := strconv.ParseUint(hex[at:at+2], 16, 8)
			b = append(b, byte(n))
			at++
		}
	}
	return b
}

// rowIn returns a row of a column family.
func rowIn(cf string, key, val []byte) store.Entry {
	return store.Entry{Source: store.Source{CF: cf}, Parts: []store.Part{{Name: store.Key, Bytes: key}, {Name: store.Value, Bytes: val}}}
}

// stray adds a row.
func stray(code, cf, key, val string) func(*wareRows) {
	return func(r *wareRows) {
		e := rowIn(cf, r.filled(key), r.filled(val))
		r.to.plant(code, e.Parts[0].Bytes)
		r.list = append(r.list, made{"", e})
	}
}

// ofNone adds a row of a record that does not exist. The finding is about the record.
func ofNone(code, cf, key, val string) func(*wareRows) {
	return func(r *wareRows) {
		e := rowIn(cf, r.filled(key), r.filled(val))
		found := r.filled("-")
		if code == rocksdb.MissingUpdate {
			found = r.filled("I-")
		}
		r.to.plant(code, found)
		r.list = append(r.list, made{"", e})
	}
}

// strayCell adds a copy of the first cell of a kind, with one byte of a part changed.
func strayCell(record string, part int, code string) func(*wareRows) {
	return func(r *wareRows) {
		e := r.list[r.nth(record, 0)].entry.Clone()
		e.Parts[part].Bytes[1] = 'z'
		r.to.plant(code, e.Parts[0].Bytes)
		r.list = append(r.list, made{"", e})
	}
}

// marker adds, in a single family, a hard delete of a record that does not exist: all other
// families lack it.
func marker(r *wareRows) {
	e := r.list[0].entry.Clone()
	e.Deleted = "DeleteFamily"
	e.Parts[0].Bytes = r.filled("-")
	r.list = append(r.list, made{"", e})
	for range 1 + len(r.to.Schema.(*maryk.Schema).Model(1).Def.Indexes) {
		r.to.plant(hbase.MissingMarker, e.Parts[0].Bytes)
	}
}

// changed changes one byte in a part of the nth row of a kind.
func changed(record string, n, part, at int, code string) func(*wareRows) {
	return func(r *wareRows) {
		e := &r.list[r.nth(record, n)].entry
		e.Parts[part].Bytes[at] ^= 1
		r.to.plant(code, e.Parts[0].Bytes)
	}
}

// unchanged adds a version of an index cell in which the record did not change.
func unchanged(r *wareRows) {
	e := r.list[r.nth("index", 0)].entry.Clone()
	at, _ := value.Of(e.Timestamp).Uint()
	e.Timestamp = strconv.FormatUint(at+between/2, 10)
	r.to.plant(hbase.ExtraHistory, e.Parts[0].Bytes)
	r.list = append(r.list, made{"", e})
}

// ofNobody adds a value of a record that does not exist.
func ofNobody(r *wareRows) {
	e := r.list[r.nth("data-value", 0)].entry.Clone()
	e.Parts[0].Bytes = r.filled("-")
	r.to.plant(hbase.WithoutCreation, e.Parts[0].Bytes)
	r.list = append(r.list, made{"", e})
}

// cutCell truncates the value of a cell from the creation.
func cutCell(r *wareRows) {
	at := r.nth("index", 0)
	e := &r.list[at].entry
	e.Parts[3].Bytes = []byte{7}
	r.to.plant("undecodable-row", e.Parts[0].Bytes)
}
