// Package marykfixture has what the tests of Maryk's packages share: the golden
// databases, the models of the vectors, and messages of which tests make models of their
// own.
package marykfixture
