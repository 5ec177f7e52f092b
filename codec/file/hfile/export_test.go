package hfile

import "encoding/binary"

// Enclose puts plain bytes, as its only data block and without checksum, in front of what an HFile
// has from its load-on-open part on, and leaves the trailer to be found wrong: such a file is
// walked.
func Enclose(b []byte, encoded bool, cells []byte) []byte {
	magic := "DATABLK*"
	if encoded {
		magic = "DATABLKE"
	}
	out := []byte(magic)
	out = binary.BigEndian.AppendUint32(out, uint32(len(cells)))
	out = binary.BigEndian.AppendUint32(out, uint32(len(cells)))
	out = append(out, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, sumNone)
	out = binary.BigEndian.AppendUint32(out, 16384)
	out = binary.BigEndian.AppendUint32(out, uint32(headerNew+len(cells)))
	out = append(out, cells...)
	r := hfileTail(b)
	return append(out, r...)
}

// hfileTail is what follows the data of a file, without its trailer.
func hfileTail(b []byte) []byte {
	for at := len(b) - trailerV3; at > 0; at-- {
		if s, _ := sortOf(b[at:]); s == infoBlock {
			return b[at : len(b)-trailerV3]
		}
	}
	return nil
}
