package stats

// Timeline counts instants, in milliseconds since 1970-01-01 UTC, in bins of equal width: the
// narrowest from a fixed list with which all instants take at most 1,024 bins. Instants outside the
// years 1980 to 2099 are counted separately. The result depends only on the instants, not on their
// order. The zero Timeline is empty.
type Timeline struct {
	Count          int64 // all
	Outside        int64 // of these, outside the years
	Future         int64 // of all, later than now
	Oldest, Newest int64 // within the years

	width int   // index in widths
	first int64 // number of the first bin, from 1970 on
	bins  []int64
}

// Years from 1980 to 2099 are plausible.
const (
	plausibleFrom = 315532800000  // 1980-01-01
	plausibleTo   = 4102444800000 // 2100-01-01
	binsMax       = 1024
)

// widths are the widths of bins in milliseconds, each a multiple of the previous one, so that bins
// become wider by adding up neighbours.
var widths = [...]int64{
	1, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 7 * 86_400_000, 28 * 86_400_000, 112 * 86_400_000,
	448 * 86_400_000, 1792 * 86_400_000,
}

// Add counts an instant; now is the present.
func (t *Timeline) Add(ms, now int64) {
	t.Count++
	if ms > now {
		t.Future++
	}
	if ms < plausibleFrom || ms >= plausibleTo {
		t.Outside++
		return
	}
	if len(t.bins) == 0 {
		t.Oldest, t.Newest, t.width, t.first = ms, ms, 0, ms/widths[0]
		t.bins = append(t.bins, 1)
		return
	}
	if ms < t.Oldest || ms > t.Newest {
		t.cover(min(ms, t.Oldest), max(ms, t.Newest))
	}
	t.bins[ms/widths[t.width]-t.first]++
}

// cover extends the bins to a longer time.
func (t *Timeline) cover(oldest, newest int64) {
	t.Oldest, t.Newest = oldest, newest
	width := t.width
	for newest/widths[width]-oldest/widths[width] >= binsMax {
		width++
	}
	if width > t.width {
		first := t.first * widths[t.width] / widths[width]
		for i, n := range t.bins {
			t.bins[i] = 0
			t.bins[(t.first+int64(i))*widths[t.width]/widths[width]-first] += n
		}
		last := (t.first + int64(len(t.bins)) - 1) * widths[t.width] / widths[width]
		t.bins, t.first, t.width = t.bins[:last-first+1], first, width
	}
	first, last := oldest/widths[t.width], newest/widths[t.width]
	n, before := int(last-first+1), int(t.first-first)
	had := len(t.bins)
	if n > cap(t.bins) {
		t.bins = append(make([]int64, 0, min(2*n, binsMax)), t.bins...)
	}
	t.bins = t.bins[:n]
	copy(t.bins[before:], t.bins[:had])
	clear(t.bins[:before])
	clear(t.bins[before+had:])
	t.first = first
}

// Merge adds the instants of another timeline with the same now.
func (t *Timeline) Merge(o *Timeline) {
	t.Count += o.Count
	t.Outside += o.Outside
	t.Future += o.Future
	if len(o.bins) == 0 {
		return
	}
	if len(t.bins) == 0 {
		t.Oldest, t.Newest, t.width, t.first = o.Oldest, o.Newest, o.width, o.first
		t.bins = append(t.bins, o.bins...)
		return
	}
	t.cover(min(t.Oldest, o.Oldest), max(t.Newest, o.Newest))
	for i, n := range o.bins {
		t.bins[(o.first+int64(i))*widths[o.width]/widths[t.width]-t.first] += n
	}
}

// Bars returns the instants in at most most bars, and the width of a bar in milliseconds.
func (t *Timeline) Bars(most int) (bars []Bar, width int64) {
	if len(t.bins) == 0 {
		return nil, 0
	}
	w := t.width
	for w+1 < len(widths) && t.Newest/widths[w]-t.Oldest/widths[w] >= int64(most) {
		w++
	}
	first := t.Oldest / widths[w]
	bars = make([]Bar, t.Newest/widths[w]-first+1)
	for i := range bars {
		from := (first + int64(i)) * widths[w]
		bars[i] = Bar{From: from, To: from + widths[w] - 1}
	}
	for i, n := range t.bins {
		bars[(t.first+int64(i))*widths[t.width]/widths[w]-first].Rows += n
	}
	return bars, widths[w]
}
