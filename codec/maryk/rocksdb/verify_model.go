package rocksdb

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/cell"
)

// checkDefinition compares the stored parts of a model with each other: upstream writes them together.
func (c *checks) checkDefinition(parts *[cell.Items][]byte) {
	key := func(item byte) about { return about{family: Model, key: []byte{item}, stored: parts[item]} }
	stored, err := maryk.ReadStored(parts[cell.ItemDefinition], parts[cell.ItemDependents])
	if err != nil {
		c.find(format.Warning, cell.UndecodableRow, key(cell.ItemDefinition), "the definition cannot be used: "+err.Error())
		return
	}
	m := stored.Model
	if name := string(parts[cell.ItemName]); name == c.model.Name && name != m.Name { // otherwise checkModel reported it
		a := key(cell.ItemName)
		a.expected = []byte(m.Name)
		c.find(format.Error, ModelNameDiffers, a, "the model has another name in its definition")
	}
	a := key(cell.ItemVersion)
	if a.expected = maryk.AppendVersion(nil, m.Version); a.stored != nil && !bytes.Equal(a.stored, a.expected) {
		c.find(format.Warning, VersionDiffers, a, "the model has another version in its definition")
	}
	// Each stored model comes with everything that it depends on. Other reasons why linking fails do not concern
	// which models there are.
	_, _ = maryk.NewSchema(stored)
	if names := m.Missing(); len(names) > 0 {
		c.incomplete = true
		a := key(cell.ItemDependents)
		a.noMend = "the definitions are nowhere else"
		why := "the definition names models that are not stored with it: " + strings.Join(names, ", ")
		if c.lacks != "" {
			why += notVerified
		}
		c.find(format.Error, MissingDependents, a, why)
	}
}

// notVerified is the consequence if a part of the model is not known.
const notVerified = "; indexes and unique values in them were not verified"

// strangeMost limits how many properties that the model does not have are reported separately.
const strangeMost = 100

// noteStrange notes a row of a property that the model does not have.
func (c *checks) noteStrange(reference []byte) {
	if maryk.DecodePath(reference, c.model.Def, maryk.PathOptions{}, &c.path) != nil {
		return
	}
	name := c.path.Unknown()
	if name == "" {
		return
	}
	if c.strange[name] == 0 && len(c.strange) >= strangeMost {
		name = "(others)"
	}
	c.strange[name]++
}

// unmodeled reports, for a whole model, what was not verified because the model does not have it.
func (c *checks) unmodeled() {
	if c.lacks != "" && !c.incomplete {
		c.find(format.Info, MissingDependents, about{family: Model, noMend: "give the models with --model"},
			"the model names models that are not known: "+c.lacks+notVerified)
	}
	for name, n := range c.strange {
		c.find(format.Info, UnknownProperty, about{family: Table, property: name, noMend: "upstream ignores the rows"}, itoa(n)+" rows "+
			c.ofSample()+"are of a property that the model does not have: from another version of the model, or damaged. "+
			"Upstream ignores them, and indexes and unique values were not derived from them")
	}
}
