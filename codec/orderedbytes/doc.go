// Package orderedbytes reads and writes HBase's OrderedBytes: self-describing values whose bytes
// sort as the values do. All values but an ascending blob-copy are self-delimiting, so a compound
// key is their concatenation, each part with its own order.
//
//	type                     asc     desc    then
//	null                     05      fa
//	numeric -infinity        07      f8
//	numeric large negative   08      f7      ~E, ~M
//	numeric medium negative  13 - E  ec + E  ~M
//	numeric small negative   14      eb      -E, ~M
//	numeric zero             15      ea
//	numeric small positive   16      e9      ~(-E), M
//	numeric medium positive  17 + E  e8 - E  M
//	numeric large positive   22      dd      E, M
//	numeric +infinity        23      dc
//	numeric NaN              26      d9
//	int8 int16 int32 int64   29..2c  d6..d3  big-endian, sign bit inverted
//	float32 float64          30 31   cf ce   IEEE bits in order form
//	text                     34      cb      UTF-8 without U+0000, 00
//	blob-var                 37      c8      7 bits per byte, bit 7 set except in the last
//	blob-copy                38      c7      raw bytes; descending: then the terminator
//
// Descending is the ascending encoding with every byte complemented.
//
// A numeric is 0.M times 100 to the power of E. Its mantissa M is in centimals (base 100 digits): a
// centimal X is the byte 2X+1, or 2X if it is the last. A numeric has at most 31 significant
// decimal digits.
//
// Order: as the values, with two exceptions of upstream: blob-var values of
// different lengths, and a small number that 2.5.10 rounded up to 1.
//
// Source: runs of org.apache.hadoop.hbase.util.OrderedBytes of hbase-common 2.5.10, whose own
// documentation gives wrong header bytes. Spec: docs/formats/hbase-orderedbytes.md.
//
// A compound key, each part with its own order:
//
//	key, err := orderedbytes.AppendValues(nil, []orderedbytes.OrderedValue{
//		orderedbytes.TextValue("item-1").Asc(),
//		orderedbytes.Int64Value(77).Desc(),
//	})
//	list, _, err := orderedbytes.DecodeValues(key, nil, nil)
//	n, ok := list[1].Value.Int64()
//
// Its bytes:
//
//	34 6974656d2d31 00     "item-1", ascending
//	d3 7fffffffffffffb2    77, descending: 2c 800000000000004d complemented
//
// Stable.
package orderedbytes
