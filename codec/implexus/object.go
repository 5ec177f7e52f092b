package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
)

// Every row is part of exactly one object, so that objects can be turned into rows again one by one. Everything
// under a path is one object, including the texts that indexes have of it, and a label with its documents is one.
// A set of documents belongs to the category, catalogue, index or label whose set it is; a document only says
// which sets list it.

// The kinds of objects.
const (
	documentObject  = "document"
	containerObject = "container"
	categoryObject  = "category"
	catalogueObject = "catalogue"
	indexObject     = "index"
	entityObject    = "entity"
	typeObject      = "type"
)

var pathIdentity = []format.ScanField{{Name: "path", Doc: "path of the entity", Need: true}}

// exampleEntity is the start of the examples of objects.
const exampleEntity = `"entity":{"type_code":"`

var objects = format.Objects{
	Kinds: []format.ObjectKind{
		{Name: documentObject, Identity: pathIdentity,
			Doc: "A path with properties: its entity, props and children rows and, of each index, its text. What lists the document is shown as " +
				"listed, but is stored in rows of other objects.",
			Example: `{"path":"/users/john",` + exampleEntity + `1","type_label":{"type":"string","value":"User"},"layout":"sequence"},` +
				`"properties":{"type":"dictionary","value":[["age",{"type":"int64","value":"30"}]]}}`},
		{Name: containerObject, Identity: pathIdentity, Doc: "A path with children: its entity and children rows.",
			Example: `{"path":"/users",` + exampleEntity + `4","type_label":{"type":"null"},"layout":"sequence"},"children":["john"]}`},
		{Name: categoryObject, Identity: pathIdentity, Doc: "A path with a configuration and the documents that meet it.",
			Example: `{"path":"/categories/all",` + exampleEntity + `2","type_label":{"type":"null"},"layout":"sequence"},` +
				`"config":{"type_label":{"type":"string","value":"User"},"expression":{"type":"string","value":"true"},"layout":"sequence"},` +
				`"members":["/users/john"]}`},
		{Name: catalogueObject, Identity: pathIdentity, Doc: "A path with the configuration of a catalogue, its keys and their groups.",
			Example: `{"path":"/catalogues/role","catcfg":{"type_label":{"type":"string","value":"User"},"expression":{"type":"string","value":"role"},` +
				`"layout":"sequence"},"keys":["admin"],"groups":[{"value":"admin","members":["/users/john"]}]}`},
		{Name: indexObject, Identity: pathIdentity, Doc: "A path with the configuration of an index and its n-grams. The texts are parts of their documents.",
			Example: `{"path":"/indices/name",` + exampleEntity + `5","type_label":{"type":"null"},"layout":"sequence"},` +
				`"trigrams":[{"gram":"joh","members":["/users/john"]}],"bigrams":[{"gram":"jo","members":["joh"]}],` +
				`"unigrams":[{"gram":"j","members":["jo"]}]}`},
		{Name: entityObject, Identity: pathIdentity, Doc: "A path of which nothing says what it is, except perhaps the type code of its entity row.",
			Example: `{"path":"/",` + exampleEntity + `0","type_label":{"type":"null"},"layout":"sequence"}}`},
		{Name: typeObject, Identity: []format.ScanField{{Name: "label", Doc: "the type label", Need: true}},
			Doc: "The documents of a type label.", Example: `{"label":"User","documents":["/users/john"]}`},
	},
	NewJoiner: newJoiner, Rows: objectRows, Changes: objectChanges, Scans: objectScans,
}
