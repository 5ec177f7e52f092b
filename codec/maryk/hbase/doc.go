// Package hbase reads and writes the cells of Maryk's HBase store, which releases up to 0.7 had:
// one table per model, records in family d, unique values in u, and one family for each index.
//
// The model, stored in the table's descriptor, types the cells. Row keys of different kinds may
// have the same bytes, so the column family distinguishes the kinds.
//
// Start at row.go. The bytes are documented in docs/formats/maryk-hbase.md.
//
// The format is one of codec.Formats; cells are decoded by a schema of models:
//
//	schemas, err := schema.Parse(models, hbase.Format.ID)
//	if err != nil {
//		return err
//	}
//	decoder := stream.Decoder{Format: hbase.Format.ID, Schemas: schemas}
//	f, r, bad := decoder.Decode(entry, &fields)
//
// A cell that stores when its record was created:
//
//	row        0000000000017fffffff    the record's key
//	family     64                      d
//	qualifier  0000                    created
//	value      1a1fc6682d700000        version 1882441320005369856
//
// Stable.
package hbase
