package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
)

// The rows: keys in order, each partly random, and values of words, which compress about as well as text.
const (
	words      = 512
	valueBytes = 100
)

// rows calls put with n rows, which are the same every time. Slices are valid until the next call.
func rows(n, size int, put func(i int, key, value []byte)) {
	r := rand.New(rand.NewPCG(1, 2))
	var list [words][]byte
	for i := range list {
		list[i] = make([]byte, 4+r.IntN(6), 10)
		for j := range list[i] {
			list[i][j] = byte('a' + r.IntN(26))
		}
		list[i] = append(list[i], ' ')
	}
	var key, value []byte
	for i := range n {
		key = fmt.Appendf(key[:0], "user%09d:%04x", i*37, r.Uint32()&0xffff)
		for value = value[:0]; len(value) < size; {
			value = append(value, list[r.IntN(words)]...)
		}
		put(i, key, value[:size])
	}
}

// form writes a row as text for a program that loads rows.
type form func(w *bufio.Writer, i int, key, value []byte)

// write writes n rows in a form.
func write(w io.Writer, n, size int, f form) error {
	out := bufio.NewWriterSize(w, 1<<20)
	rows(n, size, func(i int, key, value []byte) { f(out, i, key, value) })
	return out.Flush()
}

const digits = "0123456789ABCDEF"

func putHex(w *bufio.Writer, b []byte) {
	for _, c := range b {
		w.WriteByte(digits[c>>4])
		w.WriteByte(digits[c&15])
	}
}

// mdbForm is the form that mdb_load reads after the header.
func mdbForm(w *bufio.Writer, _ int, key, value []byte) {
	w.WriteByte(' ')
	putHex(w, key)
	w.WriteString("\n ")
	putHex(w, value)
	w.WriteByte('\n')
}

// ldbForm is the form that `ldb load --hex` reads.
func ldbForm(w *bufio.Writer, _ int, key, value []byte) {
	w.WriteString("0x")
	putHex(w, key)
	w.WriteString(" ==> 0x")
	putHex(w, value)
	w.WriteByte('\n')
}

// only limits a form to the rows for whose number taken returns true.
func only(f form, taken func(i int) bool) form {
	return func(w *bufio.Writer, i int, key, value []byte) {
		if taken(i) {
			f(w, i, key, value)
		}
	}
}

// tabForm is the form that golden/bench/scans reads.
func tabForm(w *bufio.Writer, _ int, key, value []byte) {
	putHex(w, key)
	w.WriteByte('\t')
	putHex(w, value)
	w.WriteByte('\n')
}
