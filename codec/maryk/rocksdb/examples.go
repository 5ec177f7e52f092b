package rocksdb

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded without a model.
var examples = []format.Example{
	{Record: "model-name", Fields: `{"model":1,"cfType":"model","item":"name","name":"Ware"}`},
	{Record: "model-version", Fields: `{"model":1,"cfType":"model","item":"version","version":"1.2.3"}`},
	{Record: "model-definition", Fields: `{"model":1,"cfType":"model","item":"definition","stored":"0a100801120178220982010608011000180012150a05506c61696e120800010100000100001a020a00"}`},
	{Record: "model-dependents", Fields: `{"model":1,"cfType":"model","item":"dependents","stored":"0a1c221a0a054c6576656c1207080112034c4f5712080802120448494748"}`},
	{Record: "model-migration-state", Fields: `{"model":1,"cfType":"model","item":"migration-state","state":"0102"}`},
	{Record: "model-migration-log", Fields: `{"model":1,"cfType":"model","item":"migration-log","log":"started"}`},
	{Record: "model-update-history-backfill-complete", Fields: `{"model":1,"cfType":"model","item":"update-history-backfill-complete"}`},
	{Record: "model-replication-tombstone-backfill-complete",
		Fields: `{"model":1,"cfType":"model","item":"replication-tombstone-backfill-complete"}`},
	{Record: "keys", Fields: `{"model":1,"cfType":"keys","record":"0000000100027ffff5e2","created":"1882441300148486144"}`},
	{Record: "table-created", Fields: `{"model":1,"cfType":"table","record":"0000000100027ffff5e2","what":"created","version":"1882441300148486144"}`},
	{Record: "table-last-update", Fields: `{"model":1,"cfType":"table","record":"0000000100027ffff5e2","what":"last-update","version":"1882441300148486144"}`},
	{Record: "table-value", Fields: `{"model":1,"cfType":"table","recordAndMore":"0000000100027ffff5e221","what":"value","version":"1882441300148486144","indicator":1,"kind":"value","value":"612331"}`},
	{Record: "table-soft-delete", Fields: `{"model":1,"cfType":"table","record":"0000000100027ffff5e2","what":"soft-delete","version":"1882441300148486144","deleted":true}`},
	{Record: "index", Fields: `{"model":1,"cfType":"index","index":"04020a11020a09","indexValueAndKey":"4368616e67656407620000000100027ffff5e2","version":"1882441300148486144"}`},
	{Record: "unique", Fields: `{"model":1,"cfType":"unique","what":"unique","reference":"21","storedValue":"01612331","version":"1882441300148486144","record":"0000000100027ffff5e2"}`},
	{Record: "unique-marker", Fields: `{"model":1,"cfType":"unique","what":"marker","reference":"21"}`},
	{Record: "replication-tombstone", Fields: `{"model":1,"cfType":"replication-tombstone","record":"0000000100027ffff5e2","version":"1882441300148486144"}`},
	{Record: "update-history", Fields: `{"model":1,"cfType":"update-history","version":"1882441300148486144","record":"0000000100027ffff5e2","hardDelete":false}`},
	{Record: "historic-created", Fields: `{"model":1,"cfType":"historic-table","record":"0000000100027ffff5e2","what":"created","version":"1882441300148486144"}`},
	{Record: "historic-value", Fields: `{"model":1,"cfType":"historic-table","recordAndMore":"0000000100027ffff5e221","what":"value","version":"1882441300148486144","indicator":1,"kind":"value","value":"612331"}`},
	{Record: "historic-soft-delete", Fields: `{"model":1,"cfType":"historic-table","record":"0000000100027ffff5e2","what":"soft-delete","version":"1882441300148486144","deleted":true}`},
	{Record: "historic-index", Fields: `{"model":1,"cfType":"historic-index","index":"04020a11020a09","indexValueAndKey":"4368616e67656407620000000100027ffff5e2","version":"1882441300148486144","state":"set"}`},
	{Record: "historic-unique", Fields: `{"model":1,"cfType":"historic-unique","what":"unique","reference":"21","storedValue":"01612331","version":"1882441300148486144","record":"0000000100027ffff5e2"}`},
}
