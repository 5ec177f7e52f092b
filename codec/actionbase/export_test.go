package actionbase

// What tests of the package and those from outside read from golden.
var (
	Dump          = dump
	FixtureSchema = fixtureSchema
)
