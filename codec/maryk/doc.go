// Package maryk reads and writes the bytes of Maryk's core library: values, property references,
// keys, index entries, stored model definitions. Of the packages below it, core is the format of
// these bytes on their own, rocksdb and hbase are the formats of Maryk's stores, cell is what the
// stores have in common, and text is how indexes transform text.
//
// These bytes do not carry their types: the reader must know the definition. A Schema has the
// definitions. It is read from the stored model that every Maryk database carries (ReadStored,
// Link). Without one, references, keys and entries are still split as far as their bytes allow.
//
// Start at value.go (typed values), definition.go and model.go (what types them),
// path.go (property references and cell qualifiers), index.go (key and index
// parts). The bytes are documented in docs/formats/maryk-core.md.
//
// A value, typed by the model that the database stores:
//
//	stored, err := maryk.ReadStored(model, dependents)
//	if err != nil {
//		return err
//	}
//	schema, err := maryk.NewSchema(stored)
//	if err != nil {
//		return err
//	}
//	var v maryk.Value
//	err = maryk.DecodeValue(b, schema.Model("Memo").PropertyNamed("first").Def, &v)
//	fmt.Println(v)
//
// The same value on its own, and with its type and length, as inside other values:
//
//	416461          "Ada", property 1 of Memo, in a cell of its own
//	0a 03 416461    "Ada", property 1, in a message: 1 << 3 | 2, then the length
//
// Stable in part: everything except functions that take a wire.Reader (ReadKey, StoredReader, …),
// which are for the stores.
package maryk
