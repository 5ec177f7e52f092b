package file

// Beyond is a Folder whose host can look outside what the user gave. HBase needs it: a snapshot or
// a clone consists of the names of files in neighbouring folders. A host that has only the given
// files, such as a page on which they were dropped, is a plain Folder.
type Beyond interface {
	Folder

	// Path returns the full path, with slashes, of a file that List named. It includes the
	// names of the folders that hold the file, even those above what the user gave.
	Path(name string) string

	// OpenPath opens a file by its full path. It returns ErrNotThere if there is no such file.
	OpenPath(path string) (File, error)
}
