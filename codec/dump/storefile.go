package dump

import (
	"bytes"
	"io"
	"strings"
)

// A StoreFile is a binary file of another program: of a database or an archiver, or one that has no rows at all.
type StoreFile struct {
	Title   string // what it is; names as in Command
	Command string // prints it as text that a Form reads, with FILE and FOLDER for its names; "" if nothing does
	text    bool   // it is text, but has no rows
}

// Sentence describes a file and what to do with it. The names of the file and its folder are
// quoted for a shell.
func (f *StoreFile) Sentence(file, folder string) string {
	if f.Command == "" {
		return f.Title + ", not a store or rows that rowlens reads"
	}
	text := f.Title + ", not text"
	if f.text {
		text = f.Title
	}
	return strings.NewReplacer("FILE", file, "FOLDER", folder).Replace(text + ": give what `" + f.Command + "` prints")
}

// The commands that turn the files of stores into text: rowlens itself if it can read the files.
var (
	fileSST      = StoreFile{Title: "a table file (SST) of RocksDB", Command: "rowlens dump FILE"}
	filePlain    = StoreFile{Title: "a plain or cuckoo table file of RocksDB", Command: "sst_dump --file=FILE --command=scan --output_hex"}
	fileLevelDB  = StoreFile{Title: "a table file of LevelDB or an early RocksDB", Command: "rowlens dump FILE"}
	fileWAL      = StoreFile{Title: "a write-ahead log of RocksDB", Command: "rowlens dump FILE"}
	fileManifest = StoreFile{Title: "a MANIFEST of RocksDB, which has no rows", Command: "rowlens dump FOLDER"}
	fileOptions  = StoreFile{Title: "an options file of RocksDB, which has no rows", Command: "rowlens dump FOLDER", text: true}
	fileMessages = StoreFile{Title: "a file of messages (LOG) of RocksDB, which has no rows", Command: "rowlens dump FOLDER", text: true}
	fileBackup   = StoreFile{Title: "the list of files of a RocksDB backup, which has no rows", Command: "rowlens dump FOLDER/..", text: true}
	fileHFile    = StoreFile{Title: "an HFile of HBase", Command: "rowlens dump FILE"}
	fileRFile    = StoreFile{Title: "an RFile of Accumulo", Command: "rowlens dump FILE"}
	fileLMDB     = StoreFile{Title: "the data file of an LMDB environment", Command: "rowlens dump FILE"}
	fileParquet  = StoreFile{Title: "a Parquet file", Command: "duckdb -json -c \"from 'FILE'\""}
	fileAvro     = StoreFile{Title: "an Avro file", Command: "avro-tools tojson FILE"}
	fileSQLite   = StoreFile{Title: "an SQLite database",
		Command: "sqlite3 -csv -header FILE 'select hex(key) as key, hex(value) as value from TABLE'"}
	filePebble = StoreFile{Title: "a table file of Pebble", Command: "pebble sstable scan FILE"}
	fileZip    = StoreFile{Title: "a ZIP archive", Command: "unzip -p FILE"}
	fileTar    = StoreFile{Title: "a tar archive", Command: "tar -xOf FILE"}
	fileGzip   = StoreFile{Title: "compressed with gzip", Command: "gzip -dc FILE"}
	fileZstd   = StoreFile{Title: "compressed with Zstandard", Command: "zstd -dc FILE"}
	fileXZ     = StoreFile{Title: "compressed with xz", Command: "xz -dc FILE"}
	fileBzip2  = StoreFile{Title: "compressed with bzip2", Command: "bzip2 -dc FILE"}
	fileLZ4    = StoreFile{Title: "compressed with LZ4", Command: "lz4 -dc FILE"}
	fileSnappy = StoreFile{Title: "compressed with Snappy", Command: "snzip -dc FILE"}
)

// Files that have no rows.
var (
	filePNG    = StoreFile{Title: "a PNG image"}
	fileJPEG   = StoreFile{Title: "a JPEG image"}
	fileGIF    = StoreFile{Title: "a GIF image"}
	fileWebP   = StoreFile{Title: "a WebP image"}
	fileTIFF   = StoreFile{Title: "a TIFF image"}
	filePDF    = StoreFile{Title: "a PDF document"}
	fileOffice = StoreFile{Title: "a document of an old Microsoft Office"}
	fileELF    = StoreFile{Title: "a program or library (ELF)"}
	fileMachO  = StoreFile{Title: "a program or library (Mach-O)"}
	fileEXE    = StoreFile{Title: "a program or library of Windows"}
	fileClass  = StoreFile{Title: "a Java class, or a program for several processors (Mach-O)"}
	fileWasm   = StoreFile{Title: "a WebAssembly module"}
	fileHeap   = StoreFile{Title: "a heap dump of Java"}
	file7z     = StoreFile{Title: "a 7z archive"}
	fileArrow  = StoreFile{Title: "an Arrow file"}
)

// magic is the bytes by which a kind of file is recognized.
type magic struct {
	at   int // offset; negative counts from the end
	text string
	file *StoreFile
}

var magics = []magic{
	{0, "\x1F\x8B\x08", &fileGzip},
	{0, "\x28\xB5\x2F\xFD", &fileZstd},
	{0, "\xFD7zXZ\x00", &fileXZ},
	{0, "BZh91AY&SY", &fileBzip2},
	{0, "\x04\x22\x4D\x18", &fileLZ4},
	{0, "\xFF\x06\x00\x00sNaPpY", &fileSnappy},
	{0, "PK\x03\x04", &fileZip},
	{0, "PAR1", &fileParquet},
	{0, "Obj\x01", &fileAvro},
	{0, "SQLite format 3\x00", &fileSQLite},
	{0, "DATABLK", &fileHFile},
	{0, "\xD1\x11\xD3\x68\x91\xB5\xD7\xB6\x39\xDF\x41\x40\x92\xBA\xE1\x50", &fileRFile},
	{257, "ustar", &fileTar},
	{0, "\x89PNG\r\n\x1A\n", &filePNG},
	{0, "\xFF\xD8\xFF\xE0", &fileJPEG}, // JFIF
	{0, "\xFF\xD8\xFF\xE1", &fileJPEG}, // Exif
	{0, "\xFF\xD8\xFF\xDB", &fileJPEG},
	{0, "GIF87a", &fileGIF},
	{0, "GIF89a", &fileGIF},
	{8, "WEBPVP8", &fileWebP},
	{0, "II*\x00", &fileTIFF},
	{0, "MM\x00*", &fileTIFF},
	{0, "%PDF-", &filePDF},
	{0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", &fileOffice},
	{0, "\x7FELF", &fileELF},
	{0, "\xCF\xFA\xED\xFE", &fileMachO},
	{0x4E, "This program cannot be run in DOS mode", &fileEXE},
	{0, "\xCA\xFE\xBA\xBE\x00\x00\x00", &fileClass},
	{0, "\x00asm\x01\x00\x00\x00", &fileWasm},
	{0, "JAVA PROFILE 1.0", &fileHeap},
	{0, "7z\xBC\xAF\x27\x1C", &file7z},
	{0, "ARROW1\x00\x00", &fileArrow},
	{-16, "\xD1\x11\xD3\x68\x91\xB5\xD7\xB6\x39\xDF\x41\x40\x92\xBA\xE1\x50", &fileRFile},
	{-8, "\xF7\xCF\xF4\x85\xB7\x41\xE2\x88", &fileSST},     // block-based
	{-8, "\x57\xFB\x80\x8B\x24\x75\x47\xDB", &fileLevelDB}, // block-based before format version 1
	{-8, "\xF0\x9F\xAA\xB3\xF0\x9F\xAA\xB3", &filePebble},
	{-8, "\x95\xFF\x9A\x63\x29\x22\x24\x82", &filePlain}, // plain table
	{-8, "\x4F\x34\x18\xF8\x45\xE3\xE2\x45", &filePlain}, // plain table, old version
	{-8, "\x73\xC1\xD0\xF5\x89\x67\x92\x92", &filePlain}, // cuckoo table
}

// FindStoreFile identifies a file by its first and last few KiB, or by its whole content. It
// returns nil for anything that may be text with rows.
func FindStoreFile(head, tail []byte) *StoreFile {
	for i := range magics {
		m := &magics[i]
		from := head
		at := m.at
		if at < 0 {
			from, at = tail, len(tail)+at
		}
		if at >= 0 && at+len(m.text) <= len(from) && string(from[at:at+len(m.text)]) == m.text {
			return m.file
		}
	}
	const trailer = 4 << 10 // an HFile ends in a trailer of fixed size
	switch {
	case isLMDB(head):
		return &fileLMDB
	case bytes.Contains(tail[max(0, len(tail)-trailer):], []byte("TRABLK\"$")):
		return &fileHFile
	case isLog(head):
		if bytes.Contains(head[:min(len(head), 1<<10)], []byte("Comparator")) {
			return &fileManifest
		}
		return &fileWAL
	}
	return Rowless(head)
}

// Rowless identifies a text that a database keeps beside its rows, by its first KiB; nil for any other text.
func Rowless(head []byte) *StoreFile {
	line, rest, _ := bytes.Cut(head, []byte{'\n'})
	switch {
	case bytes.HasPrefix(line, []byte("# This is a RocksDB option file")):
		return &fileOptions
	case bytes.Contains(line, []byte(" RocksDB version: ")):
		return &fileMessages
	case bytes.Contains(rest, []byte("\nprivate/")) && bytes.Contains(rest, []byte(" crc32 ")):
		return &fileBackup
	}
	return nil
}

// MayBeText reports whether a file that begins with head may be text.
func MayBeText(head []byte) bool { return fitText(&sample{text: head}) == yes }

// isLMDB looks for the magic number of a meta page. There are two meta pages, one of which may be
// damaged; the number follows a page header of 16 bytes, or 12 on 32-bit machines.
func isLMDB(head []byte) bool {
	for _, page := range [...]int{0, 4 << 10, 8 << 10, 16 << 10, 32 << 10} {
		for _, header := range [...]int{16, 12} {
			if at := page + header; at+8 <= len(head) && string(head[at:at+4]) == "\xDE\xC0\xEF\xBE" && head[at+5] == 0 {
				return true
			}
		}
	}
	return false
}

// isLog reports whether a file begins with a record of LevelDB's log format: its masked CRC-32C,
// length, type and payload.
func isLog(head []byte) bool {
	const header, fullType, lastType = 7, 1, 8
	if len(head) <= header {
		return false
	}
	size, kind := int(head[4])|int(head[5])<<8, head[6]
	if size == 0 || kind < fullType || kind > lastType || header+size > len(head) {
		return false
	}
	sum := crc32c(head[6 : header+size])
	sum = (sum>>15 | sum<<17) + 0xa282ead8
	return head[0] == byte(sum) && head[1] == byte(sum>>8) && head[2] == byte(sum>>16) && head[3] == byte(sum>>24)
}

// crc32c is the CRC-32 with Castagnoli's polynomial.
func crc32c(b []byte) uint32 {
	const reversed = 0x82F63B78
	crc := ^uint32(0)
	for _, c := range b {
		crc ^= uint32(c)
		for range 8 {
			crc = crc>>1 ^ reversed&-(crc&1)
		}
	}
	return ^crc
}

// binaryFile identifies the input if it is a known file without rows of text; otherwise it returns nil. The end
// of a stream is not available yet: see rawBytes.
func (s *Scanner) binaryFile(sm *sample) *StoreFile {
	if fitText(sm) == yes {
		return Rowless(sm.text)
	}
	head, tail := s.lines.buf, []byte(nil)
	if s.lines.r == nil {
		tail = head
	}
	return FindStoreFile(head, tail)
}

// noText is the reader of a binary file: it returns one error.
type noText struct {
	file *StoreFile
	done bool
}

func (n *noText) next(s *Scanner) error {
	if n.done {
		return io.EOF
	}
	n.done = true
	s.lines.discard()
	return syntax(0, "text", n.file.Sentence("FILE", "FOLDER")).lineless(0)
}
