package legend

// Names of the parts of a stored definition, in entries and errors.
const (
	PartModel      = "model"
	PartDependents = "dependents"
)
