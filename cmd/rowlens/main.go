// Command rowlens reads and writes the bytes of key-value stores.
package main

import (
	"bufio"
	"os"

	"github.com/rowlens/rowlens/codec"
)

func main() {
	var s codec.Session
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var buf []byte
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		buf = append(s.Answer(buf[:0], line), '\n')
		out.Write(buf)
	}
}
