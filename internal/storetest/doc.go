// Package storetest is shared by the tests of store files. It provides the fixtures in
// golden/store-files, which real databases wrote, with what the databases' own libraries read in them.
//
// A fixture is an archive golden/store-files/KIND/NAME.tar.gz, called "KIND/NAME" here. It is
// made in the fixture's folder with
//
//	tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - * | gzip -9n
//
// so that the same files give the same archive. If there is a folder db, it is the store;
// otherwise the store is everything except lines of JSON and Markdown. Beside the store are the
// expected lines:
//
//	expected.jsonl        entries in store order
//	expected.at-N.jsonl   entries in state N
//	issues.jsonl          damage: code, offset and, if there are several files, file
//
// Not promised: it is for tests.
package storetest
