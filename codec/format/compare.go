package format

// Effect is what a difference between two models means for existing data.
type Effect uint8

// The effects of a difference.
const (
	Compatible Effect = iota // a reader of the new model reads data of the old one
	Migrate                  // it does so once rows have been rebuilt or checked
	Breaks                   // it cannot
)

var effectNames = [...]string{"compatible", "migrate", "breaks"}

// String returns "compatible", "migrate" or "breaks".
func (e Effect) String() string { return effectNames[e] }

// Difference is one difference between two models.
type Difference struct {
	Path     string // what differs: "Ware.name", "social.user_likes index created_at_desc"
	From, To string // in words; empty for what does not exist
	Effect   Effect
	Why      string   // one sentence
	Rebuild  []string // record kinds whose rows must be rebuilt
}
