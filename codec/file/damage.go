package file

// Damage is a place of a file that cannot be read as its kind has it.
type Damage struct {
	File     string
	Code     string // the specification's word
	Offset   int64  // in the file; -1 where there is no place
	Expected string
	Found    string

	Lost          int64  // stored bytes that could not be read; 0 for none or unknown
	After, Before []byte // keys between which entries are missing; nil where unknown

	// Remark is set for what is no loss: the normal end of a log after a crash, a wrong count.
	Remark bool
	Text   string // a sentence for people, with what it means and what to do
}

// NoOffset is the Offset of damage without a place.
const NoOffset = -1
