package cell_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

// The texts are those of upstream's JSON.
func TestValuesAreThoseOfUpstreamsJSON(t *testing.T) {
	zoo := marykfixture.Linked(t).Model("Zoo")
	const values = `{"spot":"0.0,-1.0E-7","money":{"amount":"-5","currency":"Red(1)","at":"1981-01-04T23:39:29.873785187","raw":"c8n9"}}`
	j, err := value.Parse([]byte(values))
	if err != nil {
		t.Fatal(err)
	}
	record, err := cell.ParseValues(j, zoo)
	if err != nil {
		t.Fatal(err)
	}
	var w value.Writer
	w.Object()
	for i := range record.Items {
		w.Key(zoo.Property(record.Items[i].Index).Name)
		cell.WriteJSON(&w, &record.Items[i])
	}
	w.EndObject()
	if string(w.Buf) != values {
		t.Errorf("%s\nis written as\n%s", values, w.Buf)
	}
	stored := marykfixture.Unhex(t, "7ffffffffffffffb"+"01"+"0001"+"01"+"80000014b66c313414e763"+"01"+"73c9fd")
	if b, err := maryk.AppendValue(nil, zoo.Property(14).Def, &record.Items[1]); err != nil || string(b) != string(stored) {
		t.Errorf("the value object is stored as %x, want %x, %v", b, stored, err)
	}
}

// Upstream shows a collection that has a size as long as it is there, even if it is 0, and an embed
// only with something in it. In the history on RocksDB, a size of 0 also says that the collection
// was removed, and upstream takes it for that.
func TestEmptyCollectionsAreShown(t *testing.T) {
	zoo := marykfixture.Linked(t).Model("Zoo")
	for historic, want := range map[bool]string{false: `{"tags":[],"dict":{}}`, true: `{"dict":{}}`} {
		p := cell.NewReplay(zoo, cell.RocksDB, cell.Place{}, []cell.Stored{
			{Qualifier: []byte("\x6e"), Data: []byte("\x04\x01")},
			{Qualifier: []byte("\x93\x01"), Data: []byte("\x00")},
			{Qualifier: []byte("\x9c\x01"), Data: []byte("\x01")},
			{Qualifier: []byte("\x9c\x01\x01a"), Data: []byte("\x04\x01")},
		})
		p.Record.Historic = historic
		if err := p.To(cell.Newest); err != nil {
			t.Fatal(err)
		}
		var w value.Writer
		if p.Record.Write(&w); string(w.Buf) != want {
			t.Errorf("historic %t: %s, want %s", historic, w.Buf, want)
		}
	}
}
