package hfile

import "encoding/binary"

// Enclose puts plain bytes, as the only data block and without a checksum, before everything that
// an HFile has from its load-on-open part on. The trailer is then found to be wrong, so that the
// file is walked.
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

// hfileTail returns what follows the data of a file, without the trailer.
func hfileTail(b []byte) []byte {
	for at := len(b) - trailerV3; at > 0; at-- {
		if s, _ := sortOf(b[at:]); s == infoBlock {
			return b[at : len(b)-trailerV3]
		}
	}
	return nil
}
