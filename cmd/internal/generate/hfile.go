package generate

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/rowlens/rowlens/cmd/internal/spill"
	"github.com/rowlens/rowlens/codec/shuffle"
)

// HFile writes the cells as an HFile of HBase 2 (version 3.3, neither compressed nor encoded, with one
// level of index). It sorts them in 64 MiB of memory, with temporary files in tmp.
func (x *Table) HFile(w io.Writer, tmp string) error {
	sorter := spill.New(spill.Options{Folder: tmp, Memory: 64 << 20})
	defer sorter.Close()
	var key, payload []byte
	if err := x.each(func(c *cell) error {
		key = append(shuffle.AppendEscaped(key[:0], c.row), c.qualifier...)
		payload = appendCell(payload[:0], c)
		return sorter.Add(key, payload)
	}); err != nil {
		return err
	}
	sorted, err := sorter.Sort(context.Background())
	if err != nil {
		return err
	}
	f := hfile{out: bufio.NewWriterSize(w, 1<<20)}
	for {
		_, cell, err := sorted.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = f.cell(cell)
		}
		if err != nil {
			return err
		}
	}
	return f.end()
}

// appendCell appends a cell: the lengths of its flat key and value, then both.
func appendCell(b []byte, c *cell) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(2+len(c.row)+1+1+len(c.qualifier)+9))
	b = binary.BigEndian.AppendUint32(b, uint32(len(c.value)))
	b = append(binary.BigEndian.AppendUint16(b, uint16(len(c.row))), c.row...)
	b = append(append(b, 1, 'f'), c.qualifier...)
	b = append(binary.BigEndian.AppendUint64(b, version), 4) // Put
	return append(b, c.value...)
}

// hfile writes an HFile.
type hfile struct {
	out   *bufio.Writer
	at    uint64 // offset in the file
	block []byte // the block being filled
	first []byte // key of its first cell
	last  []byte // flat key of the last cell
	index []byte // root entries
	final uint64 // offset of the last data block
	plain uint64 // size of all blocks, unpacked
	cells uint64
	count uint64 // number of data blocks
}

const (
	blockSize     = 64 << 10
	headerSize    = 33
	checksumEvery = 16 << 10
	trailerSize   = 4096
)

func (f *hfile) cell(b []byte) error {
	key := b[8 : 8+binary.BigEndian.Uint32(b)]
	if len(f.block) == 0 {
		f.first = append(f.first[:0], key...)
	}
	f.last = append(f.last[:0], key...)
	f.cells++
	if f.block = append(f.block, b...); len(f.block) < blockSize {
		return nil
	}
	return f.flush()
}

// flush writes the data block that is being filled.
func (f *hfile) flush() error {
	if len(f.block) == 0 {
		return nil
	}
	at := f.at
	if err := f.write("DATABLK*", f.block); err != nil {
		return err
	}
	f.index = binary.BigEndian.AppendUint64(f.index, at)
	f.index = append(appendVlong(binary.BigEndian.AppendUint32(f.index, uint32(f.at-at)), len(f.first)), f.first...)
	f.block, f.final = f.block[:0], at
	f.count++
	return nil
}

// appendVlong appends a length in Hadoop's format.
func appendVlong(b []byte, n int) []byte {
	switch {
	case n < 128:
		return append(b, byte(n))
	case n < 256:
		return append(b, 0x8F, byte(n))
	}
	return append(b, 0x8E, byte(n>>8), byte(n))
}

// write writes a block: header, data, and a checksum for every checksumEvery bytes of both.
func (f *hfile) write(magic string, data []byte) error {
	size := headerSize + len(data)
	sums := (size + checksumEvery - 1) / checksumEvery
	b := append(make([]byte, 0, size+4*sums), magic...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)+4*sums))
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
	b = append(binary.BigEndian.AppendUint64(b, ^uint64(0)), 1) // no previous block; CRC32
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, checksumEvery), uint32(size))
	b = append(b, data...)
	for from := 0; from < size; from += checksumEvery {
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:min(from+checksumEvery, size)]))
	}
	f.at += uint64(len(b))
	f.plain += uint64(size)
	_, err := f.out.Write(b)
	return err
}

// end writes the last block, the index, the file info and the trailer.
func (f *hfile) end() error {
	err := f.flush()
	load := f.at
	err = errors.Join(err, f.write("IDXROOT2", f.index), f.write("IDXROOT2", nil))
	info := f.at
	var pairs []byte
	for _, p := range [...]struct{ name, value string }{
		{"hfile.AVG_KEY_LEN", "\x00\x00\x00\x40"}, {"hfile.AVG_VALUE_LEN", "\x00\x00\x00\x10"}, {"hfile.LASTKEY", string(f.last)},
	} {
		pair := append(appendField(nil, 1, p.name), appendField(nil, 2, p.value)...)
		pairs = appendField(pairs, 1, string(pair))
	}
	err = errors.Join(err, f.write("FILEINF2", append(append([]byte("PBUF"), binary.AppendUvarint(nil, uint64(len(pairs)))...), pairs...)))
	var t []byte
	for i, n := range [...]uint64{info, load, uint64(len(f.index)), f.plain, f.count, 0, f.cells, 1, 0, f.final} {
		t = binary.AppendUvarint(append(t, byte(i+1)<<3), n)
	}
	t = appendField(t, 11, "org.apache.hadoop.hbase.CellComparatorImpl")
	t = append(t, 12<<3, 2) // not compressed
	b := append(binary.AppendUvarint([]byte(`TRABLK"$`), uint64(len(t))), t...)
	b = append(b, make([]byte, trailerSize-len(b)-4)...)
	_, wrote := f.out.Write(append(b, 3, 0, 0, 3))
	return errors.Join(err, wrote, f.out.Flush())
}

// appendField appends a bytes field of a protobuf message.
func appendField(b []byte, number byte, value string) []byte {
	return append(binary.AppendUvarint(append(b, number<<3|2), uint64(len(value))), value...)
}
