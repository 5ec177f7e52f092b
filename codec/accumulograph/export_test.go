package accumulograph

// KindOfTable is for tests: it must agree with Tables.
var KindOfTable = kindOfTable
