package file

// Damage is a place in a file that cannot be read as its kind specifies.
type Damage struct {
	File     string
	Code     string // one of the kind's Codes
	Offset   int64  // in the file; NoOffset if there is no such place
	Expected string
	Found    string

	Lost          int64  // stored bytes that could not be read; 0 if none or unknown
	After, Before []byte // keys between which entries are missing; nil if unknown

	// Remark is set for what loses nothing: the normal end of a log after a crash, a wrong count.
	Remark bool
	Text   string // a sentence for people: what it means and what to do
}

// NoOffset is the Offset of damage that has no place in the file.
const NoOffset = -1
