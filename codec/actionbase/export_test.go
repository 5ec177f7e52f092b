package actionbase

// What tests inside and outside the package read from golden.
var (
	Dump          = dump
	FixtureSchema = fixtureSchema
)
