// Package marykfixture is shared by the tests of Maryk's packages. It provides the
// golden databases, the models of the vectors, and messages from which tests build their own models.
package marykfixture
