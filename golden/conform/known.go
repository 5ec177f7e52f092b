package conform

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Known maps the ids of checks that may fail to the reason: upstream contradicts
// itself, and a person has decided. The list may only shrink: a listed check that
// passes is a failure.
type Known map[string]string

// ErrPasses is the failure of a listed check that passes.
var ErrPasses = errors.New("passes, although it is listed as a known difference: take it off the list")

// ParseKnown reads a JSON list of objects with "id" and "why".
func ParseKnown(text []byte) (Known, error) {
	var list []struct{ ID, Why string }
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("expected a list of known differences, [{\"id\":…,\"why\":…}]: %w", inJSON(err))
	}
	known := Known{}
	for _, d := range list {
		if d.ID == "" || d.Why == "" {
			return nil, fmt.Errorf("the known difference %q does not say why", d.ID)
		}
		known[d.ID] = d.Why
	}
	return known, nil
}

// Judge returns the verdict on the answer to a check. A known difference passes.
func (k Known) Judge(c *Check, answer []byte) error {
	err := c.Judge(answer)
	if _, listed := k[c.ID]; !listed {
		return err
	}
	if err == nil {
		return ErrPasses
	}
	return nil
}
