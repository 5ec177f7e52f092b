package schema_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/value"
)

func TestASchemaThatNoFormatUnderstandsIsRefused(t *testing.T) {
	v, err := value.Parse([]byte(`{"tables":7}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := schema.Parse(v, ""); err == nil {
		t.Error("it is accepted")
	}
	if _, err := schema.Parse(v, "no such format"); err == nil {
		t.Error("it is accepted for no format")
	}
}
