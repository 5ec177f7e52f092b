// Package maryk reads and writes the bytes of Maryk's core library: values,
// property references, keys, index entries, stored model definitions. Below it, core is
// the format of these bytes by themselves, rocksdb and hbase are the formats of its
// stores, cell is what the stores have in common, and text what indexes make of text.
//
// Nothing in these bytes says its type: the reader knows the definition. A Schema
// has the definitions; it is read from the stored model that every Maryk database
// carries (ReadStored, Link). Without one, references, keys and entries are still
// taken apart as far as their own bytes go.
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
// The same value, by itself and with its type and length, as inside of other values:
//
//	416461          "Ada", property 1 of Memo, in a cell of its own
//	0a 03 416461    "Ada", property 1, in a message: 1 << 3 | 2, then the length
//
// Stable in part: all but what takes a wire.Reader (ReadKey, StoredReader, …), which is for the
// stores.
package maryk
