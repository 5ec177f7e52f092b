package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
)

// objects are edges, and the vertices of tables that have them: a state with all rows derived from it.
var objects = format.Objects{
	Kinds: []format.ObjectKind{
		{
			Name: edgeKind, Doc: "One edge: its state, as the fields of an edge-state, with lockedAt if a lock is held. Index rows and cache cells " +
				"follow from the state and the schema; without a schema, and where stored ones differ, they are listed as indexes and caches. " +
				"What the edge adds to counts and groups, which many edges share, is listed as counts and groups.",
			Identity: []format.ScanField{
				scanTable(), vertexField("source", "the source of the edge", false), vertexField("target", "the target of the edge", false),
				vertexField("id", "the id of a multi-edge, in place of both", false), {Name: "edgeId", Doc: "upstream's edge id, in place of both"},
				vertexField("_source", "where a multi-edge comes from", false), vertexField("_target", "where a multi-edge goes to", false),
			},
			Example: `{"table":"social.user_likes","source":{"type":"long","value":"1002"},"target":{"type":"string","value":"item 2"},"active":true,` +
				`"version":"1714708800000","createdAt":"1714708800000","deletedAt":null,"properties":[{"name":"createdAt","value":{"type":"long",` +
				`"value":"1714708800000"},"version":"1714708800000"}],"indexes":[],"caches":[]}`,
		},
		{
			Name: vertexKind, Doc: "One vertex of a table that the schema declares as vertices: its state, with id in place of source and target.",
			Identity: []format.ScanField{scanTable(), vertexField("id", "the id of the vertex", true)},
			Example: `{"table":"social.user","id":{"type":"long","value":"1002"},"active":true,"version":"1714708800000","createdAt":"1714708800000",` +
				`"deletedAt":null,"properties":[]}`,
		},
	},
	NewJoiner: newJoiner, Rows: objectRows, Changes: objectChanges, Scans: objectScans,
}

const (
	edgeKind   = "edge"
	vertexKind = "vertex"
)

// vertexTarget is the target of every state of a table of vertices.
var vertexTarget = Value{Kind: String, Text: []byte("-")}
