package file

// Beyond is a Folder whose host can look around what the user gave. HBase needs it: a snapshot or a
// clone consists of the names of files that lie in folders beside it. A host that has nothing but
// the given files (a page on which they were dropped) is a plain Folder.
type Beyond interface {
	Folder

	// Path is the whole path of a file that List named, with slashes. It ends with the names of
	// the folders in which the file lies, whatever part of them the user gave.
	Path(name string) string

	// OpenPath opens a file by its whole path; ErrNotThere if there is none.
	OpenPath(path string) (File, error)
}
