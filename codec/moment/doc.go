// Package moment reads timestamps, and versions of hybrid logical clocks, in any form that people
// use, and shows them in all forms: instant, logical counter, number and stored bytes.
//
// Parse accepts any of the forms and returns all of them:
//
//	m, err := moment.Parse("1a1fc677cc400000", moment.Options{Layout: "maryk"})
//	if err != nil {
//		return err
//	}
//	fmt.Println(string(m.AppendTime(nil, 0)), m.Logical)
//	for _, form := range m.Forms {
//		fmt.Println(form.Title, form.Text)
//	}
//
// Eight bytes are 44 bits of milliseconds and 20 bits of a counter:
//
//	1a1fc677cc4 00000    1795236003012 ms: 2026-11-21T04:40:03.012Z, counter 0
//
// Stable.
package moment
