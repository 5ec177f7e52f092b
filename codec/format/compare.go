package format

// Effect is what a difference between two models means for data that is there.
type Effect uint8

// The effects.
const (
	Compatible Effect = iota // a reader of the new model reads the data of the old one
	Migrate                  // after rows were rebuilt, or checked
	Breaks                   // it does not
)

var effectNames = [...]string{"compatible", "migrate", "breaks"}

// String returns "compatible", "migrate" or "breaks".
func (e Effect) String() string { return effectNames[e] }

// Difference is one thing in which two models differ.
type Difference struct {
	Path     string // what differs: "Ware.name", "social.user_likes index created_at_desc"
	From, To string // in words; empty for what is not there
	Effect   Effect
	Why      string   // one sentence
	Rebuild  []string // record kinds whose rows have to be rebuilt
}
