// Package schema reads what a user knows in addition to the bytes: schemas and models from any
// file, dump or stored row, for all formats at once.
//
// A schema is JSON in the format's own form. Parse tries every format, or only a named one:
//
//	v, err := value.Parse(text)
//	if err != nil {
//		return err
//	}
//	schemas, err := schema.Parse(v, "")
//	if err != nil {
//		return err
//	}
//	q := identify.Lone(b)
//	q.Schemas = schemas
//	fmt.Println(string(identify.Best(q).Fields))
//
// Without a schema, the code of a table is a number; with one, it has a name:
//
//	2b a95c6311    693920529
//	2b a95c6311    social.user_likes, whose xxh32 is 693920529
//
// Stable.
package schema
