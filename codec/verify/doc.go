// Package verify checks that the rows of a dump agree with each other, and accounts for every row.
//
// A Checker takes the rows of a dump, in any order, and then returns findings:
//
//	checker, err := verify.New(schemas, "", nil)
//	if err != nil {
//		return err
//	}
//	for entry, err := range rows.All() {
//		if err == nil {
//			checker.Add(entry)
//		}
//	}
//	totals := checker.Totals()
//	if why := checker.Incomplete(&totals); why != "" {
//		return errors.New(why)
//	}
//	for _, f := range checker.Findings() {
//		fmt.Println(f.Severity, f.Code, f.Why)
//	}
//
// Rows are kept in memory, packed. Within makes the Checker use other sorters, which may use files;
// Each then yields the findings one at a time.
//
// A row of Implexus with a finding: an array of 3 strings, the last of which names an entity that
// no longer fits the category.
//
//	cat:/categories/active-users:members
//	07 0000000000000003 05 000000000000000b 2f75736572732f6a6f686e …
//	→  error stale-member /users/admin
//
// Stable.
package verify
