package accumulograph

// KindOfTable is exported for tests: it must agree with Tables.
var KindOfTable = kindOfTable
