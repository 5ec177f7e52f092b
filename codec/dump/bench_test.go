package dump

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"
)

// randomRows are keys and values as long as those of a real table.
func randomRows(n int) (keys, values [][]byte) {
	r := rand.New(rand.NewPCG(3, 4))
	for range n {
		key, value := make([]byte, 34), make([]byte, 60)
		for i := range key {
			key[i] = byte(r.Uint32())
		}
		for i := range value {
			value[i] = byte(r.Uint32())
		}
		keys, values = append(keys, key), append(values, value)
	}
	return keys, values
}

const benchRows = 20000

func benchHexLines() []byte {
	var text []byte
	_, values := randomRows(benchRows)
	for i, v := range values {
		text = append(AppendHex(text, v[:40+i%20]), '\n')
	}
	return text
}

func benchScan() []byte {
	text := []byte("ROW  COLUMN+CELL\n")
	keys, values := randomRows(benchRows)
	for i, v := range values {
		text = AppendToStringBinary(append(text, ' '), keys[i])
		text = append(text, " column=f:e, timestamp="...)
		text = strconv.AppendInt(text, 1700000000000+int64(i), 10)
		text = AppendToStringBinary(append(text, ", value="...), v)
		text = append(text, '\n')
	}
	return text
}

func benchRecords() []byte {
	var text []byte
	keys, values := randomRows(benchRows)
	for i, v := range values {
		text = AppendHex(append(text, `{"row":"`...), keys[i])
		text = AppendHex(append(text, `","family":"66","qualifier":"65","value":"`...), v)
		text = append(text, `","timestamp":"1700000000000"}`+"\n"...)
	}
	return text
}

func benchLDB() []byte {
	var text []byte
	keys, values := randomRows(benchRows)
	for i, v := range values {
		text = append(AppendHex(append(text, "0x"...), keys[i]), " : 0x"...)
		text = append(AppendHex(text, v), '\n')
	}
	return text
}

func BenchmarkScanner(b *testing.B) {
	for _, c := range []struct {
		name string
		text []byte
	}{{"hex-lines", benchHexLines()}, {"hbase-scan", benchScan()}, {"jsonl", benchRecords()}, {"ldb-scan", benchLDB()}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				s, err := Open(bytes.NewReader(c.text), Options{})
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				for _, err := range s.All() {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != benchRows {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
		})
	}
}

// BenchmarkFloor is what reading lines of hex costs with the standard library.
func BenchmarkFloor(b *testing.B) {
	text := benchHexLines()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		lines := bufio.NewScanner(bytes.NewReader(text))
		var dst [256]byte
		for lines.Scan() {
			if _, err := hex.Decode(dst[:], lines.Bytes()); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
}

// TestSteadyStateDoesNotAllocate: a row costs no allocation but for the chunks
// that timestamps are kept in.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	for _, c := range []struct {
		name string
		text []byte
		most float64
	}{{"hex-lines", benchHexLines(), 0}, {"hbase-scan", benchScan(), 0.05}, {"ldb-scan", benchLDB(), 0}} {
		s, err := Open(io.MultiReader(bytes.NewReader(c.text)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if _, err := s.Next(); err != nil {
				t.Fatal(err)
			}
		}
		if got := testing.AllocsPerRun(1000, func() {
			if _, err := s.Next(); err != nil {
				t.Fatal(err)
			}
		}); got > c.most {
			t.Errorf("%s: %v allocations a row", c.name, got)
		}
	}
}

// BenchmarkDetect is what finding out the form of a long text costs, once.
func BenchmarkDetect(b *testing.B) {
	for _, c := range []struct {
		name string
		text []byte
	}{{"hex-lines", benchHexLines()}, {"hbase-scan", benchScan()}, {"jsonl", benchRecords()}} {
		b.Run(c.name, func(b *testing.B) {
			head := newSample(c.text[:sampleSize], false)
			b.ReportAllocs()
			for b.Loop() {
				detect(head)
			}
		})
	}
}
