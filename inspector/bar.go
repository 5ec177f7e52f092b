package inspector

// shown is one of the page's tabs: a view of the document, or a tool that makes something
// from its current row.
type shown struct {
	ID, Title string
	Counted   bool // shows how many there are
	Sometimes bool // is shown only if the document has it
}

var views = []shown{
	{ID: "row", Title: "Row"},
	{ID: "rows", Title: "Rows", Counted: true},
	{ID: "findings", Title: "Findings", Counted: true},
	{ID: "overview", Title: "Overview"},
	{ID: "tables", Title: "Tables", Counted: true, Sometimes: true},
	{ID: "structure", Title: "Structure", Sometimes: true},
	{ID: "diff", Title: "Diff", Counted: true, Sometimes: true},
}

var tools = []shown{
	{ID: "build", Title: "Build"},
	{ID: "order", Title: "Order"},
	{ID: "range", Title: "Range"},
	{ID: "time", Title: "Time"},
}

// selected returns the state of the tab of a view: the page opens with Row.
func (s shown) selected() string {
	if s.ID == "row" {
		return "true"
	}
	return "false"
}

// stop makes the first tab in a list the list's Tab stop.
func (s shown) stop() string {
	if s.ID == views[0].ID || s.ID == tools[0].ID {
		return "0"
	}
	return "-1"
}
