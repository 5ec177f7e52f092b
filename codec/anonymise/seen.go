package anonymise

// seen are distinct values in order of appearance, and what becomes of them.
type seen struct {
	list []string
	to   map[string]string
}

// add counts a value.
func (s *seen) add(text string) {
	if s.to == nil {
		s.to = map[string]string{}
	}
	if _, ok := s.to[text]; !ok {
		s.to[text] = text
		s.list = append(s.list, text)
	}
}

// of returns the replacement of a value; one that was not counted stays.
func (s *seen) of(text string) string {
	if to, ok := s.to[text]; ok {
		return to
	}
	return text
}

// groups puts values of one shape together, both in order of appearance.
func (s *seen) groups(shape func(string) string) [][]string { return grouped(s.list, shape) }

// grouped puts items with the same key together, both in order of appearance.
func grouped[T any](items []T, key func(T) string) (list [][]T) {
	at := map[string]int{}
	for _, item := range items {
		k := key(item)
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k], list = i, append(list, nil)
		}
		list[i] = append(list[i], item)
	}
	return list
}

// assign gives each value the next replacement. One that would stay as it is changes places with its neighbour.
func (s *seen) assign(list []string, next func(text string) string) {
	to := make([]string, len(list))
	for i, text := range list {
		to[i] = next(text)
	}
	for i, text := range list {
		if to[i] != text {
			continue
		}
		switch {
		case i+1 < len(list):
			to[i], to[i+1] = to[i+1], to[i]
		case i > 0:
			to[i], to[i-1] = to[i-1], to[i]
		default:
			to[i] = next(text)
		}
	}
	for i, text := range list {
		s.to[text] = to[i]
	}
}
