package actionbase

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form with rows as upstream writes them, with names instead of codes.
var examples = []format.Example{
	{Record: "edge-state", Fields: `{"table":"social.user_likes","source":{"type":"long","value":"1002"},"target":{"type":"string","value":"item 2"},"active":true,"version":"1714708800000","createdAt":"1714708800000","deletedAt":null,"properties":[{"name":"permission","value":{"type":"string","value":"friends"},"version":"1714708800000"},{"name":"createdAt","value":{"type":"long","value":"1714708800000"},"version":"1714708800000"}]}`},
	{Record: "edge-index", Fields: `{"table":"social.user_likes","direction":"OUT","index":"permission_created_at_desc","directedSource":{"type":"long","value":"1002"},"indexValues":[{"order":"ASC","value":{"type":"string","value":"friends"}},{"order":"DESC","value":{"type":"long","value":"1714708800000"}}],"directedTarget":{"type":"string","value":"item 2"},"version":"1714708800000","properties":[{"name":"permission","value":{"type":"string","value":"friends"}}]}`},
	{Record: "edge-count", Fields: `{"table":"social.user_likes","direction":"IN","directedSource":{"type":"string","value":"item 2"},"count":"3"}`},
	{Record: "edge-lock", Fields: `{"table":"social.user_likes","source":{"type":"long","value":"1002"},"target":{"type":"string","value":"item 2"},"lockedAt":"1714708800000"}`},
	{Record: "edge-group", Fields: `{"table":"social.user_likes","direction":"OUT","group":"likes_by_day","directedSource":{"type":"long","value":"1002"},"groupValues":[{"type":"string","value":"20240503"}],"sum":"12"}`},
	{Record: "edge-cache", Fields: `{"table":"social.user_likes","direction":"OUT","cache":"top","directedSource":{"type":"long","value":"1002"},"cacheValues":[{"order":"DESC","value":{"type":"long","value":"1714708800000"}}],"directedTarget":{"type":"string","value":"item 2"},"version":"1714708800000","properties":[{"name":"permission","value":{"type":"string","value":"friends"}}]}`},
	{Record: "metastore-row", Fields: `{"table":"sys.label","source":{"type":"string","value":"prod:social"},"target":{"type":"string","value":"user_likes"},"active":true,"version":"1714708800000","createdAt":"1714708800000","deletedAt":null,"properties":[{"name":"desc","value":{"type":"string","value":"who likes what"},"version":"1714708800000"},{"name":"event","value":{"type":"boolean","value":false},"version":"1714708800000"}]}`},
	{Record: "edge-id", Fields: `{"source":{"type":"string","value":"user 1"},"target":{"type":"string","value":"item 2"}}`},
	{Record: "value", Fields: `{"order":"DESC","value":{"type":"long","value":"1714708800000"}}`},
	{Record: "value-from-bits", Fields: `{"order":"ASC","type":"double","bits":"7ff8000000000001"}`},
	{Record: "value-from-utf16", Fields: `{"order":"ASC","utf16":[55357,97]}`},
}
