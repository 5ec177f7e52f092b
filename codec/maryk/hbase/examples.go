package hbase

import "github.com/rowlens/rowlens/codec/format"

// examples prefill a form: one for each record kind that can be encoded without a model.
var examples = []format.Example{
	{Record: "table-meta-name", Given: `{"table":"store:Ware","model":1}`, Fields: `{"item":"name","name":"Ware"}`},
	{Record: "table-meta-version", Given: `{"table":"store:Ware","model":1}`, Fields: `{"item":"version","version":"1.2.3"}`},
	{Record: "table-meta-definition", Fields: `{"item":"definition","stored":"0a100801120178220982010608011000180012150a05506c61696e120800010100000100001a020a00"}`},
	{Record: "table-meta-dependents", Fields: `{"item":"dependents","stored":"0a1c221a0a054c6576656c1207080112034c4f5712080802120448494748"}`},
	{Record: "data-created", Given: `{"table":"store:Ware","model":1,"timestamp":"1882441300148486144","cellType":"Put"}`,
		Fields: `{"what":"created","record":"0000000100027ffff5e2","version":"1882441300148486144"}`},
	{Record: "data-last-update", Given: `{"table":"store:Ware","model":1,"timestamp":"1882441300148486144","cellType":"Put"}`,
		Fields: `{"what":"last-update","record":"0000000100027ffff5e2","version":"1882441300148486144"}`},
	{Record: "data-soft-delete", Given: `{"table":"store:Ware","model":1,"timestamp":"1882441300148486144","cellType":"Put"}`,
		Fields: `{"what":"soft-delete","record":"0000000100027ffff5e2","deleted":true}`},
	{Record: "data-value", Given: `{"table":"store:Ware","model":1,"timestamp":"1882441300148486144","cellType":"Put"}`,
		Fields: `{"what":"value","record":"0000000100027ffff5e2","reference":"21","indicator":1,"kind":"value","value":"612331"}`},
	{Record: "unique", Given: `{"table":"store:Ware","model":1,"timestamp":"1882441300148486144","cellType":"Put"}`,
		Fields: `{"what":"unique","reference":"21","storedValue":"01612331","record":"0000000100027ffff5e2"}`},
	{Record: "index", Given: `{"table":"store:Ware","model":1,"timestamp":"1882441300148486144","cellType":"Put"}`, Fields: `{"what":"index","index":"04020a11020a09","valueAndLengths":"4368616e6765643761620902","record":"0000000100027ffff5e2","set":true}`},
}
