package file

import (
	"github.com/rowlens/rowlens/codec/file/block"
)

// Sample is a small real store to try things on.
type Sample struct {
	Name  string // of the file, or of the folder if there are several files
	Title string
	Files []Packed
}

// Packed is a compressed file of a sample.
type Packed struct {
	Name string
	Gzip string
}

// sampleMax bounds the unpacked size of a sample's file.
const sampleMax = 1 << 20

// Folder returns the unpacked files of a sample.
func (s *Sample) Folder() (Files, error) {
	all := Files{}
	var u block.Unpacker
	for _, f := range s.Files {
		b, err := u.Unpack(nil, []byte(f.Gzip), block.Job{Codec: block.Gzip, Plain: -1, Max: sampleMax})
		if err != nil {
			return nil, err
		}
		all[f.Name] = b
	}
	return all, nil
}
