// Package storetest is what the tests of store files share: the fixtures in golden/store-files,
// which real databases wrote, with what the databases' own libraries read in them.
//
// A fixture is an archive golden/store-files/KIND/NAME.tar.gz, called "KIND/NAME" here. It is
// made in the fixture's folder by
//
//	tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - * | gzip -9n
//
// so that the same files give the same archive. If it has a folder db, that is the store; if not,
// the store is everything that is neither lines of JSON nor Markdown. Beside the store are the
// lines that are expected:
//
//	expected.jsonl        entries in the order of the store
//	expected.at-N.jsonl   entries of the state N
//	issues.jsonl          damage: code, offset, and file where there are several
//
// Not promised: it is for tests.
package storetest
