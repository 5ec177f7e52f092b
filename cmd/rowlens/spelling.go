package main

import "github.com/rowlens/rowlens/codec/dump"

// spelling returns the printer with a short name, or nil.
func spelling(name string) *dump.Printer {
	for _, p := range dump.Printers() {
		if p.Name == name {
			return &p
		}
	}
	return nil
}

func spellings() (list []string) {
	for _, p := range dump.Printers() {
		list = append(list, p.Name)
	}
	return list
}
